/**
 * Keys to look at, one after the other, in turns of their own: a key waits at most once, one that fails comes back after a while, and nothing runs while
 * nothing waits. Upstream: client-go util/workqueue with one worker.
 */
import { FlowBackoff, type Host, type Timer } from '@reeve/machinery';
import { StatusError } from '@reeve/registry';
import type { TickBatcher } from '../engine/tick-batcher.ts';

export interface WorkLoopOptions {
  readonly host: Host;
  readonly ticks: TickBatcher;
  /** Looks at a key. What it throws means: again, a little later each time. */
  handle(this: void, key: string): Promise<void>;
  /** Told of errors that are no answers of the server. */
  onBug(this: void, error: unknown): void;
}

const backoff = { initialMs: 5, maxMs: 60_000 };

export class WorkLoop {
  readonly #options: WorkLoopOptions;
  readonly #waiting = new Set<string>();
  readonly #timers = new Map<string, Timer>();
  readonly #backoff: FlowBackoff;
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;
  #isScheduled = false;
  #isStopped = false;

  constructor(options: WorkLoopOptions) {
    this.#options = options;
    this.#backoff = new FlowBackoff({ clock: options.host.clock, ...backoff });
  }

  /** Looks at a key soon. */
  add(key: string): void {
    if (this.#isStopped) return;
    this.#cancelTimer(key);
    this.#waiting.add(key);
    if (this.#isScheduled || this.#isRunning) return;
    this.#isScheduled = true;
    this.#options.ticks.next(() => {
      this.#isScheduled = false;
      void this.#start(true);
    });
  }

  /** Looks at a key after a while, unless it comes up before. */
  addLater(key: string, delayMs: number): void {
    if (this.#isStopped) return;
    this.#cancelTimer(key);
    const { clock } = this.#options.host;
    this.#timers.set(
      key,
      clock.setTimer(delayMs, () => this.add(key), { background: true, label: 'cluster' }),
    );
  }

  /** Looks at everything that waits, here and now. */
  async drain(): Promise<void> {
    await this.#start(false);
  }

  /** Forgets what waits. */
  clear(): void {
    this.#waiting.clear();
    for (const timer of this.#timers.values()) timer.cancel();
    this.#timers.clear();
  }

  /** Ends after the key that is being looked at. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.clear();
    await this.#running;
  }

  #start(yields: boolean): Promise<void> {
    if (!this.#isRunning) this.#running = this.#run(yields);
    return this.#running;
  }

  /** Keys that are added meanwhile are looked at too: whoever adds one after the last finds that nothing runs. */
  async #run(yields: boolean): Promise<void> {
    const { host } = this.#options;
    const slice = host.startSlice();
    this.#isRunning = true;
    for (const key of this.#waiting) {
      this.#waiting.delete(key);
      await this.#attempt(key);
      if (yields && slice.spent(bytesPerKey, 1)) await host.yield();
    }
    this.#isRunning = false;
  }

  async #attempt(key: string): Promise<void> {
    try {
      await this.#options.handle(key);
      this.#backoff.reset(key);
    } catch (error) {
      if (!(error instanceof StatusError)) this.#options.onBug(error);
      if (!this.#waiting.has(key)) this.addLater(key, this.#backoff.next(key));
    }
  }

  #cancelTimer(key: string): void {
    this.#timers.get(key)?.cancel();
    this.#timers.delete(key);
  }
}

/** What a key counts for when the loop decides whether others have waited long enough. */
const bytesPerKey = 1024;
