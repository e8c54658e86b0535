/**
 * The latest of runs in a row that found nothing to do. In a world at rest there is one for every event, so this is written over and makes no objects: those that are kept outlive the young
 * generation, and collecting them costs as much as the run itself. Who asks is given a record of its own.
 */
import { Change, changeIn } from '../cause/cause.ts';
import type { Cause, KeptChange } from '../cause/cause.ts';
import type { DeepReadonly, KubeObject } from '@reeve/machinery';
import { onlyCauseOf, QueuedRun } from '../controller/queued-run.ts';
import type { KeptId } from '../controller/queued-run.ts';
import type { ReconcileRecord } from '../controller/reconcile-record.ts';

/** It went well, wrote nothing and took no steps: there is no more to say than that it was. */
export const isQuiet = (run: ReconcileRecord | undefined): boolean =>
  run !== undefined && run.outcome.type === 'success' && run.writes.length === 0 && run.steps.length === 0;

/** A place for one quiet run after the other, of one object. */
export class QuietRun implements KeptChange, KeptId {
  /** Where an update is the only cause, as it mostly is, what that is made of. */
  source = '';
  old: DeepReadonly<KubeObject> | undefined = undefined;
  now: DeepReadonly<KubeObject> | undefined = undefined;
  /** Where the id is one of a controller's own, what it is made of. */
  ids: KeptId['ids'] = undefined;
  nth = 0;
  /** What all of them have in common. */
  readonly #same: Pick<ReconcileRecord, 'controller' | 'request' | 'outcome' | 'writes' | 'steps'>;
  /** All other ids. */
  #id = '';
  #attempt = 0;
  #priority = 0;
  #startedAt = 0;
  #durationMs = 0;
  #reads: ReconcileRecord['reads'] = [];
  #nextRunAt: number | undefined;
  /** All other causes. */
  #causes: readonly Cause[] | undefined;

  constructor(first: ReconcileRecord) {
    const { controller, request, outcome, writes, steps } = first;
    this.#same = { controller, request, outcome, writes, steps };
    this.replace(first);
  }

  /** Another run, of the same object, takes the place of the one before. */
  replace(next: ReconcileRecord): void {
    this.#keepId(next);
    this.#attempt = next.attempt;
    this.#priority = next.priority;
    this.#startedAt = next.startedAt;
    this.#durationMs = next.durationMs;
    this.#reads = next.reads;
    this.#nextRunAt = next.nextRunAt;
    this.#keepCauses(next);
  }

  record(): ReconcileRecord {
    return {
      ...this.#same,
      id: this.ids?.at(this.nth) ?? this.#id,
      attempt: this.#attempt,
      priority: this.#priority,
      startedAt: this.#startedAt,
      durationMs: this.#durationMs,
      reads: this.#reads,
      causes: this.#causes ?? [changeIn(this)].filter((change) => change !== undefined),
      ...(this.#nextRunAt !== undefined && { nextRunAt: this.#nextRunAt }),
    };
  }

  #keepId(next: ReconcileRecord): void {
    if (next instanceof QueuedRun) return next.keepIdIn(this);
    this.ids = undefined;
    this.#id = next.id;
  }

  #keepCauses(next: ReconcileRecord): void {
    const only = onlyCauseOf(next);
    const isKept = only instanceof Change && only.keepIn(this);
    this.#causes = isKept ? undefined : next.causes;
    if (isKept) return;
    this.old = undefined;
    this.now = undefined;
  }
}
