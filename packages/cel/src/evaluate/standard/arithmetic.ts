/**
 * Arithmetic on int, uint and double: int and uint fail when the result does not fit into 64 bits, double never does.
 */
import type { FunctionDeclaration } from '../../library/library.ts';
import { operators } from '../../syntax/expression.ts';
import { types } from '../../types/type.ts';
import { EvaluationError } from '../../values/evaluation-error.ts';
import type { Int, Uint } from '../../values/numbers.ts';
import { Double, int, uint } from '../../values/numbers.ts';
import { declare, overload } from './overload.ts';

const { int: intType, uint: uintType, double: doubleType } = types;

/** The sum of two ints. */
export function addInts(one: Int, other: Int): Int {
  if (typeof one === 'number' && typeof other === 'number') {
    const sum = one + other;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return int(BigInt(one) + BigInt(other));
}

function subtractInts(one: Int, other: Int): Int {
  if (typeof one === 'number' && typeof other === 'number') {
    const difference = one - other;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return int(BigInt(one) - BigInt(other));
}

function multiplyInts(one: Int, other: Int): Int {
  if (typeof one === 'number' && typeof other === 'number') {
    const product = one * other;
    if (Number.isSafeInteger(product)) return product === 0 ? 0 : product;
  }
  return int(BigInt(one) * BigInt(other));
}

function divideInts(one: Int, other: Int): Int {
  if (other === 0) throw new EvaluationError('division by zero');
  if (typeof one === 'number' && typeof other === 'number') {
    const quotient = Math.trunc(one / other);
    // beyond 2^53 the quotient of two safe integers may be rounded up to the next integer; these are few
    if (Math.abs(one) < 2 ** 48) return quotient === 0 ? 0 : quotient;
  }
  return int(BigInt(one) / BigInt(other));
}

function remainderOfInts(one: Int, other: Int): Int {
  if (other === 0) throw new EvaluationError('modulus by zero');
  if (typeof one === 'number' && typeof other === 'number') {
    const remainder = one % other;
    return remainder === 0 ? 0 : remainder;
  }
  return int(BigInt(one) % BigInt(other));
}

function negateInt(value: Int): Int {
  return typeof value === 'number' ? (value === 0 ? 0 : -value) : int(-value);
}

/** An operation on uints by that on integers of any size. */
function onUints(operation: (one: bigint, other: bigint) => bigint, byZero?: string) {
  return (one: Uint, other: Uint): Uint => {
    if (byZero !== undefined && other.value === 0) throw new EvaluationError(byZero);
    return uint(operation(BigInt(one.value), BigInt(other.value)));
  };
}

function onDoubles(operation: (one: number, other: number) => number) {
  return (one: Double, other: Double): Double => new Double(operation(one.value, other.value));
}

const ints = [intType, intType];
const uints = [uintType, uintType];
const doubles = [doubleType, doubleType];

/** The overloads of `+` on numbers. */
export const addNumbers = [
  overload('add_int64', ints, intType, addInts),
  overload(
    'add_uint64',
    uints,
    uintType,
    onUints((one, other) => one + other),
  ),
  overload(
    'add_double',
    doubles,
    doubleType,
    onDoubles((one, other) => one + other),
  ),
];

/** The overloads of `-` on numbers. */
export const subtractNumbers = [
  overload('subtract_int64', ints, intType, subtractInts),
  overload(
    'subtract_uint64',
    uints,
    uintType,
    onUints((one, other) => one - other),
  ),
  overload(
    'subtract_double',
    doubles,
    doubleType,
    onDoubles((one, other) => one - other),
  ),
];

/** The operators that only numbers have. */
export const arithmetic: readonly FunctionDeclaration[] = [
  declare(
    operators.multiply,
    overload('multiply_int64', ints, intType, multiplyInts),
    overload(
      'multiply_uint64',
      uints,
      uintType,
      onUints((one, other) => one * other),
    ),
    overload(
      'multiply_double',
      doubles,
      doubleType,
      onDoubles((one, other) => one * other),
    ),
  ),
  declare(
    operators.divide,
    overload('divide_int64', ints, intType, divideInts),
    overload(
      'divide_uint64',
      uints,
      uintType,
      onUints((one, other) => one / other, 'division by zero'),
    ),
    overload(
      'divide_double',
      doubles,
      doubleType,
      onDoubles((one, other) => one / other),
    ),
  ),
  declare(
    operators.modulo,
    overload('modulo_int64', ints, intType, remainderOfInts),
    overload(
      'modulo_uint64',
      uints,
      uintType,
      onUints((one, other) => one % other, 'modulus by zero'),
    ),
  ),
  declare(
    operators.negate,
    overload('negate_int64', [intType], intType, negateInt),
    overload('negate_double', [doubleType], doubleType, ({ value }: Double) => new Double(-value)),
  ),
];
