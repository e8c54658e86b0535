/**
 * A rate limit with bursts: tokens drip in at a steady rate, up to a full bucket, and every action takes some. Tokens can be
 * reserved ahead, so that waiters act one after the other in the order they asked, never two at once.
 * Upstream: client-go util/flowcontrol and golang.org/x/time/rate.
 *
 * The bucket is kept as the time at which it will be full again. It starts full.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { Clock } from '../host/clock.ts';
import { sleepOn } from '../host/sleep.ts';

/** The rate of a bucket and the clock it drips by. */
export interface TokenBucketOptions {
  readonly clock: Clock;

  /** Tokens that drip in per second; `Infinity` means no limit. */
  readonly perSecond: number;

  /** The size of the bucket: how many tokens may be taken at once after a quiet time. */
  readonly burst: number;
}

/** Tokens set aside. They may be used after `delayMs`. */
export interface TokenReservation {
  readonly delayMs: number;

  /** Gives back what later reservations do not already count on. Does nothing once the tokens were due. */
  cancel(): void;
}

/** A token bucket. */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #burst: number;
  readonly #intervalMs: number; // the time one token takes to drip in
  #fullAt = -Infinity;

  constructor({ clock, perSecond, burst }: TokenBucketOptions) {
    if (!(perSecond > 0)) throw wrong('perSecond', perSecond, 'a number above 0, or Infinity for no limit');
    if (!Number.isSafeInteger(burst) || burst < 1) throw wrong('burst', burst, 'a whole number of at least 1');
    this.#clock = clock;
    this.#burst = burst;
    this.#intervalMs = 1000 / perSecond;
  }

  /** How many tokens are in the bucket; negative while reservations are waiting for theirs. */
  get tokens(): number {
    if (this.#intervalMs === 0) return this.#burst;
    return this.#burst - Math.max(0, this.#fullAt - this.#clock.monotonic()) / this.#intervalMs;
  }

  /** Takes tokens if they are there now. */
  tryTake(count = 1): boolean {
    const { actAt, fullAt } = this.#plan(count);
    if (actAt > this.#clock.monotonic()) return false;
    this.#fullAt = fullAt;
    return true;
  }

  /** Takes tokens ahead of time and says how long to wait before acting on them. */
  reserve(count = 1): TokenReservation {
    const { actAt, fullAt } = this.#plan(count);
    this.#fullAt = fullAt;
    const cancel = once(() => this.#giveBack(actAt, count));
    return { delayMs: actAt - this.#clock.monotonic(), cancel };
  }

  /** Waits for tokens. An abort rejects with the signal's reason and gives the tokens back. */
  async wait(options: { readonly count?: number; readonly signal?: AbortSignal } = {}): Promise<void> {
    options.signal?.throwIfAborted();
    const reservation = this.reserve(options.count);
    if (reservation.delayMs === 0) return;
    try {
      await sleepOn(this.#clock, reservation.delayMs, options.signal, { label: 'rate limit' });
    } catch (error) {
      reservation.cancel();
      throw error;
    }
  }

  /** When `count` tokens could be used, and when the bucket would be full again after that. */
  #plan(count: number): { actAt: number; fullAt: number } {
    if (!Number.isSafeInteger(count) || count < 1 || count > this.#burst) {
      throw wrong('count', count, `a whole number from 1 to the bucket's burst of ${this.#burst}`);
    }
    const now = this.#clock.monotonic();
    const fullAt = Math.max(this.#fullAt, now) + count * this.#intervalMs;
    const actAt = fullAt - this.#burst * this.#intervalMs;
    return { actAt: actAt - now > ROUNDING_MS ? actAt : now, fullAt };
  }

  #giveBack(actAt: number, count: number): void {
    if (actAt < this.#clock.monotonic()) return;
    const lastActAt = Math.max(actAt, this.#fullAt - this.#burst * this.#intervalMs);
    this.#fullAt -= Math.max(0, count * this.#intervalMs - (lastActAt - actAt));
  }
}

/** Sums of fractions of a millisecond are not exact; a wait shorter than this is no wait. */
const ROUNDING_MS = 1e-6;

const once = (action: () => void): (() => void) => {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
};

const wrong = (name: string, value: number, expected: string): InvalidInputError =>
  new InvalidInputError(String(value), `${name} of a token bucket is ${value}: write ${expected}`);
