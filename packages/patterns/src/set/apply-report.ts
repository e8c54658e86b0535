/**
 * What was done with the objects of a set.
 */
import type { DeepReadonly, KubeObject } from '@reeve/machinery';

/**
 * What was done with an object. `replacing`: it was deleted and is created again when it is gone. `waiting`: an object of the same name is being deleted. `protected`: it is no longer in the
 * set, and marked not to be pruned. `changed`: it was to be deleted, and somebody else changed it meanwhile.
 */
export type ObjectAction =
  | 'created'
  | 'updated'
  | 'unchanged'
  | 'replacing'
  | 'waiting'
  | 'left'
  | 'deleted'
  | 'protected'
  | 'changed'
  | 'failed';

/** What was done with one object. */
export interface ObjectResult {
  readonly action: ObjectAction;
  /** Its kind and group, as `Deployment.apps`. */
  readonly kind: string;
  readonly key: string;
  readonly wave?: number;
  /** The object as it is now; absent where it is gone, or failed. */
  readonly object?: DeepReadonly<KubeObject>;
  /** Why, where it needs saying. */
  readonly reason?: string;
  /** What `failed` failed with. */
  readonly error?: unknown;
}

/** What came of applying a set. */
export interface ApplyReport {
  /** `waiting` and `limited` ask to apply the set again after `retryAfterMs`. */
  readonly state: 'done' | 'waiting' | 'limited' | 'failed';
  readonly results: readonly ObjectResult[];
  /** What is waited for, in words. */
  readonly waitingFor: readonly string[];
  readonly retryAfterMs?: number;
}

/** Hears of each object as soon as something was done with it, and of each wave. */
export interface ApplyProgress {
  onResult?(result: ObjectResult): void;
  /** A wave begins. */
  onWave?(wave: {
    readonly number: number;
    readonly index: number;
    readonly count: number;
    readonly objects: number;
  }): void;
}
