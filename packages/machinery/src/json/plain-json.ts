/**
 * Finds texts of which there is nothing to note: no number is written as a float, and no object has a key twice. For those, which nearly all are, the native
 * parser does the work: every key has a colon outside strings, so that as many keys as colons means that none was lost.
 */
import { hasBigInteger } from './big-integer-guard.ts';
import type { JsonValue } from './json-value.ts';
import { afterString } from './string-end.ts';

/** The value of a text that has nothing to note; undefined for all others, and for what is not JSON. */
export function parsePlainJson(text: string): JsonValue | undefined {
  const colons = colonsIn(text);
  if (colons === undefined || hasBigInteger(text)) return undefined;
  try {
    const value = JSON.parse(text) as JsonValue;
    return keysIn(value) === colons ? value : undefined;
  } catch {
    return undefined;
  }
}

const [point, colon, upperE, lowerE] = [46, 58, 69, 101];

/** How many colons there are outside strings; undefined where a number may be a float. */
function colonsIn(text: string): number | undefined {
  let count = 0;
  for (let at = 0; ;) {
    const quote = text.indexOf('"', at);
    for (const end = quote === -1 ? text.length : quote; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === colon) count++;
      else if (code === point || code === upperE || (code === lowerE && isDigit(text.charCodeAt(at - 1))))
        return undefined;
    }
    if (quote === -1) return count;
    at = afterString(text, quote + 1);
  }
}

/** The words `true` and `false` have an e, too, but not after a digit. */
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

function keysIn(root: JsonValue): number {
  let count = 0;
  const waiting: object[] = [];
  const visit = (part: JsonValue | undefined): void => {
    if (typeof part === 'object' && part !== null) waiting.push(part);
  };
  visit(root);
  for (let next; (next = waiting.pop()) !== undefined;) {
    if (Array.isArray(next)) for (const part of next as JsonValue[]) visit(part);
    else
      for (const key in next) {
        count++;
        visit((next as Record<string, JsonValue>)[key]);
      }
  }
  return count;
}
