/**
 * How objects get their keys. The usual key is `namespace/name`; a string is a key already; a tombstone knows the one it had.
 * Upstream: client-go cache.MetaNamespaceKeyFunc, DeletionHandlingMetaNamespaceKeyFunc, DeletionHandlingObjectToName, ExplicitKey, KeyError.
 */
import { keyOf, parseKey, ReeveError, type HasMetadata, type ObjectName } from '@reeve/machinery';
import { isDeletedFinalStateUnknown, type DeletedFinalStateUnknown } from './tombstone.ts';

/** Gives the key of an object, or throws. */
export type KeyFunction<T> = (object: T) => string;

/** An object has no key, so it can be neither stored nor queued. */
export class KeyError extends ReeveError {
  /** The object that has no key. */
  readonly object: unknown;

  constructor(object: unknown, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super('REEVE_NO_KEY', `An object has no key and is left out: ${reason}`, { cause });
    this.object = object;
  }
}

/** The key `namespace/name`, or `name`. A string is taken for a key. */
export const metaNamespaceKey = (object: HasMetadata | string): string =>
  typeof object === 'string' ? object : keyOf(object);

/** The key of an object, or of the object that a tombstone stands for. */
export const deletionHandlingKey = (object: HasMetadata | string | DeletedFinalStateUnknown<unknown>): string =>
  typeof object !== 'string' && isTombstone(object) ? object.key : metaNamespaceKey(object);

/** The namespace and name of an object, or of the object that a tombstone stands for. */
export const deletionHandlingName = (object: HasMetadata | string | DeletedFinalStateUnknown<unknown>): ObjectName =>
  parseKey(deletionHandlingKey(object));

/** A key function whose failures are `KeyError`s. */
export const guardedKey =
  <T>(key: KeyFunction<T>): KeyFunction<T> =>
  (object) => {
    try {
      return key(object);
    } catch (error) {
      throw error instanceof KeyError ? error : new KeyError(object, error);
    }
  };

const isTombstone = (
  value: HasMetadata | DeletedFinalStateUnknown<unknown>,
): value is DeletedFinalStateUnknown<unknown> => isDeletedFinalStateUnknown<unknown>(value);
