/**
 * Lists that are more than a sequence: sets, and lists whose elements are identified by keys, as `x-kubernetes-list-type`
 * declares them. Two of them are equal in any order, and adding to them merges. The list on the left decides.
 * Upstream: Kubernetes apiserver/pkg/cel/common.
 */
import type { ListMerge } from '../types/type.ts';
import { EvaluationError } from './evaluation-error.ts';
import { ListValue } from './list-value.ts';
import { MapValue, placeOf } from './map-value.ts';
import { ObjectValue } from './object-value.ts';
import type { Value } from './value.ts';

/** The elements of both lists; of a set those that it lacks, of a list with keys those of the right list in place of its own. */
export function concatLists(left: ListValue, right: ListValue): ListValue {
  if (left.merge === undefined) return ListValue.concat(left, right);
  const { merge } = left;
  const elements = merge.type === 'map' ? mergedByKeys(left, right, merge) : united(left, right, merge);
  return ListValue.ofJson(elements, undefined, merge);
}

/** The left list as it is, twins included, and each of the other elements once. */
function united(left: ListValue, right: ListValue, merge: ListMerge): readonly Value[] {
  const elements = [...left];
  const known = new Set(elements.map((element) => identityOf(element, merge)));
  for (const element of right) {
    const before = known.size;
    if (known.add(identityOf(element, merge)).size > before) elements.push(element);
  }
  return elements;
}

/** Elements of the right list in the places of the last ones that have their keys, and all others behind. */
function mergedByKeys(left: ListValue, right: ListValue, merge: ListMerge): readonly Value[] {
  const elements = [...left];
  const places = new Map(elements.map((element, index) => [identityOf(element, merge), index]));
  for (const element of right) {
    const place = places.get(identityOf(element, merge));
    if (place === undefined) elements.push(element);
    else elements[place] = element;
  }
  return elements;
}

/** Whether a set or a list with keys has the elements of another list of its size; twins count once on either side. */
export function sameElements(
  one: ListValue,
  other: ListValue,
  merge: ListMerge,
  areEqual: (one: Value, other: Value) => boolean,
): boolean {
  const elements = new Map([...one].map((element) => [identityOf(element, merge), element]));
  const seen = new Set<unknown>();
  for (const element of other) {
    const identity = identityOf(element, merge);
    const counterpart = elements.get(identity);
    if (counterpart === undefined || (merge.type === 'map' && !areEqual(counterpart, element))) return false;
    seen.add(identity);
  }
  return seen.size === elements.size;
}

/** What tells an element from the others: itself, or the values of its keys. */
function identityOf(element: Value, merge: ListMerge): unknown {
  if (merge.type !== 'map') {
    if (element instanceof ListValue || element instanceof MapValue || element instanceof ObjectValue)
      throw new EvaluationError('listSet operations are only supported on lists of scalar values');
    return placeOf(element) ?? element;
  }
  return JSON.stringify(
    merge.keys.map((key) => {
      const value =
        element instanceof ObjectValue ? element.property(key) : element instanceof MapValue ? element.get(key) : null;
      const place = value === undefined ? undefined : placeOf(value);
      return [typeof place, String(place)];
    }),
  );
}
