/**
 * The patch that turns one document into another, or only the half of it that adds or that deletes: a three-way patch
 * puts such halves together. Equal documents give an empty patch.
 * Upstream: apimachinery strategicpatch diffMaps and DiffOptions.
 */
import { deepEqual } from '../../json/deep-equal.ts';
import { isJsonArray, isJsonObject } from '../../json/json-value.ts';
import type { ReadonlyJson, ReadonlyJsonArray, ReadonlyJsonObject } from '../../json/json-value.ts';
import { getOwn, setOwn } from '../../json/set-own.ts';
import { retainKeysMarker } from './directives.ts';
import { diffElements, diffItems } from './diff-list.ts';
import type { ListDiff } from './diff-list.ts';
import type { DiffScope } from './diff-scope.ts';
import { definedEntries } from './json-document.ts';
import { elementKind, identityOf } from './list-identity.ts';
import { PatchPath } from './patch-path.ts';
import { schemaOfField, schemaOfItems } from './patch-schema.ts';
import type { PatchSchema } from './patch-schema.ts';

/** The differences of the given scope between two documents, as a patch. */
export function diffDocuments(
  before: ReadonlyJsonObject,
  after: ReadonlyJsonObject,
  schema: PatchSchema,
  scope: DiffScope,
): ReadonlyJsonObject {
  return new PatchDiff(scope).maps(before, after, { schema, retainKeys: false, path: PatchPath.root });
}

/** A map in both documents. Items of a list take `retainKeys` from the list. */
interface MapPlace {
  readonly schema: PatchSchema;
  readonly retainKeys: boolean;
  readonly path: PatchPath;
}

class PatchDiff {
  readonly #scope: DiffScope;

  constructor(scope: DiffScope) {
    this.#scope = scope;
  }

  maps(before: ReadonlyJsonObject, after: ReadonlyJsonObject, place: MapPlace): ReadonlyJsonObject {
    const patch: Record<string, ReadonlyJson> = {};
    for (const [field, value] of definedEntries(after)) {
      const changes = this.#values(field, getOwn(before, field), value, place);
      for (const [key, change] of changes) setOwn(patch, key, change);
    }
    const gone = definedEntries(before).filter(([field]) => getOwn(after, field) === undefined);
    if (this.#scope.deletions) for (const [field] of gone) setOwn(patch, field, null);
    if (place.retainKeys) addRetainKeys(patch, after, gone);
    return patch;
  }

  /** What the patch must say about one field: its value, and the directives beside it. */
  #values(
    field: string,
    before: ReadonlyJson | undefined,
    after: ReadonlyJson,
    { schema: parent, path }: MapPlace,
  ): [key: string, change: ReadonlyJson][] {
    const schema = schemaOfField(parent, field);
    if (isJsonObject(before) && isJsonObject(after) && schema.strategy !== 'replace') {
      const place = { schema, retainKeys: schema.retainKeys === true, path: path.at(field) };
      const nested = this.maps(before, after, place);
      return Object.keys(nested).length > 0 ? [[field, nested]] : [];
    }
    if (isJsonArray(before) && isJsonArray(after) && schema.strategy === 'merge' && before.length > 0) {
      return this.#lists(field, before, after, schema, path.at(field));
    }
    const isChanged = this.#scope.additions && (before === undefined || !deepEqual(before, after));
    return isChanged ? [[field, after]] : [];
  }

  #lists(
    field: string,
    before: ReadonlyJsonArray,
    after: ReadonlyJsonArray,
    schema: PatchSchema,
    path: PatchPath,
  ): [key: string, change: ReadonlyJson][] {
    const kind = elementKind([before, after], path) ?? 'scalar';
    const list: ListDiff = { field, before, after, scope: this.#scope, identify: identityOf(kind, schema, path) };
    if (kind === 'scalar') return diffElements(list);
    const place = { schema: schemaOfItems(schema), retainKeys: schema.retainKeys === true };
    return diffItems(list, schema.mergeKey ?? '', (was, is, identity) =>
      this.maps(was, is, { ...place, path: path.at(identity) }),
    );
  }
}

/** Names the keys that stay, when the patch touches the map or when keys nobody asked for must go. */
function addRetainKeys(
  patch: Record<string, ReadonlyJson>,
  after: ReadonlyJsonObject,
  gone: readonly [string, ReadonlyJson][],
): void {
  const kept = definedEntries(after).filter(([, value]) => value !== null);
  const hasSurplus = gone.some(([, value]) => value !== null);
  if (kept.length === 0 || (!hasSurplus && Object.keys(patch).length === 0)) return;
  patch[retainKeysMarker] = kept.map(([field]) => field).toSorted();
}
