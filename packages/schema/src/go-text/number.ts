/**
 * Numbers as the server's decoder sees them: an integer that fits 64 bits is an int64, every other number is a float64.
 * A `number` beyond the safe integers was written with a fraction or an exponent, or else it would be a bigint.
 */

/** True of a number that the server holds as an int64. */
export function isInt64(value: number | bigint): boolean {
  return typeof value === 'bigint' ? value >= minInt64 && value <= maxInt64 : Number.isSafeInteger(value);
}

/** What Go makes of a float where it wants an int64: the fraction is cut off, and what does not fit is the least int64. */
export function float64ToInt64(value: number): bigint {
  const whole = Math.trunc(value);
  return whole >= -(2 ** 63) && whole < 2 ** 63 ? BigInt(whole) : minInt64;
}

/** True of a float that is an integer for all that JSON says, give or take rounding. Upstream: swag.IsFloat64AJSONInteger. */
export function isJsonInteger(value: number): boolean {
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return false;
  if (Number.isInteger(value)) return true;
  const whole = Math.trunc(value);
  if (value < 0 || whole === 0) return false;
  return (value - whole) / (value + whole) < 1e-9;
}

/** The least int64. */
export const minInt64 = -(2n ** 63n);

/** The greatest int64. */
export const maxInt64 = 2n ** 63n - 1n;
