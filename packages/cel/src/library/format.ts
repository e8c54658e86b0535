/**
 * Named formats of strings: `format.dns1123Label().validate(text)` is what is wrong with the text, if anything is.
 * Upstream: apiserver/pkg/cel/library Format.
 */
import { regexLengthFactor, scale, stringTraversalFactor, traversalCost, unknown } from '../cost/estimate.ts';
import { listType, optionalType, types } from '../types/type.ts';
import { ListValue } from '../values/list-value.ts';
import type { NamedFormat } from '../format/named-format.ts';
import { namedFormats, namedFormatType } from '../format/named-format.ts';
import { sizeOf } from '../values/size.ts';
import { Optional } from '../values/value.ts';
import type { Costs } from './declare.ts';
import { functions, global, member } from './declare.ts';
import type { Library } from './library.ts';

function validate(format: NamedFormat, text: string): Optional {
  const problems = format.problems(text);
  return problems.length === 0 ? Optional.none : new Optional(ListValue.of(problems));
}

/** The longest pattern that estimates assume. */
const longestPattern = 128;

const validateCosts: Costs = {
  estimate: ({ args }) => ({
    cost: scale(scale(args[0]?.size ?? unknown, stringTraversalFactor), longestPattern * regexLengthFactor),
  }),
  cost: (format: NamedFormat, text: string) =>
    traversalCost(1 + sizeOf(text)) * traversalCost(format.patternLength, regexLengthFactor),
};

const named = (name: string): Optional => new Optional(namedFormats.get(name));

/** Named formats. */
export const formatLibrary: Library = {
  name: 'kubernetes.format',
  types: [namedFormatType],
  functions: functions({
    validate: member(
      'format-validate',
      [namedFormatType, types.string],
      optionalType(listType(types.string)),
      validate,
      validateCosts,
    ),
    'format.named': global('format-named', [types.string], optionalType(namedFormatType), named),
    ...Object.fromEntries(
      Array.from(namedFormats, ([name, format]) => [
        `format.${name}`,
        global(`format.${name}`, [], namedFormatType, () => format),
      ]),
    ),
  }),
};
