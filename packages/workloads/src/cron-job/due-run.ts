/**
 * Which run of a CronJob is due: the latest of those that its schedule has had since the last one, and how many there were. Nothing reads the clock here.
 * Upstream: kubernetes pkg/controller/cronjob mostRecentScheduleTime.
 */
import type { CronJob } from '@reeve/kinds/batch/v1';
import { creationTimestampOf, parseTime } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import type { RunTimes } from './remembered-runs.ts';

/** A CronJob as it is read. */
export type ReadCronJob = DeepReadonly<CronJob>;

/** What a schedule has had by now. */
export type DueRun =
  | { readonly type: 'none' }
  /** `missedMany` when more than a hundred runs were missed: nobody meant that. */
  | { readonly type: 'due'; readonly timeMs: number; readonly missedMany: boolean }
  | { readonly type: 'never' };

/** So many missed runs are told as too many. */
const manyRuns = 100;
/** A timer may be early by less than this. */
const marginMs = 100;

/** The run that is due; those before the starting deadline do not count. */
export function dueRun(cronJob: ReadCronJob, schedule: RunTimes, nowMs: number): DueRun {
  const { startingDeadlineSeconds } = cronJob.spec;
  const deadlineMs = startingDeadlineSeconds === undefined ? -Infinity : nowMs - startingDeadlineSeconds * 1000;
  return latestRun(schedule, Math.max(lastRunMs(cronJob), deadlineMs), nowMs);
}

/** In how long the next run is due. */
export function untilNextRunMs(cronJob: ReadCronJob, schedule: RunTimes, nowMs: number): number | undefined {
  const latest = latestRun(schedule, lastRunMs(cronJob), nowMs);
  const afterMs = latest.type === 'due' ? latest.timeMs : latest.type === 'none' ? lastRunMs(cronJob) : nowMs;
  const next = schedule.next(afterMs);
  return next === undefined ? undefined : Math.max(1, next.getTime() + marginMs - nowMs);
}

const lastRunMs = (cronJob: ReadCronJob): number =>
  parseTime(cronJob.status?.lastScheduleTime ?? creationTimestampOf(cronJob)) ?? 0;

function latestRun(schedule: RunTimes, sinceMs: number, nowMs: number): DueRun {
  const first = schedule.next(sinceMs)?.getTime();
  const second = first === undefined ? undefined : schedule.next(first)?.getTime();
  if (first === undefined || second === undefined || second - first < 1000) return { type: 'never' };
  if (nowMs < first) return { type: 'none' };
  const count = Math.floor((nowMs - first) / (second - first)) + 1;
  const guessMs = first + (count - 2) * (second - first); // a little early, since runs need not be evenly spaced
  const timeMs = lastUntil(schedule, Math.max(sinceMs, guessMs), nowMs) ?? lastUntil(schedule, sinceMs, nowMs);
  return timeMs === undefined
    ? { type: 'none' }
    : { type: 'due', timeMs, missedMany: nowMs >= second && count > manyRuns };
}

/** The last run after a moment that is not later than now. */
function lastUntil(schedule: RunTimes, afterMs: number, nowMs: number): number | undefined {
  let latest: number | undefined;
  for (let next = schedule.next(afterMs); next !== undefined && next.getTime() <= nowMs; next = schedule.next(latest)) {
    latest = next.getTime();
  }
  return latest;
}
