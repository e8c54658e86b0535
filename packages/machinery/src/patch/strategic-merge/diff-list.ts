/**
 * What a patch says about a merged list: elements that are new or changed in the order of the new list, deletions behind
 * them, and the order of all, unless nothing changes and the live list has it already. Maps with equal merge keys cannot
 * be told apart by a patch, so a list that has them (a port with two protocols) is replaced as a whole where both old and
 * new list are known for certain.
 * Upstream: apimachinery strategicpatch diffLists, which loses such twins, and sends the order for every foreign element.
 */
import { deepEqual } from '../../json/deep-equal.ts';
import { isJsonObject } from '../../json/json-value.ts';
import type { ReadonlyJson, ReadonlyJsonArray, ReadonlyJsonObject } from '../../json/json-value.ts';
import { deletionsKey, elementOrderKey, patchMarker } from './directives.ts';
import type { DiffScope } from './diff-scope.ts';
import { firstPositions } from './list-identity.ts';
import type { Identify, Identity } from './list-identity.ts';

/** A list in both documents. */
export interface ListDiff {
  readonly field: string;
  readonly before: ReadonlyJsonArray;
  readonly after: ReadonlyJsonArray;
  readonly scope: DiffScope;
  readonly identify: Identify;
}

/** Makes the patch of an item that is in both lists; empty when it did not change. */
export type DiffItem = (
  before: ReadonlyJsonObject,
  after: ReadonlyJsonObject,
  identity: Identity,
) => ReadonlyJsonObject;

type Changes = [key: string, change: ReadonlyJson][];

/** The patch of a list of scalars. */
export function diffElements(list: ListDiff): Changes {
  const { field, before, after, scope, identify } = list;
  const added = scope.additions ? elementsMissingIn(before, after, identify) : [];
  const removed = scope.deletions ? removedIdentities(list) : [];
  const changes = added.length + removed.length;
  const isOrdered = scope.order && (changes > 0 || (scope.additions && !keepsOrder(list)));
  return withContent([
    [field, added],
    [deletionsKey(field), removed],
    [elementOrderKey(field), isOrdered ? after : []],
  ]);
}

/** The patch of a list of maps with a merge key. */
export function diffItems(list: ListDiff, mergeKey: string, diffItem: DiffItem): Changes {
  const { field, after, scope, identify } = list;
  if (scope.additions && scope.deletions && hasTwins(list)) return replaceItems(list);
  const changed = changedItems(list, mergeKey, diffItem);
  const removed = scope.deletions ? removedItems(list, mergeKey) : [];
  const items = [...changed, ...removed];
  const isOrdered = scope.order && (items.length > 0 || (scope.additions && !keepsOrder(list)));
  const order = isOrdered ? after.map((item) => ({ [mergeKey]: identify(item) })) : [];
  return withContent([
    [field, items],
    [elementOrderKey(field), order],
  ]);
}

function changedItems(list: ListDiff, mergeKey: string, diffItem: DiffItem): ReadonlyJson[] {
  const { before, after, scope, identify } = list;
  const waiting = groups(before.filter(isJsonObject), identify);
  const changed: ReadonlyJson[] = [];
  for (const item of after.filter(isJsonObject)) {
    const identity = identify(item);
    const was = waiting.get(identity)?.shift(); // twins are compared in the order in which they stand
    const patch = was === undefined ? {} : diffItem(was, item, identity);
    if (Object.keys(patch).length > 0) changed.push({ ...patch, [mergeKey]: identity });
    else if (was === undefined && scope.additions) changed.push(item);
  }
  return changed;
}

function removedItems(list: ListDiff, mergeKey: string): ReadonlyJson[] {
  return removedIdentities(list).map((identity) => ({ [mergeKey]: identity, [patchMarker]: 'delete' }));
}

function removedIdentities({ before, after, identify }: ListDiff): Identity[] {
  return elementsMissingIn(after, before, identify).map(identify).toSorted(byText);
}

function replaceItems({ field, before, after }: ListDiff): Changes {
  return deepEqual(before, after) ? [] : [[field, [{ [patchMarker]: 'replace' }, ...after]]];
}

function hasTwins({ before, after, identify }: ListDiff): boolean {
  return [before, after].some((items) => firstPositions(items, identify).size < items.length);
}

/** True if the elements of the new list stand in the old one in the same order, whatever stands between them. */
function keepsOrder({ before, after, identify }: ListDiff): boolean {
  const wanted = firstPositions(after, identify);
  return deepEqual(
    before.map(identify).filter((identity) => wanted.has(identity)),
    after.map(identify),
  );
}

function groups(items: readonly ReadonlyJsonObject[], identify: Identify): Map<Identity, ReadonlyJsonObject[]> {
  const byIdentity = new Map<Identity, ReadonlyJsonObject[]>();
  for (const item of items) {
    const group = byIdentity.get(identify(item));
    if (group === undefined) byIdentity.set(identify(item), [item]);
    else group.push(item);
  }
  return byIdentity;
}

/** Each element of `candidates` that `list` does not have, once. */
function elementsMissingIn(list: ReadonlyJsonArray, candidates: ReadonlyJsonArray, identify: Identify): ReadonlyJson[] {
  const known = firstPositions(list, identify);
  const missing = firstPositions(candidates, identify);
  return candidates.filter((each, at) => !known.has(identify(each)) && missing.get(identify(each)) === at);
}

function withContent(changes: [key: string, list: ReadonlyJsonArray][]): Changes {
  return changes.filter(([, list]) => list.length > 0);
}

function byText(left: Identity, right: Identity): number {
  const [a, b] = [String(left), String(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}
