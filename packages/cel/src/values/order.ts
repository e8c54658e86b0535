/**
 * The order of values: numbers of any type by their amounts, strings by code points, bytes by bytes, false before true,
 * durations and timestamps by time.
 */
import { compareText } from '@reeve/machinery';
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
