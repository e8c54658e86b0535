/**
 * What follows from how a run ended: its request is forgotten, comes back after a while, or is tried again; and people hear of what went wrong.
 * Upstream: controller-runtime internal/controller.Controller.reconcileHandler.
 */
import { isConflict } from '@reeve/machinery';
import type { Clock } from '@reeve/machinery';
import type { Item, WorkQueue } from '@reeve/queue';
import { Requeue } from '../cause/cause.ts';
import type { Cause } from '../cause/cause.ts';
import type { Outcome } from '../reconcile/outcome.ts';
import type { ControllerCounts } from './controller-metrics.ts';
import type { FinishedRun, Run } from './controller-options.ts';
import type { FailedRuns } from './failed-runs.ts';
import type { FailureLog } from './failure-log.ts';

/** What is needed to follow up runs. */
export interface FollowUpParts {
  readonly controller: string;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly queue: WorkQueue<string, Cause>;
  readonly counts: ControllerCounts;
  readonly failures: FailureLog;
  readonly failed: FailedRuns;
}

/** When a request comes back that could not be followed up, as its rate limit throws. */
const lastResortMs = 10_000;

/** Follows up the runs of a controller. */
export class FollowUp {
  readonly #parts: FollowUpParts;

  constructor(parts: FollowUpParts) {
    this.#parts = parts;
  }

  /** The item is still held, so that nobody comes in between. The queue is told before people are: what a log throws changes nothing of it. */
  follow(item: Item<string, Cause>, outcome: Outcome, run: Run & Pick<FinishedRun, 'writes'>): void {
    const { counts, failures } = this.#parts;
    switch (outcome.type) {
      case 'success':
        failures.ended(run);
        return item.forget();
      case 'requeueAfter':
        failures.ended(run);
        return item.retryAfter(outcome.delayMs, { ...priorityIn(outcome), cause: this.#requeue(outcome.delayMs) });
      case 'requeue':
        failures.ended(run);
        this.#requeueLimited(item, outcome);
        if (outcome.askedMs !== undefined) failures.asked(run, outcome.askedMs);
        return;
      case 'terminal':
        item.forget();
        counts.terminalError();
        return failures.gaveUp(run, outcome.error);
      case 'retry':
        this.#retry(item, outcome);
        this.#parts.failed.note(item.key, run, this.#parts.clock.monotonic(), outcome.notBeforeMs);
        if (isConflict(outcome.error)) counts.conflicted();
        return failures.retried(run, outcome.error, this.#dueInMs(item));
    }
  }

  /** The run could not be followed up: a request that was to come back does so all the same. */
  followAnyway(item: Item<string, Cause>, { type }: Outcome): void {
    const { controller, queue } = this.#parts;
    if (type === 'success' || type === 'terminal' || item.nextDueAt !== undefined) return;
    queue.addAfter(item.key, lastResortMs, { priority: item.priority, cause: { source: controller, type: 'retry' } });
  }

  /** A request that came too early waits for the rest of its back-off, for the same causes. */
  holdBack(item: Item<string, Cause>, heldMs: number): void {
    const { queue } = this.#parts;
    const { key, priority, causes } = item;
    if (causes.length === 0) queue.addAfter(key, heldMs, { priority });
    for (const cause of causes) queue.addAfter(key, heldMs, { priority, cause });
  }

  /** A server that says how long to wait is obeyed; otherwise the back-off decides. */
  #retry(item: Item<string, Cause>, outcome: Extract<Outcome, { type: 'retry' }>): void {
    const { controller, queue } = this.#parts;
    const cause = { source: controller, type: 'retry' } as const;
    const how = { priority: item.priority, ...priorityIn(outcome), cause };
    if (outcome.notBeforeMs > 0) queue.addAfter(item.key, outcome.notBeforeMs, how);
    else item.retry(how);
  }

  /** When a request is due that waits for its back-off is known when it waits. */
  #requeueLimited(item: Item<string, Cause>, outcome: Extract<Outcome, { type: 'requeue' }>): void {
    const cause = this.#requeue(0);
    item.retry({ ...priorityIn(outcome), cause });
    cause.dueMs = item.nextDueAt ?? 0;
  }

  #requeue(delayMs: number): Requeue {
    const { controller, clock } = this.#parts;
    return new Requeue(controller, clock.monotonic() + delayMs);
  }

  #dueInMs({ nextDueAt }: Item<string, Cause>): number | undefined {
    return nextDueAt === undefined ? undefined : Math.max(0, nextDueAt - this.#parts.clock.monotonic());
  }
}

const priorityIn = ({ priority }: { readonly priority?: number | undefined }): { priority?: number } =>
  priority === undefined ? {} : { priority };
