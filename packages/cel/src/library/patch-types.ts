/**
 * The types that mutating admission policies write: `Object{spec: Object.spec{…}}`, whose fields nothing declares, and
 * `JSONPatch{op: …, path: …}`.
 * Upstream: apiserver/pkg/cel/mutation DynamicTypeResolver.
 */
import type { ObjectField, ObjectType } from '../types/type.ts';
import { objectType, types } from '../types/type.ts';
import type { Library } from './library.ts';

/** Fields of any name, each of them dyn. */
class AnyFields extends Map<string, ObjectField> {
  static readonly #field: ObjectField = { type: types.dyn };

  override get(_name: string): ObjectField {
    return AnyFields.#field;
  }

  override has(_name: string): boolean {
    return true;
  }
}

const anyFields = new AnyFields();
const rootName = 'Object';

/** The type of an apply configuration. */
export const applyObjectType: ObjectType = objectType(rootName, anyFields);

/** The type of one operation of a JSON patch. */
export const jsonPatchType: ObjectType = objectType('JSONPatch', {
  op: types.string,
  from: types.string,
  path: types.string,
  value: types.dyn,
});

/** `Object`, all of `Object.…`, and `JSONPatch`. */
export const patchTypesLibrary: Library = {
  name: 'kubernetes.patchtypes',
  types: [jsonPatchType],
  resolveType: (name) =>
    name === rootName || name.startsWith(`${rootName}.`) ? objectType(name, anyFields) : undefined,
};
