/**
 * Runs steps in order for one object. Each is given the newest version: what an earlier one wrote through the context or returned. One that fails stops the others only where that is asked for.
 * Upstream: rancher/lasso SharedHandler.OnChange.
 */
import { isSkip, uidOf } from '@reeve/machinery';
import type { AnyKind, CachedObject, Clock, DeepReadonly, KubeObject } from '@reeve/machinery';
import type { ReconcileResult } from '../reconcile/outcome.ts';
import { PartialFailureError } from '../failure/partial-failure-error.ts';
import type { PartFailure } from '../failure/partial-failure-error.ts';
import type { ReconcileContext } from '../reconcile/reconcile-context.ts';
import type { Step, StepResult } from './step.ts';
import type { StepRecord } from '../reconcile/step-record.ts';

/** What a run of steps needs. */
export interface StepRunOptions {
  readonly kind: AnyKind;
  readonly context: ReconcileContext;
  readonly steps: readonly Step[];
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly stopsOnError: boolean;
  /** False once a step has been taken away. */
  readonly isThere: (step: Step) => boolean;
}

/** An object of the kind, whatever that is. */
type Stored = CachedObject<AnyKind>;

/** A run of steps. */
export class StepRun {
  /** The steps that succeeded. */
  readonly succeeded = new Set<Step>();
  readonly #options: StepRunOptions;
  readonly #failures: PartFailure[] = [];
  readonly #results: ReconcileResult[] = [];

  constructor(options: StepRunOptions) {
    this.#options = options;
  }

  /** Runs the steps for an object that is there; what failed is thrown when all have run. */
  async object(first: Stored, phase: 'live' | 'deleting'): Promise<ReconcileResult | void> {
    let object: Stored | undefined = first;
    await this.#each(async (step) => {
      if (object === undefined || step[phase] === undefined) return;
      const result = await step[phase](object, this.#options.context);
      object = isObject(result) ? newer(object, result) : await this.#newest(object, result);
    });
    return this.#end();
  }

  /** Runs the steps for an object that is gone. */
  async gone(): Promise<ReconcileResult | void> {
    const { context } = this.#options;
    await this.#each(async (step) => {
      const result = await step.gone?.(context.key, context);
      if (result) this.#results.push(result);
    });
    return this.#end();
  }

  async #each(act: (step: Step) => Promise<void>): Promise<void> {
    const { steps, stopsOnError, isThere } = this.#options;
    for (const step of steps) {
      if (!isThere(step)) continue;
      const result = await this.#timed(step, act);
      if (result === 'success') this.succeeded.add(step);
      if (result === 'skip' || (result === 'error' && stopsOnError)) return;
    }
  }

  async #timed(step: Step, act: (step: Step) => Promise<void>): Promise<StepRecord['result']> {
    const { clock, context } = this.#options;
    const { name } = step;
    const startedMs = clock.monotonic();
    const result = await this.#resultOf(step, act);
    context.noteStep({ name, durationMs: clock.monotonic() - startedMs, result });
    return result;
  }

  async #resultOf(step: Step, act: (step: Step) => Promise<void>): Promise<StepRecord['result']> {
    try {
      await act(step);
      return 'success';
    } catch (error) {
      if (isSkip(error)) return 'skip';
      this.#failures.push({ name: step.name, error });
      return 'error';
    }
  }

  /** Own writes are read at once; an object that a step let go is not there for the next. */
  async #newest(object: Stored, result: ReconcileResult | void): Promise<Stored | undefined> {
    if (result) this.#results.push(result);
    const { context, kind } = this.#options;
    const newest = await context.get(kind, context.key);
    return newest !== undefined && uidOf(newest) !== uidOf(object) ? undefined : newest;
  }

  #end(): ReconcileResult | void {
    if (this.#failures.length > 0) throw new PartialFailureError('steps', this.#failures);
    return soonest(this.#results);
  }
}

const isObject = (result: StepResult<AnyKind>): result is DeepReadonly<KubeObject> =>
  typeof result === 'object' && result !== null && 'metadata' in result;

/** What is no version of the object changes nothing. */
const newer = (object: Stored, result: DeepReadonly<KubeObject>): Stored =>
  uidOf(result) === uidOf(object) ? (result as Stored) : object; // with the uid of one that is stored

/** The result that satisfies all: the earliest time, and the highest priority. */
function soonest(results: readonly ReconcileResult[]): ReconcileResult | void {
  if (results.length < 2) return results[0];
  const delays = results.map(({ requeueAfterMs }) => requeueAfterMs).filter((delay) => delay !== undefined);
  const priorities = results.map(({ priority }) => priority).filter((priority) => priority !== undefined);
  return {
    ...(delays.length > 0 && { requeueAfterMs: Math.min(...delays) }),
    ...(results.some(({ requeue }) => requeue) && { requeue: true }),
    ...(priorities.length > 0 && { priority: Math.max(...priorities) }),
  };
}
