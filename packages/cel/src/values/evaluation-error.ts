/**
 * What evaluation fails with. Operators `&&` and `||` and the macros `all` and `exists` may absorb an `EvaluationError`;
 * nothing absorbs a `LimitError`.
 */
import { ReeveError } from '@reeve/machinery';

/**
 * An expression failed for these values: no such key, division by zero, a text that is no timestamp. It has no stack: failures
 * are part of evaluation, a loop may absorb a hundred thousand of them, and the stack would be five times as dear as the rest.
 */
export class EvaluationError extends ReeveError {
  constructor(message: string, options?: ErrorOptions) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super('REEVE_CEL_EVALUATION', message, options);
    Error.stackTraceLimit = limit;
  }
}

/** An evaluation was stopped because it costs more than allowed, or would build a value that is too large. */
export class LimitError extends ReeveError {
  constructor(message: string) {
    super('REEVE_CEL_LIMIT', message);
  }
}

/** The error of a function without an overload for the values it was given. */
export function noSuchOverload(): EvaluationError {
  return new EvaluationError('no such overload');
}
