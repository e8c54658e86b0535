/**
 * Several limits at once: the strictest one counts.
 * Upstream: client-go MaxOfRateLimiter.
 */
import type { RateLimit } from './rate-limiter.ts';

/** The longest delay and the greatest number of failures of all; forgetting reaches all. */
export const maxOf =
  <Key>(...limits: readonly RateLimit<Key>[]): RateLimit<Key> =>
  (clock) => {
    const limiters = limits.map((limit) => limit(clock));
    return {
      when: (key) => Math.max(0, ...limiters.map((limiter) => limiter.when(key))),
      forget: (key) => limiters.forEach((limiter) => limiter.forget(key)),
      failures: (key) => Math.max(0, ...limiters.map((limiter) => limiter.failures(key))),
    };
  };
