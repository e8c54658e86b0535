/**
 * Chance, in one place: production draws from the operating system's generator, a virtual world from a seed.
 */

/** A source of random numbers. */
export interface Random {
  /** A number from 0 (included) to 1 (excluded), evenly spread. */
  next(): number;

  /** A whole number from 0 (included) to `limit` (excluded), evenly spread; `limit` is at least 1. */
  integer(limit: number): number;
}
