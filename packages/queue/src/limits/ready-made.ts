/**
 * The limits that frameworks use by default.
 */
import { itemExponential } from './item-exponential.ts';
import { itemFastSlow } from './item-fast-slow.ts';
import { maxOf } from './max-of.ts';
import type { RateLimit } from './rate-limiter.ts';
import { tokenBucket } from './token-bucket.ts';

/** Reeve's and controller-runtime's default: 5 ms doubling to 1000 s, each key by itself. */
export const defaultRateLimit: RateLimit = itemExponential({ baseMs: 5, capMs: 1_000_000 });

/** client-go's default for controllers: as above, and 10 retries per second with a burst of 100 for all keys together. */
export const clientGoRateLimit: RateLimit = maxOf(defaultRateLimit, tokenBucket({ perSecond: 10, burst: 100 }));

/** lasso's default: 5 ms doubling to 30 s, and two minutes from the 31st attempt. */
export const lassoRateLimit: RateLimit = maxOf(
  itemFastSlow({ fastMs: 1, slowMs: 120_000, fastAttempts: 30 }),
  itemExponential({ baseMs: 5, capMs: 30_000 }),
);
