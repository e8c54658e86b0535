/**
 * The headers of an answer from their bytes: names in lower case, values as UTF-8, which is what servers put into warnings. A header that came more than
 * once is a list.
 */
import type { TransportResponse } from '@reeve/machinery';

/** Names and values, which take turns. */
export type RawHeaders = readonly Buffer[];

/** Reads all headers. */
export const readHeaders = (raw: RawHeaders): TransportResponse['headers'] => {
  const headers = Object.create(null) as Record<string, string | string[]>; // a server may call a header `__proto__`
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = nameAt(raw, at);
    headers[name] = joined(headers[name], valueAt(raw, at));
  }
  return headers;
};

/** Reads the header of that name, given in lower case. */
export const readHeader = (raw: RawHeaders, name: string): string | readonly string[] | undefined => {
  let found: string | string[] | undefined;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if (raw[at]?.length !== name.length || nameAt(raw, at) !== name) continue;
    found = joined(found, valueAt(raw, at));
  }
  return found;
};

const nameAt = (raw: RawHeaders, at: number): string => raw[at]?.toString('latin1').toLowerCase() ?? '';

const valueAt = (raw: RawHeaders, at: number): string => raw[at + 1]?.toString('utf8') ?? '';

const joined = (held: string | string[] | undefined, value: string): string | string[] => {
  if (held === undefined) return value;
  if (typeof held === 'string') return [held, value];
  held.push(value);
  return held;
};
