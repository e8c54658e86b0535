/**
 * Whether requests are coming: what takes long, and can as well take a little longer, leaves them a part of the server's time.
 */
import type { Clock } from '@reeve/machinery';

/** Two requests within this time, and the server is busy with them. */
const windowMs = 20;
/** How many times the length of a piece of work the server does other things before the next, within reason. */
const restFactor = 3;
const longestRestMs = 20;

export class RequestRate {
  readonly #clock: Clock;
  #last = -Infinity;
  #beforeLast = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A request has come. */
  note(): void {
    this.#beforeLast = this.#last;
    this.#last = this.#clock.monotonic();
  }

  /** How long to rest after a piece of work that ends now. One request alone may be the one that the work is for. */
  restAfter(tookMs: number): number {
    const isBusy = this.#beforeLast > this.#clock.monotonic() - tookMs - windowMs;
    return isBusy ? Math.min(restFactor * tookMs, longestRestMs) : 0;
  }
}
