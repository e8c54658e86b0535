/**
 * The words of the strategic merge patch language: keys of a patch that say what to do instead of being data.
 * `readMapPatch` sorts the keys of a patched map into what happens to which field, so that the rest of the code never
 * compares prefixes.
 * Upstream: apimachinery strategicpatch directive markers.
 */
import { isJsonArray } from '../../json/json-value.ts';
import type { ReadonlyJson, ReadonlyJsonArray, ReadonlyJsonObject } from '../../json/json-value.ts';
import { getOwn } from '../../json/set-own.ts';
import { excerpt } from './patch-path.ts';
import type { PatchPath } from './patch-path.ts';

/** The key of a map that replaces or deletes it, or, in an item of a list, replaces the list or deletes the item. */
export const patchMarker = '$patch';

/** The key that lists the fields that may stay in a map. */
export const retainKeysMarker = '$retainKeys';

/** What a patch does to one field: merge `value` (null deletes it), put it in `order`, then take `deletions` out. */
export interface FieldPatch {
  value?: ReadonlyJson;
  order?: ReadonlyJsonArray;
  deletions?: ReadonlyJsonArray;
}

/** The key that gives the order of a merged list. */
export function elementOrderKey(field: string): string {
  return `${orderPrefix}/${field}`;
}

/** The key that takes elements out of a merged list of scalars. */
export function deletionsKey(field: string): string {
  return `${deletionsPrefix}/${field}`;
}

/** True of every key that belongs to the patch language. */
export function isDirective(key: string): boolean {
  if (!key.startsWith('$')) return false;
  return (
    key === patchMarker || key === retainKeysMarker || [orderPrefix, deletionsPrefix].some((p) => key.startsWith(p))
  );
}

/** The value of the `$patch` key of a map, or undefined. */
export function markerOf(map: ReadonlyJsonObject): ReadonlyJson | undefined {
  return getOwn(map, patchMarker);
}

/** Refuses a `$patch` that is neither of the two directives. */
export function refuseMarker(map: ReadonlyJsonObject, marker: ReadonlyJson, path: PatchPath): never {
  const name = typeof marker === 'string' ? marker : excerpt(marker);
  path.refuse(map, `unknown patch type: ${name}: write delete or replace`);
}

/** What a patch without `$patch` does to the fields of a map, field by field. `$retainKeys` is left to the caller. */
export function readMapPatch(patch: ReadonlyJsonObject, path: PatchPath): Map<string, FieldPatch> {
  const fields = new Map<string, FieldPatch>();
  for (const [key, value] of Object.entries(patch)) {
    if (key === retainKeysMarker) continue;
    if (!isDirective(key)) patchOf(fields, key).value = value;
    else readListDirective(fields, key, value, path);
  }
  return fields;
}

function readListDirective(fields: Map<string, FieldPatch>, key: string, value: ReadonlyJson, path: PatchPath): void {
  const ordered = fieldAfter(orderPrefix, key);
  const field = ordered ?? fieldAfter(deletionsPrefix, key);
  const problem = `invalid patch format of ${key.startsWith(orderPrefix) ? 'setElementOrder' : 'primitive'} list`;
  if (field === undefined)
    path.refuse(key, `${problem}: write the field after a slash, as in ${orderPrefix}/containers`);
  if (!isJsonArray(value)) path.refuse(value, `${problem}: expected a list in ${key}`);
  if (ordered === undefined) patchOf(fields, field).deletions = value;
  else patchOf(fields, field).order = value;
}

function patchOf(fields: Map<string, FieldPatch>, field: string): FieldPatch {
  const known = fields.get(field);
  if (known !== undefined) return known;
  const made: FieldPatch = {};
  fields.set(field, made);
  return made;
}

function fieldAfter(prefix: string, key: string): string | undefined {
  const isAbout = key.startsWith(prefix) && key.charAt(prefix.length) === '/' && key.length > prefix.length + 1;
  return isAbout ? key.slice(prefix.length + 1) : undefined;
}

const orderPrefix = '$setElementOrder';
const deletionsPrefix = '$deleteFromPrimitiveList';
