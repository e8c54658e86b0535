/**
 * Patterns of schemas: RE2's syntax and meaning, in time linear in the text. Patterns that mean the same to JavaScript and
 * that its backtracking engine surely handles in linear time run natively, which is faster to compile and to match; all
 * others run on RE2.
 * Upstream: Go's regexp, as used by kube-openapi.
 */
import { createRequire } from 'node:module';
import type * as Re2 from 're2js';
import type { CharSet } from './char-set.ts';
import { complement, lastCodePoint } from './char-set.ts';
import { isLinear } from './linear-time.ts';
import type { PatternPart, PatternTree } from './pattern-syntax.ts';
import { readPattern } from './pattern-syntax.ts';

/** Whether a text has a match of the pattern somewhere in it. */
export type PatternTest = (text: string) => boolean;

/** The test of a valid pattern. Patterns of a schema are often the same, so that some are remembered. */
export function compilePattern(pattern: string): PatternTest {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (compiled.size >= mostCompiled) compiled.clear();
  const native = nativePattern(pattern);
  const test = native === undefined ? re2Test(pattern) : (text: string) => native.test(text);
  compiled.set(pattern, test);
  return test;
}

const mostCompiled = 500;
const compiled = new Map<string, PatternTest>();

/** The matches of a pattern in a text, from left to right, no more than so many. None is empty right behind another. */
export type PatternFinder = (text: string, most: number) => string[];

/** What finds the matches of a valid pattern. */
export function compileFinder(pattern: string): PatternFinder {
  const known = finders.get(pattern);
  if (known !== undefined) return known;
  if (finders.size >= mostCompiled) finders.clear();
  const native = nativePattern(pattern, 'gu');
  const finder = finderOf(native === undefined ? re2Search(pattern) : nativeSearch(native));
  finders.set(pattern, finder);
  return finder;
}

const finders = new Map<string, PatternFinder>();

/** The next match from a place on, as its start and end; undefined without one. */
type Search = (text: string, from: number) => readonly [start: number, end: number] | undefined;

const nativeSearch =
  (pattern: RegExp): Search =>
  (text, from) => {
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    return found === null ? undefined : [found.index, found.index + found[0].length];
  };

function re2Search(pattern: string): Search {
  const re2 = compileRe2(pattern);
  return (text, from) => {
    const matcher = re2.matcher(text);
    return matcher.find(from) ? [matcher.start(), matcher.end()] : undefined;
  };
}

const finderOf =
  (search: Search): PatternFinder =>
  (text, most) => {
    const found: string[] = [];
    let [from, lastEnd] = [0, -1];
    while (found.length < most && from <= text.length) {
      const match = search(text, from);
      if (match === undefined) break;
      const [start, end] = match;
      if (start < end || start !== lastEnd) found.push(text.slice(start, end));
      lastEnd = end;
      from = start < end ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
    }
    return found;
  };

function re2Test(pattern: string): PatternTest {
  const re2 = compileRe2(pattern);
  return (text) => re2.test(text);
}

/** RE2 is loaded with the first pattern that needs it: few do, and every program would pay for it at its start. */
function compileRe2(pattern: string): Re2.RE2JS {
  const { RE2JS } = createRequire(import.meta.url)('re2js') as typeof Re2; // the package of that name
  return RE2JS.compile(pattern);
}

/** Why the text is not a pattern, in the server's words; undefined if it is one. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern === '' || readPattern(pattern) !== undefined) return undefined;
  try {
    compileRe2(pattern);
    return undefined;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return `must be a valid regular expression, but isn't: ${problem}`;
  }
}

/** The same pattern for JavaScript, if that is provably safe. */
function nativePattern(pattern: string, flags = 'u'): RegExp | undefined {
  const tree = readPattern(pattern);
  return tree !== undefined && isLinear(tree) ? new RegExp(sourceOf(tree), flags) : undefined;
}

const sourceOf = ({ body, fromStart, toEnd }: PatternTree): string =>
  `${fromStart ? '^' : ''}${sourceOfPart(body)}${toEnd ? '$' : ''}`;

function sourceOfPart(part: PatternPart): string {
  if (part.type === 'characters') return sourceOfSet(part.set);
  if (part.type === 'sequence') return part.parts.map(sourceOfPart).join('');
  if (part.type === 'choice') return `(?:${part.parts.map(sourceOfPart).join('|')})`;
  return `(?:${sourceOfPart(part.part)})${timesOf(part.min, part.max)}${part.isLazy ? '?' : ''}`;
}

function timesOf(min: number, max: number): string {
  if (max === Infinity) return min < 2 ? (min === 0 ? '*' : '+') : `{${min},}`;
  return min === 0 && max === 1 ? '?' : `{${min},${max}}`;
}

/** A set that is most of Unicode is put as what it leaves out, which the engine tests faster. */
function sourceOfSet(set: CharSet): string {
  return set.at(-1)?.[1] === lastCodePoint ? `[^${ranges(complement(set))}]` : `[${ranges(set)}]`;
}

const ranges = (set: CharSet): string =>
  set.map(([first, last]) => (first === last ? codePoint(first) : `${codePoint(first)}-${codePoint(last)}`)).join('');

const codePoint = (code: number): string => `\\u{${code.toString(16)}}`;
