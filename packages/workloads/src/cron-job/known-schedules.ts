/**
 * Schedules that were read before: reading one anew for every look costs more than the look.
 */
import { CronSchedule } from '@reeve/machinery';
import { RememberedRuns, type RunTimes } from './remembered-runs.ts';

const mostKnown = 1000;

/** Schedules by what they say, and in which zone. */
export class KnownSchedules {
  readonly #known = new Map<string, RunTimes>();

  /** The schedule of a text; a `CronScheduleError` where it cannot be read. A zone in the text stands for itself. */
  read(text: string, timeZone: string | undefined): RunTimes {
    const key = `${timeZone ?? ''} ${text}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const options = text.includes('TZ') || timeZone === undefined ? {} : { timeZone };
    const schedule = new RememberedRuns(CronSchedule.parse(text, options));
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.set(key, schedule);
    return schedule;
  }
}
