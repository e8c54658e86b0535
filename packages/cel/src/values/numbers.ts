/**
 * Numbers as values. An int is a JavaScript number while it is a safe integer and a bigint beyond, never both for the same
 * value, so that `===` compares ints. A double and a uint are wrapped, which keeps the three apart: 1, 1u and 1.0.
 */
import { EvaluationError } from './evaluation-error.ts';

/** The value of an int: a number that is a safe integer, or a bigint beyond those. */
export type Int = number | bigint;

/** A double. */
export class Double {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** A uint; its value is like an int's a number while that is safe. */
export class Uint {
  readonly value: Int;

  constructor(value: Int) {
    this.value = value;
  }
}

export const maxInt = 9223372036854775807n;
export const minInt = -9223372036854775808n;
export const maxUint = 18446744073709551615n;

/** The int of an integer of any size; fails if it does not fit into 64 bits. */
export function int(value: bigint): Int {
  if (value > maxInt || value < minInt) throw new EvaluationError('integer overflow');
  return compact(value);
}

/** The uint of an integer of any size; fails if it does not fit into 64 bits. */
export function uint(value: bigint): Uint {
  if (value > maxUint || value < 0n) throw new EvaluationError('unsigned integer overflow');
  return new Uint(compact(value));
}

/** A number if the value is a safe integer, else the bigint. */
export function compact(value: bigint): Int {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}
