/**
 * How a run ended, and what follows: from what a reconciler returned or threw. Nothing of it is trusted: a delay that is no finite number is an error of the run, and what a server asks for has a limit.
 * Upstream: controller-runtime reconcile.Result, TerminalError.
 */
import { failureOutcome, InvalidInputError } from '@reeve/machinery';
import type { TypeHint } from '@reeve/machinery';
import { PartialFailureError } from '../failure/partial-failure-error.ts';
import { readable } from '../failure/thrown.ts';

/** What a reconciler may return. Nothing means that all is well. */
export interface ReconcileResult {
  /** Come back after so long, at least 10 ms; back-off starts afresh. 0 and less is the same as `requeue`. */
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
  | {
      readonly type: 'requeue';
      readonly priority?: number | undefined;
      /** The delay that was asked for, where it was 0 or less. */
      readonly askedMs?: number;
    }
  | {
      readonly type: 'retry';
      readonly error: unknown;
      readonly notBeforeMs: number;
      readonly priority?: number | undefined;
    }
  | { readonly type: 'terminal'; readonly error: unknown };

const success: Outcome = Object.freeze({ type: 'success' });

/** A hundred years: what is later is never due, and no time that a `Date` can tell. */
const longestDelayMs = 100 * 365 * 86_400_000;
const shortestDelayMs = 10;
/** What a server may ask for: as long as the longest back-off. */
const longestServerDelayMs = 1_000_000;

/** What follows from a result. A result that makes no sense is an error of the reconciler. */
export function outcomeOf(result: unknown): Outcome {
  if (result === undefined || result === null) return success;
  if (typeof result !== 'object') throw nonsense(result);
  const { requeueAfterMs, requeue, priority } = result as ReconcileResult;
  if (priority !== undefined && !Number.isFinite(priority)) throw nonsense(result);
  if (requeueAfterMs !== undefined) {
    if (!Number.isFinite(requeueAfterMs)) throw nonsense(result);
    return afterDelay(requeueAfterMs, priority);
  }
  return requeue === true ? { type: 'requeue', priority } : success;
}

/** True of what has to be waited for. A result that is there already is not: waiting for it costs as much as a run that does nothing. */
export const isThenable = <T>(result: T | PromiseLike<T>): result is PromiseLike<T> =>
  result instanceof Promise || (typeof result === 'object' && result !== null && 'then' in result);

/** What follows from something thrown, which is `readable`. It never throws. */
export function outcomeOfFailure(error: unknown, nowMs: number): Outcome {
  try {
    return wantedBy(error, nowMs);
  } catch (problem) {
    return { type: 'retry', error: problem instanceof InvalidInputError ? problem : noDelay(problem), notBeforeMs: 0 };
  }
}

function wantedBy(error: unknown, nowMs: number): Outcome {
  const wanted = failureOutcome(error);
  switch (wanted.type) {
    case 'terminal':
      return { type: 'terminal', error };
    case 'skip':
      return success;
    case 'requeueAfter':
      return afterDelay(finiteDelay(wanted.delayMs, error));
    case 'waitUntil':
      return afterDelay(finiteDelay(wanted.time - nowMs, error));
    case 'retry':
      return { type: 'retry', error, notBeforeMs: serverDelay(wanted.notBeforeMs) };
  }
}

function afterDelay(delayMs: number, priority?: number): Outcome {
  if (delayMs <= 0) return { type: 'requeue', priority, askedMs: delayMs };
  return { type: 'requeueAfter', delayMs: Math.min(longestDelayMs, Math.max(shortestDelayMs, delayMs)), priority };
}

function finiteDelay(delayMs: number, cause: unknown): number {
  if (Number.isFinite(delayMs)) return delayMs;
  throw noDelay(cause, `${delayMs} ms`);
}

const noDelay = (cause: unknown, asked = 'what is no time'): InvalidInputError =>
  new InvalidInputError(
    asked,
    `a reconciler asked to come back in ${asked}: give RequeueAfter a finite number of milliseconds, and WaitUntil a time`,
    { cause: readable(cause) },
  );

/** A server may say anything. */
const serverDelay = (delayMs: unknown): number =>
  typeof delayMs === 'number' && delayMs > 0 ? Math.min(longestServerDelayMs, delayMs) : 0;

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
    `a reconciler returned ${shown(result)}: return nothing, or { requeueAfterMs } with a finite number, { requeue: true } or { priority }`,
  );

function shown(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_, field: unknown) =>
        typeof field === 'number' && !Number.isFinite(field) ? String(field) : field,
      ) ?? String(value)
    );
  } catch {
    return typeof value;
  }
}
