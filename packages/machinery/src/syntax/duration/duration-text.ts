/**
 * The text of durations as Go prints it: below a second one unit with a fraction, from there on hours, minutes and seconds
 * without leading zeros.
 */

/** The nanoseconds of every unit there is. Micro is written with either of two signs, or with a u. */
export const nanosPerDurationUnit: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['\u00b5s', 1_000n],
  ['\u03bcs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);

/** The text for so many nanoseconds. */
export function durationText(nanos: bigint): string {
  if (nanos === 0n) return '0s';
  const magnitude = nanos < 0n ? -nanos : nanos;
  return (nanos < 0n ? '-' : '') + (magnitude < second ? smallText(magnitude) : clockText(magnitude));
}

const second = 1_000_000_000n;

function smallText(nanos: bigint): string {
  if (nanos < 1_000n) return `${nanos}ns`;
  return nanos < 1_000_000n ? `${decimal(nanos, 3)}\u00b5s` : `${decimal(nanos, 6)}ms`;
}

function clockText(nanos: bigint): string {
  const minutes = nanos / (60n * second);
  const seconds = `${decimal(nanos % (60n * second), 9)}s`;
  if (minutes === 0n) return seconds;
  return minutes < 60n ? `${minutes}m${seconds}` : `${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

/** The number with its last `places` digits as a fraction, without the zeros at its end. */
function decimal(number: bigint, places: number): string {
  const digits = `${number}`.padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  return digits.slice(0, -places) + (fraction === '' ? '' : `.${fraction}`);
}
