/**
 * Classes in brackets and escapes of a pattern, as far as they mean the same to everybody.
 */
import type { CharRange, CharSet } from './char-set.ts';
import { charSet, complement, namedSets } from './char-set.ts';
import type { Cursor } from './pattern-syntax.ts';

/** The set of a class, the opening bracket being read; undefined for what only RE2 knows. */
export function readClass(cursor: Cursor): CharSet | undefined {
  const isNegated = cursor.skip('^');
  if (cursor.peek() === ']') return undefined;
  const ranges: CharRange[] = [];
  for (let isFirst = true; !cursor.skip(']'); isFirst = false) {
    const part = readPart(cursor, isFirst);
    if (part === undefined) return undefined;
    ranges.push(...part);
  }
  const set = charSet(ranges);
  return isNegated ? complement(set) : set;
}

/** The set of an escape, the backslash being read. */
export function readEscape(cursor: Cursor): CharSet | undefined {
  const character = cursor.next();
  const code = controls.get(character) ?? (/^[!-/:-@[-`{-~]$/.test(character) ? character.charCodeAt(0) : undefined);
  return code === undefined ? namedSets.get(character) : [[code, code]];
}

const controls: ReadonlyMap<string, number> = new Map([
  ['a', 7],
  ['t', 9],
  ['n', 10],
  ['v', 11],
  ['f', 12],
  ['r', 13],
]);

/** A character, an escape or a range. A dash is a character only at either end of the class. */
function readPart(cursor: Cursor, isFirst: boolean): CharSet | undefined {
  const isDash = cursor.peek() === '-';
  const first = readCharacter(cursor);
  if (isDash) return isFirst || cursor.peek() === ']' ? first : undefined;
  if (first === undefined || cursor.peek() !== '-' || cursor.peek(1) === ']') return first;
  cursor.next();
  const last = readCharacter(cursor);
  const [from, to] = [single(first), last && single(last)];
  return from === undefined || to === undefined || to < from ? undefined : [[from, to]];
}

function readCharacter(cursor: Cursor): CharSet | undefined {
  const character = cursor.next();
  if (character === '\\') return readEscape(cursor);
  if (character === '' || character === '[') return undefined;
  const code = character.codePointAt(0) ?? 0;
  return [[code, code]];
}

/** The only character of a set. */
function single(set: CharSet): number | undefined {
  const [range] = set;
  return range !== undefined && set.length === 1 && range[0] === range[1] ? range[0] : undefined;
}
