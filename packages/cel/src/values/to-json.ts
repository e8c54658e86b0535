/**
 * From values back to JSON, for expressions that make parts of objects.
 */
import { Duration, printDuration } from './duration.ts';
import { EvaluationError } from './evaluation-error.ts';
import { ListValue } from './list-value.ts';
import { MapValue } from './map-value.ts';
import { Double, Uint } from './numbers.ts';
import { ObjectValue } from './object-value.ts';
import { printTimestamp, Timestamp } from './timestamp.ts';
import type { Value } from './value.ts';
import { typeNameOf } from './value.ts';

/** The JSON of a value; integers beyond 2^53 are bigints. Fails for what JSON has no form for: types, optional values, a library's own. */
export function toJson(value: Value): unknown {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return value;
    default:
      return value === null ? null : jsonOfObject(value);
  }
}

function jsonOfObject(value: Exclude<Value, null | string | number | bigint | boolean>): unknown {
  if (value instanceof ListValue) return [...value].map(toJson);
  if (value instanceof ObjectValue) return objectOf(value.properties());
  if (value instanceof MapValue) return objectOf(value.entries());
  if (value instanceof Double || value instanceof Uint) return value.value;
  if (value instanceof Timestamp) return printTimestamp(value);
  if (value instanceof Duration) return printDuration(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  throw new EvaluationError(`a value of type ${typeNameOf(value)} has no form in JSON`);
}

function objectOf(entries: Iterable<readonly [Value, Value]>): Record<string, unknown> {
  const object: [string, unknown][] = [];
  for (const [key, value] of entries) {
    if (typeof key !== 'string') throw new EvaluationError(`map key of type ${typeNameOf(key)} is no string`);
    object.push([key, toJson(value)]);
  }
  return Object.fromEntries(object);
}
