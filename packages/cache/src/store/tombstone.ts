/**
 * What is left of an object whose deletion nobody saw: its key, and perhaps the last state that was known. Handlers never have to
 * tell it from an object: they are given a `DeletedObject`, which says whether the final state is known.
 * Upstream: client-go cache.DeletedFinalStateUnknown, cache.DeletedObject.
 */

/** Stands for a deleted object whose final state is unknown. */
export interface DeletedFinalStateUnknown<T> {
  readonly finalStateUnknown: true;
  readonly key: string;

  /** The last known state, which may be stale. */
  readonly object: T | undefined;
}

/** What a delete handler is given. */
export interface DeletedObject<T> {
  readonly key: string;

  /** The final state, or the last known one; undefined where there never was any. */
  readonly object: T | undefined;

  /** True when the deletion itself was missed, so that `object` may be older than it. */
  readonly finalStateUnknown: boolean;
}

/** A tombstone. One for a tombstone is that tombstone: they never nest. */
export function deletedFinalStateUnknown<T>(
  key: string,
  object: T | DeletedFinalStateUnknown<T> | undefined,
): DeletedFinalStateUnknown<T> {
  if (isDeletedFinalStateUnknown(object)) return object;
  return Object.freeze({ finalStateUnknown: true, key, object });
}

/** True of tombstones, also of those that another copy of this package made. */
export function isDeletedFinalStateUnknown<T>(
  value: T | DeletedFinalStateUnknown<T> | undefined,
): value is DeletedFinalStateUnknown<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'finalStateUnknown' in value &&
    value.finalStateUnknown &&
    'key' in value &&
    !('metadata' in value) // an object of the cluster may have fields of these names: it must not delete another one
  );
}

/** What handlers are told about a deletion. */
export function deletedObject<T>(key: string, deleted: T | DeletedFinalStateUnknown<T>): DeletedObject<T> {
  if (isDeletedFinalStateUnknown(deleted)) return deleted;
  return { key, object: deleted, finalStateUnknown: false };
}
