/**
 * Numbers from random 32-bit words, for every `Random`: evenly spread, without the bias of a plain remainder.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';

const WORD = 2 ** 32;

/** A number from 0 (included) to 1 (excluded) with all 53 bits that a double can hold. */
export const fraction = (word: () => number): number => bits53(word) / 2 ** 53;

/** A whole number from 0 (included) to `limit` (excluded). Words that would favour small numbers are drawn again. */
export const integerBelow = (limit: number, word: () => number): number => {
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new InvalidInputError(
      String(limit),
      `a random integer below ${limit} does not exist: the limit must be a whole number from 1 to 2^53 - 1`,
    );
  }
  const [range, draw] = limit <= WORD ? [WORD, word] : [2 ** 53, () => bits53(word)];
  const fair = range - (range % limit);
  let drawn = draw();
  while (drawn >= fair) drawn = draw();
  return drawn % limit;
};

const bits53 = (word: () => number): number => (word() >>> 5) * 2 ** 26 + (word() >>> 6);
