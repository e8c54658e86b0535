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
    member('starts_with_string', texts, bool, (text: string, start: string) => text.startsWith(start), affix()),
  ),
  declare(
    'endsWith',
    member('ends_with_string', texts, bool, (text: string, end: string) => text.endsWith(end), affix()),
  ),
  declare(
    'matches',
    overload('matches', texts, bool, matches),
    member('matches_string', texts, bool, matches, matching),
  ),
];

/** At run time the text is charged for; the estimate takes the size of what is looked for. */
function affix(): ReturnType<typeof traversing> {
  const { cost } = traversing(0);
  const { estimate } = traversing(1);
  return { ...(cost && { cost }), ...(estimate && { estimate }) };
}

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
