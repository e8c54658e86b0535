/**
 * Which fields of an object a manager owns, as `metadata.managedFields` tells.
 * Upstream: apimachinery managedfields, and client-go's Extract functions.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import type { ManagedFieldsEntry } from '../../object/object-meta.ts';
import { FieldSet } from './field-set.ts';

/** Which of a manager's entries count. Without it, all do. */
export interface OwnedFieldsOptions {
  /** Fields set by server-side apply, or by all other writes. */
  readonly operation?: 'Apply' | 'Update';
  /** Fields set through a subresource such as `status`; the empty text stands for the object itself. */
  readonly subresource?: string;
}

/**
 * The fields that a manager owns: `ownedFields(pod.metadata.managedFields, 'kubelet', { subresource: 'status' })`.
 * Path elements that only a newer server knows are left out.
 */
export function ownedFields(
  managedFields: readonly Readonly<ManagedFieldsEntry>[] | undefined,
  manager: string,
  options: OwnedFieldsOptions = {},
): FieldSet {
  const { operation, subresource } = options;
  const entries = (managedFields ?? []).filter(
    (entry) =>
      entry.manager === manager &&
      (operation === undefined || entry.operation === operation) &&
      (subresource === undefined || (entry.subresource ?? '') === subresource),
  );
  return entries.map(fieldsOf).reduce((all, fields) => all.union(fields), FieldSet.empty);
}

function fieldsOf({ fieldsType, fieldsV1 }: Readonly<ManagedFieldsEntry>): FieldSet {
  if (fieldsType !== undefined && fieldsType !== 'FieldsV1') {
    throw new InvalidInputError(
      fieldsType,
      `managed fields of the type ${fieldsType} are unknown: FieldsV1 is the only one`,
    );
  }
  return fieldsV1 === undefined ? FieldSet.empty : FieldSet.fromFieldsV1(fieldsV1, { unknownElements: 'ignore' });
}
