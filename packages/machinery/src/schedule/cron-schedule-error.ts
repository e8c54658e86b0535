/**
 * A schedule that cannot be read.
 */
import { ReeveError } from '../errors/reeve-error.ts';

/** Says which part of a schedule is wrong, and what to write instead. */
export class CronScheduleError extends ReeveError {
  /** The schedule, as it was written. */
  readonly schedule: string;
  /** The problem in the words of robfig/cron, which an API server sends when it refuses a CronJob. */
  readonly upstream: string;

  constructor(schedule: string, problem: string, upstream: string, options?: ErrorOptions) {
    super('REEVE_CRON_SCHEDULE', `the schedule ${JSON.stringify(schedule)} cannot be read: ${problem}`, options);
    this.schedule = schedule;
    this.upstream = upstream;
  }
}
