/**
 * Decides which events wake a controller. A predicate filters events only; what the cache holds does not shrink. It has a name, which records of what was
 * skipped show.
 * Upstream: controller-runtime pkg/predicate.
 */
import type { DeepReadonly, KubeObject } from '@reeve/machinery';
import type { ObjectEvent } from '../event/object-event.ts';

/** A filter of events. */
export interface Predicate<T extends KubeObject = KubeObject> {
  readonly name: string;
  /** True lets the event pass. */
  test(event: ObjectEvent<T>): boolean;
}

/** What a predicate says of each kind of event; what is left out passes. */
export interface PredicateCases<T extends KubeObject> {
  readonly create?: (object: DeepReadonly<T>) => boolean;
  readonly update?: (object: DeepReadonly<T>, old: DeepReadonly<T>) => boolean;
  readonly delete?: (object: DeepReadonly<T>) => boolean;
  readonly generic?: (object: DeepReadonly<T>) => boolean;
}

/** A predicate of one function for all events, or of one per kind of event. */
export const predicate = <T extends KubeObject = KubeObject>(
  name: string,
  decide: ((object: DeepReadonly<T>) => boolean) | PredicateCases<T>,
): Predicate<T> => ({
  name,
  test: (event) => {
    if (typeof decide === 'function') return decide(event.object);
    if (event.type === 'update') return decide.update?.(event.object, event.old) ?? true;
    return decide[event.type]?.(event.object) ?? true;
  },
});
