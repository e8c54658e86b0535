/**
 * Checks of numbers that callers give: a delay that is no number would be a timer that fires at once, again and again.
 */
import { InvalidInputError } from '@reeve/machinery';

/** A finite number, or an `InvalidInputError` that says which number is none. */
export const finite = (name: string, value: number): number => {
  if (Number.isFinite(value)) return value;
  throw new InvalidInputError(String(value), `${name} is ${value}: give a finite number`);
};

/** A finite number of at least 0. */
export const notNegative = (name: string, value: number): number => {
  if (finite(name, value) >= 0) return value;
  throw new InvalidInputError(String(value), `${name} is ${value}: give a number of at least 0`);
};
