/**
 * How a run ended, and what follows: from what a reconciler returned or threw.
 * Upstream: controller-runtime reconcile.Result, TerminalError.
 */
import { failureOutcome, InvalidInputError } from '@reeve/machinery';
import type { TypeHint } from '@reeve/machinery';
import { PartialFailureError } from './partial-failure-error.ts';

/** What a reconciler may return. Nothing means that all is well. */
export interface ReconcileResult {
  /** Come back after so long; back-off starts afresh. */
  readonly requeueAfterMs?: number;
  /** Come back after the back-off, without it being an error. */
  readonly requeue?: boolean;
  /** The priority of what comes next, also after an error. */
  readonly priority?: number;
  /** Go's name: write `requeueAfterMs`. */
  readonly requeueAfter?: TypeHint<'write requeueAfterMs, in milliseconds'>;
}

/** What follows. */
export type Outcome =
  | { readonly type: 'success' }
  | { readonly type: 'requeueAfter'; readonly delayMs: number; readonly priority?: number | undefined }
  | { readonly type: 'requeue'; readonly priority?: number | undefined }
  | {
      readonly type: 'retry';
      readonly error: unknown;
      readonly notBeforeMs: number;
      readonly priority?: number | undefined;
    }
  | { readonly type: 'terminal'; readonly error: unknown };

const success: Outcome = Object.freeze({ type: 'success' });

/** What follows from a result. A result that makes no sense is an error of the reconciler. */
export function outcomeOf(result: unknown): Outcome {
  if (result === undefined || result === null) return success;
  if (typeof result !== 'object') throw nonsense(result);
  const { requeueAfterMs, requeue, priority } = result as ReconcileResult;
  if (priority !== undefined && !Number.isFinite(priority)) throw nonsense(result);
  if (requeueAfterMs !== undefined) {
    if (typeof requeueAfterMs !== 'number' || Number.isNaN(requeueAfterMs)) throw nonsense(result);
    if (requeueAfterMs > 0) return { type: 'requeueAfter', delayMs: requeueAfterMs, priority };
  }
  return requeue === true ? { type: 'requeue', priority } : success;
}

/** True of what has to be waited for. A result that is there already is not: waiting for it costs as much as a run that does nothing. */
export const isThenable = <T>(result: T | PromiseLike<T>): result is PromiseLike<T> =>
  result instanceof Promise || (typeof result === 'object' && result !== null && 'then' in result);

/** What follows from something thrown. */
export function outcomeOfFailure(error: unknown, nowMs: number): Outcome {
  const wanted = failureOutcome(error);
  switch (wanted.type) {
    case 'terminal':
      return { type: 'terminal', error };
    case 'skip':
      return { type: 'success' };
    case 'requeueAfter':
      return { type: 'requeueAfter', delayMs: wanted.delayMs };
    case 'waitUntil':
      return { type: 'requeueAfter', delayMs: Math.max(0, wanted.time - nowMs) };
    case 'retry':
      return { type: 'retry', error, notBeforeMs: wanted.notBeforeMs };
  }
}

/** True of what only a mistake in the program throws, also in one of several parts. */
export const isBug = (error: unknown): boolean =>
  error instanceof PartialFailureError ? error.failures.some((failure) => isBug(failure.error)) : isMistake(error);

const isMistake = (error: unknown): boolean =>
  !(error instanceof Error) ||
  error instanceof TypeError ||
  error instanceof ReferenceError ||
  error instanceof RangeError;

const nonsense = (result: unknown): InvalidInputError =>
  new InvalidInputError(
    shown(result),
    `a reconciler returned ${shown(result)}: return nothing, or { requeueAfterMs }, { requeue: true } or { priority }`,
  );

function shown(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return typeof value;
  }
}
