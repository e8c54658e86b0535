/**
 * Lists as sets: `sets.contains`, `sets.equivalent`, `sets.intersects`.
 * Upstream: cel-go ext Sets.
 */
import { add, multiply, one, scale, unknown } from '../cost/estimate.ts';
import { listType, typeParameter, types } from '../types/type.ts';
import { valuesEqual } from '../values/equality.ts';
import type { ListValue } from '../values/list-value.ts';
import type { Value } from '../values/value.ts';
import type { Costs } from './declare.ts';
import { functions, global } from './declare.ts';
import type { Library } from './library.ts';

/** Each element may be compared with each, so many times. */
const compares = (times: number): Costs => ({
  estimate: ({ args }) => ({
    cost: add(scale(multiply(args[0]?.size ?? unknown, args[1]?.size ?? unknown), times), one),
  }),
  cost: (first: ListValue, second: ListValue) => 1 + first.size * second.size * times,
});

/** Asks for elements of a list; a set of its strings answers for those. */
function membersOf(list: ListValue): (wanted: Value) => boolean {
  const elements = list.toArray();
  const texts = new Set(elements.filter((element) => typeof element === 'string'));
  return (wanted) =>
    typeof wanted === 'string' ? texts.has(wanted) : elements.some((element) => valuesEqual(element, wanted));
}

const contains = (list: ListValue, part: ListValue): boolean => part.toArray().every(membersOf(list));

const intersects = (first: ListValue, second: ListValue): boolean => first.toArray().some(membersOf(second));

const equivalent = (first: ListValue, second: ListValue): boolean => contains(first, second) && contains(second, first);

const list = listType(typeParameter('T'));

/** `sets.contains`, `sets.equivalent` and `sets.intersects`. */
export const setsLibrary: Library = {
  name: 'cel.lib.ext.sets',
  functions: functions({
    'sets.contains': global('list_sets_contains_list', [list, list], types.bool, contains, compares(1)),
    'sets.equivalent': global('list_sets_equivalent_list', [list, list], types.bool, equivalent, compares(2)),
    'sets.intersects': global('list_sets_intersects_list', [list, list], types.bool, intersects, compares(1)),
  }),
};
