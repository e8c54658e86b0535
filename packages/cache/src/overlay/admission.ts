/**
 * Whether an object that was written belongs to what an informer holds, and what it looks like there: it passes the same cut, projection,
 * transform and selectors as what comes by the watch.
 */
import { deepFreeze, labelsOf, nameOf, namespaceOf, toPartialObjectMetadata, type HasMetadata } from '@reeve/machinery';
import type { Selection, View } from '../factory/selection.ts';

/** The answer. `unknown` where only the server can evaluate the selector. */
export type Admission<T> =
  | { readonly type: 'inside'; readonly object: T }
  | { readonly type: 'outside' }
  | { readonly type: 'unknown' };

/** What an informer does to its objects. */
export interface AdmissionRules<T> {
  readonly selection: Selection;
  readonly view: View;
  readonly keepsManagedFields: boolean;
  readonly transform: ((object: T) => T) | undefined;
}

/** Judges an object. The object itself is not changed. */
export function admit<T extends HasMetadata>(object: T, rules: AdmissionRules<T>): Admission<T> {
  const isSelected = matches(object, rules.selection);
  if (isSelected === undefined) return { type: 'unknown' };
  return isSelected ? { type: 'inside', object: asStored(object, rules) } : { type: 'outside' };
}

function asStored<T extends HasMetadata>(object: T, { view, keepsManagedFields, transform }: AdmissionRules<T>): T {
  const cut = keepsManagedFields ? object : withoutManagedFields(object);
  const seen = view === 'metadata' ? (toPartialObjectMetadata(cut) as unknown as T) : cut; // what such an informer holds
  return deepFreeze(transform?.({ ...seen, metadata: { ...seen.metadata } }) ?? seen) as T; // it may change what it is given, which is the writer's
}

function withoutManagedFields<T extends HasMetadata>(object: T): T {
  if (object.metadata?.managedFields === undefined) return object;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** Undefined where a field is selected by that only the server can find in the object. */
function matches(object: HasMetadata, { namespace, labels, fields }: Selection): boolean | undefined {
  if (namespace !== undefined && namespaceOf(object) !== namespace) return false;
  if (!labels.matches(labelsOf(object))) return false;
  const known: Readonly<Record<string, string>> = {
    'metadata.name': nameOf(object) ?? '',
    'metadata.namespace': namespaceOf(object) ?? '',
  };
  if (fields.isNothing) return false;
  const isRefused = fields.requirements.some(
    ({ field, operator, value }) => Object.hasOwn(known, field) && (known[field] === value) !== (operator === '='),
  );
  if (isRefused) return false;
  return fields.requirements.every(({ field }) => Object.hasOwn(known, field)) ? true : undefined;
}
