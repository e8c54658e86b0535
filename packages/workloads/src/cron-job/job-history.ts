/**
 * Which of a CronJob's Jobs that have ended go: the oldest, when there are more than its history keeps.
 * Upstream: kubernetes pkg/controller/cronjob cleanupFinishedJobs.
 */
import { nameOf, parseTime } from '@reeve/machinery';
import { finishOf } from '../job/job-state.ts';
import type { ReadJob } from '../job/job-state.ts';
import type { ReadCronJob } from './due-run.ts';

/** The Jobs to delete. */
export function jobsToForget({ spec }: ReadCronJob, jobs: readonly ReadJob[]): readonly ReadJob[] {
  const ended = (type: string): readonly ReadJob[] => jobs.filter((job) => finishOf(job)?.type === type);
  return [
    ...oldest(ended('Complete'), spec.successfulJobsHistoryLimit),
    ...oldest(ended('Failed'), spec.failedJobsHistoryLimit),
  ];
}

function oldest(jobs: readonly ReadJob[], kept: number | undefined): readonly ReadJob[] {
  if (kept === undefined || jobs.length <= kept) return [];
  return jobs.toSorted(byStart).slice(0, jobs.length - kept);
}

/** Those that never began count as the latest. */
const byStart = (one: ReadJob, other: ReadJob): number => {
  const [first, second] = [startOf(one), startOf(other)];
  if (first === second) return (nameOf(one) ?? '') < (nameOf(other) ?? '') ? -1 : 1;
  return first < second ? -1 : 1;
};

const startOf = ({ status }: ReadJob): number => parseTime(status?.startTime) ?? Infinity;
