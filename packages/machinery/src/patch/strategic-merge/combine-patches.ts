/**
 * Puts the two halves of a three-way patch together: what the new document deletes from the last one, and what it adds
 * to or changes in the live one. Both speak of the same new document, so that they never contradict each other.
 * Upstream: apimachinery strategicpatch mergeMap over patches, in CreateThreeWayMergePatch.
 */
import { isJsonArray, isJsonObject } from '../../json/json-value.ts';
import type { ReadonlyJson, ReadonlyJsonArray, ReadonlyJsonObject } from '../../json/json-value.ts';
import { getOwn, setOwn } from '../../json/set-own.ts';
import { elementOrderKey, markerOf } from './directives.ts';
import { orderElements } from './element-order.ts';
import { identityOf } from './list-identity.ts';
import type { Identify, Identity } from './list-identity.ts';
import { PatchPath } from './patch-path.ts';
import { schemaOfField, schemaOfItems } from './patch-schema.ts';
import type { PatchSchema } from './patch-schema.ts';

/** One patch that does what both do. */
export function combinePatches(
  deletions: ReadonlyJsonObject,
  additions: ReadonlyJsonObject,
  schema: PatchSchema,
): ReadonlyJsonObject {
  return combineMaps(deletions, additions, schema, PatchPath.root);
}

function combineMaps(
  deletions: ReadonlyJsonObject,
  additions: ReadonlyJsonObject,
  schema: PatchSchema,
  path: PatchPath,
): ReadonlyJsonObject {
  const combined: Record<string, ReadonlyJson> = { ...deletions };
  for (const [key, added] of Object.entries(additions)) {
    const deleted = getOwn(deletions, key);
    const place = path.at(key);
    const field = schemaOfField(schema, key);
    let value = added;
    if (isJsonObject(deleted) && isJsonObject(added)) {
      value = combineMaps(deleted, added, field, place);
    } else if (isJsonArray(deleted) && isJsonArray(added) && field.strategy === 'merge') {
      const order = getOwn(additions, elementOrderKey(key));
      value = combineLists(deleted, added, isJsonArray(order) ? order : added, field, place);
    }
    setOwn(combined, key, value);
  }
  return combined;
}

/** Items in the order of the new document, with the deletions behind them. */
function combineLists(
  deletions: ReadonlyJsonArray,
  additions: ReadonlyJsonArray,
  order: ReadonlyJsonArray,
  schema: PatchSchema,
  path: PatchPath,
): ReadonlyJsonArray {
  const identify = identityOf('map', schema, path);
  const added = byIdentity(additions, identify);
  const combined: ReadonlyJson[] = [];
  for (const item of deletions.filter(isJsonObject)) {
    const identity = identify(item);
    const more = added.get(identity);
    added.delete(identity);
    const items = schemaOfItems(schema);
    combined.push(more === undefined ? item : combineMaps(item, more, items, path.at(identity)));
  }
  combined.push(...added.values());
  const kept = combined.filter((item) => !isDeletion(item));
  return [...orderElements(kept, order, [], identify), ...combined.filter(isDeletion)];
}

function isDeletion(item: ReadonlyJson): boolean {
  return isJsonObject(item) && markerOf(item) !== undefined;
}

function byIdentity(items: ReadonlyJsonArray, identify: Identify): Map<Identity, ReadonlyJsonObject> {
  return new Map(items.filter(isJsonObject).map((item) => [identify(item), item]));
}
