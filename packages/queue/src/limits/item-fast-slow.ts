/**
 * A few quick tries per key, then slow ones.
 * Upstream: client-go ItemFastSlowRateLimiter.
 */
import { notNegative } from './number-checks.ts';
import { FailureCount } from './failure-count.ts';
import type { RateLimit, RateLimiter } from './rate-limiter.ts';

/** Both delays, and for how many failures the first one counts. */
export interface ItemFastSlowOptions {
  readonly fastMs: number;
  readonly slowMs: number;
  readonly fastAttempts: number;
}

/** `fastMs` for the first `fastAttempts` failures of a key, `slowMs` from then on. */
export const itemFastSlow = (options: ItemFastSlowOptions): RateLimit => {
  const fastMs = notNegative('fastMs of itemFastSlow', options.fastMs);
  const slowMs = notNegative('slowMs of itemFastSlow', options.slowMs);
  const fastAttempts = notNegative('fastAttempts of itemFastSlow', options.fastAttempts);
  return () => new ItemFastSlow({ fastMs, slowMs, fastAttempts });
};

class ItemFastSlow implements RateLimiter<unknown> {
  readonly #options: ItemFastSlowOptions;
  readonly #count = new FailureCount<unknown>();

  constructor(options: ItemFastSlowOptions) {
    this.#options = options;
  }

  when(key: unknown): number {
    const { fastMs, slowMs, fastAttempts } = this.#options;
    return this.#count.add(key) < fastAttempts ? fastMs : slowMs;
  }

  forget(key: unknown): void {
    this.#count.forget(key);
  }

  failures(key: unknown): number {
    return this.#count.of(key);
  }
}
