/**
 * One timer for a moving target: it is only ever set forward. When the key it was set for is gone by the time it fires,
 * whoever it calls sets it again for the next one; that is cheaper than setting it anew at every change.
 */
import type { Clock, Timer } from '@reeve/machinery';

/** At most one pending timer. */
export class EarliestTimer {
  readonly #clock: Clock;
  readonly #callback: () => void;
  #timer: Timer | undefined = undefined;
  #dueAt = Infinity;

  constructor(clock: Clock, callback: () => void) {
    this.#clock = clock;
    this.#callback = callback;
  }

  /** Makes sure that the callback comes no later than `dueAt` on the monotonic clock. */
  atLatest(dueAt: number): void {
    if (dueAt >= this.#dueAt) return;
    this.#timer?.cancel();
    this.#dueAt = dueAt;
    this.#timer = this.#clock.setTimer(dueAt - this.#clock.monotonic(), () => this.#fire(), { label: 'queue delay' });
  }

  cancel(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#dueAt = Infinity;
  }

  #fire(): void {
    this.#timer = undefined;
    this.#dueAt = Infinity;
    this.#callback();
  }
}
