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
  const isNegative = text.startsWith('-');
  const unsigned = /^[+-]/.test(text) ? text.slice(1) : text;
  if (unsigned === '0') return Duration.zero;
  if (unsigned === '' || unsigned.length > maxLength) throw invalid(text, 'invalid duration');
  let nanos = 0n;
  for (const [written, whole = '', fraction = '', unit = ''] of unsigned.matchAll(term)) {
    if (whole + fraction === '') throw invalid(text, `invalid duration at ${JSON.stringify(written)}`);
    nanos += nanosIn(whole, fraction, unitNanos(text, unit));
  }
  if (nanos > (isNegative ? limit : limit - 1n)) throw invalid(text, 'invalid duration: it is longer than 2562047h');
  return Duration.ofNanos(isNegative ? -nanos : nanos);
}

const limit = 2n ** 63n;

/** Longer texts are attacks on the reader's time rather than lengths of any. */
const maxLength = 1000;

/** A number, if there is one, and what stands between it and the next; never nothing at all. */
const term = /(?=.)([0-9]*)(?:\.([0-9]*))?([^0-9.]*)/gsy;

function unitNanos(text: string, unit: string): bigint {
  const nanos = nanosPerDurationUnit.get(unit);
  if (nanos !== undefined) return nanos;
  throw invalid(text, unit === '' ? 'missing unit in duration' : `unknown unit ${JSON.stringify(unit)} in duration`);
}

const nanosIn = (whole: string, fraction: string, unit: bigint): bigint =>
  BigInt(whole) * unit + (BigInt(fraction) * unit) / 10n ** BigInt(fraction.length);

const invalid = (text: string, problem: string): InvalidInputError =>
  new InvalidInputError(
    text,
    `${JSON.stringify(text)} is not a duration: ${problem}. ` +
      `Write numbers with units (h, m, s, ms, us, ns), such as 1h30m, 1.5s or 300ms`,
  );
