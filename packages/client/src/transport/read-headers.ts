/**
 * The headers of an answer from their bytes: names in lower case, values as UTF-8, which is what servers put into warnings. A header that came more than
 * once is a list.
 */
import type { TransportResponse } from '@reeve/machinery';

/** Reads names and values, which take turns. */
export const readHeaders = (raw: readonly Buffer[]): TransportResponse['headers'] => {
  const headers: Record<string, string | string[]> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]?.toString('latin1').toLowerCase() ?? '';
    const value = raw[at + 1]?.toString('utf8') ?? '';
    const held = headers[name];
    if (held === undefined) headers[name] = value;
    else if (typeof held === 'string') headers[name] = [held, value];
    else if (Array.isArray(held)) held.push(value);
  }
  return headers;
};
