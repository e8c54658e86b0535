/**
 * What happened to an object, as it waits in a queue.
 * Upstream: client-go cache.Delta, cache.Deltas, cache.DeltaType.
 */
import type { DeletedFinalStateUnknown } from '../store/tombstone.ts';

/** What happened to one object. `Replaced` comes from a list, `Sync` from a resync. */
export type ObjectDelta<T> =
  | { readonly type: 'Added' | 'Updated' | 'Replaced' | 'Sync'; readonly object: T }
  | { readonly type: 'Deleted'; readonly object: T | DeletedFinalStateUnknown<T> };

/** A delta about one object: a class, as there is one for each event (see `WireEvent`). */
export class SingleDelta<T> {
  readonly type: 'Added' | 'Updated' | 'Replaced' | 'Sync' | 'Deleted';
  readonly object: T;

  constructor(type: 'Added' | 'Updated' | 'Replaced' | 'Sync' | 'Deleted', object: T) {
    this.type = type;
    this.object = object;
  }
}

/** What happened to all objects, or to none: only the in-order queue has these. */
export type WholeDelta<T> =
  | { readonly type: 'ReplacedAll'; readonly objects: readonly T[]; readonly resourceVersion: string }
  | { readonly type: 'SyncAll' }
  | { readonly type: 'Bookmark'; readonly resourceVersion: string };

/** Anything that waits in the in-order queue. */
export type Delta<T> = ObjectDelta<T> | WholeDelta<T>;

/** True of deltas about a single object. */
export const isObjectDelta = <T>(delta: Delta<T>): delta is ObjectDelta<T> => 'object' in delta;
