/**
 * Checks of numbers that callers give as options. A timer takes what is no number for no delay at all, and a comparison with it is never true.
 */
import { InvalidInputError } from '@reeve/machinery';

/** Milliseconds from 0; `Infinity` means for ever. */
export function milliseconds(name: string, value: number): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw new InvalidInputError(String(value), `${name} is ${value}: give milliseconds from 0`);
}

/** Milliseconds from 0, where for ever makes no sense. */
export function finiteMilliseconds(name: string, value: number): number {
  if (milliseconds(name, value) !== Infinity) return value;
  throw new InvalidInputError('Infinity', `${name} is Infinity: give a finite number of milliseconds`);
}

/** A whole number from `least`. */
export function wholeNumber(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new InvalidInputError(String(value), `${name} is ${value}: give a whole number from ${least}`);
}
