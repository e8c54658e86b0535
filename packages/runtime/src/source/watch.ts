/**
 * Kinds that wake a controller besides its own, and the indexes by which it finds objects.
 */
import type { AnyKind, CachedObject, KindObject } from '@reeve/machinery';
import type { EventMapper } from '../handler/event-mapper.ts';
import type { EventPriority } from '../handler/event-priority.ts';
import type { WatchMap } from '../handler/watch-map.ts';
import type { Predicate } from '../predicate/predicate.ts';

/** A kind that wakes the controller. */
export interface Watch<R extends AnyKind = AnyKind> {
  readonly kind: R;
  /**
   * Which objects to reconcile when one of these changes: a function that returns their keys (`namespace/name`), names or the objects themselves, for both states of
   * an update, and may look at others (`context.list`); or an index of a field in which the controller's objects name these, by name in their own namespace or as
   * `namespace/name`; or a mapper.
   */
  readonly map: WatchMap<R> | FieldIndex | EventMapper<KindObject<R>>;
  readonly predicates?: readonly Predicate<KindObject<R>>[];
  readonly view?: 'full' | 'metadata';
  /** How urgent what happens to these is; 0 unless given. */
  readonly priority?: EventPriority<KindObject<R>>;
  /** True leaves out what this controller has written to these objects itself. False unless given. */
  readonly skipsOwnWrites?: boolean;
}

/** A field by which `ctx.list(kind, { fields })` finds objects without looking at all of them. */
export interface FieldIndex<R extends AnyKind = AnyKind> {
  readonly kind: R;
  readonly field: string;
  /** The values of the field, of which an object may have several or none. Controllers that share an index give the same function. */
  readonly valuesOf: (object: CachedObject<R>) => readonly string[];
}

/** A watch of another kind, with the type of its objects. */
export const watch = <const R extends AnyKind>(
  kind: R,
  map: Watch<R>['map'],
  more: Pick<Watch<R>, 'predicates' | 'view' | 'priority' | 'skipsOwnWrites'> = {},
): Watch => ({ kind, map, ...more }) as unknown as Watch; // its functions are only ever given objects of this kind

/** An index of a kind, with the type of its objects. */
export const index = <const R extends AnyKind>(
  kind: R,
  field: string,
  valuesOf: FieldIndex<R>['valuesOf'],
): FieldIndex => ({ kind, field, valuesOf }) as unknown as FieldIndex; // its function is only ever given objects of this kind
