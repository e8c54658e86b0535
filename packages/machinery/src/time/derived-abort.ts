/**
 * An abort of one's own below somebody else's: it follows the parent, and can come earlier. Disposing of it takes its
 * listener off the parent, which may live as long as the process.
 */
import { setMaxListeners } from 'node:events';

/** A signal, and the means to abort it. */
export interface DerivedAbort extends Disposable {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

/** Derives an abort from a parent signal, if there is one. */
export const deriveAbort = (parent?: AbortSignal): DerivedAbort => {
  const controller = new AbortController();
  const follow = (): void => controller.abort(parent?.reason);
  if (parent?.aborted) follow();
  else if (parent !== undefined) listened(parent).addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    [Symbol.dispose]: () => parent?.removeEventListener('abort', follow),
  };
};

/** The promise, or the signal's reason as soon as it aborts. What the promise does afterwards is nobody's concern. */
export const orAbort = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
    if (signal.aborted) giveUp();
    else listened(signal).addEventListener('abort', giveUp, { once: true });
  });

/** A signal that as many listen to as there are informers and controllers; each takes its listener away, so there is no leak to warn of. */
export function listened(signal: AbortSignal): AbortSignal {
  if (unlimited.has(signal)) return signal;
  setMaxListeners(0, signal);
  unlimited.add(signal);
  return signal;
}

/** Signals without a limit: saying so once is enough, and every request would say it again. */
const unlimited = new WeakSet<AbortSignal>();
