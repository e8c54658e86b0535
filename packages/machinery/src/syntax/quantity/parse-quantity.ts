/**
 * Reads quantities: a decimal number and a suffix, `1.5Gi`, `100m`, `12e6`. Exact for every suffix; what is finer than a
 * nano counts as a whole one, and binary amounts end at 2⁶³-1.
 * Upstream: apimachinery resource.ParseQuantity. Unlike it, a text without any digit is refused, as the pattern promises.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import { divideAway } from './divide-away.ts';
import { Quantity } from './quantity.ts';
import { binarySuffixes, decimalSuffixes, nanosPerUnit } from './quantity-text.ts';
import type { QuantityFormat } from './quantity-text.ts';

/** A quantity as objects have it: a text, or a number where one was written. `parseQuantity` reads it. */
export type QuantityValue = string | number;

/** The quantity in the text, or in the number as JSON would write it. Anything else is an `InvalidInputError`. */
export function parseQuantity(input: QuantityValue | bigint): Quantity {
  const text = `${input}`;
  const { sign, whole, fraction, suffix } = partsOf(text);
  const { base, exponent, format } = unitOf(text, suffix);
  const digits = BigInt(whole + fraction);
  const nanos =
    base === 2n ? binaryNanos(digits, fraction.length, exponent) : decimalNanos(digits, exponent - fraction.length);
  return new Quantity(sign === '-' ? -nanos : nanos, format === 'BinarySI' ? binaryFormat(nanos) : format);
}

/** True of a text that `parseQuantity` can read. */
export function isQuantity(text: string): boolean {
  const found = split(text);
  return found !== undefined && unitFor(found.suffix) !== undefined;
}

interface Parts {
  readonly sign: string;
  readonly whole: string;
  readonly fraction: string;
  readonly suffix: string;
}

interface Unit {
  readonly base: 2n | 10n;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

/** Longer numbers and larger exponents are attacks on the reader's time rather than amounts of anything. */
const maxLength = 1000;
const maxExponent = 1000;

const maxBinaryNanos = (2n ** 63n - 1n) * nanosPerUnit;

const shape =
  /^(?<sign>[+-]?)(?=\.?[0-9])(?<whole>[0-9]*)(?:\.(?<fraction>[0-9]*))?(?<suffix>(?:[eEinumkKMGTP]+[-+]?[0-9]*|[-+][0-9]*)?)$/;

function split(text: string): Parts | undefined {
  if (text.length > maxLength) return undefined;
  const { sign = '', whole = '', fraction = '', suffix = '' } = shape.exec(text)?.groups ?? {};
  return whole + fraction === '' ? undefined : { sign, whole, fraction, suffix };
}

function partsOf(text: string): Parts {
  const parts = split(text);
  if (parts !== undefined) return parts;
  if (text.length > maxLength) throw new InvalidInputError(text, `A quantity has more than ${maxLength} characters`);
  throw new InvalidInputError(
    text,
    `${JSON.stringify(text)} is not a quantity: quantities must match the regular expression ` +
      `'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'. Write a number and a unit, such as 500m, 1.5 or 2Gi`,
  );
}

function unitFor(suffix: string): Unit | undefined {
  const decimal = decimalSuffixes.get(suffix);
  if (decimal !== undefined) return { base: 10n, exponent: decimal, format: 'DecimalSI' };
  const binary = binarySuffixes.get(suffix);
  if (binary !== undefined) return { base: 2n, exponent: binary, format: 'BinarySI' };
  if (!/^[eE][+-]?[0-9]+$/.test(suffix)) return undefined;
  const exponent = Number(suffix.slice(1));
  return exponent > maxExponent ? undefined : { base: 10n, exponent, format: 'DecimalExponent' };
}

function unitOf(text: string, suffix: string): Unit {
  const unit = unitFor(suffix);
  if (unit !== undefined) return unit;
  const units = [...decimalSuffixes.keys(), ...binarySuffixes.keys()].filter((known) => known !== '').join(', ');
  throw new InvalidInputError(
    text,
    `${JSON.stringify(text)} is not a quantity: unable to parse quantity's suffix '${suffix}'. ` +
      `Use one of ${units}, none, or an exponent up to e${maxExponent}`,
  );
}

function decimalNanos(digits: bigint, exponent: number): bigint {
  const shift = exponent + 9;
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  // No number of digits that fits into the text reaches a nano from further down, so that the rest need not be computed.
  return divideAway(digits, 10n ** BigInt(Math.min(-shift, 3 * maxLength)));
}

function binaryNanos(digits: bigint, places: number, exponent: number): bigint {
  const nanos = divideAway(digits * 2n ** BigInt(exponent) * nanosPerUnit, 10n ** BigInt(places));
  return nanos > maxBinaryNanos ? maxBinaryNanos : nanos;
}

/** A part of one is never binary, not even after more has been added to it. */
const binaryFormat = (nanos: bigint): QuantityFormat => (nanos > 0n && nanos < nanosPerUnit ? 'DecimalSI' : 'BinarySI');
