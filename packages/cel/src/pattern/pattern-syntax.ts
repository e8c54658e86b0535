/**
 * The part of RE2's syntax that JavaScript can execute with the same meaning, read into a tree. Whatever is not surely the
 * same, or surely valid, is not read: then RE2 itself decides.
 */
import type { CharSet } from './char-set.ts';
import { anyButLineFeed } from './char-set.ts';
import { readClass, readEscape } from './class-syntax.ts';

/** A part of a pattern. */
export type PatternPart =
  | { readonly type: 'characters'; readonly set: CharSet }
  | { readonly type: 'sequence'; readonly parts: readonly PatternPart[] }
  | { readonly type: 'choice'; readonly parts: readonly PatternPart[] }
  | {
      readonly type: 'repeat';
      readonly part: PatternPart;
      readonly min: number;
      readonly max: number;
      /** Takes as little as it can, which decides what matches, and not whether something does. */
      readonly isLazy: boolean;
    };

/** A pattern, and whether it holds on to the start and to the end of the text. */
export interface PatternTree {
  readonly body: PatternPart;
  readonly fromStart: boolean;
  readonly toEnd: boolean;
}

/** The tree of a pattern, or undefined when it uses more than this knows. */
export function readPattern(pattern: string): PatternTree | undefined {
  const fromStart = pattern.startsWith('^');
  const toEnd = /(?:^|[^\\])(?:\\\\)*\$$/.test(pattern);
  const inner = pattern.slice(fromStart ? 1 : 0, toEnd ? -1 : undefined);
  const cursor = new Cursor(inner);
  const body = readChoice(cursor);
  if (body === undefined || !cursor.atEnd) return undefined;
  // An anchor outside of parentheses belongs to one alternative only.
  return body.type === 'choice' && (fromStart || toEnd) ? undefined : { body, fromStart, toEnd };
}

/** A place in a pattern, which moves on by characters. */
export class Cursor {
  /** How many parentheses are open. */
  depth = 0;
  readonly #characters: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#characters = Array.from(text);
  }

  get atEnd(): boolean {
    return this.#at >= this.#characters.length;
  }

  /** The character so far ahead, without moving. */
  peek(ahead = 0): string {
    return this.#characters[this.#at + ahead] ?? '';
  }

  next(): string {
    return this.#characters[this.#at++] ?? '';
  }

  /** Moves past the text if it is what comes next. */
  skip(text: string): boolean {
    const isNext = this.#characters.slice(this.#at, this.#at + text.length).join('') === text;
    if (isNext) this.#at += text.length;
    return isNext;
  }
}

function readChoice(cursor: Cursor): PatternPart | undefined {
  const parts: PatternPart[] = [];
  do {
    const part = readSequence(cursor);
    if (part === undefined) return undefined;
    parts.push(part);
  } while (cursor.skip('|'));
  const [only] = parts;
  return parts.length === 1 ? only : { type: 'choice', parts };
}

function readSequence(cursor: Cursor): PatternPart | undefined {
  const parts: PatternPart[] = [];
  while (!cursor.atEnd && cursor.peek() !== '|' && cursor.peek() !== ')') {
    const part = readRepeat(cursor);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return { type: 'sequence', parts };
}

function readRepeat(cursor: Cursor): PatternPart | undefined {
  const part = readAtom(cursor);
  const times = part === undefined ? undefined : readTimes(cursor);
  if (part === undefined || times === undefined) return undefined;
  const [min, max] = times;
  if (min === 1 && max === 1) return part;
  const isLazy = cursor.skip('?');
  return isQuantifier(cursor.peek()) ? undefined : { type: 'repeat', part, min, max, isLazy };
}

const isQuantifier = (character: string): boolean => character !== '' && '*+?{'.includes(character);

/** How often the part before is repeated; undefined for counts that RE2 may refuse. */
function readTimes(cursor: Cursor): readonly [number, number] | undefined {
  if (cursor.skip('*')) return [0, Infinity];
  if (cursor.skip('+')) return [1, Infinity];
  if (cursor.skip('?')) return [0, 1];
  if (!cursor.skip('{')) return [1, 1];
  let counts = '';
  while (!cursor.atEnd && cursor.peek() !== '}') counts += cursor.next();
  const [, min = '', comma, max = ''] = /^(\d{1,3})(,)?(\d{1,3})?$/.exec(counts) ?? [];
  if (min === '' || !cursor.skip('}')) return undefined;
  const most = comma === undefined ? Number(min) : max === '' ? Infinity : Number(max);
  return most < Number(min) ? undefined : [Number(min), most];
}

function readAtom(cursor: Cursor): PatternPart | undefined {
  const character = cursor.next();
  if (character === '(') return readGroup(cursor);
  const set = readSet(character, cursor);
  return set === undefined ? undefined : { type: 'characters', set };
}

function readSet(character: string, cursor: Cursor): CharSet | undefined {
  if (character === '.') return anyButLineFeed;
  if (character === '[') return readClass(cursor);
  if (character === '\\') return readEscape(cursor);
  if (/[\^$|?*+(){}[\]]/.test(character)) return undefined;
  const code = character.codePointAt(0) ?? 0;
  return [[code, code]];
}

/** Deeper patterns are left to RE2, which does not need the stack for them. */
const deepestGroup = 50;

function readGroup(cursor: Cursor): PatternPart | undefined {
  if (cursor.depth >= deepestGroup || (cursor.peek() === '?' && !cursor.skip('?:'))) return undefined;
  cursor.depth++;
  const inner = readChoice(cursor);
  cursor.depth--;
  return cursor.skip(')') ? inner : undefined;
}
