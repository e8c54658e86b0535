/**
 * A runnable that can be ended while its manager runs on. Ending it is no failure, and is over when what it was doing is.
 * Upstream: rancher/lasso, whose controllers come and go under one cache.
 */
import { isAbort } from '@reeve/machinery';
import type { Runnable } from '../runnable/runnable.ts';

/** A runnable, and the way to end it. */
export interface Removable {
  readonly runnable: Runnable;
  /** Ends it, and resolves when it has ended. One that never started never does. */
  remove(): Promise<void>;
}

/** Makes a runnable that can be ended. */
export function removable(inner: Runnable): Removable {
  const end = new AbortController();
  let running = Promise.resolve();
  const run = (signal: AbortSignal): Promise<void> => {
    const ended = runUntil(inner, AbortSignal.any([signal, end.signal]), end.signal);
    running = ended.catch(() => undefined); // the manager hears of it
    return ended;
  };
  return {
    runnable: {
      name: inner.name,
      ...(inner.group && { group: inner.group }),
      ...(inner.ready && { ready: (signal) => inner.ready?.(signal) ?? Promise.resolve() }),
      ...(inner.warmup && { warmup: (signal) => inner.warmup?.(signal) ?? Promise.resolve() }),
      run,
    },
    async remove() {
      end.abort();
      await running;
    },
  };
}

async function runUntil(inner: Runnable, signal: AbortSignal, removed: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  try {
    await inner.run(signal);
  } catch (error) {
    if (!(removed.aborted && isAbort(error, signal))) throw error;
  }
}
