/**
 * One of those who do a controller's work: takes requests from the queue one after the other, runs the reconciler, and sees to what follows. It ends with the signal, or when a run does not
 * end although its time is over: then another works in its place.
 * What is done for every run is done here, so it makes few objects and no promise that nobody waits for; and it lets the event loop have its turn between many short runs.
 * Upstream: controller-runtime internal/controller.Controller.processNextWorkItem, reconcileHandler.
 */
import { DeadlineError, isAbort } from '@reeve/machinery';
import type { Host, WorkSlice } from '@reeve/machinery';
import type { Item, Taker, WorkQueue } from '@reeve/queue';
import type { Cause } from '../cause/cause.ts';
import { silentLogger } from '../log/logger.ts';
import type { Logger } from '../log/logger.ts';
import { isBug, isThenable, outcomeOf, outcomeOfFailure } from '../reconcile/outcome.ts';
import type { Outcome } from '../reconcile/outcome.ts';
import { readable } from '../failure/thrown.ts';
import type { ControllerCounts, ReconcileResultLabel } from './controller-metrics.ts';
import type { FinishedRun, Reconcile, RunPlace } from './controller-options.ts';
import type { FailedRuns } from './failed-runs.ts';
import type { FailureLog } from './failure-log.ts';
import { FollowUp } from './follow-up.ts';
import type { LongRuns, WatchedRun } from './long-runs.ts';
import { QueuedRun, requestFields } from './queued-run.ts';
import type { RunIds } from './run-ids.ts';
import { RunLimit } from './run-limit.ts';
import { WallTime } from './wall-time.ts';

/** What the workers of a controller share. */
export interface WorkerParts {
  readonly controller: string;
  readonly host: Host;
  readonly log: Logger;
  readonly counts: ControllerCounts;
  readonly queue: WorkQueue<string, Cause>;
  /** Ends the work. */
  readonly stop: AbortSignal;
  readonly ids: RunIds;
  readonly longRuns: LongRuns;
  readonly failures: FailureLog;
  readonly failed: FailedRuns;
  /** How long a run may take; 0 for no limit. */
  readonly timeoutMs: number;
  /** How many are at work. */
  readonly active: { count: number };
  readonly reconcile: Reconcile;
  readonly onRun: ((run: FinishedRun, place: RunPlace) => void) | undefined;
  /** Hears of what only a mistake in the program throws. */
  onBug(error: unknown): void;
  /** Another has to work in this one's place. */
  onReplaced(): void;
}

/** A worker, which is at one run at a time. */
export class Worker {
  readonly #parts: WorkerParts;
  readonly #followUp: FollowUp;
  readonly #watched: WatchedRun;
  readonly #taker: Taker<Item<string, Cause>>;
  readonly #slice: WorkSlice;
  readonly #wallTime: WallTime;
  readonly #limit: RunLimit;
  readonly #reconcile: Reconcile;
  #isReplaced = false;
  /** When its run began, on the monotonic clock. */
  #startedMs = 0;
  #ended: () => void = () => {};
  #broke: (error: unknown) => void = () => {};

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#reconcile = parts.reconcile;
    const { clock } = parts.host;
    this.#followUp = new FollowUp({ ...parts, clock });
    this.#limit = new RunLimit({ ...parts, clock });
    this.#taker = parts.queue.taker(parts.stop);
    this.#slice = parts.host.startSlice();
    this.#wallTime = new WallTime(clock);
    this.#watched = parts.longRuns.watch(() => {
      this.#isReplaced = true;
      parts.onReplaced();
    });
  }

  /** Works until there is no more to do. */
  async work(): Promise<void> {
    try {
      await new Promise<void>((ended, broke) => {
        this.#ended = ended;
        this.#broke = broke;
        this.#workOn();
      });
    } finally {
      this.#taker[Symbol.dispose]();
      this.#watched[Symbol.dispose]();
      this.#limit[Symbol.dispose]();
    }
  }

  /** Without a promise for as long as there is nothing to wait for: most runs of a world at rest find nothing to do, and most events come alone. */
  readonly #workOn = (): void => {
    try {
      while (!this.#isReplaced) {
        const item = this.#taker.takeNow();
        if (item === undefined) return this.#rest();
        const waiting = this.#runOn(item);
        if (waiting !== undefined) return void waiting.then(this.#goOn, this.#broke);
        if (this.#slice.spent(0, 1)) return this.#yield();
      }
      this.#ended();
    } catch (error) {
      this.#broke(error);
    }
  };

  /** A run that waited may have waited for nothing that takes time, so it counts like the others. */
  readonly #goOn = (): void => {
    if (this.#slice.spent(0, 1)) this.#yield();
    else this.#workOn();
  };

  #yield(): void {
    void this.#parts.host.yield().then(this.#workOn, this.#broke);
  }

  #rest(): void {
    void new Promise<void>(this.#onceReady).then(this.#workOn);
  }

  readonly #onceReady = (wake: () => void): void => {
    if (!this.#taker.onceReady(wake)) this.#ended();
  };

  /** One run; a promise where it has to be waited for. */
  #runOn(item: Item<string, Cause>): Promise<void> | undefined {
    if (this.#holdsBack(item)) return undefined;
    let isOver = true;
    try {
      const run = this.#begin(item);
      let outcome: Outcome;
      try {
        const result = this.#reconcile(run);
        if (isThenable(result)) {
          isOver = false;
          return this.#finish(item, run, result);
        }
        outcome = outcomeOf(result);
      } catch (error) {
        outcome = this.#failed(run, error);
      }
      this.#end(item, run, outcome);
    } finally {
      if (isOver) this.#leave(item);
    }
    return undefined;
  }

  /** Only a run that waits may take long without anybody noticing. */
  async #finish(item: Item<string, Cause>, run: QueuedRun, result: PromiseLike<unknown>): Promise<void> {
    try {
      this.#watched.begin(run, this.#startedMs);
      this.#limit.begin(this.#startedMs);
      let outcome: Outcome;
      try {
        outcome = outcomeOf(await result);
      } catch (error) {
        outcome = this.#failed(run, error);
      }
      this.#end(item, run, outcome);
    } finally {
      this.#leave(item);
    }
  }

  #holdsBack(item: Item<string, Cause>): boolean {
    const { failed, host } = this.#parts;
    if (failed.isEmpty) return false;
    const heldMs = failed.heldMs(item, host.clock.monotonic());
    if (heldMs <= 0) return false;
    this.#followUp.holdBack(item, heldMs);
    item.done();
    return true;
  }

  #begin(item: Item<string, Cause>): QueuedRun {
    const { host, active } = this.#parts;
    const startedMs = host.clock.monotonic();
    const run = new QueuedRun(this.#parts, item, this.#limit.signal, this.#wallTime.of(startedMs), startedMs);
    this.#startedMs = startedMs;
    active.count += 1;
    return run;
  }

  /** What was thrown is not trusted, and neither is what counts it. */
  #failed({ signal, log }: QueuedRun, thrown: unknown): Outcome {
    const { host, stop, counts, onBug } = this.#parts;
    const error = readable(thrown);
    try {
      if (signal.aborted && !stop.aborted && isTimeout(error, signal)) counts.timedOut();
      if (isBug(error)) onBug(error);
    } catch (problem) {
      sayBroken(log, 'a failed run could not be counted', problem);
    }
    return outcomeOfFailure(error, host.clock.now());
  }

  /** The run has ended, whatever those throw who hear of it. */
  #end(item: Item<string, Cause>, run: QueuedRun, outcome: Outcome): void {
    const endedMs = this.#parts.host.clock.monotonic();
    try {
      this.#followUp.follow(item, outcome, run);
    } catch (problem) {
      this.#followUp.followAnyway(item, outcome);
      sayBroken(run.log, 'a run could not be followed up: does the rate limit or the log throw?', problem);
    }
    try {
      this.#tell(item, run, outcome, endedMs);
    } catch (problem) {
      sayBroken(this.#parts.log, 'a listener of runs failed', problem);
    }
  }

  #tell(item: Item<string, Cause>, run: QueuedRun, outcome: Outcome, endedMs: number): void {
    const { host, counts, log, onRun } = this.#parts;
    const durationMs = endedMs - this.#startedMs;
    const { nextDueAt } = item;
    const nextRunAt = nextDueAt === undefined ? undefined : host.clock.now() + Math.max(0, nextDueAt - endedMs);
    run.end(outcome, durationMs, nextRunAt);
    counts.reconciled(labels[outcome.type], durationMs / 1000);
    onRun?.(run, item);
    if (log !== silentLogger) sayEnded(log, run);
  }

  #leave(item: Item<string, Cause>): void {
    this.#parts.active.count -= 1;
    this.#watched.end();
    this.#limit.end();
    item.done();
  }
}

function sayEnded(log: Logger, { request, id, outcome, durationMs, causes, nextRunAt }: FinishedRun): void {
  log.debug('the run has ended', {
    ...requestFields(request, id),
    outcome: outcome.type,
    durationMs,
    causes,
    ...(nextRunAt !== undefined && { nextRunAt }),
  });
}

/** A log that throws is the last that could be told of it. */
function sayBroken(log: Logger, message: string, error: unknown): void {
  try {
    log.error(message, { error: readable(error) });
  } catch {
    // there is nobody left to tell
  }
}

/** The run ended because its own time was over, and not for another reason. */
const isTimeout = (error: unknown, signal: AbortSignal): boolean =>
  signal.reason instanceof DeadlineError && isAbort(error, signal);

/** How metrics call outcomes. */
const labels = {
  success: 'success',
  requeueAfter: 'requeue_after',
  requeue: 'requeue',
  terminal: 'error',
  retry: 'error',
} as const satisfies Record<Outcome['type'], ReconcileResultLabel>;
