/**
 * Where two patches of the same document want different things: a field that both set, to different values, or that one
 * deletes and the other changes. Merged lists of scalars never conflict, and neither do different items of merged lists.
 * Values without inner merging, such as atomic lists, conflict unless they are equal.
 * Upstream: apimachinery strategicpatch.MergingMapsHaveConflicts, which also lets atomic lists pass that only share keys.
 */
import { deepEqual } from '../../json/deep-equal.ts';
import { isJsonArray, isJsonObject } from '../../json/json-value.ts';
import type { ReadonlyJson, ReadonlyJsonArray, ReadonlyJsonObject } from '../../json/json-value.ts';
import { getOwn } from '../../json/set-own.ts';
import { isDirective, markerOf } from './directives.ts';
import { elementKind, identityOf } from './list-identity.ts';
import { PatchPath } from './patch-path.ts';
import { schemaOfField, schemaOfItems } from './patch-schema.ts';
import type { PatchSchema } from './patch-schema.ts';

/** The places where the two patches conflict, such as `spec.containers.app.image`. */
export function conflictingPaths(left: ReadonlyJsonObject, right: ReadonlyJsonObject, schema: PatchSchema): string[] {
  return mapConflicts(left, right, schema, PatchPath.root).map(String);
}

function mapConflicts(
  left: ReadonlyJsonObject,
  right: ReadonlyJsonObject,
  schema: PatchSchema,
  path: PatchPath,
): PatchPath[] {
  if (markerOf(left) !== markerOf(right)) return [path];
  return Object.keys(left).flatMap((key) => {
    const [one, other] = [getOwn(left, key), getOwn(right, key)];
    if (isDirective(key) || one === undefined || other === undefined) return [];
    return valueConflicts(one, other, schemaOfField(schema, key), path.at(key));
  });
}

function valueConflicts(left: ReadonlyJson, right: ReadonlyJson, schema: PatchSchema, path: PatchPath): PatchPath[] {
  if (isJsonObject(left) && isJsonObject(right) && schema.strategy !== 'replace') {
    return mapConflicts(left, right, schema, path);
  }
  if (isJsonArray(left) && isJsonArray(right) && schema.strategy === 'merge') {
    return listConflicts(left, right, schema, path);
  }
  return deepEqual(left, right) ? [] : [path];
}

function listConflicts(
  left: ReadonlyJsonArray,
  right: ReadonlyJsonArray,
  schema: PatchSchema,
  path: PatchPath,
): PatchPath[] {
  if (elementKind([left, right], path) !== 'map') return [];
  if ([...left, ...right].some(replacesList)) return deepEqual(left, right) ? [] : [path];
  const identify = identityOf('map', schema, path);
  const others = new Map(right.filter(isJsonObject).map((item) => [identify(item), item]));
  return left.filter(isJsonObject).flatMap((item) => {
    const identity = identify(item);
    const other = others.get(identity);
    return other === undefined ? [] : mapConflicts(item, other, schemaOfItems(schema), path.at(identity));
  });
}

function replacesList(item: ReadonlyJson): boolean {
  return isJsonObject(item) && markerOf(item) === 'replace';
}
