/**
 * Waiting, for a bounded time, until a queue that takes no more adds has nothing left to do.
 * Upstream: ShutDownWithDrain of client-go util/workqueue, which does not wait for keys that nobody has started
 * (kubernetes/kubernetes#141079) and does not say what it dropped.
 */
import type { Clock } from '@reeve/machinery';
import type { Waiters } from './take/waiters.ts';

/** How long a drain waits. */
export interface DrainOptions {
  /** After how many milliseconds the drain gives up. Without it, or with `Infinity`, it waits for as long as it takes. */
  readonly deadlineMs?: number;

  /** Makes the drain give up. */
  readonly signal?: AbortSignal;
}

/** What was not done when a drain ended. All lists are empty when nothing was lost. */
export interface DrainReport<Key> {
  /** Keys that waited for a delay or a back-off when the drain began. */
  readonly delayed: readonly Key[];

  /** Keys that were due and that nobody took. */
  readonly waiting: readonly Key[];

  /** Keys that are still held. */
  readonly running: readonly Key[];

  /** Keys that were added, or retried, while the drain was under way. */
  readonly refused: readonly Key[];
}

/** Waits for a wake of `idle`. False when the deadline passed or the signal aborted first. */
export const waitForIdle = async (idle: Waiters, clock: Clock, options: DrainOptions): Promise<boolean> => {
  if (options.signal?.aborted === true) return false;
  return await new Promise<boolean>((resolve) => {
    const end = (inTime: boolean): void => {
      idle.leave(place);
      timer?.cancel();
      options.signal?.removeEventListener('abort', giveUp);
      resolve(inTime);
    };
    const wake = (): void => end(true);
    const giveUp = (): void => end(false);
    const timer =
      options.deadlineMs === undefined || options.deadlineMs === Infinity
        ? undefined
        : clock.setTimer(options.deadlineMs, giveUp, { label: 'queue drain' });
    const place = idle.join(wake);
    options.signal?.addEventListener('abort', giveUp);
  });
};
