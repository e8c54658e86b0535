/**
 * Timestamps: an instant between the years 1 and 9999, in nanoseconds.
 * Upstream: google.protobuf.Timestamp, RFC 3339.
 */
import { EvaluationError } from './evaluation-error.ts';

/** The seconds of 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z. */
export const minSeconds = -62135596800;
export const maxSeconds = 253402300799;

/** An instant. */
export class Timestamp {
  /** Seconds since 1970. */
  readonly seconds: number;
  /** Nanoseconds of the second, from 0 to 999,999,999. */
  readonly nanos: number;
  /** The minutes that it was written ahead of UTC; only its text keeps them. */
  readonly offset: number;

  private constructor(seconds: number, nanos: number, offset: number) {
    this.seconds = seconds;
    this.nanos = nanos;
    this.offset = offset;
  }

  /** An instant; fails outside of the years 1 to 9999. */
  static of(seconds: number, nanos = 0, offset = 0): Timestamp {
    if (!(seconds >= minSeconds && seconds <= maxSeconds)) throw new EvaluationError('timestamp overflow');
    return new Timestamp(seconds, nanos, offset);
  }

  /** The instant so many nanoseconds later, written with the same distance to UTC. */
  plus(nanos: bigint): Timestamp {
    const sum = this.totalNanos + nanos;
    const rest = ((sum % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
    return Timestamp.of(Number((sum - rest) / 1_000_000_000n), Number(rest), this.offset);
  }

  /** Nanoseconds since 1970. */
  get totalNanos(): bigint {
    return BigInt(this.seconds) * 1_000_000_000n + BigInt(this.nanos);
  }
}

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,](\d+))?(Z|([+-])(\d\d):(\d\d))$/;

/** The instant of a text in RFC 3339. */
export function parseTimestamp(text: string): Timestamp {
  const match = rfc3339.exec(text);
  if (match === null) throw invalid(text);
  const [, year, month, day, hour, minute, second, fraction = '', , sign, offsetHour, offsetMinute] = match;
  const days = daysOf(Number(year), Number(month), Number(day));
  if (days === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) throw invalid(text);
  if (Number(offsetHour ?? 0) > 24 || Number(offsetMinute ?? 0) > 60) throw invalid(text);
  const offset = (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0)) * (sign === '-' ? -1 : 1);
  const seconds = days * 86400 + Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offset * 60;
  return Timestamp.of(seconds, Number(fraction.slice(0, 9).padEnd(9, '0')), offset);
}

/** The first instant of a date such as `2026-01-31`. */
export function parseDate(text: string): Timestamp {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const days = daysOf(Number(year), Number(month), Number(day));
  if (days === undefined) throw invalid(text);
  return Timestamp.of(days * 86400);
}

function invalid(text: string): EvaluationError {
  return new EvaluationError(`invalid timestamp: ${JSON.stringify(text.slice(0, 100))}`);
}

/** Days since 1970, or undefined if the calendar has no such day. */
function daysOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.getTime() / 86_400_000;
}

/** The instant in RFC 3339, with as many digits of the fraction as there are, and the distance to UTC that it was written with. */
export function printTimestamp({ seconds, nanos, offset }: Timestamp): string {
  const fraction = nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;
  const size = Math.abs(offset);
  const [hours, minutes] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  const zone = offset === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
  return `${new Date((seconds + offset * 60) * 1000).toISOString().slice(0, 19)}${fraction}${zone}`;
}
