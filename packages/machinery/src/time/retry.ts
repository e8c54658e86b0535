/**
 * Trying again, a bounded number of times. When the tries are used up, the caller gets the error of the last one, not a timeout.
 * Upstream: client-go util/retry OnError and RetryOnConflict.
 */
import { isConflict } from '../api-errors/api-guards.ts';
import type { Host } from '../host/host.ts';
import { Backoff, type BackoffOptions } from './backoff.ts';

/** For conflicts among clients that change the same object: five tries, about 10 ms apart. */
export const defaultRetry: BackoffOptions = { steps: 5, durationMs: 10, factor: 1, jitter: 0.1 };

/** For conflicts with controllers that manage the object actively: four tries, about 10, 50 and 250 ms apart. */
export const defaultBackoff: BackoffOptions = { steps: 4, durationMs: 10, factor: 5, jitter: 0.1 };

/** Which errors to try again after, and how often. */
export interface RetryOptions {
  /** Whether trying again may help. */
  readonly retryable: (error: unknown) => boolean;

  /** The steps are the number of tries; `defaultRetry` unless given. A back-off that reaches its cap ends there. */
  readonly backoff?: BackoffOptions;

  /** Ends the tries; the caller gets its reason. */
  readonly signal?: AbortSignal;
}

/** Does the work until it succeeds, fails for good, or the tries are used up. `attempt` counts from 1. */
export const retry = async <T>(
  host: Host,
  work: (attempt: number) => T | Promise<T>,
  { retryable, backoff: shape = defaultRetry, signal }: RetryOptions,
): Promise<T> => {
  const backoff = new Backoff(shape, host.random);
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await work(attempt);
    } catch (error) {
      if (!retryable(error)) throw error;
      const delay = backoff.step();
      if (backoff.steps === 0) throw error; // that was the last try
      await host.sleep(delay, signal);
    }
  }
};

/**
 * Does a read-modify-write again while it ends in a conflict. The work reads the object anew in every try: sending the same
 * old version again cannot succeed.
 */
export const retryOnConflict = <T>(
  host: Host,
  work: (attempt: number) => T | Promise<T>,
  options: Omit<RetryOptions, 'retryable'> = {},
): Promise<T> => retry(host, work, { ...options, retryable: isConflict });
