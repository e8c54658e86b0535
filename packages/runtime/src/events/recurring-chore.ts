/**
 * Something to do after every period, for as long as there is something to do it to: where there is nothing, no timer is set and nobody wakes up. The periods are
 * counted from the beginning, so that it is done at the same times as if it had never stopped.
 */
import type { Host } from '@reeve/machinery';

/** What is done, and when. */
export interface ChoreOptions {
  readonly periodMs: number;
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** False ends it, until it is woken. */
  readonly isNeeded: () => boolean;
  /** Runs a task to its end, or until its signal aborts. */
  readonly run: (task: (signal: AbortSignal) => Promise<void>) => void;
}

/** A chore, asleep until it is woken. */
export class RecurringChore {
  readonly #host: Host;
  readonly #options: ChoreOptions;
  readonly #begunMs: number;
  #isAwake = false;

  constructor(host: Host, options: ChoreOptions) {
    this.#host = host;
    this.#options = options;
    this.#begunMs = host.clock.monotonic();
  }

  /** There is something to do from now on. */
  wake(): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    this.#options.run((signal) => this.#recur(signal));
  }

  async #recur(signal: AbortSignal): Promise<void> {
    const { periodMs, work, isNeeded } = this.#options;
    try {
      while (isNeeded()) {
        const elapsedMs = this.#host.clock.monotonic() - this.#begunMs;
        await this.#host.sleep(periodMs - (elapsedMs % periodMs), signal);
        await work(signal);
      }
    } finally {
      this.#isAwake = false; // also where the work failed: whoever comes next wakes it again
    }
  }
}
