/**
 * What a strategic merge patch must know about a type: which lists are merged instead of replaced and by which key, and
 * which maps are replaced or lose the keys that a patch does not list. Plain data, written by hand, generated, or made
 * from OpenAPI by `patchSchemaFromOpenApi`; it may refer to itself.
 * Upstream: apimachinery strategicpatch LookupPatchMeta, and the patchStrategy and patchMergeKey struct tags.
 */
import { getOwn } from '../../json/set-own.ts';

/** How a value is patched. An absent schema, and `{}`, mean: merge maps, replace lists and scalars. */
export interface PatchSchema {
  /** Schemas of the named fields of a map. */
  readonly fields?: Readonly<Record<string, PatchSchema>>;
  /** Schema of the fields of a map that `fields` does not name. */
  readonly values?: PatchSchema;
  /** Schema of the elements of a list. */
  readonly items?: PatchSchema;
  /** `merge` makes a list a set of scalars, or of maps told apart by `mergeKey`; `replace` makes a map atomic. */
  readonly strategy?: 'merge' | 'replace';
  /** A patch of this map, or of an item of this list, names every key that may stay. */
  readonly retainKeys?: boolean;
  /** The field that tells the items of a merged list of maps apart, such as `name`. */
  readonly mergeKey?: string;
}

/** The schema of one field of a map. */
export function schemaOfField(schema: PatchSchema, field: string): PatchSchema {
  const named = schema.fields === undefined ? undefined : getOwn(schema.fields, field);
  return named ?? schema.values ?? noSchema;
}

/** The schema of the elements of a list. */
export function schemaOfItems(schema: PatchSchema): PatchSchema {
  return schema.items ?? noSchema;
}

const noSchema: PatchSchema = Object.freeze({});
