/**
 * Whether a text is how servers write a value that is held already: member after member in the same order, without spaces. Comparing is done by native
 * searches and costs a fraction of parsing, which is then not needed. What is written in another way counts as different.
 *
 * Only for texts of one character per letter (ASCII), and only where the text has no backslash: an escape and the letter it stands for look different,
 * and two texts that look the same may not be.
 */

const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** What is deeper than this counts as different. */
const DEEPEST = 48;

/** The place behind the text of the value that begins at `at`; -1 when the text there is another. */
export function endOfText(text: string, at: number, value: unknown, depth = 0): number {
  if (typeof value === 'string') return endOfString(text, at, value);
  if (typeof value !== 'object' || value === null) return endOfScalar(text, at, String(value));
  if (depth > DEEPEST) return -1;
  return Array.isArray(value)
    ? endOfElements(text, at, value, depth)
    : endOfMembers(text, at, value as Readonly<Record<string, unknown>>, depth);
}

/** The place behind the quotes around a word. The text's own quote must be where the word ends: a quote within the word would be an escaped one. */
export function endOfString(text: string, at: number, word: string): number {
  const end = at + 1 + word.length;
  if (text.charCodeAt(at) !== QUOTE || text.charCodeAt(end) !== QUOTE) return -1;
  return text.slice(at + 1, end) === word && text.indexOf('"', at + 1) === end ? end + 1 : -1;
}

/** The place of the value that belongs to a key which begins at `at`; -1 when another key is there. */
export function valueOfKey(text: string, at: number, key: string): number {
  const colon = endOfString(text, at, key);
  return colon !== -1 && text.charCodeAt(colon) === COLON ? colon + 1 : -1;
}

/** Numbers, true, false and null. A number that goes on is found out by whoever looks for what must come behind it. */
function endOfScalar(text: string, at: number, word: string): number {
  const end = at + word.length;
  return text.slice(at, end) === word ? end : -1;
}

function endOfElements(text: string, at: number, elements: readonly unknown[], depth: number): number {
  if (text.charCodeAt(at) !== OPEN_BRACKET) return -1;
  let next = at + 1;
  for (let nth = 0; nth < elements.length; nth += 1) {
    if (nth > 0 && text.charCodeAt(next++) !== COMMA) return -1;
    next = endOfText(text, next, elements[nth], depth + 1);
    if (next === -1) return -1;
  }
  return text.charCodeAt(next) === CLOSE_BRACKET ? next + 1 : -1;
}

function endOfMembers(text: string, at: number, members: Readonly<Record<string, unknown>>, depth: number): number {
  if (text.charCodeAt(at) !== OPEN_BRACE) return -1;
  let next = at + 1;
  for (const key in members) {
    if (next > at + 1 && text.charCodeAt(next++) !== COMMA) return -1;
    const value = valueOfKey(text, next, key);
    next = value === -1 ? -1 : endOfText(text, value, members[key], depth + 1);
    if (next === -1) return -1;
  }
  return text.charCodeAt(next) === CLOSE_BRACE ? next + 1 : -1;
}
