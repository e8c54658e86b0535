/**
 * When moments of the monotonic clock were on the wall clock, which is asked once a second: asking it costs as much as a good part of a run that finds nothing to do. A wall clock that is set is followed
 * a second later.
 */
import type { Clock } from '@reeve/machinery';

/** How long the difference of both clocks is taken for granted. */
const askAgainMs = 1000;

/** Tells wall-clock times. */
export class WallTime {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  #aheadMs = 0;
  #askAgainAtMs = -Infinity;

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
  }

  /** The time of a recent moment of the monotonic clock, in milliseconds since 1970. */
  of(monotonicMs: number): number {
    if (monotonicMs >= this.#askAgainAtMs) this.#ask();
    return Math.round(monotonicMs + this.#aheadMs);
  }

  #ask(): void {
    const now = this.#clock.monotonic();
    this.#aheadMs = this.#clock.now() - now;
    this.#askAgainAtMs = now + askAgainMs;
  }
}
