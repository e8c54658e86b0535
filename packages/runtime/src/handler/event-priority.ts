/**
 * How urgent an event is: what is merely told of again, at the start or by a resync, waits behind what happened.
 * Upstream: controller-runtime handler.LowPriority, WithLowPriorityWhenUnchanged.
 */
import { resourceVersionOf } from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import type { Cause } from '../cause/cause.ts';
import type { ObjectEvent } from '../event/object-event.ts';

/** The priority of what can wait. */
export const lowPriority = -100;

/** How urgent events of a kind are: a number for what happens, or a function that may leave some to the rule. */
export type EventPriority<T extends KubeObject = KubeObject> = number | ((event: ObjectEvent<T>) => number | undefined);

/** Low for objects of the initial list and for updates that changed nothing; 0 for all else. */
export function priorityOf(event: ObjectEvent): number {
  if (event.type === 'create') return event.isInitialList === true ? lowPriority : 0;
  if (event.type !== 'update') return 0;
  return resourceVersionOf(event.old) === resourceVersionOf(event.object) ? lowPriority : 0;
}

/** What was said of the kind; what is merely told of again stays low unless a function says otherwise. The cause that the event is knows both versions already. */
export function priorityBy(said: EventPriority | undefined, event: ObjectEvent, { from, to }: Cause): number {
  const usual = event.type === 'update' ? (from === to ? lowPriority : 0) : priorityOf(event);
  if (typeof said === 'function') return finiteOr(usual, said(event));
  return usual === lowPriority ? lowPriority : (said ?? usual);
}

/** A function may say nothing, or what is no number: an event is never lost by that. */
const finiteOr = (usual: number, said: number | undefined): number =>
  said !== undefined && Number.isFinite(said) ? said : usual;
