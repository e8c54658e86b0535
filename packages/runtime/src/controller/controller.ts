/**
 * Works on requests, one run per request at a time, until it is stopped: takes them from its queue, runs the reconciler, and does what follows from the outcome.
 * Sources start once, in `run` or before in `warmup`; no run begins before they have told everything that was there. One that has stopped can start anew, and knows nothing of before.
 * Upstream: controller-runtime internal/controller.Controller.
 */
import { setMaxListeners } from 'node:events';
import { DeadlineError, InvalidInputError, deadlineSignal, isAbort, isConflict } from '@reeve/machinery';
import { WorkQueue } from '@reeve/queue';
import type { Item } from '@reeve/queue';
import { causeRules } from '../cause/cause.ts';
import type { Cause } from '../cause/cause.ts';
import type { Request } from '../handler/request.ts';
import { silentLogger } from '../log/logger.ts';
import type { Logger } from '../log/logger.ts';
import { AlreadyStartedError } from '../manager/manager-errors.ts';
import type { Runnable, RunnableGroupName } from '../manager/runnable.ts';
import { isBug, outcomeOf, outcomeOfFailure } from '../reconcile/outcome.ts';
import type { Outcome } from '../reconcile/outcome.ts';
import type { EnqueueOptions, Source } from '../source/source.ts';
import { noControllerMetrics } from './controller-metrics.ts';
import type { ControllerMetrics } from './controller-metrics.ts';
import { settingsOf } from './controller-options.ts';
import type { ControllerOptions, ControllerSettings, FinishedRun, Run } from './controller-options.ts';
import { LongRuns } from './long-runs.ts';
import { QueuedRun, requestFields } from './queued-run.ts';
import { formatRequest } from './request-key.ts';
import { SourceSet } from './source-set.ts';

/** A controller. */
export class Controller implements Runnable {
  readonly name: string;
  readonly settings: ReturnType<typeof settingsOf>;
  readonly #options: ControllerOptions;
  readonly #log: Logger;
  readonly #metrics: ControllerMetrics;
  readonly #watched: Source[];
  readonly #longRuns: LongRuns;
  /** Workers in place of those whose run does not end. */
  readonly #spares: Promise<void>[] = [];
  #sources: SourceSet;
  #bug = new AbortController();
  #queue: WorkQueue<string, Cause> | undefined;
  #isRunning = false;
  #active = 0;

  constructor(options: ControllerOptions, manager?: ControllerSettings) {
    if (!options.name) throw new InvalidInputError('name', 'a controller needs a name, for logs and metrics');
    if (typeof options.reconcile !== 'function') {
      throw new InvalidInputError('reconcile', `the controller ${options.name} needs a reconcile function`);
    }
    this.name = options.name;
    this.settings = settingsOf(options, manager);
    this.#options = options;
    this.#log = (options.log ?? silentLogger).with({ controller: this.name });
    this.#metrics = options.metrics ?? noControllerMetrics;
    this.#longRuns = new LongRuns({ clock: options.host.clock, timeoutMs: this.settings.reconcileTimeoutMs });
    this.#watched = [...(options.sources ?? [])];
    this.#sources = this.#newSources();
    this.#metrics.register(this.name, this.settings.maxConcurrent);
  }

  get group(): RunnableGroupName {
    return this.settings.needsLeaderElection ? 'leader' : 'others';
  }

  /** How many requests are ready, delayed and in work. */
  get load(): { readonly ready: number; readonly delayed: number; readonly held: number } {
    return { ready: this.#queue?.length ?? 0, delayed: this.#queue?.delayed ?? 0, held: this.#queue?.held ?? 0 };
  }

  /** Adds a source: for the start, or to start it now. */
  async watch(source: Source): Promise<void> {
    this.#watched.push(source);
    await this.#sources.add(source);
  }

  /** Asks for a run. Before the start there is no queue yet, and after the stop none any more: then nothing happens. */
  enqueue(request: Request, { cause, priority = 0, afterMs }: EnqueueOptions = {}): void {
    const add = { priority: this.settings.usesPriorities ? priority : 0, ...(cause && { cause }) };
    this.#queue?.add(formatRequest(request), afterMs === undefined ? add : { ...add, afterMs });
  }

  /** Starts the sources and fills the queue, and works on nothing. */
  async warmup(signal: AbortSignal): Promise<void> {
    if (!this.settings.warmup) return;
    await this.#start(signal);
  }

  /** Runs until the signal aborts and the runs in progress have ended. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#isRunning) throw new AlreadyStartedError(`the controller ${this.name}`);
    this.#isRunning = true;
    const bug = (this.#bug = new AbortController());
    const stop = AbortSignal.any([signal, bug.signal]);
    setMaxListeners(0, stop); // every worker and every request in flight listens: many are no leak
    const queue = this.#openQueue(signal);
    try {
      await this.#start(stop);
      if (stop.aborted) return;
      await Promise.all(Array.from({ length: this.settings.maxConcurrent }, () => this.#work(queue, stop)));
      await Promise.all(this.#spares.splice(0));
    } finally {
      queue.shutDown();
      this.#sources.stop();
      this.#longRuns.stop();
      this.#forget();
    }
    if (bug.signal.aborted) throw bug.signal.reason;
  }

  async #start(signal: AbortSignal): Promise<void> {
    this.#openQueue(signal);
    await this.#sources.start(signal);
  }

  /** What is left of a run is not for the next one, which begins with all that there is. */
  #forget(): void {
    this.#queue = undefined;
    this.#sources = this.#newSources();
    this.#isRunning = false;
  }

  #newSources(): SourceSet {
    return new SourceSet({
      controller: this.name,
      host: this.#options.host,
      log: this.#log,
      syncTimeoutMs: this.settings.cacheSyncTimeoutMs,
      enqueue: (request, how) => this.enqueue(request, how),
      sources: this.#watched,
    });
  }

  /** Made at the start, so that a controller that is never started leaves nothing behind. */
  #openQueue(signal: AbortSignal): WorkQueue<string, Cause> {
    if (this.#queue !== undefined) return this.#queue;
    const { host, queueMetrics } = this.#options;
    const { rateLimit } = this.settings;
    const queue = new WorkQueue<string, Cause>({
      clock: host.clock,
      name: this.name,
      causes: causeRules,
      ...(rateLimit && { rateLimit }),
      ...(queueMetrics && { metrics: queueMetrics }),
    });
    signal.addEventListener('abort', () => queue.shutDown(), { once: true });
    return (this.#queue = queue);
  }

  async #work(queue: WorkQueue<string, Cause>, signal: AbortSignal): Promise<void> {
    for await (const item of queue.take(signal)) {
      if (signal.aborted) return;
      let isReplaced = false;
      const replace = (): void => {
        isReplaced = true;
        this.#spares.push(this.#work(queue, signal));
      };
      this.#metrics.activeWorkers(this.name, (this.#active += 1));
      try {
        await this.#reconcile(item, signal, replace);
      } finally {
        this.#metrics.activeWorkers(this.name, (this.#active -= 1));
      }
      if (isReplaced) return; // another works in its place
    }
  }

  async #reconcile(item: Item<string, Cause>, stop: AbortSignal, onIgnored: () => void): Promise<void> {
    const { clock } = this.#options.host;
    const startedAt = clock.now();
    const before = clock.monotonic();
    const deadline = this.#deadline(stop); // no `using` in here: what it compiles to costs more than a run that does nothing
    const run = this.#runOf(item, deadline?.signal ?? stop);
    const watched = this.#longRuns.begin(run, onIgnored);
    try {
      const outcome = await this.#outcome(run, stop);
      const durationMs = clock.monotonic() - before;
      this.#follow(item, outcome, run);
      this.#metrics.reconciled(this.name, labelOf(outcome), durationMs / 1000);
      this.#tell(run, { startedAt, durationMs, outcome }, this.#queue?.dueInMs(item.key));
    } finally {
      watched[Symbol.dispose]();
      deadline?.[Symbol.dispose]();
    }
  }

  #tell(
    { request, id, attempt, priority, causes }: Run,
    { startedAt, durationMs, outcome }: Pick<FinishedRun, 'startedAt' | 'durationMs' | 'outcome'>,
    dueInMs: number | undefined,
  ): void {
    const { name } = this;
    const known = { request, id, attempt, priority, causes, controller: name, startedAt, durationMs, outcome };
    const run = dueInMs === undefined ? known : { ...known, nextRunAt: this.#options.host.clock.now() + dueInMs };
    if (this.#log !== silentLogger)
      this.#log.debug('the run has ended', {
        ...requestFields(request, id),
        outcome: outcome.type,
        durationMs,
        causes,
        ...('nextRunAt' in run && { nextRunAt: run.nextRunAt }),
      });
    this.#options.onRun?.(run);
  }

  #deadline(stop: AbortSignal): ({ readonly signal: AbortSignal } & Disposable) | undefined {
    const { reconcileTimeoutMs } = this.settings;
    if (reconcileTimeoutMs === 0) return undefined;
    return deadlineSignal(this.#options.host, reconcileTimeoutMs, {
      signal: stop,
      waitingFor: `a run of ${this.name}`,
    });
  }

  #runOf(item: Item<string, Cause>, signal: AbortSignal): Run {
    return new QueuedRun(item, this.#options.host.uuid(), signal, this.#log);
  }

  async #outcome(run: Run, stop: AbortSignal): Promise<Outcome> {
    const { signal } = run;
    try {
      return outcomeOf(await this.#options.reconcile(run));
    } catch (error) {
      if (signal.aborted && !stop.aborted && isTimeout(error, signal)) this.#metrics.timedOut(this.name);
      if (isBug(error)) this.#noteBug(error);
      return outcomeOfFailure(error, this.#options.host.clock.now());
    }
  }

  #noteBug(error: unknown): void {
    this.#metrics.panicked(this.name);
    if (!this.settings.survivesBugs) this.#bug.abort(error);
  }

  #follow(item: Item<string, Cause>, outcome: Outcome, run: Run): void {
    switch (outcome.type) {
      case 'success':
        return item.forget();
      case 'requeueAfter':
        return item.retryAfter(outcome.delayMs, {
          ...priorityIn(outcome),
          cause: { source: this.name, type: 'requeue' },
        });
      case 'requeue':
        return item.retry({ ...priorityIn(outcome), cause: { source: this.name, type: 'requeue' } });
      case 'terminal':
        run.log.error('the run failed, and trying again cannot help', { error: outcome.error });
        this.#metrics.terminalError(this.name);
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
    this.#metrics.conflicted(this.name);
  }

  /** A server that says how long to wait is obeyed; otherwise the back-off decides. */
  #retry(item: Item<string, Cause>, outcome: Extract<Outcome, { type: 'retry' }>): void {
    const how = {
      priority: item.priority,
      ...priorityIn(outcome),
      cause: { source: this.name, type: 'retry' } as const,
    };
    if (outcome.notBeforeMs > 0) this.#queue?.addAfter(item.key, outcome.notBeforeMs, how);
    else item.retry(how);
  }
}

const priorityIn = ({ priority }: { readonly priority?: number | undefined }): { priority?: number } =>
  priority === undefined ? {} : { priority };

/** The run ended because its own time was over, and not for another reason. */
const isTimeout = (error: unknown, signal: AbortSignal): boolean =>
  signal.reason instanceof DeadlineError && isAbort(error, signal);

function labelOf(outcome: Outcome): 'success' | 'error' | 'requeue' | 'requeue_after' {
  switch (outcome.type) {
    case 'success':
      return 'success';
    case 'requeueAfter':
      return 'requeue_after';
    case 'requeue':
      return 'requeue';
    case 'terminal':
    case 'retry':
      return 'error';
  }
}
