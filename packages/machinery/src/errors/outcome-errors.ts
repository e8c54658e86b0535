/**
 * What a reconcile throws to say how it wants to go on. Any other error means: try again with back-off.
 * Upstream: controller-runtime reconcile.TerminalError, wrangler's ErrSkip, Java's and kopf's temporary errors.
 */
import { hasCode } from './cause-chain.ts';
import { describeDelay } from './describe-delay.ts';
import { ReeveError } from './reeve-error.ts';

/** Trying again cannot help: the failure is counted and logged, and the object rests until it changes. */
export class TerminalError extends ReeveError {
  constructor(message: string, options?: ErrorOptions) {
    super('REEVE_TERMINAL', message, options);
  }
}

/** Not ready yet: come back after a while. This is no failure, and back-off starts afresh. */
export class RequeueAfter extends ReeveError {
  readonly delayMs: number;

  /** `why` says what is being waited for, as in "the certificate is not issued yet". */
  constructor(delayMs: number, why = 'not ready yet', options?: ErrorOptions) {
    super('REEVE_REQUEUE_AFTER', `${why}: coming back in ${describeDelay(delayMs)}`, options);
    this.delayMs = delayMs;
  }
}

/** Not before a certain time: come back then. Should the object change earlier, it is looked at earlier. */
export class WaitUntil extends ReeveError {
  /** A wall time in milliseconds since 1970. */
  readonly time: number;

  constructor(time: number, why = 'not due yet', options?: ErrorOptions) {
    super('REEVE_WAIT_UNTIL', `${why}: coming back at ${new Date(time).toISOString()}`, options);
    this.time = time;
  }
}

/** Nothing to do here: the remaining steps are left out, without an error and without another try. */
export class SkipError extends ReeveError {
  constructor(why: string, options?: ErrorOptions) {
    super('REEVE_SKIP', why, options);
  }
}

/** The error, or one of its causes, says that trying again cannot help. */
export const isTerminal = (error: unknown): boolean => hasCode(error, 'REEVE_TERMINAL');

/** The error, or one of its causes, asks to come back after a while. */
export const isRequeueAfter = (error: unknown): boolean => hasCode(error, 'REEVE_REQUEUE_AFTER');

/** The error, or one of its causes, asks to come back at a certain time. */
export const isWaitUntil = (error: unknown): boolean => hasCode(error, 'REEVE_WAIT_UNTIL');

/** The error, or one of its causes, says that there is nothing to do. */
export const isSkip = (error: unknown): boolean => hasCode(error, 'REEVE_SKIP');
