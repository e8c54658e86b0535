/**
 * Optional values: `optional.of`, `optional.none`, `optional.ofNonZeroValue`, `hasValue`, `value`, `or`, `orValue`, the macros
 * `optMap` and `optFlatMap`, and indices into optional lists and maps. `or` and `orValue` evaluate what they do not need in no
 * case; the evaluator sees to that.
 * Upstream: cel-go OptionalTypes, version 1.
 */
import { operators } from '../syntax/expression.ts';
import type { Expression } from '../syntax/expression.ts';
import type { ExpressionFactory } from '../syntax/expression-factory.ts';
import type { Macro } from '../syntax/macro.ts';
import { MacroError } from '../syntax/macro.ts';
import { listType, mapType, optionalType, typeParameter, types } from '../types/type.ts';
import { Duration } from '../values/duration.ts';
import { EvaluationError, noSuchOverload } from '../values/evaluation-error.ts';
import { ListValue } from '../values/list-value.ts';
import { MapValue } from '../values/map-value.ts';
import { Double, Uint } from '../values/numbers.ts';
import { minSeconds, Timestamp } from '../values/timestamp.ts';
import type { Value } from '../values/value.ts';
import { Optional } from '../values/value.ts';
import { functions, global, member } from './declare.ts';
import type { Library } from './library.ts';

function isZero(value: Value): boolean {
  if (value === null || value === false || value === '' || value === 0) return true;
  if (value instanceof ListValue || value instanceof MapValue) return value.size === 0;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof Double || value instanceof Uint) return value.value === 0;
  if (value instanceof Duration) return value.nanos === 0n;
  return value instanceof Timestamp && value.seconds === minSeconds && value.nanos === 0;
}

function valueOf(optional: Optional): Value {
  const value = contentOf(optional);
  if (value === undefined) throw new EvaluationError('optional.none() dereference');
  return value;
}

/** What is in an optional value. A binding may hold a plain value where its declaration promises an optional one. */
function contentOf(optional: Optional): Value | undefined {
  if (!(optional instanceof Optional)) throw noSuchOverload();
  return optional.value;
}

const of = (value: Value | undefined): Optional => (value === undefined ? Optional.none : new Optional(value));

const orElse = (value: Value | undefined, other: Value): Value => (value === undefined ? other : value);

/** The element at an index, if there is one. */
function elementAt(list: ListValue, index: Value): Optional {
  const at = typeof index === 'object' && index !== null && 'value' in index ? Number(index.value) : Number(index);
  return Number.isInteger(at) && at >= 0 && at < list.size ? new Optional(list.at(at)) : Optional.none;
}

const entryAt = (map: MapValue, key: Value): Optional => of(map.get(key));

const within =
  (find: (container: never, key: Value) => Optional) =>
  (container: Optional, key: Value): Optional =>
    contentOf(container) === undefined ? Optional.none : find(container.value as never, key);

/** `optMap` and `optFlatMap`: the expression is evaluated with the value, which a loop over nothing binds to the variable. */
const mapping = (name: string, wrap: (factory: ExpressionFactory, mapped: Expression) => Expression): Macro => ({
  name,
  isMember: true,
  argumentCount: 2,
  expand: (factory, target, [variable, mapped]) => {
    if (target === undefined || mapped === undefined) return undefined;
    if (variable?.kind !== 'ident') {
      throw new MacroError(`${name}() variable name must be a simple identifier`, variable ?? mapped);
    }
    const bound = factory.comprehension({
      range: factory.list(),
      variable: '#unused',
      accumulator: variable.name,
      initial: factory.memberCall(target, 'value'),
      condition: factory.literal(false),
      step: factory.ident(variable.name),
      result: mapped,
    });
    const hasValue = factory.memberCall(target, 'hasValue');
    return factory.call(operators.conditional, hasValue, wrap(factory, bound), factory.call('optional.none'));
  },
});

const [key, value] = [typeParameter('K'), typeParameter('V')];
const optional = optionalType(value);
const list = listType(value);
const map = mapType(key, value);

/** Optional values. */
export const optionalsLibrary: Library = {
  name: 'cel.lib.optional',
  types: [optional],
  functions: functions({
    'optional.of': global('optional_of', [value], optional, of),
    'optional.ofNonZeroValue': global('optional_ofNonZeroValue', [value], optional, (each: Value) =>
      isZero(each) ? Optional.none : new Optional(each),
    ),
    'optional.none': global('optional_none', [], optional, () => Optional.none),
    value: member('optional_value', [optional], value, valueOf),
    hasValue: member('optional_hasValue', [optional], types.bool, (each: Optional) => contentOf(each) !== undefined),
    or: member('optional_or_optional', [optional, optional], optional, (one: Optional, other: Optional) =>
      contentOf(one) === undefined ? other : one,
    ),
    orValue: member('optional_orValue_value', [optional, value], value, (one: Optional, other: Value) =>
      orElse(contentOf(one), other),
    ),
    [operators.optionalIndex]: [
      global('list_optindex_optional_int', [list, types.int], optional, elementAt),
      global('optional_list_optindex_optional_int', [optionalType(list), types.int], optional, within(elementAt)),
      global('map_optindex_optional_value', [map, key], optional, entryAt),
      global('optional_map_optindex_optional_value', [optionalType(map), key], optional, within(entryAt)),
    ],
    [operators.index]: [
      global('optional_list_index_int', [optionalType(list), types.int], optional, within(elementAt)),
      global('optional_map_index_value', [optionalType(map), key], optional, within(entryAt)),
    ],
  }),
  macros: [
    mapping('optMap', (factory, mapped) => factory.call('optional.of', mapped)),
    mapping('optFlatMap', (_, mapped) => mapped),
  ],
};
