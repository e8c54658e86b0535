/**
 * What the server knows of ObjectMeta: the fields, their types, and the names of the types as its decoder prints them.
 * Upstream: apimachinery meta/v1 ObjectMeta, OwnerReference, ManagedFieldsEntry.
 */

/** The type of a field. `keepsZero` marks fields that are written even when empty, or that tell 0 from absent. */
export type FieldShape =
  | { readonly type: 'text'; readonly goType: string; readonly keepsZero?: boolean }
  | { readonly type: 'integer' | 'flag'; readonly goType: string; readonly keepsZero?: boolean }
  | { readonly type: 'time' | 'anything' }
  | { readonly type: 'texts' | 'text map' }
  | { readonly type: 'structs'; readonly struct: StructShape };

/** A type with fields. */
export interface StructShape {
  readonly name: string;
  readonly fields: ReadonlyMap<string, FieldShape>;
}

const text: FieldShape = { type: 'text', goType: 'string' };
const givenText: FieldShape = { type: 'text', goType: 'string', keepsZero: true };
const flag: FieldShape = { type: 'flag', goType: 'bool', keepsZero: true };
const time: FieldShape = { type: 'time' };

const ownerReference: StructShape = {
  name: 'OwnerReference',
  fields: new Map<string, FieldShape>([
    ['apiVersion', givenText],
    ['kind', givenText],
    ['name', givenText],
    ['uid', { type: 'text', goType: 'types.UID', keepsZero: true }],
    ['controller', flag],
    ['blockOwnerDeletion', flag],
  ]),
};

const managedFieldsEntry: StructShape = {
  name: 'ManagedFieldsEntry',
  fields: new Map<string, FieldShape>([
    ['manager', text],
    ['operation', { type: 'text', goType: 'v1.ManagedFieldsOperationType' }],
    ['apiVersion', text],
    ['time', time],
    ['fieldsType', text],
    ['fieldsV1', { type: 'anything' }],
    ['subresource', text],
  ]),
};

/** The metadata of an object. */
export const objectMetaShape: StructShape = {
  name: 'ObjectMeta',
  fields: new Map<string, FieldShape>([
    ['name', text],
    ['generateName', text],
    ['namespace', text],
    ['selfLink', text],
    ['uid', { type: 'text', goType: 'types.UID' }],
    ['resourceVersion', text],
    ['generation', { type: 'integer', goType: 'int64' }],
    ['creationTimestamp', time],
    ['deletionTimestamp', time],
    ['deletionGracePeriodSeconds', { type: 'integer', goType: 'int64', keepsZero: true }],
    ['labels', { type: 'text map' }],
    ['annotations', { type: 'text map' }],
    ['ownerReferences', { type: 'structs', struct: ownerReference }],
    ['finalizers', { type: 'texts' }],
    ['managedFields', { type: 'structs', struct: managedFieldsEntry }],
  ]),
};
