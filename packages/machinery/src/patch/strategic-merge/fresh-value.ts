/**
 * What a patch adds where there was nothing to merge with: its value without directives and without nulls. A map that
 * carries `$patch` adds nothing, whatever the directive says, for there is nothing to delete or replace.
 * Upstream: apimachinery strategicpatch removeDirectives and discardNullValuesFromPatch.
 */
import { isJsonArray, isJsonObject } from '../../json/json-value.ts';
import type { ReadonlyJson, ReadonlyJsonArray, ReadonlyJsonObject } from '../../json/json-value.ts';
import { isDirective, markerOf } from './directives.ts';
import { MapDraft, sameListOr } from './map-draft.ts';
import type { PatchPath } from './patch-path.ts';

/** The data in a patch value, or undefined when it only carries a directive. Shares what needs no cleaning. */
export function freshValue(value: ReadonlyJson, path: PatchPath): ReadonlyJson | undefined {
  if (isJsonArray(value)) return freshList(value, path);
  if (!isJsonObject(value)) return value;
  return markerOf(value) === undefined ? freshMap(value, path) : undefined;
}

/** The data in a patched map, its own `$patch` aside. */
export function freshMap(map: ReadonlyJsonObject, path: PatchPath): ReadonlyJsonObject {
  const draft = new MapDraft(map);
  for (const [key, value] of Object.entries(map)) {
    const isData = value !== null && !isDirective(key);
    draft.set(key, isData ? freshValue(value, path.at(key)) : undefined);
  }
  return draft.result;
}

/** The data in a patched list; elements that only carry a directive fall out. */
export function freshList(list: ReadonlyJsonArray, path: PatchPath): ReadonlyJsonArray {
  const fresh: ReadonlyJson[] = [];
  for (const [index, item] of list.entries()) {
    const value = freshValue(item, path.at(index));
    if (value !== undefined) fresh.push(value);
  }
  return sameListOr(list, fresh);
}
