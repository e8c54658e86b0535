/**
 * The headers of an answer from their lines: names in lower case, values as UTF-8, which is what servers put into warnings. A header that came more than
 * once is a list.
 */
import type { TransportResponse } from '@reeve/machinery';

/** Reads all headers. Each line ends with a line break, and is Latin-1. */
export const readHeaders = (lines: string): TransportResponse['headers'] => {
  const headers = Object.create(null) as Record<string, string | string[]>; // a server may call a header `__proto__`
  for (let from = 0; from < lines.length;) {
    const [colon, end] = [lines.indexOf(':', from), lines.indexOf('\r\n', from)];
    const name = lines.slice(from, colon).toLowerCase();
    headers[name] = joined(headers[name], valueIn(lines, colon + 1, end));
    from = end + 2;
  }
  return headers;
};

/** Reads the header of that name, given in lower case. */
export const readHeader = (lines: string, name: string): string | readonly string[] | undefined => {
  let found: string | string[] | undefined;
  for (let from = 0; from < lines.length;) {
    const [colon, end] = [lines.indexOf(':', from), lines.indexOf('\r\n', from)];
    if (colon - from === name.length && lines.slice(from, colon).toLowerCase() === name)
      found = joined(found, valueIn(lines, colon + 1, end));
    from = end + 2;
  }
  return found;
};

/** Anything beyond ASCII was two characters or more of UTF-8. */
const valueIn = (lines: string, from: number, to: number): string => {
  const value = lines.slice(from, to).trim();
  return /[^\0-\x7f]/.test(value) ? Buffer.from(value, 'latin1').toString('utf8') : value;
};

const joined = (held: string | string[] | undefined, value: string): string | string[] => {
  if (held === undefined) return value;
  if (typeof held === 'string') return [held, value];
  held.push(value);
  return held;
};
