/**
 * The functions that every environment has.
 * Upstream: the language definition's list of standard definitions, cel-go common/stdlib.
 */
import type { Library } from '../../library/library.ts';
import { operators } from '../../syntax/expression.ts';
import { standardMacros } from '../../syntax/standard-macros.ts';
import { types, typeParameter } from '../../types/type.ts';
import { valuesEqual } from '../../values/equality.ts';
import { noSuchOverload } from '../../values/evaluation-error.ts';
import type { Value } from '../../values/value.ts';
import { addNumbers, arithmetic, subtractNumbers } from './arithmetic.ts';
import { addCollections, collectionFunctions } from './collections.ts';
import { comparisons } from './comparison.ts';
import { conversion, conversionChecks } from './conversion.ts';
import { comparing, declare, equating, overload } from './overload.ts';
import { patternCheck, textFunctions } from './text.ts';
import { addTimes, subtractTimes, timeFunctions } from './time.ts';

const { bool } = types;
const A = typeParameter('A');

/** The operators that decide which of their operands are evaluated; the compiler has code of its own for them. */
function decided(): never {
  throw new TypeError('this operator is compiled, not called');
}

function not(value: Value): boolean {
  if (typeof value !== 'boolean') throw noSuchOverload();
  return !value;
}

/** The standard library. */
export const standardLibrary: Library = {
  name: 'standard',
  macros: standardMacros,
  literalChecks: [...conversionChecks, patternCheck],
  functions: [
    declare(operators.conditional, overload('conditional', [bool, A, A], A, decided)),
    declare(operators.and, overload('logical_and', [bool, bool], bool, decided)),
    declare(operators.or, overload('logical_or', [bool, bool], bool, decided)),
    declare(operators.not, overload('logical_not', [bool], bool, not)),
    declare(
      operators.notStrictlyFalse,
      overload('not_strictly_false', [bool], bool, (value: boolean) => value),
    ),
    declare(operators.equals, overload('equals', [A, A], bool, valuesEqual, equating)),
    declare(
      operators.notEquals,
      overload('not_equals', [A, A], bool, (one: Value, other: Value) => !valuesEqual(one, other), comparing),
    ),
    declare(operators.add, ...addNumbers, ...addCollections, ...addTimes),
    declare(operators.subtract, ...subtractNumbers, ...subtractTimes),
    ...arithmetic,
    ...comparisons,
    ...conversion,
    ...textFunctions,
    ...timeFunctions,
    ...collectionFunctions,
  ],
};
