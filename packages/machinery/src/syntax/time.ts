/**
 * Times in objects, such as `metadata.creationTimestamp`: RFC 3339 with seconds, in UTC. In programs they are milliseconds
 * since 1970, as `clock.now()` gives. No time is undefined here, and null or absent in JSON.
 * Upstream: apimachinery meta/v1 Time.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { parseMicroTime } from './micro-time.ts';
import { floorDivide, formatRfc3339 } from './rfc3339.ts';

/** The milliseconds since 1970. Offsets and fractions are understood; what is no time is an `InvalidInputError`. */
export function parseTime(text: string | null | undefined): number | undefined {
  const micros = parseMicroTime(text);
  return micros === undefined ? undefined : Number(floorDivide(micros, 1000n));
}

/** The time as text, parts of a second cut off; null for none. */
export function formatTime(ms: number): string;
export function formatTime(ms: number | null | undefined): string | null;
export function formatTime(ms: number | null | undefined): string | null {
  if (ms === null || ms === undefined) return null;
  const second = Math.floor(ms / 1000);
  if (second !== last.second) last = { second, text: formatRfc3339(microsFromMs(Math.floor(ms)), 'seconds') };
  return last.text;
}

/** What was printed last: most times are now, and many are in one second. */
let last = { second: Number.NaN, text: '' };

/** Milliseconds, a part of one included, to the nearest microsecond. */
export function microsFromMs(ms: number): bigint {
  if (!Number.isFinite(ms)) throw new InvalidInputError(`${ms}`, `${ms} is not a number of milliseconds since 1970`);
  const wholeMs = Math.floor(ms);
  return BigInt(wholeMs) * 1000n + BigInt(Math.round((ms - wholeMs) * 1000));
}

/** True when both say the same moment, with whatever offset and precision, or both say none. */
export const isSameTime = (one: string | null | undefined, other: string | null | undefined): boolean =>
  parseMicroTime(one) === parseMicroTime(other);

/** True when the first moment is before the second. A time that is not there is before and after nothing. */
export function isTimeBefore(one: string | null | undefined, other: string | null | undefined): boolean {
  const [first, second] = [parseMicroTime(one), parseMicroTime(other)];
  return first !== undefined && second !== undefined && first < second;
}
