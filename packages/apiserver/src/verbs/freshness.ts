/**
 * Which revision a read is answered from, and waiting for one that is still to come.
 */
import { StatusError, timeout } from '@reeve/registry';
import type { EngineContext } from '../engine/engine-context.ts';
import type { Call } from './call.ts';

/** How long a read waits for a revision that has not happened yet. */
const patienceMs = 3000;

/** The revision that is the present for a call: the newest one, unless the server is to lag behind, which history limits. */
export function presentFor({ context: { store }, resource, request }: Call): number {
  const { staleBy } = request;
  return staleBy === 0
    ? store.revision
    : Math.max(store.revision - staleBy, store.table(resource.storage.table).log.oldestRead);
}

/** Resolves when the store has reached a revision; gives up as the real server does, so that clients know to relist. */
export async function reached({ store, host }: EngineContext, revision: number, signal: AbortSignal): Promise<void> {
  if (revision <= store.revision) return;
  const deadline = host.clock.monotonic() + patienceMs;
  await new Promise<void>((resolve, reject) => {
    const finish = (outcome: () => void) => {
      stop();
      timer.cancel();
      signal.removeEventListener('abort', aborted);
      outcome();
    };
    const stop = store.onCommit((commit) => {
      if (commit.revision >= revision) finish(resolve);
    });
    const timer = host.clock.setTimer(deadline - host.clock.monotonic(), () =>
      finish(() => reject(tooLarge(revision, store.revision))),
    );
    const aborted = () => finish(() => reject(signal.reason as Error));
    signal.addEventListener('abort', aborted, { once: true });
  });
}

function tooLarge(wanted: number, current: number) {
  return timeout(`Too large resource version: ${wanted}, current: ${current}`, 1, [
    { reason: 'ResourceVersionTooLarge', message: 'Too large resource version' },
  ]);
}

/** A version that is none, as reads of one object and watches word it: without a reason. */
export const unreadable = (problem: string): StatusError => new StatusError(500, '', problem, { hasDetails: false });
