/**
 * The order of values of one type, and of numbers of different types.
 */
import { compareText } from '@reeve/machinery';
import type { FunctionDeclaration, Overload } from '../../library/library.ts';
import { operators } from '../../syntax/expression.ts';
import type { Type } from '../../types/type.ts';
import { types } from '../../types/type.ts';
import type { Duration } from '../../values/duration.ts';
import { compareNumbers } from '../../values/equality.ts';
import { EvaluationError } from '../../values/evaluation-error.ts';
import type { Int } from '../../values/numbers.ts';
import type { Timestamp } from '../../values/timestamp.ts';
import { comparing, declare, overload } from './overload.ts';

/** Compares two values: below zero, zero, above zero; NaN if they have no order. */
type Comparison = (one: never, other: never) => number;

function compareInts(one: Int, other: Int): number {
  if (typeof one !== 'number' || typeof other !== 'number') return compareNumbers(one, other);
  return one < other ? -1 : one > other ? 1 : 0;
}

function compareDurations(one: Duration, other: Duration): number {
  return compareNumbers(one.nanos, other.nanos);
}

function compareTimestamps(one: Timestamp, other: Timestamp): number {
  return one.seconds - other.seconds || one.nanos - other.nanos;
}

const numeric: readonly (readonly [name: string, Type])[] = [
  ['int64', types.int],
  ['uint64', types.uint],
  ['double', types.double],
];

/** Only NaN has no order. */
function ordered(order: number): number {
  if (Number.isNaN(order)) throw new EvaluationError('NaN values cannot be ordered');
  return order;
}

/** The overloads of one of the operators; `holds` says which comparisons it is true for. */
function comparison(name: string, prefix: string, holds: (order: number) => boolean): FunctionDeclaration {
  const test =
    (compare: Comparison) =>
    (one: never, other: never): boolean =>
      holds(ordered(compare(one, other)));
  const same = (id: string, type: Type, compare: Comparison, isTraversal = false): Overload =>
    overload(`${prefix}_${id}`, [type, type], types.bool, test(compare), isTraversal ? comparing : {});
  return declare(
    name,
    same('bool', types.bool, (one: boolean, other: boolean) => Number(one) - Number(other)),
    same('int64', types.int, compareInts),
    same('uint64', types.uint, compareNumbers),
    same('double', types.double, compareNumbers),
    same('string', types.string, compareText, true),
    same('bytes', types.bytes, Buffer.compare, true),
    same('timestamp', types.timestamp, compareTimestamps),
    same('duration', types.duration, compareDurations),
    ...numeric.flatMap(([left, leftType]) =>
      numeric
        .filter(([right]) => right !== left)
        .map(([right, rightType]) =>
          overload(`${prefix}_${left}_${right}`, [leftType, rightType], types.bool, test(compareNumbers)),
        ),
    ),
  );
}

/** The operators `<`, `<=`, `>` and `>=`. */
export const comparisons: readonly FunctionDeclaration[] = [
  comparison(operators.less, 'less', (order) => order < 0),
  comparison(operators.lessEquals, 'less_equals', (order) => order <= 0),
  comparison(operators.greater, 'greater', (order) => order > 0),
  comparison(operators.greaterEquals, 'greater_equals', (order) => order >= 0),
];
