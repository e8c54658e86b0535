/**
 * Schedules that were read before: reading one anew for every look costs more than the look.
 */
import { CronSchedule } from '@reeve/runtime';

const mostKnown = 1000;

/** Schedules by what they say, and in which zone. */
export class KnownSchedules {
  readonly #known = new Map<string, CronSchedule>();

  /** The schedule of a text; a `CronScheduleError` where it cannot be read. A zone in the text stands for itself. */
  read(text: string, timeZone: string | undefined): CronSchedule {
    const key = `${timeZone ?? ''} ${text}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const schedule = CronSchedule.parse(text, text.includes('TZ') || timeZone === undefined ? {} : { timeZone });
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.set(key, schedule);
    return schedule;
  }
}
