/**
 * Functions of lists that Kubernetes adds: `isSorted`, `sum`, `min`, `max`, `indexOf`, `lastIndexOf`, `includes`.
 * Upstream: apiserver/pkg/cel/library Lists.
 */
import type { Estimate } from '../cost/estimate.ts';
import { add, fixed, multiply, scale, stringTraversalFactor, unknown } from '../cost/estimate.ts';
import type { Type } from '../types/type.ts';
import { listType, typeParameter, types } from '../types/type.ts';
import { Duration } from '../values/duration.ts';
import { valuesEqual } from '../values/equality.ts';
import { EvaluationError, LimitError, noSuchOverload } from '../values/evaluation-error.ts';
import { ListValue } from '../values/list-value.ts';
import { MapValue } from '../values/map-value.ts';
import type { Int } from '../values/numbers.ts';
import { Double, int, Uint, uint } from '../values/numbers.ts';
import { compareValues } from '../values/order.ts';
import type { Value } from '../values/value.ts';
import type { Costs } from './declare.ts';
import { functions, member } from './declare.ts';
import type { CallNodes, Library } from './library.ts';

/** What `a < b` compares, with the names that overloads have for it. */
export const comparableTypes: readonly (readonly [name: string, type: Type])[] = [
  ['int', types.int],
  ['uint', types.uint],
  ['double', types.double],
  ['bool', types.bool],
  ['duration', types.duration],
  ['timestamp', types.timestamp],
  ['string', types.string],
  ['bytes', types.bytes],
];

/** What a walk through a value costs: a tenth of the bytes of strings and bytes, rounded down, and 1 for everything else. */
function walkCost(value: Value, depth: number): number {
  if (typeof value === 'string') return Math.floor(Buffer.byteLength(value) * stringTraversalFactor);
  if (value instanceof Uint8Array) return Math.floor(value.length * stringTraversalFactor);
  if (depth > deepestValue) throw tooDeep();
  let cost = 0;
  if (value instanceof ListValue) for (const element of value) cost += walkCost(element, depth + 1);
  else if (value instanceof MapValue) {
    for (const [key, entry] of value.entries()) cost += walkCost(key, depth + 1) + walkCost(entry, depth + 1);
  } else return 1;
  return cost;
}

/** Lists that nest deeper than this are not walked through. */
export const deepestValue = 1000;

/** The error of a walk through a value that nests too deep. */
export const tooDeep = (): LimitError =>
  new LimitError(`values that nest deeper than ${deepestValue} levels are not walked through`);

/** One walk through the list, or through the string for the functions of the same names that strings have. */
export const walk: Costs = {
  estimate: ({ target }) => ({ cost: walkEstimate(target) }),
  cost: (list: Value) => walkCost(list, 0),
};

function walkEstimate(target: CallNodes['target']): Estimate {
  const size = target?.size ?? unknown;
  if (target?.element === undefined) return scale(size, stringTraversalFactor);
  const { type, size: elementSize } = target.element;
  if (type.kind !== 'string' && type.kind !== 'bytes') return size;
  return multiply(size, add(fixed(1), scale(elementSize, stringTraversalFactor)));
}

function isSorted(list: ListValue): boolean {
  let previous: Value | undefined;
  for (const element of list) {
    if (previous !== undefined && compare(previous, element) > 0) return false;
    previous = element;
  }
  return true;
}

/** The greatest element for a factor of 1, the least for -1. */
const extreme =
  (name: string, factor: 1 | -1) =>
  (list: ListValue): Value => {
    let found: Value | undefined;
    for (const element of list) {
      if (found === undefined || factor * compare(element, found) > 0) found = element;
    }
    if (found === undefined) throw new EvaluationError(`${name} called on empty list`);
    return found;
  };

function compare(one: Value, other: Value): number {
  const order = compareValues(one, other);
  if (order === undefined) throw noSuchOverload();
  return order;
}

/** The sum of the elements, which have one type; without any it is the zero of the list's type. */
const sumFrom =
  (zero: Value) =>
  (list: ListValue): Value => {
    const first = list.size === 0 ? undefined : list.at(0);
    if (first instanceof Double) return sumOfDoubles(list);
    if (first instanceof Uint) return sumOfUints(list);
    if (first instanceof Duration) return sumOfDurations(list);
    return first === undefined ? zero : sumOfInts(list);
  };

/** Sums overflow at the element that exceeds 64 bits, even if a later one would bring them back. */
function sumOfInts(list: ListValue): Int {
  let sum: Int = 0;
  for (const element of list) {
    if (typeof element !== 'number' && typeof element !== 'bigint') throw noSuchOverload();
    const isSmall: boolean =
      typeof sum === 'number' && typeof element === 'number' && Number.isSafeInteger(sum + element);
    sum = isSmall ? Number(sum) + Number(element) : int(BigInt(sum) + BigInt(element));
  }
  return sum;
}

function sumOfUints(list: ListValue): Uint {
  let sum = new Uint(0);
  for (const element of list) {
    if (!(element instanceof Uint)) throw noSuchOverload();
    sum = uint(BigInt(sum.value) + BigInt(element.value));
  }
  return sum;
}

function sumOfDoubles(list: ListValue): Double {
  let sum = 0;
  for (const element of list) {
    if (!(element instanceof Double)) throw noSuchOverload();
    sum += element.value;
  }
  return new Double(sum);
}

function sumOfDurations(list: ListValue): Duration {
  let sum = Duration.of(0n);
  for (const element of list) {
    if (!(element instanceof Duration)) throw noSuchOverload();
    sum = Duration.of(sum.nanos + element.nanos);
  }
  return sum;
}

function indexOf(list: ListValue, wanted: Value): Int {
  let index = 0;
  for (const element of list) {
    if (valuesEqual(element, wanted)) return index;
    index++;
  }
  return -1;
}

function lastIndexOf(list: ListValue, wanted: Value): Int {
  let [index, last] = [0, -1];
  for (const element of list) {
    if (valuesEqual(element, wanted)) last = index;
    index++;
  }
  return last;
}

/** Whether a list has an element; what is no list has itself. */
function includes(target: Value, wanted: Value): boolean {
  if (!(target instanceof ListValue)) return areEqual(target, wanted);
  for (const element of target) if (areEqual(element, wanted)) return true;
  return false;
}

/** Values that cannot be compared are different here. */
function areEqual(one: Value, other: Value): boolean {
  try {
    return valuesEqual(one, other);
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}

/** A walk through the list. What else it may be shows only at run time: then each of its parts counts. */
const searching: Costs = {
  ...walk,
  estimate: ({ target }) => {
    if (target?.element !== undefined) return { cost: walkEstimate(target) };
    return { cost: target === undefined || target.type.kind === 'map' ? { ...unknown, min: 1 } : target.size };
  },
};

const element = typeParameter('A');

/** `isSorted`, `sum`, `min`, `max`, `indexOf`, `lastIndexOf` and `includes` of lists. */
export const listsLibrary: Library = {
  name: 'kubernetes.lists',
  functions: functions({
    isSorted: comparableTypes.map(([name, type]) =>
      member(`list_${name}_is_sorted_bool`, [listType(type)], types.bool, isSorted, walk),
    ),
    sum: [
      member('list_int_sum_int', [listType(types.int)], types.int, sumFrom(0), walk),
      member('list_uint_sum_uint', [listType(types.uint)], types.uint, sumFrom(new Uint(0)), walk),
      member('list_double_sum_double', [listType(types.double)], types.double, sumFrom(new Double(0)), walk),
      member('list_duration_sum_duration', [listType(types.duration)], types.duration, sumFrom(Duration.of(0n)), walk),
    ],
    max: comparableTypes.map(([name, type]) =>
      member(`list_${name}_max_${name}`, [listType(type)], type, extreme('max', 1), walk),
    ),
    min: comparableTypes.map(([name, type]) =>
      member(`list_${name}_min_${name}`, [listType(type)], type, extreme('min', -1), walk),
    ),
    indexOf: member('list_a_index_of_int', [listType(element), element], types.int, indexOf, walk),
    includes: member('list_includes_dyn_dyn', [types.dyn, types.dyn], types.bool, includes, searching),
    lastIndexOf: member('list_a_last_index_of_int', [listType(element), element], types.int, lastIndexOf, walk),
  }),
};
