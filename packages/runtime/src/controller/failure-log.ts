/**
 * Says in the log what went wrong with which object: one line for each failed run, with the reason and when the next try is. The error with its stack is in the first line of several that have the
 * same reason; those after it say how many there were.
 */
import { isConflict, RecentMap } from '@reeve/machinery';
import { reasonOf } from '../failure/thrown.ts';
import type { Run } from './controller-options.ts';
import { formatRequest } from '../handler/request-key.ts';

/** So many objects are remembered, the latest. */
const objectLimit = 10_000;

/** The log of what failed, of one controller. */
export class FailureLog {
  readonly #failing = new RecentMap<{ readonly reason: string; readonly repeats: number }>(objectLimit);
  readonly #askedForNoTime = new RecentMap<true>(objectLimit);

  /** A run failed and is tried again. That somebody else was faster is part of the work, and no cry for help. */
  retried({ request, attempt, log }: Run, error: unknown, nextTryInMs: number | undefined): void {
    const next = { attempt, ...(nextTryInMs !== undefined && { nextTryInMs: Math.round(nextTryInMs) }) };
    if (isConflict(error)) {
      return log.debug('an object was changed by somebody else, and the run will be tried again', { error, ...next });
    }
    log.error('the run failed and will be tried again', { ...this.#told(formatRequest(request), error), ...next });
  }

  /** A run failed for good. */
  gaveUp({ request, attempt, log }: Run, error: unknown): void {
    log.error('the run failed, and trying again cannot help', {
      ...this.#told(formatRequest(request), error),
      attempt,
    });
  }

  /** A run asked to come back in no time, which is told once of each object. */
  asked({ request, log }: Run, delayMs: number): void {
    const key = formatRequest(request);
    if (this.#askedForNoTime.get(key) === true) return;
    this.#askedForNoTime.set(key, true);
    log.warn(
      `a run asked to come back in ${delayMs} ms, which is no time: it comes back after the back-off; ask for at least 10 ms`,
    );
  }

  /** A run went well. */
  ended({ request }: Pick<Run, 'request'>): void {
    if (this.#failing.size > 0) this.#failing.delete(formatRequest(request));
  }

  #told(key: string, error: unknown): { readonly reason: string; readonly error?: unknown; readonly repeats?: number } {
    const reason = reasonOf(error);
    const before = this.#failing.get(key);
    const repeats = before?.reason === reason ? before.repeats + 1 : 0;
    this.#failing.set(key, { reason, repeats });
    return repeats === 0 ? { reason, error } : { reason, repeats };
  }
}
