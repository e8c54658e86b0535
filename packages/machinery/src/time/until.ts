/**
 * Doing something periodically until told to stop.
 * Upstream: apimachinery util/wait Until, NonSlidingUntil, JitterUntil and BackoffUntil.
 */
import { isAbort } from '../errors/is-abort.ts';
import type { Host } from '../host/host.ts';
import { jittered } from './backoff.ts';

/** How often to work, and until when. */
export interface UntilOptions {
  /** The time between two runs, or what says it anew each time: a back-off's delays. */
  readonly periodMs: number | (() => number);

  /** Adds a random part of up to this many periods to each period. 0 unless given. */
  readonly jitter?: number;

  /** True, the default, counts the period from the end of a run; false from its start. */
  readonly sliding?: boolean;

  /** Ends the loop. When it has aborted already, nothing is run. */
  readonly signal: AbortSignal;
}

/** Runs the work now and after every period. Resolves when the signal aborts; rejects with what the work throws before. */
export const until = async (
  host: Host,
  work: (signal: AbortSignal) => void | Promise<void>,
  { periodMs, jitter = 0, sliding = true, signal }: UntilOptions,
): Promise<void> => {
  const period = (): number => jittered(typeof periodMs === 'number' ? periodMs : periodMs(), jitter, host.random);
  try {
    while (!signal.aborted) {
      const due = sliding ? undefined : host.clock.monotonic() + period();
      await work(signal);
      await host.sleep(due === undefined ? period() : due - host.clock.monotonic(), signal);
    }
  } catch (error) {
    if (!signal.aborted || !isAbort(error, signal)) throw error; // aborting ends a loop, it is no error
  }
};
