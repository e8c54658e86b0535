/**
 * What a CronJob's status says of its Jobs: which are active, and when one last succeeded; and what there is to tell about it. Nothing is written here.
 * Upstream: kubernetes pkg/controller/cronjob syncCronJob.
 */
import type { CronJobStatus } from '@reeve/kinds/batch/v1';
import { nameOf, parseTime, uidOf } from '@reeve/machinery';
import type { DeepReadonly, ObjectReference } from '@reeve/machinery';
import type { EventInput } from '@reeve/runtime';
import { finishOf } from '../job/job-state.ts';
import type { ReadJob } from '../job/job-state.ts';
import type { ReadCronJob } from './due-run.ts';

/** A CronJob's status, being worked out. */
export type ReadStatus = DeepReadonly<CronJobStatus>;

/** The status, and what to tell. */
export interface Books {
  readonly status: ReadStatus;
  readonly events: readonly EventInput[];
}

/** Brings the status up to date with the Jobs that are there. */
export function updateBooks({ status = {} }: ReadCronJob, jobs: readonly ReadJob[]): Books {
  const active = status.active ?? [];
  const byUid = new Map(jobs.map((job) => [uidOf(job), job]));
  const ended = active.filter(({ uid }) => finishOf(byUid.get(uid) ?? nothing) !== undefined);
  const missing = active.filter(({ uid }) => !byUid.has(uid));
  const strangers = jobs.filter((job) => finishOf(job) === undefined && !active.some(({ uid }) => uid === uidOf(job)));
  const left = active.filter((one) => !ended.includes(one) && !missing.includes(one));
  return {
    status: { ...withActive(status, left), ...lastSuccess(status, jobs) },
    events: [
      ...strangers.map(sawStranger),
      ...ended.map(({ uid, name }) => sawEnd(name, finishOf(byUid.get(uid) ?? nothing)?.type)),
      ...missing.map(({ name }) => ({ reason: 'MissingJob', message: `Active job went missing: ${name ?? ''}` })),
    ],
  };
}

/** The status with these active Jobs. */
export function withActive(
  { active: _before, ...rest }: ReadStatus,
  active: readonly DeepReadonly<ObjectReference>[],
): ReadStatus {
  return { ...rest, ...(active.length > 0 && { active }) };
}

const nothing: ReadJob = { metadata: {}, spec: { template: {} } };

const sawStranger = (job: ReadJob): EventInput => ({
  type: 'Warning',
  reason: 'UnexpectedJob',
  message: `Saw a job that the controller did not create or forgot: ${nameOf(job) ?? ''}`,
});

const sawEnd = (name = '', condition = ''): EventInput => ({
  reason: 'SawCompletedJob',
  message: `Saw completed job: ${name}, condition: ${condition}`,
});

/** The latest time at which a Job succeeded. */
function lastSuccess(
  { lastSuccessfulTime }: ReadStatus,
  jobs: readonly ReadJob[],
): Pick<CronJobStatus, 'lastSuccessfulTime'> {
  let latest = lastSuccessfulTime;
  for (const job of jobs) {
    const time = finishOf(job)?.type === 'Complete' ? job.status?.completionTime : undefined;
    if (time !== undefined && (latest === undefined || isNotBefore(time, latest))) latest = time;
  }
  return latest === undefined ? {} : { lastSuccessfulTime: latest };
}

/** Times as the server writes them are in order as texts are; only others need to be read. */
const isNotBefore = (one: string, other: string): boolean =>
  isAsWritten(one) && isAsWritten(other) ? one >= other : (parseTime(one) ?? 0) >= (parseTime(other) ?? 0);

const isAsWritten = (time: string): boolean => time.length === 'yyyy-mm-ddThh:mm:ssZ'.length && time.endsWith('Z');
