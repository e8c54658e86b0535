/**
 * How urgent an event is: what is merely told of again, at the start or by a resync, waits behind what happened.
 * Upstream: controller-runtime handler.LowPriority, WithLowPriorityWhenUnchanged.
 */
import { resourceVersionOf } from '@reeve/machinery';
import type { ObjectEvent } from '../event/object-event.ts';

/** The priority of what can wait. */
export const lowPriority = -100;

/** Low for objects of the initial list and for updates that changed nothing; 0 for all else. */
export function priorityOf(event: ObjectEvent): number {
  if (event.type === 'create') return event.isInitialList === true ? lowPriority : 0;
  if (event.type !== 'update') return 0;
  return resourceVersionOf(event.old) === resourceVersionOf(event.object) ? lowPriority : 0;
}
