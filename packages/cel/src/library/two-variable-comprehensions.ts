/**
 * Macros of two variables, which loop over indices and elements, or keys and values: `all`, `exists`, `existsOne`,
 * `transformList`, `transformMap`, `transformMapEntry`.
 * Upstream: cel-go ext TwoVarComprehensions, whose expansions are the same, as costs are counted by them.
 */
import { operators } from '../syntax/expression.ts';
import type { Expression } from '../syntax/expression.ts';
import type { ExpressionFactory } from '../syntax/expression-factory.ts';
import type { Macro } from '../syntax/macro.ts';
import { MacroError } from '../syntax/macro.ts';
import { variableOf } from '../syntax/standard-macros.ts';
import { mapType, typeParameter } from '../types/type.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { MapValue, placeOf } from '../values/map-value.ts';
import { Uint } from '../values/numbers.ts';
import type { Value } from '../values/value.ts';
import { functions, global } from './declare.ts';
import type { Library } from './library.ts';

type Loop = Pick<Parameters<ExpressionFactory['comprehension']>[0], 'initial' | 'condition' | 'step' | 'result'>;

/** A macro whose first two arguments name variables; `build` gets the others, and the first name. */
function loop(
  name: string,
  argumentCount: number,
  build: (factory: ExpressionFactory, rest: readonly Expression[], variable: string) => Loop,
): Macro {
  return {
    name,
    isMember: true,
    argumentCount,
    expand: (factory, target, [first, second, ...rest]) => {
      if (target === undefined || first === undefined || second === undefined) return undefined;
      const [variable, variable2] = [variableOf(first), variableOf(second)];
      if (variable === variable2) throw new MacroError(`duplicate variable name: ${variable}`, second);
      return factory.comprehension({ range: target, variable, variable2, ...build(factory, rest, variable) });
    },
  };
}

/** A loop through everything, whose step may depend on a filter that is the first of two arguments. */
function gathering(
  name: string,
  start: (factory: ExpressionFactory) => Expression,
  step: (factory: ExpressionFactory, transform: Expression, variable: string) => Expression,
): readonly Macro[] {
  const build = (factory: ExpressionFactory, rest: readonly Expression[], variable: string): Loop => {
    const transform = rest.at(-1) ?? factory.literal(null);
    const added = step(factory, transform, variable);
    const filter = rest.length > 1 ? rest[0] : undefined;
    return {
      initial: start(factory),
      condition: factory.literal(true),
      step: filter === undefined ? added : factory.call(operators.conditional, filter, added, factory.accumulator()),
      result: factory.accumulator(),
    };
  };
  return [loop(name, 3, build), loop(name, 4, build)];
}

const only = (rest: readonly Expression[], factory: ExpressionFactory): Expression => rest[0] ?? factory.literal(null);

const macros: readonly Macro[] = [
  loop('all', 3, (factory, rest) => ({
    initial: factory.literal(true),
    condition: factory.call(operators.notStrictlyFalse, factory.accumulator()),
    step: factory.call(operators.and, factory.accumulator(), only(rest, factory)),
    result: factory.accumulator(),
  })),
  loop('exists', 3, (factory, rest) => ({
    initial: factory.literal(false),
    condition: factory.call(operators.notStrictlyFalse, factory.call(operators.not, factory.accumulator())),
    step: factory.call(operators.or, factory.accumulator(), only(rest, factory)),
    result: factory.accumulator(),
  })),
  ...['existsOne', 'exists_one'].map((name) =>
    loop(name, 3, (factory, rest) => ({
      initial: factory.literal(0),
      condition: factory.literal(true),
      step: factory.call(
        operators.conditional,
        only(rest, factory),
        factory.call(operators.add, factory.accumulator(), factory.literal(1)),
        factory.accumulator(),
      ),
      result: factory.call(operators.equals, factory.accumulator(), factory.literal(1)),
    })),
  ),
  ...gathering(
    'transformList',
    (factory) => factory.list(),
    (factory, transform) => factory.call(operators.add, factory.accumulator(), factory.list([transform])),
  ),
  ...gathering(
    'transformMap',
    (factory) => factory.map(),
    (factory, transform, variable) =>
      factory.call(mapInsert, factory.accumulator(), factory.ident(variable), transform),
  ),
  ...gathering(
    'transformMapEntry',
    (factory) => factory.map(),
    (factory, transform) => factory.call(mapInsert, factory.accumulator(), transform),
  ),
];

const mapInsert = 'cel.@mapInsert';

/** The entries of maps that were made of each other by inserting; each map sees as many of them as it has. */
type Entries = Map<unknown, { readonly key: Value; readonly value: Value; readonly index: number }>;

/** A map that an insertion made. The map before it stands on the same entries, which copies nothing. */
class GrownMap extends MapValue {
  override readonly size: number;
  readonly #entries: Entries;

  constructor(entries: Entries) {
    super();
    this.#entries = entries;
    this.size = entries.size;
  }

  override get(key: Value): Value | undefined {
    const entry = this.#entries.get(placeOf(key));
    return entry === undefined || entry.index >= this.size ? undefined : entry.value;
  }

  override *keys(): Generator<Value, void, void> {
    for (const { key, index } of this.#entries.values()) {
      if (index >= this.size) return;
      yield key;
    }
  }

  /** The map with one more entry. What has grown since is copied. */
  with(key: Value, value: Value): GrownMap {
    const place = placeOf(key);
    if (place === undefined) throw new EvaluationError('unsupported key type');
    if (this.get(key) !== undefined) throw new EvaluationError(`insert failed: key ${keyText(key)} already exists`);
    const entries = this.#entries.size === this.size ? this.#entries : entriesOf(this);
    entries.set(place, { key, value, index: entries.size });
    return new GrownMap(entries);
  }
}

const keyText = (key: Value): string =>
  key instanceof Uint ? String(key.value) : typeof key === 'object' ? '' : String(key);

function entriesOf(map: MapValue): Entries {
  const entries: Entries = new Map();
  for (const [key, value] of map.entries()) entries.set(placeOf(key), { key, value, index: entries.size });
  return entries;
}

const insert = (map: MapValue, key: Value, value: Value): GrownMap =>
  (map instanceof GrownMap ? map : new GrownMap(entriesOf(map))).with(key, value);

function insertAll(map: MapValue, added: MapValue): MapValue {
  let grown = map;
  for (const [key, value] of added.entries()) grown = insert(grown, key, value);
  return grown;
}

const [key, value] = [typeParameter('K'), typeParameter('V')];
const map = mapType(key, value);

/** Macros of two variables. */
export const twoVariableComprehensions: Library = {
  name: 'cel.lib.ext.comprev2',
  macros,
  functions: functions({
    [mapInsert]: [
      global('@mapInsert_map_key_value', [map, key, value], map, insert),
      global('@mapInsert_map_map', [map, map], map, insertAll),
    ],
  }),
};
