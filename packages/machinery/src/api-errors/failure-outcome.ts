/**
 * From an error that a reconcile threw to what its controller does next. The outermost word counts: a `TerminalError` around
 * a `RequeueAfter` is terminal.
 */
import { suggestsClientDelay } from './api-guards.ts';
import { causeChain, propertyOf } from '../errors/cause-chain.ts';

/** What to do after a reconcile that threw. */
export type FailureOutcome =
  /** Try again with back-off, and no earlier than the server asked for. */
  | { readonly type: 'retry'; readonly notBeforeMs: number }
  | { readonly type: 'terminal' }
  | { readonly type: 'requeueAfter'; readonly delayMs: number }
  | { readonly type: 'waitUntil'; readonly time: number }
  | { readonly type: 'skip' };

/** Decides what an error asks for. */
export const failureOutcome = (error: unknown): FailureOutcome => {
  for (const link of causeChain(error)) {
    const outcome = ownOutcome(link);
    if (outcome !== undefined) return outcome;
  }
  return { type: 'retry', notBeforeMs: suggestsClientDelay(error) ?? 0 };
};

const ownOutcome = (error: unknown): FailureOutcome | undefined => {
  switch (propertyOf(error, 'code')) {
    case 'REEVE_TERMINAL':
      return { type: 'terminal' };
    case 'REEVE_SKIP':
      return { type: 'skip' };
    case 'REEVE_REQUEUE_AFTER':
      return { type: 'requeueAfter', delayMs: Number(propertyOf(error, 'delayMs')) };
    case 'REEVE_WAIT_UNTIL':
      return { type: 'waitUntil', time: Number(propertyOf(error, 'time')) };
    default:
      return undefined;
  }
};
