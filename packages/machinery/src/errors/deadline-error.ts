/**
 * Time ran out here, on this side of the wire. (A server that ran out of time answers with a `TimeoutError`.)
 * Upstream: context.DeadlineExceeded and wait.ErrWaitTimeout.
 */
import { causeChain, propertyOf } from './cause-chain.ts';
import { describeDelay } from './describe-delay.ts';
import { isAbort } from './is-abort.ts';
import { ReeveError } from './reeve-error.ts';

/** Something did not happen within the time it was given. */
export class DeadlineError extends ReeveError {
  /** The time that it was given. */
  readonly timeoutMs: number;

  /** `waitingFor` says for what, as in "the cache of Pods to sync". */
  constructor(timeoutMs: number, waitingFor = 'the result', options?: ErrorOptions) {
    super(
      'REEVE_DEADLINE',
      `waited ${describeDelay(timeoutMs)} for ${waitingFor} in vain: allow more time, or look into what holds it up`,
      options,
    );
    this.timeoutMs = timeoutMs;
  }
}

/**
 * True when waiting ended early, by an abort or by a deadline, rather than by a failure of what was waited for.
 * Upstream: wait.Interrupted.
 */
export const isInterrupted = (error: unknown, signal?: AbortSignal): boolean => {
  if (isAbort(error, signal)) return true;
  for (const link of causeChain(error)) {
    if (propertyOf(link, 'code') === 'REEVE_DEADLINE') return true;
    // The reason of AbortSignal.timeout(): a DOMException, whose codes are numbers.
    if (propertyOf(link, 'name') === 'TimeoutError' && propertyOf(link, 'code') === 23) return true;
  }
  return false;
};
