/**
 * Equality of values. Numbers of different types are equal if they are the same number; NaN equals nothing; values of
 * otherwise different types are not equal, which is no error.
 */
import { adaptAny } from './adapter.ts';
import { Duration } from './duration.ts';
import { LimitError, noSuchOverload } from './evaluation-error.ts';
import { jsonEqual } from './json-equality.ts';
import { sameElements } from './list-merge.ts';
import { ListValue } from './list-value.ts';
import { MapValue } from './map-value.ts';
import type { Int } from './numbers.ts';
import { Double, Uint } from './numbers.ts';
import { ObjectValue } from './object-value.ts';
import { Timestamp } from './timestamp.ts';
import type { Value } from './value.ts';
import { OpaqueValue, Optional, TypeValue } from './value.ts';

/** Values that nest deeper than this are not compared. */
const mostDepth = 1000;

/** Whether `one == other`. */
export function valuesEqual(one: Value, other: Value): boolean {
  if (one === other) return !(one instanceof Double && Number.isNaN(one.value));
  if (typeof one === 'string' || typeof other === 'string') return false;
  return equalAt(one, other, 0);
}

function equalAt(one: Value, other: Value, depth: number): boolean {
  if (one instanceof OpaqueValue) return opaquesEqual(one, other);
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return one === other || (isNumber(one) && isNumber(other) && compareNumbers(one, other) === 0);
  }
  if (depth > mostDepth) throw new LimitError(`values that nest deeper than ${mostDepth} levels cannot be compared`);
  if (one instanceof ListValue) return other instanceof ListValue && listsEqual(one, other, depth + 1);
  if (one instanceof ObjectValue && other instanceof ObjectValue) return objectsEqual(one, other, depth + 1);
  if (one instanceof MapValue) return other instanceof MapValue && mapsEqual(one, other, depth + 1);
  if (isNumber(one)) return isNumber(other) && compareNumbers(one, other) === 0;
  if (one instanceof Uint8Array) return other instanceof Uint8Array && bytesEqual(one, other);
  if (one instanceof Duration) return other instanceof Duration && one.nanos === other.nanos;
  if (one instanceof Timestamp) {
    return other instanceof Timestamp && one.seconds === other.seconds && one.nanos === other.nanos;
  }
  if (one instanceof TypeValue) return other instanceof TypeValue && one.name === other.name;
  if (one instanceof Optional) return other instanceof Optional && optionalsEqual(one, other, depth + 1);
  return false;
}

/** Values of libraries compare with their like only, while other values are just different from them. */
function opaquesEqual(one: OpaqueValue, other: Value): boolean {
  if (!(other instanceof OpaqueValue) || one.type.name !== other.type.name) throw noSuchOverload();
  return one.equals(other);
}

function isNumber(value: Value): value is Int | Double | Uint {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Double || value instanceof Uint;
}

/** Below zero if the first is less, 0 if they are equal, above if it is greater; NaN if one of them is. */
export function compareNumbers(one: Int | Double | Uint, other: Int | Double | Uint): number {
  const isDouble = one instanceof Double || other instanceof Double;
  const [ours, theirs] = isDouble ? [Number(plain(one)), Number(plain(other))] : [plain(one), plain(other)];
  return ours < theirs ? -1 : ours > theirs ? 1 : ours === theirs ? 0 : Number.NaN;
}

function plain(value: Int | Double | Uint): Int {
  return typeof value === 'object' ? value.value : value;
}

function listsEqual(one: ListValue, other: ListValue, depth: number): boolean {
  if (one.size !== other.size) return false;
  const json = one.jsonBeside(other);
  if (json !== undefined) return jsonEqual(...json, adaptedEqual);
  if (one.merge !== undefined)
    return sameElements(one, other, one.merge, (ours, theirs) => pairEqual(ours, theirs, depth));
  for (let index = 0; index < one.size; index++) {
    if (!pairEqual(one.at(index), other.at(index), depth)) return false;
  }
  return true;
}

function mapsEqual(one: MapValue, other: MapValue, depth: number): boolean {
  const json = one.jsonBeside(other);
  if (json !== undefined) return jsonEqual(...json, adaptedEqual);
  if (one.size !== other.size) return false;
  for (const [key, value] of one.entries()) {
    const counterpart = other.get(key);
    if (counterpart === undefined || !pairEqual(value, counterpart, depth)) return false;
  }
  return true;
}

/** Properties that are not declared count as well. */
function objectsEqual(one: ObjectValue, other: ObjectValue, depth: number): boolean {
  const json = one.jsonBeside(other);
  if (json !== undefined) return jsonEqual(...json, adaptedEqual);
  if (one.size !== other.size) return false;
  for (const [property, value] of one.properties()) {
    const counterpart = other.property(property);
    if (counterpart === undefined || !pairEqual(value, counterpart, depth)) return false;
  }
  return true;
}

/** Values may stand in JSON of no declared type. */
const adaptedEqual = (one: unknown, other: unknown): boolean => valuesEqual(adaptAny(one), adaptAny(other));

function optionalsEqual(one: Optional, other: Optional, depth: number): boolean {
  if (one.value === undefined || other.value === undefined) return one.value === other.value;
  return pairEqual(one.value, other.value, depth);
}

function pairEqual(one: Value, other: Value, depth: number): boolean {
  return one === other ? !(one instanceof Double && Number.isNaN(one.value)) : equalAt(one, other, depth);
}

function bytesEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
