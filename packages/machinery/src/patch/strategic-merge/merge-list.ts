/**
 * Merging a list of a patch into a live list with the `merge` strategy: a union of scalars, or a merge of maps item by
 * item. In a list of maps an item `{ $patch: delete, <key>: … }` takes an item out, and any item with `$patch: replace`
 * makes the rest of the patch list the whole list.
 * Upstream: apimachinery strategicpatch mergeSlice.
 */
import { isJsonObject } from '../../json/json-value.ts';
import type { ReadonlyJson, ReadonlyJsonArray, ReadonlyJsonObject } from '../../json/json-value.ts';
import { markerOf, refuseMarker } from './directives.ts';
import { checkElementOrder, orderElements } from './element-order.ts';
import { freshList, freshValue } from './fresh-value.ts';
import { elementKind, firstPositions, identityOf } from './list-identity.ts';
import type { Identify, Identity } from './list-identity.ts';
import type { PatchPath } from './patch-path.ts';
import type { PatchSchema } from './patch-schema.ts';

/** Merges a patch item into the live item with the same merge key. */
export type MergeItem = (live: ReadonlyJsonObject, patch: ReadonlyJsonObject, path: PatchPath) => ReadonlyJsonObject;

/** One list in a document, with what is needed to merge into it. */
export interface ListMerge {
  readonly live: ReadonlyJsonArray;
  readonly schema: PatchSchema;
  readonly path: PatchPath;
  readonly mergeItem: MergeItem;
}

/** The live list with the patch list merged in. Without the `merge` strategy the patch list replaces it. */
export function mergeList(list: ListMerge, patch: ReadonlyJsonArray): ReadonlyJsonArray {
  const { live, schema, path } = list;
  if (schema.strategy !== 'merge') return freshList(patch, path);
  const kind = elementKind([live, patch], path);
  if (kind === undefined) return live;
  const identify = identityOf(kind, schema, path);
  if (kind === 'scalar') return orderElements(unique([...live, ...patch], identify), patch, live, identify);
  return mergeItems(list, patch.filter(isJsonObject), identify);
}

/** The live list with the patch list merged in, if there is one, and then put in the order that the patch gives. */
export function mergeOrderedList(
  list: ListMerge,
  patch: ReadonlyJsonArray | undefined,
  order: ReadonlyJsonArray,
): ReadonlyJsonArray {
  const { live, schema, path } = list;
  const kind = elementKind([live, patch ?? [], order], path);
  if (kind === undefined) return live;
  const identify = identityOf(kind, schema, path);
  if (patch === undefined) return orderElements(live, order, live, identify);
  checkElementOrder(patch.filter(isData), order, identify, path);
  return orderElements(mergeList(list, patch), order, liveOrder(live, patch, identify), identify);
}

/** The list without the scalars that a patch deletes. */
export function deleteElements(
  live: ReadonlyJsonArray,
  deletions: ReadonlyJsonArray,
  schema: PatchSchema,
  path: PatchPath,
): ReadonlyJsonArray {
  const kind = elementKind([live, deletions], path);
  if (kind === undefined) return live;
  if (kind === 'map') path.refuse(deletions, 'invalid patch format of primitive list: delete maps with $patch: delete');
  const identify = identityOf(kind, schema, path);
  const deleted = new Set(deletions.map(identify));
  return live.filter((element) => !deleted.has(identify(element)));
}

/** The order of the live list, where new items take the places at the end that deleted ones leave. */
function liveOrder(live: ReadonlyJsonArray, patch: ReadonlyJsonArray, identify: Identify): ReadonlyJsonArray {
  const marked = patch.filter((item) => isJsonObject(item) && markerOf(item) === 'delete');
  if (marked.length === 0) return live;
  const deleted = new Set(marked.map(identify));
  const kept = live.filter((item) => !deleted.has(identify(item)));
  const known = firstPositions(kept, identify);
  const added = patch.filter((item) => isData(item) && !known.has(identify(item)));
  return [...kept, ...added.slice(0, live.length - kept.length)];
}

function isData(item: ReadonlyJson): boolean {
  return !isJsonObject(item) || markerOf(item) === undefined;
}

function mergeItems(list: ListMerge, patch: readonly ReadonlyJsonObject[], identify: Identify): ReadonlyJsonArray {
  const { deleted, replaces } = readMarkers(patch, identify, list.path);
  const items = patch.filter(isData);
  const keyed = items.map((item) => [identify(item), item] as const);
  if (replaces) return freshList(items, list.path);
  const merged = list.live.filter((item) => !deleted.has(identify(item)));
  const known = firstPositions(merged, identify);
  for (const [identity, item] of keyed) mergeOne(list, merged, known, item, identity);
  return orderElements(merged, items, list.live, identify);
}

/** Merges one item into `merged` in place, or appends it; `known` holds where each item of `merged` is. */
function mergeOne(
  list: ListMerge,
  merged: ReadonlyJson[],
  known: Map<Identity, number>,
  item: ReadonlyJsonObject,
  identity: Identity,
): void {
  const path = list.path.at(identity);
  const index = known.get(identity);
  const live = index === undefined ? undefined : merged[index];
  if (index !== undefined && isJsonObject(live)) {
    merged[index] = list.mergeItem(live, item, path);
  } else {
    known.set(identity, merged.length);
    merged.push(freshValue(item, path) ?? {});
  }
}

function readMarkers(
  patch: readonly ReadonlyJsonObject[],
  identify: Identify,
  path: PatchPath,
): { deleted: Set<Identity>; replaces: boolean } {
  const deleted = new Set<Identity>();
  let replaces = false;
  for (const item of patch) {
    const marker = markerOf(item);
    if (marker === 'delete') deleted.add(identify(item));
    else if (marker === 'replace') replaces = true;
    else if (marker === 'merge') path.refuse(item, 'merging lists cannot be specified in the patch: leave $patch out');
    else if (marker !== undefined) refuseMarker(item, marker, path);
  }
  return { deleted, replaces };
}

/** The elements without repetitions; the first of equal ones stays. */
function unique(elements: ReadonlyJsonArray, identify: Identify): ReadonlyJsonArray {
  const first = firstPositions(elements, identify);
  return elements.filter((element, index) => first.get(identify(element)) === index);
}
