/**
 * Lists that are more than a sequence: sets, and lists whose elements are identified by keys, as `x-kubernetes-list-type`
 * declares them. Two of them are equal in any order, and adding to them merges. The list on the left decides.
 * Upstream: Kubernetes apiserver/pkg/cel/common.
 */
import type { ListMerge } from '../types/type.ts';
import { ListValue } from './list-value.ts';
import { MapValue, placeOf } from './map-value.ts';
import { ObjectValue } from './object-value.ts';
import type { Value } from './value.ts';

/** The elements of both lists; of a set those that it lacks, of a list with keys those of the right list in place of its own. */
export function concatLists(left: ListValue, right: ListValue): ListValue {
  if (left.merge === undefined) return ListValue.concat(left, right);
  const merged = new Map<unknown, Value>();
  const { merge } = left;
  for (const element of left) merged.set(identityOf(element, merge), element);
  for (const element of right) {
    const identity = identityOf(element, merge);
    if (merge.type === 'map' || !merged.has(identity)) merged.set(identity, element);
  }
  return ListValue.ofJson([...merged.values()], undefined, merge);
}

/** Whether a set or a list with keys has the elements of another list of its size. */
export function sameElements(
  one: ListValue,
  other: ListValue,
  merge: ListMerge,
  areEqual: (one: Value, other: Value) => boolean,
): boolean {
  const elements = new Map([...one].map((element) => [identityOf(element, merge), element]));
  for (const element of other) {
    const counterpart = elements.get(identityOf(element, merge));
    if (counterpart === undefined || (merge.type === 'map' && !areEqual(counterpart, element))) return false;
  }
  return true;
}

/** What tells an element from the others: itself, or the values of its keys. */
function identityOf(element: Value, merge: ListMerge): unknown {
  if (merge.type !== 'map') return placeOf(element) ?? element;
  return JSON.stringify(
    merge.keys.map((key) => {
      const value =
        element instanceof ObjectValue ? element.property(key) : element instanceof MapValue ? element.get(key) : null;
      const place = value === undefined ? undefined : placeOf(value);
      return [typeof place, String(place)];
    }),
  );
}
