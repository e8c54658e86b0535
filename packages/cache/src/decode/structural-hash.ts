/**
 * Hashes of JSON values, 32 bits, from the hashes of their parts. Quick rather than strong: whoever finds equal hashes compares.
 */

/** The hash that an object starts from. */
export const seedOfObject = 0x1b873593;

/** The hash that an array of a length starts from. */
export const seedOfArray = (length: number): number => 0x5bd1e995 ^ length;

/** Adds the hash of a part. */
export const mix = (hash: number, part: number): number => Math.imul(hash ^ part, 0x01000193);

/** Short strings by every character, long ones by sixteen of them. */
export function hashString(text: string): number {
  const { length } = text;
  const step = length <= 32 ? 1 : length >> 4;
  let hash = length;
  for (let at = length <= 32 ? 0 : length & 15; at < length; at += step) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  }
  return hash;
}

/** Keys are few, and tell apart well enough by their length and their ends. */
export const hashKey = (key: string): number =>
  Math.imul(key.length + key.charCodeAt(0) * 257 + key.charCodeAt(key.length - 1), 0x9e3779b1);

/** A number, a boolean, null or a bigint. */
export function hashScalar(value: unknown): number {
  if (typeof value === 'number') return Math.imul(value | 0, 0x85ebca6b);
  return value === true ? 1231 : 1237;
}
