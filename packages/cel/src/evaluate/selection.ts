/**
 * Fields and indices at run time: of objects, maps and lists, and through optional values, which make the result optional.
 */
import { ListValue } from '../values/list-value.ts';
import { MapValue } from '../values/map-value.ts';
import { ObjectValue } from '../values/object-value.ts';
import type { Value } from '../values/value.ts';
import { Optional } from '../values/value.ts';
import { elementAt, indexOf, noSuchKey, valueAt } from './standard/collections.ts';

/** `operand.name`. */
export function readField(operand: Value, name: string): Value {
  if (operand instanceof Optional) {
    return operand.value === undefined ? operand : readOptionalField(operand.value, name);
  }
  const value = findField(operand, name);
  if (value === undefined) throw noSuchKey(name);
  return value;
}

/** The value of a field, or undefined if it is not there. */
export function findField(operand: Value, name: string): Value | undefined {
  return operand instanceof ObjectValue || operand instanceof MapValue ? operand.get(name) : undefined;
}

/** `has(operand.name)`. */
export function hasField(operand: Value, name: string): boolean {
  const inner = operand instanceof Optional ? operand.value : operand;
  return inner !== undefined && findField(inner, name) !== undefined;
}

/** `operand.?name`. */
export function readOptionalField(operand: Value, name: string): Value {
  const inner = operand instanceof Optional ? operand.value : operand;
  if (inner === undefined) return operand;
  if (!(inner instanceof ObjectValue) && !(inner instanceof MapValue)) throw noSuchKey(name);
  return new Optional(inner.get(name));
}

/** `operand[index]`. */
export function readIndex(operand: Value, index: Value): Value {
  if (operand instanceof ListValue) return elementAt(operand, index);
  if (operand instanceof MapValue) return valueAt(operand, index);
  if (operand instanceof Optional) return readOptionalIndex(operand, index);
  if (operand instanceof ObjectValue && typeof index === 'string') return readField(operand, index);
  throw noSuchKey(index);
}

/** `operand[?index]`. */
export function readOptionalIndex(operand: Value, index: Value): Value {
  const inner = operand instanceof Optional ? operand.value : operand;
  if (inner === undefined) return operand;
  if (inner instanceof MapValue) return new Optional(inner.get(index));
  if (inner instanceof ObjectValue) return new Optional(typeof index === 'string' ? inner.get(index) : undefined);
  if (!(inner instanceof ListValue)) return Optional.none;
  const place = indexOf(index);
  return place === undefined || place < 0 || place >= inner.size ? Optional.none : new Optional(inner.at(place));
}
