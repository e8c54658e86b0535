/**
 * How long a key waits before it is tried again. A `RateLimit` is the recipe, which may be shared and combined freely; every
 * queue makes its own `RateLimiter` from it, with its own memory of failures.
 * Upstream: client-go util/workqueue.TypedRateLimiter.
 */
import type { Clock } from '@reeve/machinery';

/** Decides on delays, and remembers failures per key until they are forgotten. */
export interface RateLimiter<Key> {
  /** How long the key has to wait, in milliseconds. Every call counts as one more failure. */
  when(key: Key): number;

  /** Clears what is remembered about the key, after a success or when it is given up. */
  forget(key: Key): void;

  /** How many failures are remembered. */
  failures(key: Key): number;
}

/** Makes a limiter for one queue. */
export type RateLimit<Key = unknown> = (clock: Clock) => RateLimiter<Key>;
