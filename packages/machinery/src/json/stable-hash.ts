/**
 * Short hashes of JSON values that stay the same across processes, machines and releases: equal values hash equally,
 * whatever the order of their keys. Both forms are valid label values and parts of names.
 * Upstream: util/hash DeepHashObject and rand.SafeEncodeString. The hashes differ from upstream's, which hash Go's memory
 * layout; their looks do not.
 */
import { canonicalJson } from './canonical-json.ts';
import { fnv1a64, fnv1aFolded } from './fnv1a.ts';

/** A 64-bit hash of a value, as 16 hexadecimal digits. */
export function stableHash(value: unknown): string {
  return fnv1a64(canonicalJson(value));
}

/** A 32-bit hash of a value that looks like a pod template hash: up to ten letters and digits that form no words. */
export function stableNameHash(value: unknown): string {
  return safeEncode(String(fnv1aFolded(canonicalJson(value))));
}

/** Consonants and digits, without those that look alike. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** Writes a text in the alphabet of generated names, character by character. Different digits stay different. */
export function safeEncode(text: string): string {
  return Array.from(text, (character) => alphabet[(character.codePointAt(0) ?? 0) % alphabet.length]).join('');
}
