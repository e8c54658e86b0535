/**
 * A schedule that cannot be read.
 */
import { ReeveError } from '@reeve/machinery';

/** Says which part of a schedule is wrong, and what to write instead. */
export class CronScheduleError extends ReeveError {
  /** The schedule, as it was written. */
  readonly schedule: string;

  constructor(schedule: string, problem: string, options?: ErrorOptions) {
    super('REEVE_CRON_SCHEDULE', `the schedule ${JSON.stringify(schedule)} cannot be read: ${problem}`, options);
    this.schedule = schedule;
  }
}
