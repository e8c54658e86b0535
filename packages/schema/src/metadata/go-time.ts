/**
 * Times in metadata: RFC 3339 with seconds, in UTC. What cannot be read is refused in the words of Go's time package.
 */
import { isDay } from '@reeve/cel';
import { formatTime, parseTime, quote } from '@reeve/machinery';

/** The time as the server writes it, undefined for the time that means none, or why it is no time. */
export function readTime(text: string): { readonly time: string | undefined } | { readonly problem: string } {
  if (canonical.test(text) && text !== noTime && rangeProblem(text) === undefined) return { time: text };
  const problem = timeProblem(text);
  if (problem !== undefined) return { problem };
  const ms = parseTime(text);
  return { time: ms === undefined ? undefined : formatTime(ms) };
}

/** How the server writes times, and so most of those that come back to it. */
const canonical = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const noTime = '0001-01-01T00:00:00Z';

const layout = '2006-01-02T15:04:05Z07:00';

/** The elements of the layout; a fraction may follow the seconds. */
const elements: readonly (readonly [string, RegExp])[] = [
  ['2006', /^\d{4}/],
  ['-', /^-/],
  ['01', /^\d\d/],
  ['-', /^-/],
  ['02', /^\d\d/],
  ['T', /^T/],
  ['15', /^\d\d/],
  [':', /^:/],
  ['04', /^\d\d/],
  [':', /^:/],
  ['05', /^\d\d(?:[.,]\d+)?/],
  ['Z07:00', /^(?:Z|[+-]\d\d:\d\d)/],
];

function timeProblem(text: string): string | undefined {
  let rest = text;
  for (const [element, pattern] of elements) {
    const found = pattern.exec(rest)?.[0];
    if (found === undefined) {
      return `parsing time ${quote(text)} as ${quote(layout)}: cannot parse ${quote(rest)} as ${quote(element)}`;
    }
    rest = rest.slice(found.length);
  }
  const problem = rest === '' ? rangeProblem(text) : `: extra text: ${quote(rest)}`;
  return problem === undefined ? undefined : `parsing time ${quote(text)}${problem}`;
}

/** The numbers of a time stand at fixed places, a fraction and an offset come after them. */
function rangeProblem(text: string): string | undefined {
  const numberAt = (at: number, digits = 2): number => Number(text.slice(at, at + digits));
  const month = numberAt(5);
  if (month < 1 || month > 12) return ': month out of range';
  if (numberAt(11) > 23) return ': hour out of range';
  if (numberAt(14) > 59) return ': minute out of range';
  if (numberAt(17) > 59) return ': second out of range';
  return isDay(numberAt(0, 4), month, numberAt(8)) ? undefined : ': day out of range';
}
