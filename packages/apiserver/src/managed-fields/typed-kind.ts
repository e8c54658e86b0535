/**
 * A kind as field management sees it: the type of its values, an object with nothing in it, and the same object in the other versions of the kind.
 */
import type { ApiObject } from '@reeve/registry';
import type { ValueSchema } from './value-schema.ts';

export interface TypedKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly schema: ValueSchema;
  /** What a new object is compared with. */
  readonly empty: ApiObject;
  /** True where an object that is stored may not be of its type, so that it has to be looked at before it is compared. */
  readonly isLoose: boolean;
  /** The kind in another version; undefined where there is no such version. */
  inVersion(apiVersion: string): TypedKind | undefined;
  /** From the version that all others are converted through, and to it. */
  fromStorage(object: ApiObject): ApiObject;
  toStorage(object: ApiObject): ApiObject;
}

/** The object in another version of its kind. Of an object that fields were taken out of, conversions expect metadata all the same. */
export function convert(object: ApiObject, from: TypedKind, to: TypedKind): ApiObject {
  const { metadata = {} } = object as Partial<ApiObject>;
  return to.fromStorage(from.toStorage({ ...object, metadata }));
}
