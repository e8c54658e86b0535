/**
 * The key of an object within its kind: `namespace/name`, or `name` for cluster-scoped ones. Stores and queues know
 * objects by it. A key is checked when it is made, so one that is there can be taken apart without looking again.
 * Upstream: client-go cache MetaNamespaceKeyFunc, SplitMetaNamespaceKey; controller-runtime client.ObjectKey.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { nameOf, namespaceOf } from './accessors.ts';
import type { HasMetadata } from './accessors.ts';
import { describeObject } from './describe-object.ts';

declare const brand: unique symbol;

/** `namespace/name` or `name`. Made by `keyOf` and `objectKey`, taken apart by `parseKey`. */
export type ObjectKey = string & { readonly [brand]: 'ObjectKey' };

/** The parts of a key. */
export interface ObjectName {
  /** Absent for cluster-scoped objects. */
  readonly namespace?: string;
  readonly name: string;
}

/** The key of an object, which must have a name. */
export function keyOf(object: HasMetadata): ObjectKey {
  const name = nameOf(object);
  if (name !== undefined) return objectKey(namespaceOf(object), name);
  throw new InvalidInputError(
    '',
    `${describeObject(object)} has no metadata.name, so it has no key yet: create it first, or give it a name`,
  );
}

/** The key for a name in a namespace. No namespace, or an empty one, means cluster-scoped. */
export function objectKey(namespace: string | undefined, name: string): ObjectKey {
  const key = namespace ? `${namespace}/${name}` : name;
  if (name === '') throw new InvalidInputError(key, 'The name in a key is empty: a key is namespace/name, or name');
  if (name.includes('/') || namespace?.includes('/') === true) {
    throw new InvalidInputError(key, `A namespace or name has a slash in it: "${key}" cannot be a key`);
  }
  return key as ObjectKey;
}

/** The namespace and name in a key. More than one slash, or an empty part, is an `InvalidInputError`. */
export function parseKey(key: string): ObjectName {
  const slash = key.indexOf('/');
  if (slash === -1 ? key === '' : !isBetween(key, slash)) {
    throw new InvalidInputError(
      key,
      `"${key}" is not a key: write namespace/name, or name for a cluster-scoped object`,
    );
  }
  return slash === -1 ? { name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

/** True of the only slash of a key that has something on both sides of it. */
const isBetween = (key: string, slash: number): boolean =>
  slash > 0 && slash < key.length - 1 && !key.includes('/', slash + 1);
