/**
 * A named part of what is done for a kind. Several steps share one queue and one informer, and each can come and go while the controller runs.
 * Upstream: rancher/lasso's shared handlers.
 */
import { InvalidInputError } from '@reeve/machinery';
import type { AnyKind, CachedObject, DeepReadonly, KindObject, ObjectKey } from '@reeve/machinery';
import type { FieldIndex, Watch } from '../source/watch.ts';
import type { ReconcileResult } from '../reconcile/outcome.ts';
import type { Permission } from '../permission/permission.ts';
import type { ReconcileContext } from '../reconcile/reconcile-context.ts';
import type { Source } from '../source/source.ts';

/** What a step may return: how to go on, or the object as it is now where it was not written through the context. */
export type StepResult<K extends AnyKind> = ReconcileResult | DeepReadonly<KindObject<K>> | void;

/** What a step needs of its controller besides runs. */
export interface StepNeeds {
  readonly watches?: readonly Watch[];
  readonly indexes?: readonly FieldIndex[];
  readonly sources?: readonly Source[];
  /** What the step does on the server. */
  readonly permissions?: readonly Permission[];
}

/** A step. It has a function for each phase of an object that it has to do with. */
export interface Step<K extends AnyKind = AnyKind> {
  /** Unique among the steps of a controller. */
  readonly name: string;
  /** True leaves it out of another try for the same version when it succeeded and others failed. */
  readonly isIndependent?: boolean;
  /** What wakes the controller for the sake of this step, and how it finds objects. A step with needs may have no function at all. */
  readonly needs?: StepNeeds;

  /** The object is there, and nobody has deleted it. */
  live?(object: CachedObject<K>, context: ReconcileContext<K>): Promise<StepResult<K>> | StepResult<K>;

  /** The object is being deleted, and finalizers hold it. */
  deleting?(object: CachedObject<K>, context: ReconcileContext<K>): Promise<StepResult<K>> | StepResult<K>;

  /** The object is gone. */
  gone?(
    key: ObjectKey,
    context: Omit<ReconcileContext<K>, 'status'>,
  ): Promise<ReconcileResult | void> | ReconcileResult | void;
}

/** Throws what is wrong with a step. */
export function checkStep({ name, needs, live, deleting, gone }: Step): void {
  if (typeof name !== 'string' || name === '')
    throw new InvalidInputError('name', 'a step needs a name, for errors and logs');
  if (needs !== undefined || [live, deleting, gone].some((phase) => typeof phase === 'function')) return;
  throw new InvalidInputError(name, `the step ${name} does nothing: give it a function live, deleting or gone`);
}
