/** Division of whole numbers that never loses anything: whoever asks for a little gets a little more, not less. */

/** The quotient, rounded away from zero. The divisor is positive. */
export function divideAway(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  if (dividend % divisor === 0n) return quotient;
  return dividend > 0n ? quotient + 1n : quotient - 1n;
}
