/**
 * Quantities, as in `500m` and `1Gi`: `quantity`, `isQuantity`, arithmetic, comparison, conversion.
 * Upstream: apiserver/pkg/cel/library Quantity.
 */
import { isQuantity } from '@reeve/machinery';
import { types } from '../types/type.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import type { Int } from '../values/numbers.ts';
import { Double, int } from '../values/numbers.ts';
import { parseQuantityValue, quantityType, QuantityValue } from '../values/quantity-value.ts';
import { functions, global, member, readsFirst } from './declare.ts';
import type { Library } from './library.ts';

function quantityOf(text: string): QuantityValue {
  const quantity = parseQuantityValue(text);
  if (quantity !== undefined) return quantity;
  throw new EvaluationError(
    `${JSON.stringify(text.slice(0, 100))} is not a quantity: quantities must match the regular expression ` +
      `'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`,
  );
}

function integerOf(quantity: QuantityValue): Int {
  if (quantity.integer === undefined) throw new EvaluationError('cannot convert value to integer');
  return int(quantity.integer);
}

type Two = (one: QuantityValue, other: QuantityValue) => number;

const compare: Two = (one, other) => one.quantity.compare(other.quantity);
const two = [quantityType, quantityType] as const;
const withInt = [quantityType, types.int] as const;
const ofInt = (value: Int): QuantityValue => QuantityValue.ofInteger(BigInt(value));

/** Quantities. */
export const quantityLibrary: Library = {
  name: 'kubernetes.quantity',
  types: [quantityType],
  functions: functions({
    quantity: global('string_to_quantity', [types.string], quantityType, quantityOf, readsFirst()),
    isQuantity: global('is_quantity_string', [types.string], types.bool, isQuantity, readsFirst()),
    sign: global('quantity_sign', [quantityType], types.int, (quantity: QuantityValue) => quantity.sign),
    isGreaterThan: member(
      'quantity_is_greater_than',
      two,
      types.bool,
      (...both: Parameters<Two>) => compare(...both) > 0,
    ),
    isLessThan: member('quantity_is_less_than', two, types.bool, (...both: Parameters<Two>) => compare(...both) < 0),
    compareTo: member('quantity_compare_to', two, types.int, compare),
    asApproximateFloat: member(
      'quantity_get_float',
      [quantityType],
      types.double,
      ({ quantity }: QuantityValue) => new Double(quantity.asNumber()),
    ),
    asInteger: member('quantity_get_int', [quantityType], types.int, integerOf),
    isInteger: member(
      'quantity_is_integer',
      [quantityType],
      types.bool,
      ({ integer }: QuantityValue) => integer !== undefined,
    ),
    add: [
      member('quantity_add', two, quantityType, (one: QuantityValue, other: QuantityValue) => one.add(other)),
      member('quantity_add_int', withInt, quantityType, (one: QuantityValue, other: Int) => one.add(ofInt(other))),
    ],
    sub: [
      member('quantity_sub', two, quantityType, (one: QuantityValue, other: QuantityValue) => one.sub(other)),
      member('quantity_sub_int', withInt, quantityType, (one: QuantityValue, other: Int) => one.sub(ofInt(other))),
    ],
  }),
};
