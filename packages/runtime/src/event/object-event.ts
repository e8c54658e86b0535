/**
 * What sources tell: an object came, changed, went, or somebody points at it.
 * Upstream: controller-runtime pkg/event.
 */
import { keyOf, nameOf } from '@reeve/machinery';
import type { DeepReadonly, KubeObject, ObjectKey } from '@reeve/machinery';

/** An object is there. */
export interface CreateEvent<T extends KubeObject> {
  readonly type: 'create';
  readonly object: DeepReadonly<T>;
  /** True of objects that were there before the watch began. */
  readonly isInitialList?: boolean;
  /** The object's key, where the source knows it. */
  readonly key?: ObjectKey;
}

/** An object changed, or is told of again: then old and new are the same. */
export interface UpdateEvent<T extends KubeObject> {
  readonly type: 'update';
  readonly old: DeepReadonly<T>;
  readonly object: DeepReadonly<T>;
  /** The object's key, where the source knows it. */
  readonly key?: ObjectKey;
}

/** An object is gone. */
export interface DeleteEvent<T extends KubeObject> {
  readonly type: 'delete';
  readonly object: DeepReadonly<T>;
  /** True when the deletion itself was missed: the object is as it was last seen. */
  readonly isStateUnknown?: boolean;
}

/** Somebody outside points at an object. */
export interface GenericEvent<T extends KubeObject> {
  readonly type: 'generic';
  readonly object: DeepReadonly<T>;
}

/** Any of them. */
export type ObjectEvent<T extends KubeObject = KubeObject> =
  | CreateEvent<T>
  | UpdateEvent<T>
  | DeleteEvent<T>
  | GenericEvent<T>;

/** Both sides of an event: the object before and after, where there are two. */
export const sidesOf = <T extends KubeObject>(event: ObjectEvent<T>): readonly DeepReadonly<T>[] =>
  event.type === 'update' ? [event.old, event.object] : [event.object];

/** The key of the object; undefined for one without a name. It is made of two texts for each event, unless the source has it. */
export function eventKey<T extends KubeObject>(event: ObjectEvent<T>): ObjectKey | undefined {
  const known = event.type === 'update' || event.type === 'create' ? event.key : undefined;
  if (known !== undefined) return known;
  return nameOf(event.object) === undefined ? undefined : keyOf(event.object);
}
