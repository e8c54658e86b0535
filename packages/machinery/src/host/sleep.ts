/**
 * Waiting on a clock, shared by every `Host`: one timer and at most one listener, and both are gone afterwards.
 */
import type { Clock, TimerOptions } from './clock.ts';

/** Resolves after `ms`, or rejects with the signal's reason as soon as it aborts. */
export const sleepOn = (clock: Clock, ms: number, signal?: AbortSignal, options?: TimerOptions): Promise<void> => {
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const wake = (): void => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = (): void => {
      timer.cancel();
      reject(signal?.reason);
    };
    const timer = clock.setTimer(ms, wake, { label: 'sleep', ...options });
    signal?.addEventListener('abort', giveUp, { once: true });
  });
};
