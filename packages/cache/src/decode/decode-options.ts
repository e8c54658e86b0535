/**
 * How the objects of a kind become what a cache holds. The defaults suit almost everybody: managedFields cut, equal parts shared.
 */
import type { DeepReadonly, KubeObject } from '@reeve/machinery';

/** Changes an object before it is frozen and stored; it may change the object it is given. It sees each received object once. */
export type Transform<T> = (object: T) => T | DeepReadonly<T>;

/** What to do with an object between the wire and the store. */
export interface DecodeOptions<T extends KubeObject = KubeObject> {
  /** True keeps metadata.managedFields, which are often half of an object. False unless given: they are cut before parsing. */
  readonly keepManagedFields?: boolean;

  /** False keeps every object to itself. True unless given: parts that are equal in many objects are held once. */
  readonly intern?: boolean;

  /** The last word about what is stored. What it throws ends the list or the watch, and everything is listed anew after a delay. */
  readonly transform?: Transform<T>;
}
