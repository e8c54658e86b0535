/**
 * Works on requests, one run per request at a time, until it is stopped: sources fill its queue, and its workers empty it.
 * Sources start once, in `run` or before in `warmup`; no run begins before they have told everything that was there. One that has stopped can start anew, and knows nothing of before.
 * Upstream: controller-runtime internal/controller.Controller.
 */
import { setMaxListeners } from 'node:events';
import { InvalidInputError } from '@reeve/machinery';
import type { ObjectKey } from '@reeve/machinery';
import { defaultRateLimit, WorkQueue } from '@reeve/queue';
import { causeRules } from '../cause/cause.ts';
import type { Cause } from '../cause/cause.ts';
import type { Request } from '../handler/request.ts';
import { silentLogger } from '../log/logger.ts';
import type { Logger } from '../log/logger.ts';
import { AlreadyStartedError } from '../runnable/manager-errors.ts';
import type { Runnable, RunnableGroupName } from '../runnable/runnable.ts';
import type { EnqueueOptions, Source } from '../source/source.ts';
import { noControllerMetrics } from './controller-metrics.ts';
import type { ControllerCounts } from './controller-metrics.ts';
import { settingsOf } from './controller-options.ts';
import type { ControllerOptions, ControllerSettings } from './controller-options.ts';
import { FailedRuns } from './failed-runs.ts';
import { FailureLog } from './failure-log.ts';
import { LongRuns } from './long-runs.ts';
import { formatRequest } from '../handler/request-key.ts';
import { RunIds } from './run-ids.ts';
import { SourceSet } from './source-set.ts';
import { Worker } from './worker.ts';

/** A controller. */
export class Controller implements Runnable {
  readonly name: string;
  readonly settings: ReturnType<typeof settingsOf>;
  readonly #options: ControllerOptions;
  readonly #log: Logger;
  readonly #counts: ControllerCounts;
  readonly #watched: Source[];
  readonly #longRuns: LongRuns;
  readonly #failures = new FailureLog();
  #failed = new FailedRuns();
  /** Workers in place of those whose run does not end. */
  readonly #spares: Promise<void>[] = [];
  /** How many are at work. */
  readonly #active = { count: 0 };
  #sources: SourceSet;
  #bug = new AbortController();
  #queue: WorkQueue<string, Cause> | undefined;
  #isRunning = false;

  constructor(options: ControllerOptions, manager?: ControllerSettings) {
    if (!options.name) throw new InvalidInputError('name', 'a controller needs a name, for logs and metrics');
    if (typeof options.reconcile !== 'function') {
      throw new InvalidInputError('reconcile', `the controller ${options.name} needs a reconcile function`);
    }
    this.name = options.name;
    this.settings = settingsOf(options, manager);
    this.#options = options;
    this.#log = (options.log ?? silentLogger).with({ controller: this.name });
    this.#longRuns = new LongRuns({ clock: options.host.clock, timeoutMs: this.settings.reconcileTimeoutMs });
    this.#watched = [...(options.sources ?? [])];
    this.#sources = this.#newSources();
    this.#counts = (options.metrics ?? noControllerMetrics).register(this.name, {
      maxConcurrent: this.settings.maxConcurrent,
      active: () => this.#active.count,
    });
  }

  get group(): RunnableGroupName {
    return this.settings.needsLeaderElection ? 'leader' : 'others';
  }

  /** How many requests are ready, delayed and in work. */
  get load(): { readonly ready: number; readonly delayed: number; readonly held: number } {
    return { ready: this.#queue?.length ?? 0, delayed: this.#queue?.delayed ?? 0, held: this.#queue?.held ?? 0 };
  }

  /** What the runs are for that wait for something now. */
  get underWay(): readonly Request[] {
    return this.#longRuns.underWay;
  }

  /** How long the longest of the runs under way has taken; 0 where none waits for anything. */
  get longestRunMs(): number {
    return this.#longRuns.longestMs;
  }

  /** Adds a source: for the start, or to start it now. */
  async watch(source: Source): Promise<void> {
    this.#watched.push(source);
    await this.#sources.add(source);
  }

  /** Asks for a run. Before the start there is no queue yet, and after the stop none any more: then nothing happens. */
  enqueue(request: Request | ObjectKey, options: EnqueueOptions = {}): void {
    const key = formatRequest(request);
    this.#failed.asked(key, options.cause);
    this.#queue?.add(key, this.settings.usesPriorities ? options : { ...options, priority: 0 });
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
      const ids = new RunIds(this.#options.host);
      await Promise.all(Array.from({ length: this.settings.maxConcurrent }, () => this.#work(queue, stop, ids)));
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
    const { rateLimit = defaultRateLimit } = this.settings;
    const failed = (this.#failed = new FailedRuns());
    const queue = new WorkQueue<string, Cause>({
      clock: host.clock,
      name: this.name,
      causes: causeRules,
      rateLimit: (clock) => failed.noting(rateLimit(clock)),
      ...(queueMetrics && { metrics: queueMetrics }),
    });
    signal.addEventListener('abort', () => queue.shutDown(), { once: true });
    return (this.#queue = queue);
  }

  #work(queue: WorkQueue<string, Cause>, stop: AbortSignal, ids: RunIds): Promise<void> {
    const { host, reconcile, onRun } = this.#options;
    const worker = new Worker({
      controller: this.name,
      host,
      log: this.#log,
      counts: this.#counts,
      queue,
      stop,
      ids,
      longRuns: this.#longRuns,
      failures: this.#failures,
      failed: this.#failed,
      timeoutMs: this.settings.reconcileTimeoutMs,
      active: this.#active,
      reconcile,
      onRun,
      onBug: (error) => this.#noteBug(error),
      onReplaced: () => void this.#spares.push(this.#work(queue, stop, ids)),
    });
    return worker.work();
  }

  #noteBug(error: unknown): void {
    this.#counts.panicked();
    if (!this.settings.survivesBugs) this.#bug.abort(error);
  }
}
