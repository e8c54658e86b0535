/**
 * Some parts of a run failed, and the others were done all the same. What the controller does next follows from the most pressing failure, which is the `cause`: one that is worth another
 * try goes before one that asks to wait, and that before one that is final.
 * Upstream: rancher/lasso's merged handler errors, controller-runtime's aggregated finalizer errors.
 */
import { ReeveError, failureOutcome } from '@reeve/machinery';
import type { FailureOutcome } from '@reeve/machinery';
import { messageOf, readable } from './thrown.ts';

/** A part of a run that failed. */
export interface PartFailure {
  /** The name of the step or the finalizer, or the object that was to be applied. */
  readonly name: string;
  readonly error: unknown;
}

/** One or several parts failed. */
export class PartialFailureError extends ReeveError {
  readonly failures: readonly PartFailure[];
  /** What came of the parts, in their order, where they have results: undefined for those that failed. */
  readonly results: readonly unknown[];

  constructor(what: string, thrown: readonly PartFailure[], results: readonly unknown[] = []) {
    const failures = thrown.map(({ name, error }) => ({ name, error: readable(error) }));
    const told = failures.map(({ name, error }) => `${name}: ${messageOf(error)}`).join('; ');
    super('REEVE_PARTIAL_FAILURE', `${what} failed: ${told}`, { cause: mostPressing(failures) });
    this.failures = failures;
    this.results = results;
  }
}

const urgency: Readonly<Record<FailureOutcome['type'], number>> = {
  retry: 0,
  requeueAfter: 1,
  waitUntil: 2,
  terminal: 3,
  skip: 4,
};

const mostPressing = (failures: readonly PartFailure[]): unknown =>
  failures
    .map(({ error }) => ({ error, rank: urgency[failureOutcome(error).type] }))
    .toSorted((one, other) => one.rank - other.rank)[0]?.error;
