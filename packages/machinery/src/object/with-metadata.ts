/**
 * Copies an object with some of its metadata replaced. Everything else is shared with the original, which stays as it was.
 */
import type { HasMetadata } from './accessors.ts';
import type { ObjectMeta } from './object-meta.ts';

/** Metadata to replace. Undefined takes a field away. */
type MetadataChanges = { readonly [Field in keyof ObjectMeta]?: Readonly<ObjectMeta[Field]> | undefined };

/** A copy of the object with these fields of its metadata replaced. */
export function withMetadata<O extends HasMetadata>(object: O, changes: MetadataChanges): O {
  const fields = Object.entries({ ...object.metadata, ...changes });
  return { ...object, metadata: Object.fromEntries(fields.filter(([, value]) => value !== undefined)) };
}

/** The list, or undefined when it is empty: Go leaves empty fields out, so an object compares equal to what comes back. */
export const unlessEmpty = <Item>(items: Item[]): Item[] | undefined => (items.length === 0 ? undefined : items);
