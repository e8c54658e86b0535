/**
 * The macros of the language itself: `has`, `all`, `exists`, `exists_one`, `map` and `filter`.
 * Upstream: cel-go parser/macro.go, whose expansions are the same, as costs are counted by them.
 */
import type { Expression } from './expression.ts';
import { accumulatorName, operators } from './expression.ts';
import type { ExpressionFactory } from './expression-factory.ts';
import type { Macro } from './macro.ts';
import { MacroError } from './macro.ts';

/** The macros that every environment has. */
export const standardMacros: readonly Macro[] = [
  { name: 'has', isMember: false, argumentCount: 1, expand: (factory, _, args) => expandHas(factory, args) },
  loop('all', 2, (factory, range, variable, [predicate]) => ({
    range,
    variable,
    initial: factory.literal(true),
    condition: factory.call(operators.notStrictlyFalse, factory.accumulator()),
    step: factory.call(operators.and, factory.accumulator(), predicate),
    result: factory.accumulator(),
  })),
  loop('exists', 2, (factory, range, variable, [predicate]) => ({
    range,
    variable,
    initial: factory.literal(false),
    condition: factory.call(operators.notStrictlyFalse, factory.call(operators.not, factory.accumulator())),
    step: factory.call(operators.or, factory.accumulator(), predicate),
    result: factory.accumulator(),
  })),
  ...['exists_one', 'existsOne'].map((name) =>
    loop(name, 2, (factory, range, variable, [predicate]) => ({
      range,
      variable,
      initial: factory.literal(0),
      condition: factory.literal(true),
      step: factory.call(
        operators.conditional,
        predicate,
        factory.call(operators.add, factory.accumulator(), factory.literal(1)),
        factory.accumulator(),
      ),
      result: factory.call(operators.equals, factory.accumulator(), factory.literal(1)),
    })),
  ),
  loop('map', 2, (factory, range, variable, [transform]) => gathering(factory, range, variable, undefined, transform)),
  loop('map', 3, (factory, range, variable, [predicate, transform]) =>
    gathering(factory, range, variable, predicate, transform),
  ),
  loop('filter', 2, (factory, range, variable, [predicate]) =>
    gathering(factory, range, variable, predicate, factory.ident(variable)),
  ),
];

function expandHas(factory: ExpressionFactory, [field]: readonly Expression[]): Expression {
  if (field?.kind === 'select' && !field.isTest) return factory.test(field.operand, field.field);
  throw new MacroError('invalid argument to has() macro', field ?? factory.literal(null));
}

type Loop = Parameters<ExpressionFactory['comprehension']>[0];

/** A macro whose first argument names the variable of a loop. */
function loop(
  name: string,
  argumentCount: number,
  build: (
    factory: ExpressionFactory,
    range: Expression,
    variable: string,
    rest: readonly Expression[] & [Expression, Expression],
  ) => Loop,
): Macro {
  return {
    name,
    isMember: true,
    argumentCount,
    expand: (factory, target, [variable, ...rest]) => {
      const range = target as Expression;
      const isGathering = name === 'map' || name === 'filter';
      const variableName = variableOf(
        variable as Expression,
        isGathering ? 'argument is not an identifier' : undefined,
      );
      return factory.comprehension(build(factory, range, variableName, rest as [Expression, Expression]));
    },
  };
}

/** The name that an argument of a macro declares. */
export function variableOf(argument: Expression, problem = 'argument must be a simple name'): string {
  if (argument.kind !== 'ident' || argument.name.startsWith('.')) throw new MacroError(problem, argument);
  if (argument.name === accumulatorName || argument.name === '__result__') {
    throw new MacroError('iteration variable overwrites accumulator variable', argument);
  }
  return argument.name;
}

/** A loop that adds what it makes of elements to a list. */
function gathering(
  factory: ExpressionFactory,
  range: Expression,
  variable: string,
  predicate: Expression | undefined,
  transform: Expression,
): Loop {
  const accumulator = factory.accumulator();
  const added = factory.call(operators.add, accumulator, factory.list([transform]));
  return {
    range,
    variable,
    initial: factory.list(),
    condition: factory.literal(true),
    step: predicate === undefined ? added : factory.call(operators.conditional, predicate, added, accumulator),
    result: accumulator,
  };
}
