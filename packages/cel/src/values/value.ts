/**
 * What an expression works with. Values say their own type, so that what is typed dyn needs nothing beside them:
 *
 * | type        | JavaScript                                                            |
 * | ----------- | --------------------------------------------------------------------- |
 * | null, bool  | `null`, `boolean`                                                     |
 * | int         | `number` while it is a safe integer, `bigint` beyond (see numbers.ts) |
 * | uint        | `Uint`                                                                |
 * | double      | `Double`                                                              |
 * | string      | `string`                                                              |
 * | bytes       | `Uint8Array`                                                          |
 * | duration    | `Duration`                                                            |
 * | timestamp   | `Timestamp`                                                           |
 * | list        | `ListValue`                                                           |
 * | map         | `MapValue`                                                            |
 * | object      | `ObjectValue`                                                         |
 * | optional    | `Optional`                                                            |
 * | type        | `TypeValue`                                                           |
 * | opaque      | a subclass of `OpaqueValue`, one for each type of a library           |
 */
import type { OpaqueType, Type } from '../types/type.ts';
import { opaqueType, optionalTypeName, runtimeTypeName, types } from '../types/type.ts';
import { Duration } from './duration.ts';
import { ListValue } from './list-value.ts';
import { MapValue } from './map-value.ts';
import type { Int } from './numbers.ts';
import { Double, Uint } from './numbers.ts';
import { ObjectValue } from './object-value.ts';
import { Timestamp } from './timestamp.ts';

/** Any value. */
export type Value =
  | null
  | boolean
  | Int
  | Uint
  | Double
  | string
  | Uint8Array
  | Duration
  | Timestamp
  | ListValue
  | MapValue
  | ObjectValue
  | Optional
  | TypeValue
  | OpaqueValue;

/** A value of a type that a library declares. Subclasses hold what they like and never change it. */
export abstract class OpaqueValue {
  /** The type, made once by `opaqueType(name)`. */
  abstract readonly type: OpaqueType;

  /** Whether `==` is true; called only with a value of the same type's name. */
  abstract equals(other: OpaqueValue): boolean;
}

/** A value that may be missing. */
export class Optional {
  /** The value, or undefined for `optional.none()`. */
  readonly value: Value | undefined;

  constructor(value: Value | undefined) {
    this.value = value;
  }

  static readonly none: Optional = new Optional(undefined);
}

/** A type as a value; types are equal if their names are, whatever their parameters. */
export class TypeValue {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** The type of a value; elements of lists and maps count as dyn. */
export function typeOfValue(value: Value): Type {
  switch (typeof value) {
    case 'string':
      return types.string;
    case 'number':
    case 'bigint':
      return types.int;
    case 'boolean':
      return types.bool;
    default:
      return typeOfObject(value);
  }
}

const dynamicList: Type = Object.freeze({ kind: 'list', element: types.dyn });
const dynamicMap: Type = Object.freeze({ kind: 'map', key: types.dyn, value: types.dyn });
const dynamicOptional: Type = opaqueType(optionalTypeName, types.dyn);

function typeOfObject(value: Exclude<Value, string | Int | boolean>): Type {
  if (value === null) return types.null;
  if (value instanceof ListValue) return dynamicList;
  if (value instanceof ObjectValue && value.isWritten) return value.type;
  if (value instanceof MapValue) return dynamicMap;
  if (value instanceof Double) return types.double;
  if (value instanceof Uint) return types.uint;
  if (value instanceof Uint8Array) return types.bytes;
  if (value instanceof Duration) return types.duration;
  if (value instanceof Timestamp) return types.timestamp;
  if (value instanceof Optional) return dynamicOptional;
  if (value instanceof TypeValue) return types.type;
  return value.type;
}

/** The name of a value's type, as `type(value)` gives it. */
export function typeNameOf(value: Value): string {
  return runtimeTypeName(typeOfValue(value));
}
