/**
 * Quantities in expressions. Amounts are exact; whether one counts as an integer depends on how it was written, since the
 * server asks whether a 64-bit number and a power of ten that is not negative represent it: `1k` is an integer, `1000m` and
 * `1.0` are none.
 * Upstream: apimachinery resource.Quantity AsInt64, Add, Sub, AsApproximateFloat64.
 */
import type { Quantity } from '@reeve/machinery';
import { isQuantity, parseQuantity, Quantity as Amount } from '@reeve/machinery';
import type { OpaqueType } from '../types/type.ts';
import { opaqueType } from '../types/type.ts';
import { OpaqueValue } from './value.ts';

/** A 64-bit number of units of 10^`scale`. */
interface SmallAmount {
  readonly value: bigint;
  readonly scale: number;
}

/** A quantity. Made by `parseQuantityValue`. */
export class QuantityValue extends OpaqueValue {
  readonly type: OpaqueType = quantityType;
  readonly quantity: Quantity;
  /** Undefined for amounts that the server holds as decimals of any length. */
  readonly #small: SmallAmount | undefined;

  constructor(quantity: Quantity, small: SmallAmount | undefined) {
    super();
    this.quantity = quantity;
    this.#small = small;
  }

  /** A whole number. */
  static ofInteger(value: bigint): QuantityValue {
    return new QuantityValue(Amount.of(value, 'DecimalExponent'), { value, scale: 0 });
  }

  get sign(): -1 | 0 | 1 {
    if (this.quantity.isZero) return 0;
    return this.quantity.nanos < 0n ? -1 : 1;
  }

  add(other: QuantityValue): QuantityValue {
    return new QuantityValue(this.quantity.add(other.quantity), combined(this.#small, other.#small, 1n));
  }

  sub(other: QuantityValue): QuantityValue {
    return new QuantityValue(this.quantity.sub(other.quantity), combined(this.#small, other.#small, -1n));
  }

  /** The integer, or undefined if the server does not take the amount for one. */
  get integer(): bigint | undefined {
    if (this.#small === undefined || this.#small.scale < 0) return undefined;
    return fitting(this.#small.value * 10n ** BigInt(this.#small.scale));
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof QuantityValue && this.quantity.equals(other.quantity);
  }

  override toString(): string {
    return this.quantity.toString();
  }
}

/** The type of quantities. */
export const quantityType: OpaqueType = opaqueType('kubernetes.Quantity');

/** The quantity in the text; undefined for anything else. */
export function parseQuantityValue(text: string): QuantityValue | undefined {
  return isQuantity(text) ? new QuantityValue(parseQuantity(text), smallAmountOf(text)) : undefined;
}

/** The most digits of which the server is sure that they fit into 64 bits. */
const mostDigits = 18;

/** The number and the scale that the server reads without decimals of any length, which it does for short texts only. */
function smallAmountOf(text: string): SmallAmount | undefined {
  const [, sign = '', digits = '', fraction = '', suffix = ''] = /^([+-]?)0*(\d*)(?:\.(\d*))?(.*)$/.exec(text) ?? [];
  const integer = digits === '' ? '0' : digits;
  const binary = binaryExponents.get(suffix);
  const scale = binary === undefined ? scaleOf(suffix) - fraction.length : 0;
  const room =
    binary === undefined
      ? mostDigits - integer.length - fraction.length
      : fraction === ''
        ? 14 - integer.length - Math.trunc((binary * 3) / 10)
        : -1;
  if (room < 0 || scale < -9) return undefined;
  const value = fitting(BigInt(integer + fraction) << BigInt(binary ?? 0));
  return value === undefined ? undefined : { value: sign === '-' ? -value : value, scale };
}

const binaryExponents: ReadonlyMap<string, number> = new Map([
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
]);

/** The power of ten that a decimal suffix or an exponent stands for. */
function scaleOf(suffix: string): number {
  const place = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'].indexOf(suffix);
  return place === -1 ? Number(suffix.slice(1)) : 3 * place - 9;
}

/** The sum or difference at the finer of both scales, while it fits. */
function combined(
  one: SmallAmount | undefined,
  other: SmallAmount | undefined,
  factor: bigint,
): SmallAmount | undefined {
  if (one === undefined || other === undefined) return undefined;
  const scale = Math.min(one.scale, other.scale);
  const [left, right] = [one, other].map((each) => fitting(each.value * 10n ** BigInt(each.scale - scale)));
  const sum = left === undefined || right === undefined ? undefined : fitting(left + factor * right);
  return sum === undefined ? undefined : { value: sum, scale };
}

/** The number if 64 bits hold it. */
const fitting = (value: bigint): bigint | undefined => (BigInt.asIntN(64, value) === value ? value : undefined);
