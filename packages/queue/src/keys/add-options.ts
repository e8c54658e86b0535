/**
 * How a key is added: when, how urgently, and why.
 * Upstream: AddOpts of controller-runtime pkg/controller/priorityqueue.
 */
import type { RateLimiter } from '../limits/rate-limiter.ts';
import { finite } from '../limits/number-checks.ts';

/** Everything that can be said about an add. */
export interface AddOptions<Cause = unknown> {
  /** Higher ones are handed out first. 0 unless given. */
  readonly priority?: number;

  /** How long the key waits before it is ready; 0 or less means that it does not wait. */
  readonly afterMs?: number;

  /** The key waits for its back-off, and one more failure is counted. With `afterMs`, the shorter delay counts. */
  readonly rateLimited?: boolean;

  /** Why the key is added. */
  readonly cause?: Cause;
}

/** How long an add has to wait in all. */
export const delayOf = <Key>(key: Key, options: AddOptions, limiter: RateLimiter<Key>): number => {
  const after = options.afterMs === undefined ? undefined : finite('afterMs of a key in a work queue', options.afterMs);
  if (options.rateLimited !== true) return after ?? 0;
  const backOff = finite('the delay of the rate limiter of a work queue', limiter.when(key));
  return after === undefined ? backOff : Math.min(after, backOff);
};

/** The priority of an add. */
export const priorityOf = (options: AddOptions): number =>
  options.priority === undefined ? 0 : finite('priority of a key in a work queue', options.priority);
