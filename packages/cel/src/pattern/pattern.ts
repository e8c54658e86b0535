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
function nativePattern(pattern: string): RegExp | undefined {
  const tree = readPattern(pattern);
  return tree !== undefined && isLinear(tree) ? new RegExp(sourceOf(tree), 'u') : undefined;
}

const sourceOf = ({ body, fromStart, toEnd }: PatternTree): string =>
  `${fromStart ? '^' : ''}${sourceOfPart(body)}${toEnd ? '$' : ''}`;

function sourceOfPart(part: PatternPart): string {
  if (part.type === 'characters') return sourceOfSet(part.set);
  if (part.type === 'sequence') return part.parts.map(sourceOfPart).join('');
  if (part.type === 'choice') return `(?:${part.parts.map(sourceOfPart).join('|')})`;
  return `(?:${sourceOfPart(part.part)})${timesOf(part.min, part.max)}`;
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
