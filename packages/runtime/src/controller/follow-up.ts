/**
 * What follows from how a run ended: its request is forgotten, comes back after a while, or is tried again; and people hear of what went wrong.
 * Upstream: controller-runtime internal/controller.Controller.reconcileHandler.
 */
import { isConflict } from '@reeve/machinery';
import type { Item, WorkQueue } from '@reeve/queue';
import type { Cause } from '../cause/cause.ts';
import type { Logger } from '../log/logger.ts';
import type { Outcome } from '../reconcile/outcome.ts';
import type { ControllerCounts } from './controller-metrics.ts';
import type { Run } from './controller-options.ts';

/** What is needed to follow up runs. */
export interface FollowUpParts {
  readonly controller: string;
  readonly queue: WorkQueue<string, Cause>;
  readonly counts: ControllerCounts;
}

/** Follows up the runs of a controller. */
export class FollowUp {
  readonly #parts: FollowUpParts;

  constructor(parts: FollowUpParts) {
    this.#parts = parts;
  }

  /** The item is still held, so that nobody comes in between. */
  follow(item: Item<string, Cause>, outcome: Outcome, run: Run): void {
    const { controller, counts } = this.#parts;
    switch (outcome.type) {
      case 'success':
        return item.forget();
      case 'requeueAfter':
        return item.retryAfter(outcome.delayMs, {
          ...priorityIn(outcome),
          cause: { source: controller, type: 'requeue' },
        });
      case 'requeue':
        return item.retry({ ...priorityIn(outcome), cause: { source: controller, type: 'requeue' } });
      case 'terminal':
        run.log.error('the run failed, and trying again cannot help', { error: outcome.error });
        counts.terminalError();
        return item.forget();
      case 'retry':
        this.#sayFailed(outcome.error, item.attempt, run.log);
        return this.#retry(item, outcome);
    }
  }

  /** That somebody else was faster is part of the work: it is counted, and no cry for help. */
  #sayFailed(error: unknown, attempt: number, log: Logger): void {
    if (!isConflict(error)) return log.error('the run failed and will be tried again', { error, attempt });
    log.debug('an object was changed by somebody else, and the run will be tried again', { error, attempt });
    this.#parts.counts.conflicted();
  }

  /** A server that says how long to wait is obeyed; otherwise the back-off decides. */
  #retry(item: Item<string, Cause>, outcome: Extract<Outcome, { type: 'retry' }>): void {
    const { controller, queue } = this.#parts;
    const cause = { source: controller, type: 'retry' } as const;
    const how = { priority: item.priority, ...priorityIn(outcome), cause };
    if (outcome.notBeforeMs > 0) queue.addAfter(item.key, outcome.notBeforeMs, how);
    else item.retry(how);
  }
}

const priorityIn = ({ priority }: { readonly priority?: number | undefined }): { priority?: number } =>
  priority === undefined ? {} : { priority };
