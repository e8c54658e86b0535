/**
 * When a schedule runs, with the last answers remembered: every look at a CronJob asks about the same few moments, and an answer is found by going through minutes.
 */
import type { CronSchedule } from '@reeve/machinery';

/** What tells the run after a moment. */
export type RunTimes = Pick<CronSchedule, 'next'>;

/** So many answers: the runs around one moment, and some more. */
const mostRemembered = 8;

export class RememberedRuns implements RunTimes {
  readonly #schedule: RunTimes;
  readonly #answers: { readonly afterMs: number; readonly next: Date | undefined }[] = [];

  constructor(schedule: RunTimes) {
    this.#schedule = schedule;
  }

  next(after: Date | number): Date | undefined {
    const afterMs = Number(after);
    const known = this.#answers.find((answer) => answer.afterMs === afterMs);
    if (known !== undefined) return known.next;
    const next = this.#schedule.next(afterMs);
    this.#answers.push({ afterMs, next });
    if (this.#answers.length > mostRemembered) this.#answers.shift();
    return next;
  }
}
