/**
 * The size of a value as `size()` and the costs count it: code points of a string, bytes, elements, entries; 1 for others.
 */
import { ListValue } from './list-value.ts';
import { MapValue } from './map-value.ts';
import { ObjectValue } from './object-value.ts';
import type { Value } from './value.ts';
import { Optional } from './value.ts';

/** The size of a value; 1 for what has none. */
export function sizeOf(value: Value): number {
  if (typeof value === 'string') return codePoints(value);
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof ListValue || value instanceof MapValue || value instanceof ObjectValue) return value.size;
  if (value instanceof Optional && value.value !== undefined) return sizeOf(value.value);
  return value instanceof Uint8Array ? value.length : 1;
}

/** The number of code points of a text. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      count--;
      index++;
    }
  }
  return count;
}
