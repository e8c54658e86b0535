/**
 * Names that stay within Kubernetes' limits: cut or joined, with a hash where something is lost, so that different inputs keep different names. The results are those of
 * rancher/wrangler's pkg/name and pkg/kv, byte for byte, so that an operator finds the objects that one in Go has made.
 */
import { createHash } from 'node:crypto';
import { InvalidInputError, nodeHost, randomSuffix } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';

/** The hash that `limitName` appends, with its dash. */
const suffixLength = 6;
const maxLabelLength = 63;

/** A name of fewer than `count` characters as it is; a longer one cut and with five digits of its MD5. */
export function limitName(name: string, count: number): string {
  if (!Number.isSafeInteger(count) || count < suffixLength)
    throw new InvalidInputError(
      String(count),
      `a name cannot be cut to ${count} characters: give a whole number from ${suffixLength} up`,
    );
  if (name.length < count) return name;
  return `${name.slice(0, count - suffixLength)}-${digestOf('md5', name, 5)}`;
}

/** Parts joined with dashes; where that is longer than a DNS label, cut and with digits of its SHA-256. */
export function safeConcatName(...parts: readonly string[]): string {
  const name = parts.join('-');
  if (name.length <= maxLabelLength) return name;
  const endsWell = /[a-z0-9]/.test(name[56] ?? '');
  return endsWell
    ? `${name.slice(0, 57)}-${digestOf('sha256', name, 5)}`
    : `${name.slice(0, 56)}-${digestOf('sha256', name, 6)}`;
}

/** The text before and after the last separator; without one, all of it counts as what comes after. */
export function splitLast(text: string, separator: string): readonly [before: string, after: string] {
  const at = text.lastIndexOf(separator);
  return at === -1 ? ['', text] : [text.slice(0, at), text.slice(at + separator.length)];
}

const tokenLength = 54;

/**
 * 54 random characters, about 256 bits, without vowels and without characters that look alike. Randomness is the host's: the operating system's in production, a seed's in a virtual world.
 * Upstream: rancher/wrangler pkg/randomtoken.
 */
export const randomToken = ({ random }: Pick<Host, 'random'> = nodeHost()): string => randomSuffix(random, tokenLength);

const digestOf = (algorithm: string, text: string, digits: number): string =>
  createHash(algorithm).update(text).digest('hex').slice(0, digits);
