/**
 * Text in double quotes as Go's `%q` prints it, which is how strings appear in messages of API servers and in field paths: control characters and
 * characters without a visible form are escaped, all others stay.
 * Upstream: Go strconv.Quote and Unquote.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';

/** The text in double quotes. */
export function quote(text: string): string {
  return plain.test(text) ? `"${text}"` : `"${text.replaceAll(hidden, escapeCharacter)}"`;
}

/** The text that was quoted. */
export function unquote(quoted: string): string {
  const inner = /^"((?:[^"\\]|\\.)*)"$/su.exec(quoted)?.[1];
  if (inner === undefined) throw new InvalidInputError(quoted, `${quoted} is not a text in double quotes`);
  return inner.replaceAll(escapes, readEscape);
}

/** Printable ASCII without quote and backslash, which is most of what is ever quoted. */
const plain = /^[ !#-[\]-~]*$/;

/** Backslash, quote, and what is neither printable nor a plain space; a lone surrogate is the replacement character. */
const hidden = /[\\"]|(?! )[\p{C}\p{Z}]/gu;

const letters = new Map([
  ['\\', '\\'],
  ['"', '"'],
  ['\u0007', 'a'],
  ['\b', 'b'],
  ['\f', 'f'],
  ['\n', 'n'],
  ['\r', 'r'],
  ['\t', 't'],
  ['\v', 'v'],
]);

const characters = new Map([...letters].map(([character, letter]) => [letter, character]));

function escapeCharacter(character: string): string {
  const letter = letters.get(character);
  if (letter !== undefined) return `\\${letter}`;
  const point = character.codePointAt(0) ?? 0;
  if (point >= 0xd800 && point <= 0xdfff) return '\ufffd';
  const digits = point.toString(16);
  if (point < 0x80) return `\\x${digits.padStart(2, '0')}`;
  return point > 0xffff ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`;
}

const escapes = /\\(?:x(..)|u(.{4})|U(.{8})|(.))/gsu;

function readEscape(escape: string, x?: string, u?: string, long?: string, letter?: string): string {
  const digits = x ?? u ?? long;
  const point = digits !== undefined && /^[\da-f]+$/iu.test(digits) ? Number.parseInt(digits, 16) : undefined;
  const isPoint = point !== undefined && point <= 0x10ffff;
  const character = isPoint ? String.fromCodePoint(point) : characters.get(letter ?? '');
  if (character !== undefined) return character;
  throw new InvalidInputError(escape, `the escape ${escape} is unknown`);
}
