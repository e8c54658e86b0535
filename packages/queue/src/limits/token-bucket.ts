/**
 * One rate for all keys of a queue together. Not part of the default: as keys merge while they wait, tokens reserved for adds
 * that never become runs push later retries far into the future (kubernetes-sigs/controller-runtime#1594).
 * Upstream: client-go BucketRateLimiter.
 */
import { InvalidInputError, TokenBucket } from '@reeve/machinery';
import type { RateLimit } from './rate-limiter.ts';

/** The rate and the size of a bucket. */
export interface TokenBucketLimitOptions {
  readonly perSecond: number;
  readonly burst: number;
}

/** Retries at once while there are tokens, then at the rate at which they drip in. It remembers no failures. */
export const tokenBucket =
  ({ perSecond, burst }: TokenBucketLimitOptions): RateLimit =>
  (clock) => {
    if (1000 / perSecond === Infinity)
      throw new InvalidInputError(String(perSecond), `perSecond of tokenBucket is ${perSecond}: give a number above 0`);
    const bucket = new TokenBucket({ clock, perSecond, burst });
    return { when: () => bucket.reserve().delayMs, forget: () => {}, failures: () => 0 };
  };
