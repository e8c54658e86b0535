/**
 * The order of values: numbers of any type by their amounts, strings by code points, bytes by bytes, false before true,
 * durations and timestamps by time.
 */
import { Duration } from './duration.ts';
import { compareNumbers } from './equality.ts';
import { Double, Uint } from './numbers.ts';
import { Timestamp } from './timestamp.ts';
import type { Value } from './value.ts';

/**
 * Below zero if the first comes before the other, 0 if neither does, above if it comes after; NaN if one of them is NaN;
 * undefined if they cannot be compared.
 */
export function compareValues(one: Value, other: Value): number | undefined {
  switch (typeof one) {
    case 'string':
      return typeof other === 'string' ? compareText(one, other) : undefined;
    case 'boolean':
      return typeof other === 'boolean' ? Number(one) - Number(other) : undefined;
    case 'number':
    case 'bigint':
      return isNumber(other) ? compareNumbers(one, other) : undefined;
    default:
      return compareObjects(one, other);
  }
}

/** The order of texts by code points. UTF-16 has another order, as its surrogates come before U+E000 and what follows. */
export function compareText(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const [first, second] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (first !== second) return place(first) - place(second);
  }
  return one.length - other.length;
}

const place = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

const isNumber = (value: Value): value is number | bigint | Double | Uint =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof Double || value instanceof Uint;

function compareObjects(one: Value, other: Value): number | undefined {
  if (isNumber(one)) return isNumber(other) ? compareNumbers(one, other) : undefined;
  if (one instanceof Duration && other instanceof Duration) return Number(one.nanos - other.nanos);
  if (one instanceof Timestamp && other instanceof Timestamp) {
    return one.seconds === other.seconds ? one.nanos - other.nanos : one.seconds - other.seconds;
  }
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other);
  return undefined;
}
