/**
 * The second part of a cycle: watching, from one watch to the next, until only a new list helps. A watch that ends in good order is opened
 * again at once; one that broke, that the server throttles, or that ended within a second for the third time in a row, after a delay; from the
 * last version in each case.
 */
import { deriveAbort, isInternalError, isTooManyRequests } from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import { EventFeed } from './event-feed.ts';
import { isConnectionFailure, isVersionLost } from './problem.ts';
import type { ReflectorContext } from './reflector-context.ts';
import { ResyncTimer } from './resync-timer.ts';
import { RetryWithDeadline } from './retry-with-deadline.ts';
import { SilentStreamError, VeryShortWatchError } from './stream-errors.ts';
import type { WatchStream } from './watch-stream.ts';

const INTERNAL_ERROR_RESET_MS = 60_000;

/** A watch that ends sooner is short: a server ends its watches after minutes. */
const SHORT_WATCH_MS = 1000;
/** So many short watches in a row are followed by a delay, whatever events they brought. */
const MOST_SHORT_WATCHES = 3;

/** The reason that a resync gives to end the watch. */
class ResyncFailure {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/** Watches, beginning with a watch that is open already if there is one. Answers why it ended; rejects when a watch cannot be opened. */
export async function watchFromHere<T extends KubeObject>(
  context: ReflectorContext<T>,
  open: WatchStream | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  using abort = deriveAbort(signal);
  using _resync = new ResyncTimer({
    host: context.host,
    periodMs: context.options.resyncPeriodMs ?? 0,
    resync: () => ((context.options.shouldResync?.() ?? true) ? context.options.store.resync() : undefined),
    onError: (error) => abort.abort(new ResyncFailure(error)),
  });
  try {
    return await watchAgainAndAgain(context, open, abort.signal);
  } catch (error) {
    if (error instanceof ResyncFailure) return error.error;
    throw error;
  }
}

async function watchAgainAndAgain<T extends KubeObject>(
  context: ReflectorContext<T>,
  open: WatchStream | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const { clock } = context.host;
  const windowMs = context.options.maxInternalErrorRetryMs ?? 0;
  const retry = new RetryWithDeadline({
    windowMs,
    resetMs: INTERNAL_ERROR_RESET_MS,
    isRetryable: isInternalError,
    clock,
  });
  let shortWatches = 0;
  for (let stream = open; ; stream = undefined) {
    const ready = stream ?? (await openOrWait(context, signal));
    if (ready === undefined) continue;
    const failure = await consume(context, ready, signal);
    shortWatches = ready.ageMs < SHORT_WATCH_MS ? shortWatches + 1 : 0;
    retry.after(failure);
    if (failure instanceof SilentStreamError && shortWatches < MOST_SHORT_WATCHES) context.cutForSilence();
    else if (isTooManyRequests(failure) || isConnectionFailure(failure))
      await context.backOff(failure, 'watch', signal);
    else if (failure !== undefined && !(isInternalError(failure) && !isVersionLost(failure) && retry.shouldRetry()))
      return failure;
    else if (shortWatches >= MOST_SHORT_WATCHES)
      await context.backOff(failure ?? tellShort(context, shortWatches), 'watch', signal);
  }
}

/** Tells that watches end too soon, and answers the reason. */
function tellShort<T extends KubeObject>(context: ReflectorContext<T>, times: number): Error {
  const error = new VeryShortWatchError(`the watch of ${context.typeDescription}`, times);
  context.tell({ type: 'failed', error });
  return error;
}

/** Opens the next watch; waits, and answers nothing, when the server cannot be reached or asks to slow down. */
async function openOrWait<T extends KubeObject>(
  context: ReflectorContext<T>,
  signal: AbortSignal,
): Promise<WatchStream | undefined> {
  try {
    return await context.openWatch({ resourceVersion: context.version.last }, signal);
  } catch (error) {
    if (signal.aborted || !(isTooManyRequests(error) || isConnectionFailure(error))) throw error;
    await context.backOff(error, 'watch', signal);
    return undefined;
  }
}

/** Feeds the store from a watch and closes it. Answers how it failed, if it did. */
async function consume<T extends KubeObject>(
  context: ReflectorContext<T>,
  stream: WatchStream,
  signal: AbortSignal,
): Promise<unknown> {
  const before = stream.events;
  const interrupt = (): void => stream.interrupt(signal.reason);
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    signal.throwIfAborted();
    context.enter({ type: 'watching', resourceVersion: context.version.last });
    await new EventFeed(context, stream).run(signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    context.tell({ type: 'failed', error });
    return error;
  } finally {
    signal.removeEventListener('abort', interrupt);
    await stream.close();
  }
  if (stream.events > before || before > 0 || stream.ageMs >= SHORT_WATCH_MS) return undefined;
  const failure = new VeryShortWatchError(`the watch of ${context.typeDescription}`);
  context.tell({ type: 'failed', error: failure });
  return failure;
}
