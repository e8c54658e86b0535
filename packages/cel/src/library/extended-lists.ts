/**
 * Functions that make new lists: `slice`, `flatten`, `sort`, `sortBy`, `distinct`, `reverse`, `lists.range`.
 * Upstream: cel-go ext Lists, version 3.
 */
import type { Estimate } from '../cost/estimate.ts';
import { add, fixed, multiply, scale, stringTraversalFactor, unbounded, unknown } from '../cost/estimate.ts';
import type { ExpressionFactory } from '../syntax/expression-factory.ts';
import type { Expression } from '../syntax/expression.ts';
import { listType, runtimeTypeName, typeParameter, types } from '../types/type.ts';
import { valuesEqual } from '../values/equality.ts';
import { EvaluationError, LimitError } from '../values/evaluation-error.ts';
import { ListValue } from '../values/list-value.ts';
import type { Int } from '../values/numbers.ts';
import { compareValues } from '../values/order.ts';
import type { Value } from '../values/value.ts';
import { typeNameOf } from '../values/value.ts';
import type { Costs } from './declare.ts';
import { functions, global, member } from './declare.ts';
import type { CallEstimate, Library, SizedNode } from './library.ts';
import { MacroError } from '../syntax/macro.ts';
import { comparableTypes, deepestValue, tooDeep } from './lists.ts';

/** What every function here charges for its call and for the list that it makes. */
const listCost = 11;

/** Lists that are longer are not made, whatever the limit of costs is. */
const mostElements = 10_000_000;

/** The longest list that `lists.range` makes. */
const longestRange = 1_000_000;

const estimated = (size: Estimate, factor: number): CallEstimate => ({
  cost: add(scale(size, factor), fixed(listCost)),
  resultSize: size,
});

const counted = (size: number, factor = 1): number => Math.floor(size * (factor < 0 ? 1 : factor)) + listCost;

/** The number that a constant argument says; none is negative. */
function constant(node: SizedNode | undefined, otherwise: number): number {
  const { expression } = node ?? {};
  if (expression?.kind !== 'literal') return otherwise;
  const { value } = expression;
  return typeof value === 'number' || typeof value === 'bigint' ? Math.max(0, Number(value)) : otherwise;
}

const sliceCosts: Costs = {
  estimate: ({ target, args }) =>
    estimated(fixed(sliceSize(constant(args[0], 0), constant(args[1], (target?.size ?? unknown).max))), 1),
  cost: (_: ListValue, start: Int, end: Int) => counted(Math.max(0, Number(end) - Number(start))),
};

/** A slice that ends before it starts always fails; upstream's estimate of its size is below zero and wraps around. */
const sliceSize = (start: number, end: number): number => (end < start ? unbounded : end - start);

const rangeCosts: Costs = {
  estimate: ({ args }) => estimated(fixed(constant(args[0], unbounded)), 1),
  cost: (size: Int) => counted(Math.max(0, Number(size))),
};

const reverseCosts: Costs = {
  estimate: ({ target }) => estimated(target?.size ?? unknown, 1),
  cost: (list: ListValue) => counted(list.size),
};

const flattenCosts: Costs = {
  estimate: ({ target, args }) =>
    estimated(target?.size ?? unknown, args.length === 0 ? 1 : constant(args[0], unbounded)),
  cost: (list: ListValue, depth: Int = 1) => counted(list.size, Number(depth)),
};

/** Each element may be compared with each. */
const compareCosts = (keys: ListValue): number => {
  const isText = keys.size > 0 && (typeof keys.at(0) === 'string' || keys.at(0) instanceof Uint8Array);
  return counted(keys.size ** 2, isText ? 2 + stringTraversalFactor : 2);
};

const sortEstimate = (node: SizedNode | undefined, typeName: string): CallEstimate => {
  const size = node?.size ?? unknown;
  const factor = typeName === 'string' || typeName === 'bytes' ? 2 + stringTraversalFactor : 2;
  return estimated(multiply(size, size), factor);
};

function slice(list: ListValue, start: Int, end: Int): ListValue {
  const call = `cannot slice(${start}, ${end})`;
  if (start < 0 || end < 0) throw new EvaluationError(`${call}, negative indexes not supported`);
  if (start > end) throw new EvaluationError(`${call}, start index must be less than or equal to end index`);
  if (end > list.size) throw new EvaluationError(`${call}, list is length ${list.size}`);
  return ListValue.of(list.toArray().slice(Number(start), Number(end)));
}

function flatten(list: ListValue, depth: Int = 1): ListValue {
  if (depth < 0) throw new EvaluationError('level must be non-negative');
  const flat: Value[] = [];
  flattenInto(flat, list, Number(depth), 0);
  return ListValue.of(flat);
}

function flattenInto(flat: Value[], list: ListValue, depth: number, level: number): void {
  if (level > deepestValue) throw tooDeep();
  for (const element of list) {
    if (element instanceof ListValue && depth > 0) flattenInto(flat, element, depth - 1, level + 1);
    else if (flat.push(element) > mostElements) throw tooLong();
  }
}

const tooLong = (): LimitError => new LimitError(`a list of more than ${mostElements} elements is not made`);

function range(size: Int): ListValue {
  if (size < 0) throw new EvaluationError(`lists.range: size must be non-negative, got ${size}`);
  if (size > longestRange)
    throw new EvaluationError(`lists.range: size ${size} exceeds maximum allowed (${longestRange})`);
  return ListValue.of(Array.from({ length: Number(size) }, (_, index) => index));
}

const reverse = (list: ListValue): ListValue => ListValue.of(list.toArray().toReversed());

/** The first of equal elements stays. Strings, which are most common, are not compared with each other. */
function distinct(list: ListValue): ListValue {
  const texts = new Set<string>();
  const found: Value[] = [];
  for (const element of list) {
    const isKnown = typeof element === 'string' ? texts.has(element) : found.some((each) => valuesEqual(each, element));
    if (isKnown) continue;
    if (typeof element === 'string') texts.add(element);
    found.push(element);
  }
  return ListValue.of(found);
}

function sortByKeys(list: ListValue, keys: ListValue): ListValue {
  if (list.size !== keys.size) {
    throw new EvaluationError(
      '@sortByAssociatedKeys() expected a list of the same size as the associated keys list, ' +
        `but got ${list.size} and ${keys.size} elements respectively`,
    );
  }
  const [elements, all] = [list.toArray(), keys.toArray()];
  const [first = null] = all;
  const order = elements.map((_, index) => index);
  if (all.length > 0 && compareValues(first, first) === undefined) {
    throw new EvaluationError('list elements must be comparable');
  }
  if (all.length > 1 && all.some((key) => typeNameOf(key) !== typeNameOf(first))) {
    throw new EvaluationError('list elements must have the same type');
  }
  order.sort((one, other) => compareValues(all[one] ?? null, all[other] ?? null) ?? 0);
  return ListValue.of(order.map((index) => elements[index] ?? null));
}

const sort = (list: ListValue): ListValue => sortByKeys(list, list);

/** The list is evaluated once, and the keys are made of it: a loop over nothing binds it to a name. */
function expandSortBy(
  factory: ExpressionFactory,
  target: Expression | undefined,
  args: readonly Expression[],
): Expression {
  const [variable, key] = args;
  if (variable?.kind !== 'ident') throw new MacroError('argument is not an identifier', variable ?? factory.list());
  if (target === undefined || target.kind === 'literal' || target.kind === 'map' || target.kind === 'struct') {
    const message = 'sortBy can only be applied to a list, identifier, comprehension, call or select expression';
    throw new MacroError(message, target ?? variable);
  }
  const keys = factory.comprehension({
    range: factory.ident(sortByInput),
    variable: variable.name,
    initial: factory.list(),
    condition: factory.literal(true),
    step: factory.call('_+_', factory.accumulator(), factory.list([key ?? variable])),
    result: factory.accumulator(),
  });
  return factory.comprehension({
    range: factory.list(),
    variable: '#unused',
    accumulator: sortByInput,
    initial: target,
    condition: factory.literal(false),
    step: factory.ident(sortByInput),
    result: factory.memberCall(factory.ident(sortByInput), '@sortByAssociatedKeys', keys),
  });
}

const sortByInput = '@__sortBy_input__';

const list = listType(typeParameter('T'));

/** `slice`, `flatten`, `sort`, `sortBy`, `distinct`, `reverse` and `lists.range`. */
export const extendedListsLibrary: Library = {
  name: 'cel.lib.ext.lists',
  functions: functions({
    slice: member('list_slice', [list, types.int, types.int], list, slice, sliceCosts),
    flatten: [
      member('list_flatten', [listType(list)], list, flatten, flattenCosts),
      member('list_flatten_int', [listType(types.dyn), types.int], listType(types.dyn), flatten, flattenCosts),
    ],
    sort: comparableTypes.map(([, type]) => {
      const name = runtimeTypeName(type);
      return member(`list_${name}_sort`, [listType(type)], listType(type), sort, {
        estimate: ({ target }) => sortEstimate(target, name),
        cost: compareCosts,
      });
    }),
    '@sortByAssociatedKeys': comparableTypes.map(([, type]) => {
      const name = runtimeTypeName(type);
      return member(`list_${name}_sortByAssociatedKeys`, [list, listType(type)], list, sortByKeys, {
        estimate: ({ args }) => sortEstimate(args[0], name),
        cost: (_: ListValue, keys: ListValue) => compareCosts(keys),
      });
    }),
    'lists.range': global('lists_range', [types.int], listType(types.int), range, rangeCosts),
    reverse: member('list_reverse', [list], list, reverse, reverseCosts),
    distinct: member('list_distinct', [list], list, distinct, {
      estimate: ({ target }) => estimated(multiply(target?.size ?? unknown, target?.size ?? unknown), 2),
      cost: compareCosts,
    }),
  }),
  macros: [{ name: 'sortBy', isMember: true, argumentCount: 2, expand: expandSortBy }],
};
