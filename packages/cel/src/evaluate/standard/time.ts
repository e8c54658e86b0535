/**
 * Arithmetic of timestamps and durations, and their parts: `getFullYear()`, `getHours('Europe/Berlin')`. Without a time zone
 * the parts are those of UTC.
 */
import type { FunctionDeclaration, Overload } from '../../library/library.ts';
import { types } from '../../types/type.ts';
import { Duration } from '../../values/duration.ts';
import { EvaluationError } from '../../values/evaluation-error.ts';
import type { Int } from '../../values/numbers.ts';
import { int } from '../../values/numbers.ts';
import type { Timestamp } from '../../values/timestamp.ts';
import { declare, member, overload } from './overload.ts';

const { duration, string, timestamp } = types;

function sum(one: Duration, other: Duration): Duration {
  return Duration.of(one.nanos + other.nanos);
}

function later(time: Timestamp, by: Duration): Timestamp {
  return time.plus(by.nanos);
}

/** The overloads of `+` on times. */
export const addTimes: readonly Overload[] = [
  overload('add_duration_duration', [duration, duration], duration, sum),
  overload('add_timestamp_duration', [timestamp, duration], timestamp, later),
  overload('add_duration_timestamp', [duration, timestamp], timestamp, (by: Duration, time: Timestamp) =>
    later(time, by),
  ),
];

/** The overloads of `-` on times. */
export const subtractTimes: readonly Overload[] = [
  overload('subtract_duration_duration', [duration, duration], duration, (one: Duration, other: Duration) =>
    Duration.of(one.nanos - other.nanos),
  ),
  overload('subtract_timestamp_duration', [timestamp, duration], timestamp, (time: Timestamp, by: Duration) =>
    time.plus(-by.nanos),
  ),
  overload('subtract_timestamp_timestamp', [timestamp, timestamp], duration, (one: Timestamp, other: Timestamp) =>
    Duration.of(one.totalNanos - other.totalNanos),
  ),
];

/** The minutes that a zone such as `-08:30` is ahead of UTC; undefined for zones with names. */
function fixedOffset(zone: string): number | undefined {
  const colon = zone.indexOf(':');
  if (colon < 0) return undefined;
  const [hours, minutes] = [integer(zone.slice(0, colon)), integer(zone.slice(colon + 1))];
  return hours * 60 + (zone.startsWith('-') ? -minutes : minutes);
}

function integer(text: string): number {
  if (/^[+-]?\d{1,9}$/.test(text)) return Number(text);
  throw new EvaluationError(`strconv.Atoi: parsing ${JSON.stringify(text.slice(0, 100))}: invalid syntax`);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The format that tells how far ahead of UTC a zone is; making one is slow, so that some are remembered. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  if (zone.includes('..') || /^[/\\]/.test(zone)) throw new EvaluationError('time: invalid location name');
  // names are told apart by case, but not here: all begin with a capital letter
  if (zone.length > 100 || !/^[A-Z]/.test(zone)) throw unknownZone(zone);
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset', year: 'numeric' });
    if (formats.size >= mostFormats) formats.clear();
    formats.set(zone, format);
    return format;
  } catch {
    throw unknownZone(zone);
  }
}

const mostFormats = 50;

function unknownZone(zone: string): EvaluationError {
  return new EvaluationError(`unknown time zone ${zone.slice(0, 100)}`);
}

/** The seconds that a zone is ahead of UTC at an instant: `GMT`, `GMT+05:30` or `GMT-04:56:02`. */
function offsetAt(zone: string, seconds: number): number {
  const name =
    formatOf(zone)
      .formatToParts(seconds * 1000)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0, rest = 0] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? [];
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)) * (sign === '-' ? -1 : 1);
}

/** A date whose parts in UTC are those of the instant in the zone. */
function localDate({ seconds }: Timestamp, zone: string): Date {
  if (zone === 'UTC' || zone === '' || zone === 'Local') return new Date(seconds * 1000);
  const offset = fixedOffset(zone);
  return new Date((seconds + (offset === undefined ? offsetAt(zone, seconds) : offset * 60)) * 1000);
}

function dayOfYear(date: Date): number {
  const start = new Date(0);
  start.setUTCFullYear(date.getUTCFullYear(), 0, 1);
  return Math.floor((date.getTime() - start.getTime()) / 86_400_000);
}

type DatePart = (date: Date, time: Timestamp) => number;

/** The part of a timestamp, in UTC or in a zone. */
function part(name: string, id: string, read: DatePart, ...others: readonly Overload[]): FunctionDeclaration {
  return declare(
    name,
    member(`timestamp_to_${id}`, [timestamp], types.int, (time: Timestamp) => read(localDate(time, 'UTC'), time)),
    member(`timestamp_to_${id}_with_tz`, [timestamp, string], types.int, (time: Timestamp, zone: string) =>
      read(localDate(time, zone), time),
    ),
    ...others,
  );
}

/** A duration in whole units. */
function whole(id: string, nanosOfUnit: bigint): Overload {
  return member(`duration_to_${id}`, [duration], types.int, ({ nanos }: Duration): Int => int(nanos / nanosOfUnit));
}

/** The functions of timestamps and durations. */
export const timeFunctions: readonly FunctionDeclaration[] = [
  part('getFullYear', 'year', (date) => date.getUTCFullYear()),
  part('getMonth', 'month', (date) => date.getUTCMonth()),
  part('getDayOfYear', 'day_of_year', dayOfYear),
  part('getDayOfMonth', 'day_of_month', (date) => date.getUTCDate() - 1),
  part('getDate', 'day_of_month_1_based', (date) => date.getUTCDate()),
  part('getDayOfWeek', 'day_of_week', (date) => date.getUTCDay()),
  part('getHours', 'hours', (date) => date.getUTCHours(), whole('hours', 3_600_000_000_000n)),
  part('getMinutes', 'minutes', (date) => date.getUTCMinutes(), whole('minutes', 60_000_000_000n)),
  part('getSeconds', 'seconds', (date) => date.getUTCSeconds(), whole('seconds', 1_000_000_000n)),
  part(
    'getMilliseconds',
    'milliseconds',
    (_, { nanos }) => Math.floor(nanos / 1_000_000),
    whole('milliseconds', 1_000_000n),
  ),
];
