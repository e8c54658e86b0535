/**
 * Doubles as text, as Go writes them: the shortest digits that say the number, or so many digits, rounded from the exact value
 * with halves to even. JavaScript's own `toFixed` rounds halves up and ends at 100 digits.
 * Upstream: Go strconv.FormatFloat.
 */

/** The shortest text; with an exponent below 1e-4 and from a million on: `1.5`, `1e-05`, `1.2345675e+06`. */
export function printDouble(value: number): string {
  if (!Number.isFinite(value)) return notFinite(value);
  if (Object.is(value, -0)) return '-0';
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  if (Number(exponent) >= -4 && Number(exponent) < 6) return String(value);
  return `${mantissa}e${paddedExponent(Number(exponent))}`;
}

/** So many digits behind the point. */
export function fixedText(value: number, places: number): string {
  if (!Number.isFinite(value)) return notFinite(value);
  const digits = rounded(Math.abs(value), places)
    .toString()
    .padStart(places + 1, '0');
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** One digit before the point and so many behind it, with their exponent. */
export function scientificParts(
  value: number,
  places: number,
): { readonly mantissa: string; readonly exponent: number } {
  const magnitude = Math.abs(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  let exponent = magnitude === 0 ? 0 : Number(magnitude.toExponential().split('e')[1]);
  let digits = rounded(magnitude, places - exponent).toString();
  if (digits.length > places + 1) {
    exponent++;
    digits = digits.slice(0, -1);
  }
  digits = digits.padEnd(places + 1, '0');
  return { mantissa: sign + digits[0] + (places === 0 ? '' : `.${digits.slice(1)}`), exponent };
}

/** The exponent with its sign and two digits at least. */
export const paddedExponent = (exponent: number): string =>
  `${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;

const notFinite = (value: number): string => (Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf');

/** The exact value times a power of ten, as the nearest integer; halves go to the even one. */
function rounded(value: number, power: number): bigint {
  const { mantissa, exponent } = binaryParts(value);
  const over = mantissa * 10n ** BigInt(Math.max(power, 0)) * 2n ** BigInt(Math.max(exponent, 0));
  const under = 10n ** BigInt(Math.max(-power, 0)) * 2n ** BigInt(Math.max(-exponent, 0));
  const [whole, rest] = [over / under, over % under];
  return 2n * rest > under || (2n * rest === under && whole % 2n === 1n) ? whole + 1n : whole;
}

const view = new DataView(new ArrayBuffer(8));

/** A number is its mantissa times two to the exponent. */
function binaryParts(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  if (biased === 0) return { mantissa: fraction, exponent: -1074 };
  return { mantissa: fraction | (1n << 52n), exponent: biased - 1075 };
}
