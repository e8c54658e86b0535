/**
 * A controller of whatever kind, so that a list can have several.
 */
import type { AnyKind, ObjectKey } from '@reeve/machinery';
import type { ControllerDefinition } from '@reeve/runtime';

/** What `defineController` gives, for any kind. */
export interface AnyController extends Omit<
  ControllerDefinition,
  'for' | 'reconcile' | 'gone' | 'predicates' | 'priority'
> {
  readonly for: AnyKind;
  readonly predicates?: readonly object[];
  readonly priority?: unknown;
  reconcile(object: never, context: never): unknown;
  gone?(key: ObjectKey, context: never): unknown;
}

/** The same as a manager takes it: its functions are only ever given objects of its kind. */
export const asDefinition = (controller: AnyController): ControllerDefinition =>
  controller as unknown as ControllerDefinition;
