/**
 * Applies a strategic merge patch: maps are merged, null deletes a field, lists are merged where the schema says so and
 * replaced elsewhere, and the `$` directives do what they say. Inputs stay as they are, untouched parts are shared with
 * the result, and nothing of the patch language is left in it.
 * Upstream: apimachinery strategicpatch.StrategicMergePatch.
 */
import { isJsonArray, isJsonObject, isJsonScalar } from '../../json/json-value.ts';
import type { ReadonlyJson, ReadonlyJsonArray, ReadonlyJsonObject } from '../../json/json-value.ts';
import { getOwn } from '../../json/set-own.ts';
import { markerOf, readMapPatch, refuseMarker, retainKeysMarker } from './directives.ts';
import type { FieldPatch } from './directives.ts';
import { freshMap, freshValue } from './fresh-value.ts';
import { documentOf } from './json-document.ts';
import { MapDraft, sameListOr } from './map-draft.ts';
import { deleteElements, mergeList, mergeOrderedList } from './merge-list.ts';
import type { ListMerge } from './merge-list.ts';
import { PatchPath } from './patch-path.ts';
import { schemaOfField, schemaOfItems } from './patch-schema.ts';
import type { PatchSchema } from './patch-schema.ts';

/**
 * The original with the patch applied, in the type that it had, which the patch may belie: validate what comes from
 * others. A patch that contradicts the schema or itself is refused with an `InvalidInputError` that names the place.
 */
export function applyStrategicMergePatch<T extends object>(original: T, patch: object, schema: PatchSchema): T {
  const patched = mergeMap(documentOf(original, 'original'), documentOf(patch, 'patch'), schema, PatchPath.root);
  return patched as object as T; // documented above: the type is believed
}

function mergeMap(
  live: ReadonlyJsonObject,
  patch: ReadonlyJsonObject,
  schema: PatchSchema,
  path: PatchPath,
): ReadonlyJsonObject {
  const marker = markerOf(patch);
  if (marker === 'delete') return {};
  if (marker === 'replace') return freshMap(patch, path);
  if (marker !== undefined) refuseMarker(patch, marker, path);
  const draft = new MapDraft(live);
  const fields = readMapPatch(patch, path);
  dropUnlistedKeys(draft, live, fields, getOwn(patch, retainKeysMarker), path);
  const kept = draft.result;
  for (const [field, change] of fields) {
    draft.set(field, mergeField(getOwn(kept, field), change, schemaOfField(schema, field), path.at(field)));
  }
  return draft.result;
}

function dropUnlistedKeys(
  draft: MapDraft,
  live: ReadonlyJsonObject,
  fields: ReadonlyMap<string, FieldPatch>,
  retainKeys: ReadonlyJson | undefined,
  path: PatchPath,
): void {
  if (retainKeys === undefined) return;
  if (!isJsonArray(retainKeys)) path.refuse(retainKeys, 'invalid patch format of retainKeys: expected a list of keys');
  const kept = new Set(retainKeys);
  for (const [field, { value }] of fields) {
    const isListed = value === undefined || value === null || kept.has(field);
    if (!isListed) path.refuse(retainKeys, `invalid patch format of retainKeys: the patch sets ${field}, list it too`);
  }
  for (const field of Object.keys(live)) {
    if (!kept.has(field)) draft.set(field, undefined);
  }
}

/** The new value of a field, or undefined when it is gone. */
function mergeField(
  live: ReadonlyJson | undefined,
  change: FieldPatch,
  schema: PatchSchema,
  path: PatchPath,
): ReadonlyJson | undefined {
  const { value, order, deletions } = change;
  let merged = live;
  if (order !== undefined) merged = mergeOrdered(live, value, order, schema, path);
  else if (value !== undefined) merged = mergeValue(live, value, schema, path);
  if (deletions === undefined || !isJsonArray(merged)) return merged;
  return sameListOr(merged, deleteElements(merged, deletions, schema, path));
}

function mergeValue(
  live: ReadonlyJson | undefined,
  patch: ReadonlyJson,
  schema: PatchSchema,
  path: PatchPath,
): ReadonlyJson | undefined {
  if (patch === null) return undefined;
  if (isJsonObject(live) && isJsonObject(patch)) {
    const replaces = schema.strategy === 'replace' && markerOf(patch) === undefined;
    return replaces ? freshMap(patch, path) : mergeMap(live, patch, schema, path);
  }
  if (isJsonArray(live) && isJsonArray(patch)) return sameListOr(live, mergeList(listAt(live, schema, path), patch));
  return isJsonScalar(patch) ? patch : freshValue(patch, path);
}

function mergeOrdered(
  live: ReadonlyJson | undefined,
  patch: ReadonlyJson | undefined,
  order: ReadonlyJsonArray,
  schema: PatchSchema,
  path: PatchPath,
): ReadonlyJson | undefined {
  if (live === undefined && patch === undefined) return undefined;
  const list = live ?? [];
  if (!isJsonArray(list))
    path.refuse(list, 'expected a list in the original, as the patch has a $setElementOrder list');
  if (patch !== undefined && !isJsonArray(patch))
    path.refuse(patch, 'expected a list beside its $setElementOrder list');
  return sameListOr(list, mergeOrderedList(listAt(list, schema, path), patch, order));
}

function listAt(live: ReadonlyJsonArray, schema: PatchSchema, path: PatchPath): ListMerge {
  const items = schemaOfItems(schema);
  return { live, schema, path, mergeItem: (item, patch, place) => mergeMap(item, patch, items, place) };
}
