/**
 * The operators that need not evaluate all of their operands: `&&`, `||` and the conditional. A failure of one operand does not
 * matter if the other one decides.
 */
import { EvaluationError, noSuchOverload } from '../values/evaluation-error.ts';
import type { Value } from '../values/value.ts';
import { Optional } from '../values/value.ts';
import type { Code, Frame } from './frame.ts';

/** `left && right` if `decisive` is false, `left || right` if it is true. */
export function logicalCode(left: Code, right: Code, decisive: boolean): Code {
  return (frame) => {
    let first: Value | EvaluationError;
    try {
      first = left(frame);
    } catch (error) {
      first = absorbable(error);
    }
    if (first === decisive) return decisive;
    if (typeof first === 'boolean') return decided(right(frame));
    return withFailure(frame, right, decisive, first instanceof EvaluationError ? first : noSuchOverload());
  };
}

function decided(value: Value): boolean {
  if (typeof value !== 'boolean') throw noSuchOverload();
  return value;
}

/** The left operand failed: only a decisive right operand saves the result. */
function withFailure(frame: Frame, right: Code, decisive: boolean, failure: EvaluationError): Value {
  try {
    if (right(frame) === decisive) return decisive;
  } catch (error) {
    absorbable(error);
  }
  throw failure;
}

/** The error if an operator may absorb it; all others are thrown again. */
export function absorbable(error: unknown): EvaluationError {
  if (error instanceof EvaluationError) return error;
  throw error;
}

/** `condition ? ifTrue : ifFalse`. */
export function conditionalCode(condition: Code, ifTrue: Code, ifFalse: Code): Code {
  return (frame) => {
    const value = condition(frame);
    if (typeof value !== 'boolean') throw noSuchOverload();
    return value ? ifTrue(frame) : ifFalse(frame);
  };
}

/** `optional.or(other)` and `optional.orValue(other)`. */
export function alternativeCode(target: Code, other: Code, take: (optional: Optional) => Value): Code {
  return (frame) => {
    const optional = target(frame);
    if (!(optional instanceof Optional)) throw noSuchOverload();
    return optional.value === undefined ? other(frame) : take(optional);
  };
}
