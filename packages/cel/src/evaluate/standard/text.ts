/**
 * Functions of strings: `contains`, `startsWith`, `endsWith`, `matches`.
 */
import type { FunctionDeclaration, LiteralCheck } from '../../library/library.ts';
import { compilePattern } from '../../pattern/pattern.ts';
import { types } from '../../types/type.ts';
import { EvaluationError } from '../../values/evaluation-error.ts';
import { declare, matching, member, overload, searchingText, traversing } from './overload.ts';

const { bool, string } = types;
const texts = [string, string];

function matches(text: string, pattern: string): boolean {
  return patternTest(pattern)(text);
}

function patternTest(pattern: string): (text: string) => boolean {
  try {
    return compilePattern(pattern);
  } catch (error) {
    throw new EvaluationError(error instanceof Error ? error.message : String(error));
  }
}

/** The functions of strings. */
export const textFunctions: readonly FunctionDeclaration[] = [
  declare(
    'contains',
    member('contains_string', texts, bool, (text: string, part: string) => text.includes(part), searchingText),
  ),
  declare(
    'startsWith',
    member('starts_with_string', texts, bool, (text: string, start: string) => text.startsWith(start), traversing(1)),
  ),
  declare(
    'endsWith',
    member('ends_with_string', texts, bool, (text: string, end: string) => text.endsWith(end), traversing(1)),
  ),
  declare(
    'matches',
    overload('matches', texts, bool, matches, matching),
    member('matches_string', texts, bool, matches, matching),
  ),
];

/** A constant pattern that RE2 refuses is an error of the expression. */
export const patternCheck: LiteralCheck = {
  name: 'matches',
  argument: 1, // of a call without a target too, where it is the pattern as well
  problem: (value) => {
    if (typeof value !== 'string') return undefined;
    try {
      patternTest(value)('');
      return undefined;
    } catch {
      return 'invalid matches argument';
    }
  },
};
