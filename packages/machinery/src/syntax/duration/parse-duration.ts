/**
 * Reads Go's durations: a sign and numbers with units, `1h2m3.5s`, `-1.5h`, `300ms`. Exact; parts of a nanosecond are cut
 * off, and what does not fit into 64 bits is refused.
 * Upstream: Go time.ParseDuration.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import { Duration } from './duration.ts';
import { nanosPerDurationUnit } from './duration-text.ts';

/** The duration in the text. Anything else is an `InvalidInputError`. */
export function parseDuration(text: string): Duration {
  const read = readDuration(text);
  if (typeof read !== 'string') return read;
  throw new InvalidInputError(
    text,
    `${JSON.stringify(text)} is not a duration: ${read}. ` +
      `Write numbers with units (h, m, s, ms, us, ns), such as 1h30m, 1.5s or 300ms`,
  );
}

/** The duration in the text, or what is wrong with it in Go's words: `missing unit in duration`. */
export function readDuration(text: string): Duration | string {
  const isNegative = text.startsWith('-');
  const unsigned = /^[+-]/.test(text) ? text.slice(1) : text;
  if (unsigned === '0') return Duration.zero;
  if (unsigned === '' || unsigned.length > maxLength) return 'invalid duration';
  let nanos = 0n;
  for (const [, whole = '', fraction = '', unit = ''] of unsigned.matchAll(term)) {
    if (whole + fraction === '') return 'invalid duration';
    const unitNanos = nanosPerDurationUnit.get(unit);
    if (unitNanos === undefined)
      return unit === '' ? 'missing unit in duration' : `unknown unit ${JSON.stringify(unit)} in duration`;
    nanos += nanosIn(whole, fraction, unitNanos);
  }
  if (nanos > (isNegative ? limit : limit - 1n)) return 'invalid duration: it is longer than 2562047h';
  return Duration.ofNanos(isNegative ? -nanos : nanos);
}

const limit = 2n ** 63n;

/** Longer texts are attacks on the reader's time rather than lengths of any. */
const maxLength = 1000;

/** A number, if there is one, and what stands between it and the next; never nothing at all. */
const term = /(?=.)([0-9]*)(?:\.([0-9]*))?([^0-9.]*)/gsy;

const nanosIn = (whole: string, fraction: string, unit: bigint): bigint =>
  BigInt(whole) * unit + (BigInt(fraction) * unit) / 10n ** BigInt(fraction.length);
