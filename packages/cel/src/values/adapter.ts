/**
 * From JSON to values, as a declared type says. Nothing is converted before it is read: objects, maps and lists are wrapped,
 * and strings, booleans and most numbers are values as they are.
 */
import type { ListType, MapType, ObjectType, Type } from '../types/type.ts';
import { parseDuration } from './duration.ts';
import { EvaluationError } from './evaluation-error.ts';
import { comparesAsJson, jsonAdapters } from './json-equality.ts';
import type { Adapter } from './list-value.ts';
import { ListValue } from './list-value.ts';
import { MapValue } from './map-value.ts';
import { compact, Double, Uint } from './numbers.ts';
import { ObjectValue } from './object-value.ts';
import { parseDate, parseTimestamp } from './timestamp.ts';
import type { Value } from './value.ts';

/** The adapter of a type; undefined if JSON of that type needs none. */
export function adapterOf(type: Type): Adapter | undefined {
  switch (type.kind) {
    case 'string':
    case 'bool':
    case 'null':
      return undefined;
    case 'int':
      return adaptAny;
    case 'uint':
      return adaptUint;
    case 'double':
      return adaptDouble;
    case 'bytes':
      return adaptBytes;
    case 'duration':
      return adaptDuration;
    case 'timestamp':
      return adaptTimestamp;
    case 'list':
    case 'map':
    case 'object':
      return adapterOfParts(type);
    default:
      return adaptAny;
  }
}

/** The value that JSON of a type is. */
export function toValue(json: unknown, type: Type): Value {
  const adapt = adapterOf(type);
  return adapt === undefined ? (json as Value) : adapt(json);
}

const adapters = new WeakMap<Type, Adapter>();

function adapterOfParts(type: ListType | MapType | ObjectType): Adapter {
  let adapter = adapters.get(type);
  if (adapter === undefined) {
    adapter = type.kind === 'list' ? listAdapter(type) : type.kind === 'map' ? mapAdapter(type) : objectAdapter(type);
    adapters.set(type, adapter);
    if (comparesAsJson(type)) jsonAdapters.add(adapter);
  }
  return adapter;
}

function listAdapter({ element, merge }: ListType): Adapter {
  const adapt = adapterOf(element);
  const known = merge?.type === 'atomic' ? undefined : merge;
  return (json) => (Array.isArray(json) ? ListValue.ofJson(json, adapt, known) : adaptAny(json));
}

function mapAdapter({ value }: MapType): Adapter {
  const adapt = adapterOf(value);
  return (json) => (isJsonObject(json) ? MapValue.ofJson(json, adapt) : adaptAny(json));
}

/** The fields are looked at with the first object, as a type that contains itself is filled after it is made. */
function objectAdapter(type: ObjectType): Adapter {
  let known: ReadonlyMap<string, Adapter | undefined> | undefined;
  const adapterOfProperty = (property: string): Adapter | undefined => {
    known ??= new Map([...type.fields].map(([name, field]) => [field.property ?? name, adapterOf(field.type)]));
    return known.has(property) ? known.get(property) : adaptAny;
  };
  return (json) => (isJsonObject(json) ? ObjectValue.ofTypedJson(type, json, adapterOfProperty) : adaptAny(json));
}

/** True for objects that are not values of another type. */
function isJsonObject(json: unknown): json is Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null) return false;
  const prototype: unknown = Object.getPrototypeOf(json);
  return prototype === Object.prototype || prototype === null;
}

/** JSON of no declared type: integers are ints, other numbers doubles. Values pass as they are. */
export const adaptAny: Adapter = (json) => {
  switch (typeof json) {
    case 'string':
    case 'boolean':
      return json;
    case 'number':
      return Number.isSafeInteger(json) ? json : new Double(json);
    case 'bigint':
      return compact(json);
    case 'object':
      if (json === null) return null;
      if (Array.isArray(json)) return ListValue.ofJson(json, adaptAny);
      return isJsonObject(json) ? MapValue.ofJson(json, adaptAny) : (json as Value);
    default:
      throw new EvaluationError(`unsupported value of type ${typeof json}`);
  }
};

jsonAdapters.add(adaptAny);

const adaptDouble: Adapter = (json) =>
  typeof json === 'number' ? new Double(json) : typeof json === 'bigint' ? new Double(Number(json)) : adaptAny(json);

const adaptUint: Adapter = (json) =>
  (typeof json === 'number' && Number.isSafeInteger(json) && json >= 0) || typeof json === 'bigint'
    ? new Uint(json)
    : adaptAny(json);

const adaptDuration: Adapter = (json) => (typeof json === 'string' ? parseDuration(json) : adaptAny(json));

const adaptTimestamp: Adapter = (json) =>
  typeof json === 'string' ? (/^\d{4}-\d\d-\d\d$/.test(json) ? parseDate(json) : parseTimestamp(json)) : adaptAny(json);

const adaptBytes: Adapter = (json) => {
  if (typeof json !== 'string') return adaptAny(json);
  if (json.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(json)) throw new EvaluationError('illegal base64 data');
  return Uint8Array.from(atob(json), (character) => character.charCodeAt(0));
};
