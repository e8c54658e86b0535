/**
 * Readiness by freshness: a cache that has not heard of its server for too long does not know the world, and says which kind and why.
 */
import type { Cache } from '@reeve/cache';
import type { HealthCheck } from './health-checks.ts';

/** Fails while a kind has not synced, or was last heard of longer ago than this. A quiet server speaks up about once a minute. */
export const cacheFreshness =
  (cache: Pick<Cache, 'notReadyReasons'>, maxAgeMs?: number): HealthCheck =>
  () => {
    const reasons = cache.notReadyReasons(maxAgeMs);
    if (reasons.length > 0) throw new Error(reasons.join('; '));
  };
