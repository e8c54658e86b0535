/**
 * A number that equal parts of objects have in common, 32 bits. Quick rather than strong: it looks two levels deep and at some characters of long
 * strings, and whoever finds equal signatures compares.
 */

/** So many elements of an array say enough about it. */
const MOST_ELEMENTS = 8;

const [SEED_OF_OBJECT, SEED_OF_ARRAY] = [0x1b873593, 0x5bd1e995];

/** The signature of an object or an array that was parsed from JSON. */
export function signatureOf(part: object): number {
  if (Array.isArray(part)) return signatureOfArray(part);
  let hash = SEED_OF_OBJECT;
  const members = part as Record<string, unknown>;
  for (const key in members) {
    const value = members[key];
    hash = mix(hash, typeof value === 'object' && value !== null ? outlineOf(value) : signatureOfScalar(value));
  }
  return hash;
}

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

function signatureOfArray(elements: readonly unknown[]): number {
  let hash = SEED_OF_ARRAY ^ elements.length;
  const count = Math.min(elements.length, MOST_ELEMENTS);
  for (let at = 0; at < count; at += 1) {
    const value = elements[at];
    hash = mix(hash, typeof value === 'object' && value !== null ? outlineOf(value) : signatureOfScalar(value));
  }
  return hash;
}

/** What the scalars of a part say, without what is below it. */
function outlineOf(part: object): number {
  if (Array.isArray(part)) return SEED_OF_ARRAY ^ part.length;
  let hash = SEED_OF_OBJECT;
  const members = part as Record<string, unknown>;
  for (const key in members) hash = mix(hash, signatureOfScalar(members[key]));
  return hash;
}

/** Objects and arrays count as null: they are below what is looked at. */
function signatureOfScalar(value: unknown): number {
  if (typeof value === 'string') return hashString(value);
  if (typeof value === 'number') return Math.imul(value | 0, 0x85ebca6b);
  return value === true ? 1231 : 1237;
}

const mix = (hash: number, part: number): number => Math.imul(hash ^ part, 0x01000193);
