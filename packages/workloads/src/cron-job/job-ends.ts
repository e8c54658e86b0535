/**
 * Lets only those changes of Jobs pass that are a matter of their CronJob: a Job ends, is to go, or changes hands. How far it has come is left out, which is most of what
 * happens to a Job.
 */
import type { Job } from '@reeve/kinds/batch/v1';
import { deepEqual, deletionStarted } from '@reeve/machinery';
import { predicate } from '@reeve/runtime';
import type { Predicate } from '@reeve/runtime';
import { finishOf } from '../job/job-state.ts';

/** The Job is to its CronJob something else than before. */
export const jobEnds = predicate<Job>('ends', {
  update: (job, old) =>
    finishOf(job)?.type !== finishOf(old)?.type ||
    job.status?.completionTime !== old.status?.completionTime ||
    deletionStarted(job) !== deletionStarted(old) ||
    !deepEqual(job.metadata.ownerReferences ?? [], old.metadata.ownerReferences ?? []),
}) as unknown as Predicate; // it is asked about Jobs only
