/**
 * What patterns find in strings: `find`, `findAll`.
 * Upstream: apiserver/pkg/cel/library Regex.
 */
import {
  add,
  multiply,
  one,
  regexLengthFactor,
  scale,
  stringTraversalFactor,
  traversalCost,
  unknown,
} from '../cost/estimate.ts';
import type { PatternFinder } from '../pattern/pattern.ts';
import { compileFinder, patternProblem } from '../pattern/pattern.ts';
import { listType, types } from '../types/type.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { ListValue } from '../values/list-value.ts';
import type { Int } from '../values/numbers.ts';
import { sizeOf } from '../values/size.ts';
import type { Value } from '../values/value.ts';
import type { Costs } from './declare.ts';
import { functions, member } from './declare.ts';
import type { Library, LiteralCheck } from './library.ts';

function finderOf(pattern: string): PatternFinder {
  try {
    return compileFinder(pattern);
  } catch (error) {
    throw new EvaluationError(`Illegal regex: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const find = (text: string, pattern: string): string => finderOf(pattern)(text, 1)[0] ?? '';

const findAll = (text: string, pattern: string, most: Int = -1): ListValue =>
  ListValue.of(finderOf(pattern)(text, most < 0 ? Infinity : Number(most)));

/** Every character of the text may be tried against every part of the pattern, of four characters each. */
const costs: Costs = {
  estimate: ({ target, args }) => ({
    cost: multiply(
      scale(add(target?.size ?? unknown, one), stringTraversalFactor),
      scale(args[0]?.size ?? unknown, regexLengthFactor),
    ),
    resultSize: { min: 0, max: (target?.size ?? unknown).max },
  }),
  cost: (text: string, pattern: string) =>
    traversalCost(1 + sizeOf(text)) * traversalCost(sizeOf(pattern), regexLengthFactor),
};

const validPattern = (name: string): LiteralCheck => ({
  name,
  argument: 1,
  problem: (value: Value) => (typeof value === 'string' ? patternProblem(value) : undefined),
});

const { string, int } = types;

/** `find` and `findAll`. */
export const regexLibrary: Library = {
  name: 'kubernetes.regex',
  functions: functions({
    find: member('string_find_string', [string, string], string, find, costs),
    findAll: [
      member('string_find_all_string', [string, string], listType(string), findAll, costs),
      member('string_find_all_string_int', [string, string, int], listType(string), findAll, costs),
    ],
  }),
  literalChecks: ['find', 'findAll'].map(validPattern),
};
