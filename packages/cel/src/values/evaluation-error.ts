/**
 * What evaluation fails with. Operators `&&` and `||` and the macros `all` and `exists` may absorb an `EvaluationError`;
 * nothing absorbs a `LimitError`.
 */

/** An expression failed for these values: no such key, division by zero, a text that is no timestamp. */
export class EvaluationError extends Error {
  readonly code: string = 'REEVE_CEL_EVALUATION';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EvaluationError';
  }
}

/** An evaluation was stopped because it costs more than allowed, or would build a value that is too large. */
export class LimitError extends Error {
  readonly code: string = 'REEVE_CEL_LIMIT';

  constructor(message: string) {
    super(message);
    this.name = 'LimitError';
  }
}

/** The error of a function without an overload for the values it was given. */
export function noSuchOverload(): EvaluationError {
  return new EvaluationError('no such overload');
}
