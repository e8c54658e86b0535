/**
 * The latest of runs in a row that found nothing to do. In a world at rest there is one for every event, so this is written over and makes no objects: those that are kept outlive the young
 * generation, and collecting them costs as much as the run itself. Who asks is given a record of its own.
 */
import { Change } from '../cause/cause.ts';
import type { Cause } from '../cause/cause.ts';
import type { ReconcileRecord } from '../manager/manager-options.ts';

/** It went well, wrote nothing and took no steps: there is no more to say than that it was. */
export const isQuiet = (run: ReconcileRecord | undefined): boolean =>
  run !== undefined && run.outcome.type === 'success' && run.writes.length === 0 && run.steps.length === 0;

/** A place for one quiet run after the other, of one object. */
export class QuietRun {
  /** What all of them have in common, and nothing that only the first had. */
  readonly #same: Omit<ReconcileRecord, 'nextRunAt' | 'causes' | 'reads'>;
  #id = '';
  #attempt = 0;
  #priority = 0;
  #startedAt = 0;
  #durationMs = 0;
  #reads: ReconcileRecord['reads'] = [];
  #nextRunAt: number | undefined;
  /** Where an update is the only cause, as it mostly is, that is written over as well. */
  #change: Change | undefined;
  #causes: readonly Cause[] | undefined;

  constructor(first: ReconcileRecord) {
    const { nextRunAt: _, causes: __, reads: ___, ...same } = first;
    this.#same = same;
    this.replace(first);
  }

  /** Another run, of the same object, takes the place of the one before. */
  replace(next: ReconcileRecord): void {
    this.#id = next.id;
    this.#attempt = next.attempt;
    this.#priority = next.priority;
    this.#startedAt = next.startedAt;
    this.#durationMs = next.durationMs;
    this.#reads = next.reads;
    this.#nextRunAt = next.nextRunAt;
    this.#keepCauses(next.causes);
  }

  record(): ReconcileRecord {
    return {
      ...this.#same,
      id: this.#id,
      attempt: this.#attempt,
      priority: this.#priority,
      startedAt: this.#startedAt,
      durationMs: this.#durationMs,
      reads: this.#reads,
      causes: this.#causes ?? (this.#change === undefined ? [] : [this.#change.copy()]),
      ...(this.#nextRunAt !== undefined && { nextRunAt: this.#nextRunAt }),
    };
  }

  #keepCauses(causes: readonly Cause[]): void {
    const [only] = causes;
    const isChange = causes.length === 1 && only instanceof Change;
    this.#causes = isChange ? undefined : causes;
    if (!isChange) this.#change = undefined;
    else if (this.#change === undefined) this.#change = only.copy();
    else this.#change.become(only);
  }
}
