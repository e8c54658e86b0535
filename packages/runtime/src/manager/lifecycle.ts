/**
 * The order in which a manager starts and stops: servers, webhooks, caches, others, warm-up, then what only a leader runs. The first error ends it, and
 * the rest is awaited. It never ends the process.
 * Upstream: controller-runtime manager controllerManager.Start.
 */
import { isAbort, withTimeout } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import { messageOf, readable } from '../failure/thrown.ts';
import { AlreadyStartedError, GracePeriodError, LeaderLostError } from '../runnable/manager-errors.ts';
import type { Runnable, RunnableGroupName } from '../runnable/runnable.ts';
import { RunnableGroup } from './runnable-group.ts';

/** Who leads: calls back when this process does, returns when the election has ended. */
export interface Election {
  readonly description: string;
  /**
   * `leading` starts what only a leader runs, and stops it at once when its signal aborts before `signal` does: then the lead is lost. `haveStopped` says whether all of that has ended: before,
   * nobody else may lead.
   */
  run(leading: (lost?: AbortSignal) => Promise<void>, signal: AbortSignal, haveStopped: () => boolean): Promise<void>;
}

/** How a manager starts and stops. */
export interface LifecycleOptions {
  readonly host: Host;
  /** How long runnables may take to end; 30 seconds unless given, 0 does not wait, a negative time waits for ever. */
  readonly gracePeriodMs?: number;
  /** Without an election this process always leads. */
  readonly election?: Election;
  /** Hears of the error that ends the run when it happens: what has to end then may take its time. */
  readonly onFirstError?: (error: unknown) => void;
  /** Hears of errors after the first. */
  readonly onLateError?: (error: unknown) => void;
}

/** Runs runnables in order. */
export class Lifecycle {
  readonly #options: LifecycleOptions;
  readonly #groups: Readonly<Record<RunnableGroupName, RunnableGroup>>;
  readonly #warmup: RunnableGroup;
  readonly #failed = new AbortController();
  readonly #failures: unknown[] = [];
  readonly #elected: Promise<void>;
  #onElected: () => void = () => undefined;
  #state: 'new' | 'running' | 'ended' = 'new';
  #hasLost = false;

  constructor(options: LifecycleOptions) {
    this.#options = options;
    const group = (name: string): RunnableGroup => new RunnableGroup({ name, onError: (error) => this.fail(error) });
    this.#groups = {
      servers: group('servers'),
      webhooks: group('webhooks'),
      caches: group('caches'),
      others: group('others'),
      leader: group('leader'),
    };
    this.#warmup = new RunnableGroup({
      name: 'warmup',
      onError: (error) => this.fail(error),
      run: async (runnable, signal) => runnable.warmup?.(signal),
    });
    this.#elected = new Promise((resolve) => (this.#onElected = resolve));
  }

  /** Resolves when this process leads. */
  get elected(): Promise<void> {
    return this.#elected;
  }

  /** Adds a runnable, before or after the start. */
  add(runnable: Runnable): void {
    if (runnable.warmup !== undefined) this.#warmup.add(runnable);
    this.#groups[runnable.group ?? 'leader'].add(runnable);
  }

  /** Runs until the signal aborts or something fails; rejects with the first failure, and with what went wrong while stopping. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#state !== 'new') throw new AlreadyStartedError();
    this.#state = 'running';
    const stop = AbortSignal.any([signal, this.#failed.signal]);
    const endElection = new AbortController();
    const leading = this.#start(stop, endElection.signal);
    await aborted(stop);
    const stopFailures = await this.#stop(leading, endElection);
    const failures = [...this.#failures, ...stopFailures];
    this.#state = 'ended';
    if (failures.length > 1) throw new AggregateError(failures, messagesOf(failures), { cause: failures[0] });
    if (failures.length === 1) throw failures[0];
  }

  /** The first failure ends the run. That something was cancelled ends it too, and is no failure. */
  fail(error: unknown): void {
    if (this.#failed.signal.aborted) return this.#options.onLateError?.(error);
    this.#failed.abort();
    if (isAbort(error)) return;
    this.#failures.push(error);
    this.#options.onFirstError?.(error);
  }

  /** Starts the groups one after the other, and takes part in the election; resolves when that has ended. */
  async #start(stop: AbortSignal, endElection: AbortSignal): Promise<void> {
    const { servers, webhooks, caches, others, leader } = this.#groups;
    try {
      for (const group of [servers, webhooks, caches, others, this.#warmup]) {
        if (stop.aborted) return;
        await group.start();
      }
      if (stop.aborted) return;
      const lead = async (lost?: AbortSignal): Promise<void> => {
        if (stop.aborted) return;
        lost?.addEventListener('abort', () => this.#lose(endElection), { once: true });
        await leader.start();
        this.#onElected();
      };
      await (this.#options.election === undefined
        ? lead()
        : this.#elect(this.#options.election, lead, stop, endElection));
    } catch (error) {
      this.fail(readable(error));
    }
  }

  async #elect(
    election: Election,
    lead: (lost?: AbortSignal) => Promise<void>,
    stop: AbortSignal,
    end: AbortSignal,
  ): Promise<void> {
    await election.run(lead, end, () => this.#groups.leader.running.length === 0);
    if (!stop.aborted) this.#lose(end);
  }

  /** The lead ended, and not because the election was told to: what leads stops now, whatever else is to be done or waited for. */
  #lose(endElection: AbortSignal): void {
    if (endElection.aborted || this.#hasLost) return;
    this.#hasLost = true;
    void this.#groups.leader.stop();
    this.fail(new LeaderLostError(this.#options.election?.description ?? ''));
  }

  /** Ends everything, leaders before what they stand on; the lease is given up last. */
  async #stop(leading: Promise<void>, endElection: AbortController): Promise<unknown[]> {
    const { host, gracePeriodMs = 30_000 } = this.#options;
    const graceMs = this.#hasLost ? 0 : gracePeriodMs;
    const stopping = this.#stopGroups().then(() => {
      endElection.abort();
      return leading;
    });
    if (graceMs === 0) {
      endElection.abort();
      return [];
    }
    if (graceMs < 0) return stopping.then(() => []);
    try {
      await withTimeout(host, graceMs, stopping, { waitingFor: 'the runnables to end' });
      return [];
    } catch {
      endElection.abort();
      return [new GracePeriodError(graceMs, this.#running())];
    }
  }

  async #stopGroups(): Promise<void> {
    const { servers, webhooks, caches, others, leader } = this.#groups;
    const warmup = this.#warmup.stop();
    await others.stop();
    await leader.stop();
    await warmup;
    for (const group of [caches, webhooks, servers]) await group.stop();
  }

  #running(): readonly string[] {
    return [...Object.values(this.#groups), this.#warmup].flatMap(({ running }) => running);
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

const messagesOf = (failures: readonly unknown[]): string => failures.map((failure) => messageOf(failure)).join('; ');
