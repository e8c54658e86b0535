/**
 * Names that a server makes up from `metadata.generateName`: the base and five random characters. The alphabet has no
 * vowels and none of 0, 1 and 3, so that no words come out by chance.
 * Upstream: apiserver storage/names, apimachinery util/rand.
 */
import type { Random } from '../host/random.ts';

/** The characters of a random suffix. */
export const suffixAlphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** The longest base that is kept whole: with the suffix, a name stays within the 63 characters of a DNS label. */
export const maxGeneratedBaseLength = 58;

/** The base, cut where it is too long, with a random suffix. Clashes are possible: the caller tries again. */
export const generateName = (base: string, random: Random): string =>
  base.slice(0, maxGeneratedBaseLength) + randomSuffix(random);

/** Random characters that are safe in every name: five of them, unless told otherwise. */
export function randomSuffix(random: Random, length = 5): string {
  let suffix = '';
  for (let count = 0; count < length; count++) suffix += suffixAlphabet[random.integer(suffixAlphabet.length)];
  return suffix;
}
