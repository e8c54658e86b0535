/**
 * Finding the way through JSON bytes without parsing them: over a string, over a value, over space. Each answers the place behind what it
 * skipped, or -1 when the bytes end before it does. The bytes are only walked, never judged: whoever parses them later finds what is wrong.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;

/** The place behind a string that begins, with its quote, at `at`. */
export function skipString(bytes: Uint8Array, at: number, end: number): number {
  for (let next = at + 1; next < end; next += 1) {
    const byte = bytes[next];
    if (byte === QUOTE) return next + 1;
    if (byte === BACKSLASH) next += 1;
  }
  return -1;
}

/** The place behind the value that begins at `at`. A number or a word at the very end of the bytes counts as not ended. */
export function skipValue(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at];
  if (first === QUOTE) return skipString(bytes, at, end);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipNested(bytes, at, end);
  for (let next = at; next < end; next += 1) if (endsScalar(bytes[next])) return next;
  return -1;
}

/** The place of the first byte that is no white space. */
export function skipSpace(bytes: Uint8Array, at: number, end: number): number {
  let next = at;
  while (next < end && (bytes[next] ?? 0) <= SPACE) next += 1;
  return next;
}

/** True when the bytes from `at` on are these. Comparing parts of texts is quicker for long ones only: the engine leaves its compiled code for it. */
export function isAt(bytes: Uint8Array, at: number, word: Uint8Array): boolean {
  for (let next = 0; next < word.length; next += 1) if (bytes[at + next] !== word[next]) return false;
  return true;
}

/** True when two places, the first outside strings, are members of the same object or array. */
export function isSameLevel(bytes: Uint8Array, from: number, to: number): boolean {
  let depth = 0;
  for (let next = from; next < to; next += 1) {
    const byte = bytes[next];
    if (byte === QUOTE) {
      for (next += 1; next < to && bytes[next] !== QUOTE; next += 1) if (bytes[next] === BACKSLASH) next += 1;
      if (next >= to) return false; // the second place is within a string
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && (depth -= 1) < 0) return false;
  }
  return depth === 0;
}

/** The place behind an object or an array. Brackets are counted, not matched: parsing tells a wrong pair. */
function skipNested(bytes: Uint8Array, at: number, end: number): number {
  let depth = 0;
  for (let next = at; next < end; next += 1) {
    const byte = bytes[next];
    if (byte === QUOTE) {
      for (next += 1; next < end && bytes[next] !== QUOTE; next += 1) if (bytes[next] === BACKSLASH) next += 1;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && (depth -= 1) === 0) return next + 1;
  }
  return -1;
}

function endsScalar(byte: number | undefined): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || (byte ?? 0) <= SPACE;
}
