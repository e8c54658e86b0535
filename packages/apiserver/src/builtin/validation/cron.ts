/**
 * Whether a text is a schedule, in the five fields of cron or one of its short names, and what is wrong when it is not. Upstream: robfig/cron ParseStandard.
 */
interface Field {
  readonly least: number;
  readonly most: number;
  readonly names?: Readonly<Record<string, number>>;
}

const numbered = (names: string, first: number): Readonly<Record<string, number>> =>
  Object.fromEntries(names.split(' ').map((name, index) => [name, first + index]));

const fields: readonly Field[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: numbered('jan feb mar apr may jun jul aug sep oct nov dec', 1) },
  { least: 0, most: 6, names: numbered('sun mon tue wed thu fri sat', 0) },
];

const nicknames = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']);

/** What is wrong with a schedule; undefined when nothing is. */
export function scheduleProblem(text: string): string | undefined {
  if (text.startsWith('@')) return nicknameProblem(text);
  const parts = text.split(/\s+/u).filter((part) => part !== '');
  if (parts.length !== fields.length)
    return `expected exactly ${fields.length} fields, found ${parts.length}: [${parts.join(' ')}]`;
  for (const [index, field] of fields.entries()) {
    for (const range of (parts[index] ?? '').split(',')) {
      const problem = rangeProblem(range, field);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

function nicknameProblem(text: string): string | undefined {
  if (nicknames.has(text)) return undefined;
  if (!text.startsWith('@every ')) return `unrecognized descriptor: ${text}`;
  const span = text.slice('@every '.length);
  return /^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$/u.test(span)
    ? undefined
    : `failed to parse duration ${text}: time: invalid duration ${JSON.stringify(span)}`;
}

/** `*`, a number, two with a hyphen, and a step after a slash. */
function rangeProblem(range: string, { least, most, names = {} }: Field): string | undefined {
  const [span = '', step, ...moreSteps] = range.split('/');
  const [low = '', high, ...moreNumbers] = span.split('-');
  if (moreSteps.length > 0) return `too many slashes: ${range}`;
  if (moreNumbers.length > 0) return `too many hyphens: ${range}`;
  const isAny = low === '*' || low === '?';
  for (const part of [
    ...(isAny ? [] : [low]),
    ...(high === undefined || isAny ? [] : [high]),
    ...(step === undefined ? [] : [step]),
  ]) {
    const problem = numberProblem(part, names);
    if (problem !== undefined) return problem;
  }
  const start = isAny ? least : numberOf(low, names);
  const end = isAny ? most : high === undefined ? (step === undefined ? start : most) : numberOf(high, names);
  if (start < least) return `beginning of range (${start}) below minimum (${least}): ${range}`;
  if (end > most) return `end of range (${end}) above maximum (${most}): ${range}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${range}`;
  return step !== undefined && Number(step) === 0 ? `step of range should be a positive number: ${range}` : undefined;
}

const numberOf = (text: string, names: Readonly<Record<string, number>>): number =>
  names[text.toLowerCase()] ?? Number(text);

function numberProblem(text: string, names: Readonly<Record<string, number>>): string | undefined {
  if (Object.hasOwn(names, text.toLowerCase()) || /^[0-9]+$/u.test(text)) return undefined;
  if (/^-[0-9]+$/u.test(text)) return `negative number (${text}) not allowed: ${text}`;
  return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
}
