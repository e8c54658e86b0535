/**
 * Whether a CronJob begins a run now, and when to look again. Nothing is written here.
 * Upstream: kubernetes pkg/controller/cronjob syncCronJob.
 */
import { deletionStarted, isSameTime, formatTime } from '@reeve/machinery';
import type { EventInput } from '@reeve/runtime';
import type { ReadStatus } from './cron-job-books.ts';
import { dueRun, untilNextRunMs } from './due-run.ts';
import type { ReadCronJob } from './due-run.ts';
import { jobNameOf } from './job-of-run.ts';
import type { KnownSchedules } from './known-schedules.ts';
import type { RunTimes } from './remembered-runs.ts';

/** What to do. */
export interface StartDecision {
  /** When the run that begins was due; nothing begins without it. */
  readonly startMs?: number;
  /** True when what is still active makes way. */
  readonly replaces?: boolean;
  readonly events: readonly EventInput[];
  /** Whether there is a next time at all. */
  readonly schedule?: RunTimes;
}

/** Decides about a CronJob whose status is up to date. */
export function decideStart(
  cronJob: ReadCronJob,
  status: ReadStatus,
  schedules: KnownSchedules,
  nowMs: number,
): StartDecision {
  if (deletionStarted(cronJob)) return { events: [] };
  if (cronJob.spec.timeZone !== undefined && !isTimeZone(cronJob.spec.timeZone))
    return unknownZone(cronJob.spec.timeZone);
  if (cronJob.spec.suspend === true) return { events: [] };
  const events = unsupported(cronJob.spec.schedule);
  const schedule = readSchedule(cronJob, schedules);
  if ('reason' in schedule) return { events: [...events, schedule] };
  const decision = decideRun(cronJob, status, schedule, nowMs);
  return { ...decision, events: [...events, ...decision.events] };
}

/** In how long to look again. */
export const untilNextLookMs = (cronJob: ReadCronJob, { schedule }: StartDecision, nowMs: number): number | undefined =>
  schedule && untilNextRunMs(cronJob, schedule, nowMs);

function decideRun(cronJob: ReadCronJob, status: ReadStatus, schedule: RunTimes, nowMs: number): StartDecision {
  const due = dueRun(cronJob, schedule, nowMs);
  if (due.type === 'never') return { events: [invalid(cronJob.spec.schedule)] };
  if (due.type === 'none') return { schedule, events: [] };
  const events = due.missedMany ? [tooManyMissed] : [];
  const { concurrencyPolicy, startingDeadlineSeconds = Infinity } = cronJob.spec;
  if (due.timeMs + startingDeadlineSeconds * 1000 < nowMs) return { schedule, events: [...events, missed(due.timeMs)] };
  if (hasBegun(cronJob, status, due.timeMs)) return { schedule, events };
  const isBusy = (status.active ?? []).length > 0;
  if (isBusy && concurrencyPolicy === 'Forbid') return { schedule, events: [...events, alreadyActive] };
  return { schedule, events, startMs: due.timeMs, replaces: isBusy && concurrencyPolicy === 'Replace' };
}

const hasBegun = (cronJob: ReadCronJob, { active = [], lastScheduleTime }: ReadStatus, timeMs: number): boolean =>
  active.some(({ name }) => name === jobNameOf(cronJob, timeMs)) ||
  (lastScheduleTime !== undefined && isSameTime(lastScheduleTime, formatTime(timeMs)));

function readSchedule({ spec }: ReadCronJob, schedules: KnownSchedules): RunTimes | EventInput {
  const { schedule, timeZone } = spec;
  try {
    return schedules.read(schedule, timeZone);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    const message = `unparseable schedule: ${JSON.stringify(schedule)} : ${problem}`;
    return { type: 'Warning', reason: 'UnparseableSchedule', message };
  }
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const unknownZone = (timeZone: string): StartDecision => {
  const message = `invalid timeZone: ${JSON.stringify(timeZone)}: unknown time zone ${timeZone}`;
  return { events: [{ type: 'Warning', reason: 'UnknownTimeZone', message }] };
};

const unsupported = (schedule: string): readonly EventInput[] =>
  schedule.includes('TZ')
    ? [
        {
          type: 'Warning',
          reason: 'UnsupportedSchedule',
          message: `CRON_TZ or TZ used in schedule ${JSON.stringify(schedule)} is not officially supported, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details`,
        },
      ]
    : [];

const invalid = (schedule: string): EventInput => ({
  type: 'Warning',
  reason: 'InvalidSchedule',
  message: `invalid schedule: ${schedule} : time difference between two schedules is less than 1 second`,
});

const tooManyMissed: EventInput = {
  type: 'Warning',
  reason: 'TooManyMissedTimes',
  message: 'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew',
};

const alreadyActive: EventInput = {
  reason: 'JobAlreadyActive',
  message: 'Not starting job because prior execution is running and concurrency policy is Forbid',
};

/** The time as in a letter, with the zone in digits. */
const missed = (timeMs: number): EventInput => ({
  type: 'Warning',
  reason: 'MissSchedule',
  message: `Missed scheduled time to start a job: ${new Date(timeMs).toUTCString().replace('GMT', '+0000')}`,
});
