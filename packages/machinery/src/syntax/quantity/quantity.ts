/**
 * Amounts of resources, exactly: whole nanos as a bigint, so that nothing is ever rounded behind one's back. Immutable; equal
 * when the amounts are, in whatever way they were written. A quantity remembers its family of suffixes to print itself.
 * Upstream: apimachinery api/resource Quantity.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import { divideAway } from './divide-away.ts';
import { nanosPerUnit, quantityText } from './quantity-text.ts';
import type { QuantityFormat } from './quantity-text.ts';

/** An amount with the format it prints in. Made by `parseQuantity` and `Quantity.of`. */
export class Quantity {
  /** The exact amount, in units of 10⁻⁹. */
  readonly nanos: bigint;
  readonly format: QuantityFormat;

  constructor(nanos: bigint, format: QuantityFormat = 'DecimalSI') {
    this.nanos = nanos;
    this.format = format;
    Object.freeze(this);
  }

  /** A whole number of units. A number that is not a safe integer is an `InvalidInputError`. */
  static of(units: bigint | number, format: QuantityFormat = 'DecimalSI'): Quantity {
    return new Quantity(whole(units) * nanosPerUnit, format);
  }

  /** A whole number of thousandths. */
  static ofMilli(milliUnits: bigint | number, format: QuantityFormat = 'DecimalSI'): Quantity {
    return new Quantity(whole(milliUnits) * (nanosPerUnit / 1000n), format);
  }

  get isZero(): boolean {
    return this.nanos === 0n;
  }

  /** The sum. A zero takes on the format of what is added to it. */
  add(other: Quantity): Quantity {
    return new Quantity(this.nanos + other.nanos, this.isZero ? other.format : this.format);
  }

  /** The difference. A zero takes on the format of what is taken from it. */
  sub(other: Quantity): Quantity {
    return new Quantity(this.nanos - other.nanos, this.isZero ? other.format : this.format);
  }

  /** The quantity that many times. A number that is not a safe integer is an `InvalidInputError`. */
  mul(factor: bigint | number): Quantity {
    return new Quantity(this.nanos * whole(factor), this.format);
  }

  neg(): Quantity {
    return new Quantity(-this.nanos, this.format);
  }

  /** -1, 0 or 1: whether the amount is less than, the same as, or more than the other one. */
  compare(other: Quantity): -1 | 0 | 1 {
    if (this.nanos === other.nanos) return 0;
    return this.nanos < other.nanos ? -1 : 1;
  }

  /** True when the amounts are the same: `1` equals `1000m`. */
  equals(other: Quantity): boolean {
    return this.nanos === other.nanos;
  }

  /** The amount in whole units, a part of one counting as one: `1.5` is 2, `-1.5` is -2. */
  value(): bigint {
    return this.scaledValue(0);
  }

  /** The amount in whole thousandths, a part of one counting as one. */
  milliValue(): bigint {
    return this.scaledValue(-3);
  }

  /** The amount in whole units of 10^`scale`, a part of one counting as one. */
  scaledValue(scale: number): bigint {
    return scale < -9 ? this.nanos * tenTo(-9 - scale) : divideAway(this.nanos, tenTo(scale + 9));
  }

  /** The amount rounded away from zero to a whole number of units of 10^`scale`. */
  roundUp(scale: number): Quantity {
    if (scale <= -9) return this;
    return new Quantity(this.scaledValue(scale) * tenTo(scale + 9), this.format);
  }

  /** The same amount, printed with another family of suffixes. */
  as(format: QuantityFormat): Quantity {
    return new Quantity(this.nanos, format);
  }

  /** The nearest floating point number, for display and ratios. Amounts beyond it are infinite. */
  asNumber(): number {
    return Number(`${this.nanos}e-9`);
  }

  /** The canonical text: `1.5Gi` is `1536Mi`, `0.1` is `100m`. */
  toString(): string {
    return quantityText(this.nanos, this.format);
  }

  toJSON(): string {
    return this.toString();
  }
}

const tenTo = (exponent: number): bigint => 10n ** BigInt(exponent);

function whole(number: bigint | number): bigint {
  if (typeof number === 'bigint') return number;
  if (Number.isSafeInteger(number)) return BigInt(number);
  throw new InvalidInputError(
    `${number}`,
    `${number} is not a whole number that can be counted exactly: write it as text, as in parseQuantity('1.5')`,
  );
}
