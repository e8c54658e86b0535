/**
 * When something is to run, written as Kubernetes' CronJobs have it: five fields, or a word such as `@hourly` or
 * `@every 90m`. A schedule is a value: it holds no timer and reads no clock.
 *
 * A run is due at every moment at which the walls of the zone show a time that the fields name. So a time that is left out
 * when clocks go forward has no run that day, and one that is shown twice when they go back has two.
 * Upstream: robfig/cron v3.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { Duration } from '../syntax/duration/duration.ts';
import { readDuration } from '../syntax/duration/parse-duration.ts';
import { cronFields, CronProblem, parseCronField } from './cron-field.ts';
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
  readonly #runs: Runs;

  private constructor(text: string, timeZone: string, runs: Runs) {
    this.text = text;
    this.timeZone = timeZone;
    this.#runs = runs;
  }

  /** Reads a schedule. A `CronScheduleError` says what is wrong with one that cannot be read. */
  static parse(text: string, options: CronScheduleOptions = {}): CronSchedule {
    const { body, timeZone = 'UTC' } = withoutZone(text, options.timeZone);
    try {
      const zone = zoneNamed(timeZone);
      return new CronSchedule(text, zone.name, runsOf(body, zone));
    } catch (error) {
      if (!(error instanceof CronProblem)) throw error;
      throw new CronScheduleError(text, error.message, error.upstream, { cause: error });
    }
  }

  /** The first run later than a moment (a `Date`, or milliseconds since 1970); nothing where none comes within five years. */
  next(after: Date | number): Date | undefined {
    return dateOf(this.#runs.next(Number(after)));
  }

  /**
   * The last run earlier than a moment (a `Date`, or milliseconds since 1970); nothing where none came within five years.
   * Of `@every` it is the run from which the moment would be the next.
   */
  previous(before: Date | number): Date | undefined {
    return dateOf(this.#runs.previous(Number(before)));
  }

  /**
   * The runs later than `since` and not later than `now`, oldest first: what a controller that was stopped has missed. Of more
   * than `limit` runs, 100 unless given, the latest are returned.
   */
  missed(since: Date | number, now: Date | number, { limit = 100 }: { readonly limit?: number } = {}): Date[] {
    if (!Number.isInteger(limit) || limit < 0)
      throw new InvalidInputError(
        String(limit),
        `limit of the missed runs is ${limit}: give a whole number of 0 or more`,
      );
    const [sinceMs, nowMs] = [Number(since), Number(now)];
    const found: Date[] = [];
    let run = this.#runs.latest(sinceMs, nowMs);
    while (run !== undefined && run > sinceMs && found.length < limit) {
      found.push(new Date(run));
      run = this.#runs.previous(run);
    }
    return found.toReversed();
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
  const problem = 'it names a time zone, and so does timeZone; leave one of them out';
  throw new CronScheduleError(text, problem, problem);
}

function zoneNamed(name: string): TimeZone {
  try {
    return new TimeZone(name);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CronProblem(message, `provided bad location ${name}: unknown time zone ${name}`);
  }
}

/** The runs of a schedule. All moments are milliseconds since 1970. */
interface Runs {
  /** The first run later than a moment. */
  next(afterMs: number): number | undefined;
  /** The last run earlier than a moment. */
  previous(beforeMs: number): number | undefined;
  /** The last run not later than `nowMs`, where the run before was at `sinceMs` or earlier. */
  latest(sinceMs: number, nowMs: number): number | undefined;
}

function runsOf(body: string, zone: TimeZone): Runs {
  if (body.startsWith('@every ')) return periodicRuns(body);
  const days = parseDays(body.startsWith('@') ? described(body) : body);
  return {
    next: (afterMs) => nextRun(days, zone, afterMs),
    previous: (beforeMs) => previousRun(days, zone, beforeMs),
    latest: (_sinceMs, nowMs) => previousRun(days, zone, nowMs + 1),
  };
}

/** Whole seconds, and at least one; counted from the second of the run before. */
function periodicRuns(text: string): Runs {
  const periodMs = Math.max(1000, Math.floor(durationOf(text).ms / 1000) * 1000);
  return {
    next: (afterMs) => wholeSecond(afterMs) + periodMs,
    previous: (beforeMs) => wholeSecond(beforeMs) - periodMs,
    latest: (sinceMs, nowMs) => {
      const start = wholeSecond(sinceMs);
      return start + Math.floor((nowMs - start) / periodMs) * periodMs;
    },
  };
}

const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;

/** An invalid date has no run before or after it. */
const dateOf = (ms: number | undefined): Date | undefined =>
  ms === undefined || Number.isNaN(ms) ? undefined : new Date(ms);

function durationOf(text: string): Duration {
  const written = text.slice('@every '.length);
  const read = readDuration(written);
  if (typeof read !== 'string') return read;
  const quoted = JSON.stringify(written);
  throw new CronProblem(
    `${quoted} is not a duration: ${read}. Write numbers with units, such as 1h30m or 90s`,
    `failed to parse duration ${text}: time: ${read} ${quoted}`,
  );
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
  throw new CronProblem(
    `${JSON.stringify(word)} is none of ${[...descriptors.keys(), '@every <duration>'].join(', ')}`,
    `unrecognized descriptor: ${word}`,
  );
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
    throw new CronProblem(
      `it has ${words.length} fields; write five, for minute, hour, day of the month, month and day of the week`,
      `expected exactly 5 fields, found ${words.length}: [${words.join(' ')}]`,
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

/** As `nextRun`, backwards: the day after comes first, then the day itself and the day before. */
function previousRun(days: ScheduledDays, zone: TimeZone, beforeMs: number): number | undefined {
  const today = Math.floor(zone.wallTime(beforeMs) / dayMs) * dayMs;
  const firstYear = new Date(today).getUTCFullYear() - 5;
  for (let day = today + dayMs; new Date(day).getUTCFullYear() >= firstYear; day -= dayMs) {
    const found = lastRunOn(day, days, zone, beforeMs);
    if (found !== undefined) return Math.max(found, lastRunOn(day - dayMs, days, zone, beforeMs) ?? found);
  }
  return undefined;
}

function lastRunOn(wallDayMs: number, days: ScheduledDays, zone: TimeZone, beforeMs: number): number | undefined {
  if (days.timesMs.length === 0 || !days.matches(wallDayMs)) return undefined;
  const runs = zone.offsetsAround(wallDayMs).map((offset) => {
    const isRun = (instant: number) => instant < beforeMs && zone.wallTime(instant) === instant + offset;
    const time = days.timesMs.findLast((timeMs) => isRun(wallDayMs + timeMs - offset));
    return time === undefined ? -Infinity : wallDayMs + time - offset;
  });
  const last = Math.max(...runs);
  return last === -Infinity ? undefined : last;
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
