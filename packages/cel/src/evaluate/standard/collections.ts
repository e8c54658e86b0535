/**
 * Functions of lists, maps and everything that has a size: `size`, `in`, `[]`, and `+` of texts, bytes and lists.
 */
import type { FunctionDeclaration, Overload } from '../../library/library.ts';
import { operators } from '../../syntax/expression.ts';
import { listType, mapType, types, typeParameter } from '../../types/type.ts';
import { valuesEqual } from '../../values/equality.ts';
import { EvaluationError } from '../../values/evaluation-error.ts';
import type { ListValue } from '../../values/list-value.ts';
import { concatLists } from '../../values/list-merge.ts';
import type { MapValue } from '../../values/map-value.ts';
import { Double, Uint } from '../../values/numbers.ts';
import { codePoints } from '../../values/size.ts';
import type { Value } from '../../values/value.ts';
import { typeNameOf } from '../../values/value.ts';
import { declare, joining, joiningLists, member, overload, searchingList } from './overload.ts';

const A = typeParameter('A');
const B = typeParameter('B');
const listOfA = listType(A);
const mapOfAB = mapType(A, B);

function addBytes(one: Uint8Array, other: Uint8Array): Uint8Array {
  const sum = new Uint8Array(one.length + other.length);
  sum.set(one);
  sum.set(other, one.length);
  return sum;
}

/** The overloads of `+` on texts, bytes and lists. */
export const addCollections: readonly Overload[] = [
  overload(
    'add_string',
    [types.string, types.string],
    types.string,
    (one: string, other: string) => one + other,
    joining,
  ),
  overload('add_bytes', [types.bytes, types.bytes], types.bytes, addBytes, joining),
  overload('add_list', [listOfA, listOfA], listOfA, concatLists, joiningLists),
];

/** `size(x)` and `x.size()`. */
function sizes(): Overload[] {
  const kinds = [
    ['string', types.string, codePoints],
    ['bytes', types.bytes, ({ length }: Uint8Array) => length],
    ['list', listOfA, ({ size }: ListValue) => size],
    ['map', mapOfAB, ({ size }: MapValue) => size],
  ] as const;
  return kinds.flatMap(([name, type, size]) => [
    overload(`size_${name}`, [type], types.int, size as (value: never) => Value),
    member(`${name}_size`, [type], types.int, size as (value: never) => Value),
  ]);
}

function isInList(value: Value, list: ListValue): boolean {
  for (const element of list) if (valuesEqual(value, element)) return true;
  return false;
}

/** The element at an index; fails outside of the list. */
export function elementAt(list: ListValue, index: Value): Value {
  const place = indexOf(index);
  if (place === undefined || place < 0 || place >= list.size) {
    throw new EvaluationError(`index out of bounds: ${place ?? (typeof index === 'bigint' ? index : 'no index')}`);
  }
  return list.at(place);
}

/** The index that a number says; fractions and other values are none. */
export function indexOf(index: Value): number | undefined {
  if (typeof index === 'number') return index;
  if (typeof index === 'bigint') return undefined;
  if (index instanceof Uint) return typeof index.value === 'number' ? index.value : undefined;
  if (!(index instanceof Double)) throw new EvaluationError(`unsupported index type '${typeNameOf(index)}' in list`);
  if (Number.isInteger(index.value)) return index.value;
  throw new EvaluationError(`unsupported index value ${index.value} in list`);
}

/** The value at a key; fails without one. */
export function valueAt(map: MapValue, key: Value): Value {
  const value = map.get(key);
  if (value === undefined) throw noSuchKey(key);
  return value;
}

/** The error of a key or field that is not there. */
export function noSuchKey(key: Value): EvaluationError {
  const shown = key instanceof Uint || key instanceof Double ? key.value : key;
  return new EvaluationError(`no such key: ${typeof shown === 'object' ? typeof shown : String(shown)}`);
}

/** The functions of collections. */
export const collectionFunctions: readonly FunctionDeclaration[] = [
  declare('size', ...sizes()),
  declare(
    operators.in,
    overload('in_list', [A, listOfA], types.bool, isInList, searchingList),
    overload('in_map', [A, mapOfAB], types.bool, (key: Value, map: MapValue) => map.get(key) !== undefined),
  ),
  declare(
    operators.index,
    overload('index_list', [listOfA, types.int], A, elementAt),
    overload('index_map', [mapOfAB, A], B, valueAt),
  ),
];
