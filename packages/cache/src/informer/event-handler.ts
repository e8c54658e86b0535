/**
 * What is called when objects come, change and go. Every function may be left out, and may be async: the next call waits for it.
 * Upstream: client-go cache.ResourceEventHandlerFuncs, ResourceEventHandlerDetailedFuncs, FilteringResourceEventHandler.
 */
import type { DeletedObject } from '../store/tombstone.ts';

/** Nothing, or a promise of the end of the call. */
export type Handled = void | Promise<void>;

/** Hears of objects. Calls come one after the other, in the order of the changes. `key` is the object's own, as the store has it. */
export interface EventHandler<T> {
  /** An object is new to the handler. `isInInitialList` tells those that were there from those that came. */
  onAdd?(object: T, isInInitialList: boolean, key: string): Handled;

  /** An object changed, or is told again: then both are the same. */
  onUpdate?(previous: T, object: T, key: string): Handled;

  /** An object is gone. */
  onDelete?(deleted: DeletedObject<T>): Handled;
}

/** What a filter decides on: an object, or what is left of one. */
export type EventFilter<T> = (object: T) => boolean;

/**
 * A handler that sees only what passes the filter: an object that begins to pass is added, one that ceases to is deleted. Where a
 * deletion left no object there is nothing to judge, and it passes.
 */
export function filteringHandler<T>(filter: EventFilter<T>, handler: EventHandler<T>): EventHandler<T> {
  return {
    onAdd: (object, isInInitialList, key) =>
      filter(object) ? handler.onAdd?.(object, isInInitialList, key) : undefined,
    onUpdate: (previous, object, key) => updated(filter, handler, previous, object, key),
    onDelete: (deleted) =>
      deleted.object === undefined || filter(deleted.object) ? handler.onDelete?.(deleted) : undefined,
  };
}

function updated<T>(filter: EventFilter<T>, handler: EventHandler<T>, previous: T, object: T, key: string): Handled {
  const [before, now] = [filter(previous), filter(object)];
  if (before && now) return handler.onUpdate?.(previous, object, key);
  if (now) return handler.onAdd?.(object, false, key);
  if (before) return handler.onDelete?.({ key, object: previous, finalStateUnknown: false });
}
