/**
 * Equality of values that stand on JSON, without making values of its parts. Where a type holds durations, timestamps, bytes or
 * lists that are compared as sets, different JSON may be the same value, and is not compared here.
 */
import type { Type } from '../types/type.ts';
import { LimitError } from './evaluation-error.ts';
import type { Adapter } from './list-value.ts';

/** True of types whose values are equal exactly if their JSON is. */
export function comparesAsJson(type: Type): boolean {
  const known = comparable.get(type);
  if (known !== undefined) return known;
  comparable.set(type, true); // a type may contain itself
  const found = isComparable(type);
  comparable.set(type, found);
  return found;
}

const comparable = new WeakMap<Type, boolean>();

/** The adapters of such types. */
export const jsonAdapters = new WeakSet<Adapter>();

function isComparable(type: Type): boolean {
  switch (type.kind) {
    case 'list':
      return (type.merge === undefined || type.merge.type === 'atomic') && comparesAsJson(type.element);
    case 'map':
      return comparesAsJson(type.value);
    case 'object':
      return [...type.fields.values()].every((field) => comparesAsJson(field.type));
    default:
      return ['string', 'bool', 'null', 'int', 'uint', 'double', 'dyn'].includes(type.kind);
  }
}

/** JSON that nests deeper than this is not compared. */
const mostDepth = 1000;

/** Whether two parts of JSON are equal; `otherwise` answers for what is no JSON. */
export function jsonEqual(one: unknown, other: unknown, otherwise: Otherwise, depth = 0): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    const areNumbers = isNumber(one) && isNumber(other);
    return areNumbers && one == other; // oxlint-disable-line eqeqeq -- a number and a bigint may be the same
  }
  if (depth > mostDepth) throw new LimitError(`values that nest deeper than ${mostDepth} levels cannot be compared`);
  if (Array.isArray(one) && Array.isArray(other)) return arraysEqual(one, other, otherwise, depth + 1);
  return isPlain(one) && isPlain(other) ? objectsEqual(one, other, otherwise, depth + 1) : otherwise(one, other);
}

type Otherwise = (one: unknown, other: unknown) => boolean;

function arraysEqual(one: readonly unknown[], other: readonly unknown[], otherwise: Otherwise, depth: number): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) {
    if (!jsonEqual(one[index], other[index], otherwise, depth)) return false;
  }
  return true;
}

type JsonObject = Readonly<Record<string, unknown>>;

function objectsEqual(one: JsonObject, other: JsonObject, otherwise: Otherwise, depth: number): boolean {
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  for (const name of names) {
    if (!Object.hasOwn(other, name) || !jsonEqual(one[name], other[name], otherwise, depth)) return false;
  }
  return true;
}

const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';

function isPlain(value: object): value is JsonObject {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
