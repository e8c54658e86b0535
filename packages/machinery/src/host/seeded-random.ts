/**
 * Chance that replays: the same seed gives the same numbers on every machine. The generator is sfc32, 128 bits of state
 * filled from the seed's text. It is fast and well spread, and of no use for secrets.
 */
import { fraction, integerBelow } from './random-words.ts';
import type { Random } from './random.ts';

/** A deterministic source of random numbers. */
export class SeededRandom implements Random {
  readonly #seed: string;
  readonly #word: () => number;

  /** Equal seeds give equal streams; a number and its decimal text are the same seed. */
  constructor(seed: number | string) {
    this.#seed = String(seed);
    this.#word = sfc32(this.#seed);
  }

  next(): number {
    return fraction(this.#word);
  }

  integer(limit: number): number {
    return integerBelow(limit, this.#word);
  }

  /**
   * An independent stream for one purpose. It depends on the seed and the label alone, not on the numbers drawn so far, so
   * that one part of a program which draws more often leaves the others' numbers as they were.
   */
  fork(label: string): SeededRandom {
    return new SeededRandom(`${this.#seed}\u0000${label}`);
  }
}

/** A generator of 32-bit words. The first rounds are thrown away: they still show the seed. */
const sfc32 = (seed: string): (() => number) => {
  let a = digest(seed, 0x9e37_79b9);
  let b = digest(seed, 0x85eb_ca6b);
  let c = digest(seed, 0xc2b2_ae35);
  let counter = digest(seed, 0x27d4_eb2f);
  const word = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round += 1) word();
  return word;
};

/** A 32-bit digest of a text: FNV-1a over its code units, then a finalizer that spreads every bit. */
const digest = (text: string, basis: number): number => {
  let hash = basis | 0;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return hash ^ (hash >>> 16);
};
