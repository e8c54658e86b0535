/**
 * Back-off per key: the delay doubles with every failure, up to a cap.
 * Upstream: client-go ItemExponentialFailureRateLimiter.
 */
import { notNegative } from './number-checks.ts';
import { FailureCount } from './failure-count.ts';
import type { RateLimit, RateLimiter } from './rate-limiter.ts';

/** The shortest and the longest delay. */
export interface ItemExponentialOptions {
  readonly baseMs: number;
  readonly capMs: number;
}

/** `baseMs`, then twice as long at each failure, never more than `capMs`. Keys do not affect each other. */
export const itemExponential = (options: ItemExponentialOptions): RateLimit => {
  const baseMs = notNegative('baseMs of itemExponential', options.baseMs);
  const capMs = notNegative('capMs of itemExponential', options.capMs);
  return () => new ItemExponential({ baseMs, capMs });
};

class ItemExponential implements RateLimiter<unknown> {
  readonly #options: ItemExponentialOptions;
  readonly #count = new FailureCount<unknown>();

  constructor(options: ItemExponentialOptions) {
    this.#options = options;
  }

  /** Powers of two beyond the range of numbers are Infinity, which the cap brings back. A base of 0 stays 0. */
  when(key: unknown): number {
    const { baseMs, capMs } = this.#options;
    const power = 2 ** this.#count.add(key);
    return baseMs === 0 ? 0 : Math.min(baseMs * power, capMs);
  }

  forget(key: unknown): void {
    this.#count.forget(key);
  }

  failures(key: unknown): number {
    return this.#count.of(key);
  }
}
