/**
 * One thing to tell a handler, as it waits for its turn.
 */
import type { DeletedObject } from '../store/tombstone.ts';
import type { EventHandler, Handled } from './event-handler.ts';

/** An event for a handler. `key` is there where waiting events are merged. */
export type Notification<T> =
  | { readonly type: 'add'; readonly key: string; readonly object: T; readonly isInInitialList: boolean }
  | { readonly type: 'update'; readonly key: string; readonly previous: T; readonly object: T }
  | { readonly type: 'delete'; readonly key: string; readonly deleted: DeletedObject<T> };

/** Tells a handler. */
export function tell<T>(handler: EventHandler<T>, notification: Notification<T>): Handled {
  switch (notification.type) {
    case 'add':
      return handler.onAdd?.(notification.object, notification.isInInitialList, notification.key);
    case 'update':
      return handler.onUpdate?.(notification.previous, notification.object, notification.key);
    case 'delete':
      return handler.onDelete?.(notification.deleted);
  }
}

/** True of what a handler must have heard before it counts as synced. */
export const isInitial = <T>(notification: Notification<T>): boolean =>
  notification.type === 'add' && notification.isInInitialList;
