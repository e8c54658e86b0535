/**
 * Fields that hold an integer or a text, such as ports and `maxUnavailable`. They are plain JSON: a number of 32 bits or a
 * string, which may be a percentage.
 * Upstream: apimachinery util/intstr.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { parseDecimalInteger } from './decimal-integer.ts';

/** A whole number of 32 bits, or a text. */
export type IntOrString = number | string;

/** Where a percentage that does not come out whole goes: `up` for what may be created, `down` for what may be missing. */
export type Rounding = 'up' | 'down';

/** True of a string and of a whole number of 32 bits. */
export const isIntOrString = (value: unknown): value is IntOrString =>
  typeof value === 'string' || (typeof value === 'number' && (value | 0) === value);

/** The text as a number where it is a whole one of 32 bits, else as it is. */
export function parseIntOrString(text: string): IntOrString {
  const number = parseDecimalInteger(text, 32);
  return number === undefined ? text : Number(number);
}

/** The number, also when it stands in a text; the fallback for any other text. */
export function intValueOr(value: IntOrString, fallback: number): number {
  if (typeof value === 'number') return value;
  const number = parseDecimalInteger(value, 64);
  return number === undefined ? fallback : Number(number);
}

/** The number itself, or the percentage of `total`. A missing value, and a text that is no percentage, is an `InvalidInputError`. */
export function scaledValue(value: IntOrString | null | undefined, total: number, rounding: Rounding): number {
  if (value === null || value === undefined) throw invalid('', 'there is none');
  if (typeof value === 'number') return value;
  const exact = (percentIn(value) * total) / 100;
  return (rounding === 'up' ? Math.ceil(exact) : Math.floor(exact)) + 0; // no negative zero
}

function percentIn(text: string): number {
  if (!text.endsWith('%')) throw invalid(text, 'the string is not a percentage');
  const percent = parseDecimalInteger(text.slice(0, -1), 64);
  if (percent === undefined) throw invalid(text, "a whole number must stand before '%'");
  return Number(percent);
}

const invalid = (value: string, problem: string): InvalidInputError =>
  new InvalidInputError(
    value,
    `Invalid value for IntOrString ${JSON.stringify(value)}: ${problem}. Write a number such as 3, or a percentage such as '25%'`,
  );
