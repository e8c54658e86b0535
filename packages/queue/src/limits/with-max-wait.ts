/**
 * A bound on what another limit asks for.
 * Upstream: client-go WithMaxWaitRateLimiter.
 */
import { notNegative } from './number-checks.ts';
import type { RateLimit } from './rate-limiter.ts';

/** The delay of `limit`, but never more than `maxMs`. */
export const withMaxWait = <Key>(limit: RateLimit<Key>, maxMs: number): RateLimit<Key> => {
  const longestMs = notNegative('maxMs of withMaxWait', maxMs);
  return (clock) => {
    const limiter = limit(clock);
    return {
      when: (key) => Math.min(limiter.when(key), longestMs),
      forget: (key) => limiter.forget(key),
      failures: (key) => limiter.failures(key),
    };
  };
};
