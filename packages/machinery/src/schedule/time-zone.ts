/**
 * A time zone: what the clocks on its walls show at a moment, and at which moments they show a time. Knows what the
 * JavaScript engine knows of the IANA database.
 */

/** A zone of the IANA database. */
export class TimeZone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;

  /** Throws a `RangeError` for a zone that nobody knows. */
  constructor(name: string) {
    if (!/^[A-Za-z]/.test(name)) throw new RangeError(`unknown time zone ${JSON.stringify(name)}`);
    this.name = name;
    this.#format = new Intl.DateTimeFormat('en-US', { ...wallFields, timeZone: name });
  }

  /** What the walls show, as the milliseconds of the same reading in UTC. */
  wallTime(instantMs: number): number {
    return instantMs + this.#offsetAt(instantMs);
  }

  /**
   * What the walls of a day may be ahead of UTC: one number on most days, two on a day when the clocks are changed.
   * A reading minus an offset is a moment if `wallTime` of it is the reading again; times that are left out have none, and
   * times that are shown twice have two.
   */
  offsetsAround(wallDayMs: number): readonly number[] {
    const before = this.#offsetAt(wallDayMs - dayMs);
    const after = this.#offsetAt(wallDayMs + 2 * dayMs);
    return before === after ? [before] : [before, after];
  }

  #offsetAt(instantMs: number): number {
    if (this.name === 'UTC') return 0;
    const wholeSecond = Math.floor(instantMs / 1000) * 1000;
    const fields: Record<string, number> = {};
    for (const { type, value } of this.#format.formatToParts(wholeSecond)) fields[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields;
    return Date.UTC(year, month - 1, day, hour, minute, second) - wholeSecond;
  }
}

/** The length of a day on which nobody changes the clocks. */
export const dayMs = 86_400_000;

const wallFields = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const satisfies Intl.DateTimeFormatOptions;
