/**
 * When something is to run, written as Kubernetes' CronJobs have it: five fields, or a word such as `@hourly` or
 * `@every 90m`. A schedule is a value: it holds no timer and reads no clock.
 *
 * A run is due at every moment at which the walls of the zone show a time that the fields name. So a time that is left out
 * when clocks go forward has no run that day, and one that is shown twice when they go back has two.
 * Upstream: robfig/cron v3.
 */
import { parseDuration } from '@reeve/machinery';
import { cronFields, parseCronField } from './cron-field.ts';
import type { CronField } from './cron-field.ts';
import { CronScheduleError } from './cron-schedule-error.ts';
import { dayMs, TimeZone } from './time-zone.ts';

/** How a schedule is read. */
export interface CronScheduleOptions {
  /** A zone of the IANA database, such as `Europe/Berlin`; UTC unless given. */
  readonly timeZone?: string;
}

/** A schedule that tells when it is due next. */
export class CronSchedule {
  /** The schedule, as it was written. */
  readonly text: string;
  /** The zone whose walls it goes by. */
  readonly timeZone: string;
  readonly #next: (afterMs: number) => number | undefined;

  private constructor(text: string, timeZone: string, next: (afterMs: number) => number | undefined) {
    this.text = text;
    this.timeZone = timeZone;
    this.#next = next;
  }

  /** Reads a schedule. A `CronScheduleError` says what is wrong with one that cannot be read. */
  static parse(text: string, options: CronScheduleOptions = {}): CronSchedule {
    const { body, timeZone = 'UTC' } = withoutZone(text, options.timeZone);
    try {
      const zone = new TimeZone(timeZone);
      return new CronSchedule(text, zone.name, nextOf(body, zone));
    } catch (error) {
      throw new CronScheduleError(text, error instanceof Error ? error.message : String(error), { cause: error });
    }
  }

  /** The first run later than a moment (a `Date`, or milliseconds since 1970); nothing where none comes within five years. */
  next(after: Date | number): Date | undefined {
    const next = this.#next(Number(after));
    return next === undefined ? undefined : new Date(next);
  }

  toString(): string {
    return this.text;
  }
}

/** A zone may stand before the fields, as it may in CronJobs made long ago. */
function withoutZone(text: string, given: string | undefined): { body: string; timeZone: string | undefined } {
  const [prefix = '', written] = /^(?:CRON_)?TZ=(\S*)\s*/.exec(text) ?? [];
  if (written === undefined) return { body: text, timeZone: given };
  if (given === undefined) return { body: text.slice(prefix.length), timeZone: written };
  throw new CronScheduleError(text, 'it names a time zone, and so does timeZone; leave one of them out');
}

function nextOf(body: string, zone: TimeZone): (afterMs: number) => number | undefined {
  if (body.startsWith('@every ')) return everySoOften(body.slice('@every '.length));
  const days = parseDays(body.startsWith('@') ? described(body) : body);
  return (afterMs) => nextRun(days, zone, afterMs);
}

/** Whole seconds, and at least one; counted from the second that is running. */
function everySoOften(duration: string): (afterMs: number) => number {
  const periodMs = Math.max(1000, Math.floor(parseDuration(duration).ms / 1000) * 1000);
  return (afterMs) => Math.floor(afterMs / 1000) * 1000 + periodMs;
}

const descriptors = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

function described(word: string): string {
  const fields = descriptors.get(word);
  if (fields !== undefined) return fields;
  throw new RangeError(`${JSON.stringify(word)} is none of ${[...descriptors.keys(), '@every <duration>'].join(', ')}`);
}

/** Which days have runs, and at which times of the day. */
interface ScheduledDays {
  readonly matches: (wallDayMs: number) => boolean;
  readonly timesMs: readonly number[];
}

function parseDays(text: string): ScheduledDays {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const [minute, hour, day, month, weekday] = words;
  if (!minute || !hour || !day || !month || !weekday || words.length > 5)
    throw new RangeError(
      `it has ${words.length} fields; write five, for minute, hour, day of the month, month and day of the week`,
    );
  return {
    timesMs: timesOfDay(parseCronField(hour, cronFields.hour), parseCronField(minute, cronFields.minute)),
    matches: dayMatcher(
      parseCronField(day, cronFields.day),
      parseCronField(month, cronFields.month),
      parseCronField(weekday, cronFields.weekday),
    ),
  };
}

function timesOfDay(hour: CronField, minute: CronField): number[] {
  const times = [...hour.values].flatMap((h) => [...minute.values].map((m) => (h * 60 + m) * 60_000));
  return times.toSorted((one, other) => one - other);
}

/** Where both day fields name days, either suffices; where one of them is open, the other decides. */
function dayMatcher(day: CronField, month: CronField, weekday: CronField): (wallDayMs: number) => boolean {
  const both = day.isOpen || weekday.isOpen;
  return (wallDayMs) => {
    const date = new Date(wallDayMs);
    if (!month.values.has(date.getUTCMonth() + 1)) return false;
    const [byDay, byWeekday] = [day.values.has(date.getUTCDate()), weekday.values.has(date.getUTCDay())];
    return both ? byDay && byWeekday : byDay || byWeekday;
  };
}

/** Clocks that go back over midnight show a day's end again after the next day's beginning: hence a day early, and the day after. */
function nextRun(days: ScheduledDays, zone: TimeZone, afterMs: number): number | undefined {
  const today = Math.floor(zone.wallTime(afterMs) / dayMs) * dayMs;
  const lastYear = new Date(today).getUTCFullYear() + 5;
  for (let day = today - dayMs; new Date(day).getUTCFullYear() <= lastYear; day += dayMs) {
    const found = runOn(day, days, zone, afterMs);
    if (found !== undefined) return Math.min(found, runOn(day + dayMs, days, zone, afterMs) ?? found);
  }
  return undefined;
}

function runOn(wallDayMs: number, days: ScheduledDays, zone: TimeZone, afterMs: number): number | undefined {
  if (days.timesMs.length === 0 || !days.matches(wallDayMs)) return undefined;
  const runs = zone.offsetsAround(wallDayMs).map((offset) => {
    const isRun = (instant: number) => instant > afterMs && zone.wallTime(instant) === instant + offset;
    const time = days.timesMs.find((timeMs) => isRun(wallDayMs + timeMs - offset));
    return time === undefined ? Infinity : wallDayMs + time - offset;
  });
  const first = Math.min(...runs);
  return first === Infinity ? undefined : first;
}
