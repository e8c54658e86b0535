/**
 * When a Job that has ended is to be deleted.
 * Upstream: kubernetes pkg/controller/ttlafterfinished.
 */
import { deletionStarted, parseTime } from '@reeve/machinery';
import { finishOf } from './job-state.ts';
import type { ReadJob } from './job-state.ts';

/** In how many milliseconds its time is over; undefined where it stays. */
export function untilExpiryMs(job: ReadJob, nowMs: number): number | undefined {
  const { ttlSecondsAfterFinished } = job.spec;
  const endMs = parseTime(finishOf(job)?.lastTransitionTime);
  if (ttlSecondsAfterFinished === undefined || endMs === undefined || deletionStarted(job)) return undefined;
  return Math.max(0, endMs + ttlSecondsAfterFinished * 1000 - nowMs);
}
