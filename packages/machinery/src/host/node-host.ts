/**
 * The Host of production, and an edge of the machine: the one file that reads Node's clocks, starts its timers and draws on
 * the operating system's randomness. Long delays are not cut short, a timer never fires early, yields let I/O have its turn,
 * and slices follow the speed of the machine.
 */
import { randomFillSync, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks'; // the global one is found anew with each reading
import type { Clock, Timer, TimerOptions } from './clock.ts';
import type { EffectRegistry } from './effect.ts';
import type { Host } from './host.ts';
import { macrotask } from './macrotask.ts';
import { fraction, integerBelow } from './random-words.ts';
import type { Random } from './random.ts';
import { sleepOn } from './sleep.ts';
import { SliceBudget, countedSlice } from './slice-budget.ts';
import type { WorkSlice } from './work-slice.ts';

/** The Host that binds reeve to Node. */
export const nodeHost = (): Host => new NodeHost();

class NodeHost implements Host {
  readonly clock = new NodeClock();
  readonly random = new SystemRandom();
  readonly effects: EffectRegistry = realEffects;
  readonly #budget = new SliceBudget();
  readonly #waiting: (() => void)[] = [];
  #turnStartedAt = 0;

  uuid(): string {
    return randomUUID();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepOn(this.clock, ms, signal);
  }

  yield(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) void this.#resumeOneByOne();
    });
  }

  startSlice(): WorkSlice {
    let startedAt = busyMs();
    return countedSlice(
      () => this.#budget.bytes,
      () => {
        const now = busyMs();
        this.#budget.record(now - Math.max(startedAt, this.#turnStartedAt));
        startedAt = now;
      },
    );
  }

  /** One waiter per turn of the event loop: ten decoders that yield at once must not hold it for ten slices in a row. */
  async #resumeOneByOne(): Promise<void> {
    while (this.#waiting.length > 0) {
      await macrotask();
      this.#turnStartedAt = busyMs();
      this.#waiting.shift()?.();
    }
  }
}

/** How long the event loop has been at work so far: a slice that waited for input in between was no longer for it. */
const busyMs = (): number => performance.eventLoopUtilization().active;

class NodeClock implements Clock {
  now(): number {
    return Date.now();
  }

  monotonic(): number {
    return performance.now();
  }

  setTimer(delayMs: number, callback: () => void, options: TimerOptions = {}): Timer {
    return new NodeTimer(this.monotonic() + (delayMs > 0 ? delayMs : 0), callback, options.background ?? false);
  }
}

/** Node takes whole milliseconds up to `LONGEST_DELAY` and may fire a little early: what is left is armed again. */
class NodeTimer implements Timer {
  readonly #dueAt: number;
  readonly #callback: () => void;
  readonly #background: boolean;
  #handle: NodeJS.Timeout;

  constructor(dueAt: number, callback: () => void, background: boolean) {
    this.#dueAt = dueAt;
    this.#callback = callback;
    this.#background = background;
    this.#handle = this.#arm();
  }

  cancel(): void {
    clearTimeout(this.#handle);
  }

  [Symbol.dispose](): void {
    this.cancel();
  }

  #arm(): NodeJS.Timeout {
    const left = Math.ceil(this.#dueAt - performance.now());
    const handle = setTimeout(() => this.#onTime(), Math.min(left, LONGEST_DELAY));
    return this.#background ? handle.unref() : handle;
  }

  #onTime(): void {
    if (performance.now() >= this.#dueAt) this.#callback();
    else this.#handle = this.#arm();
  }
}

const LONGEST_DELAY = 2 ** 31 - 1;

/** Words from the operating system, fetched by the page: a call for each number would cost a hundred times as much. */
class SystemRandom implements Random {
  readonly #words = new Uint32Array(1024);
  #at = this.#words.length;

  readonly #word = (): number => {
    if (this.#at === this.#words.length) {
      randomFillSync(this.#words);
      this.#at = 0;
    }
    return this.#words[this.#at++] ?? 0;
  };

  next(): number {
    return fraction(this.#word);
  }

  integer(limit: number): number {
    return integerBelow(limit, this.#word);
  }
}

const realEffects: EffectRegistry = {
  async perform(effect, input, signal) {
    signal?.throwIfAborted();
    return effect.run(input, signal);
  },
};
