/**
 * What a Job and its pods say about themselves: how it counts, whether it is suspended or over, which of its pods have failed. Plain functions.
 * Upstream: kubernetes pkg/controller/job and its util.
 */
import type { Job, JobCondition } from '@reeve/kinds/batch/v1';
import { deletionStarted, findCondition, hasFinalizer, isConditionTrue } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import { phaseOf } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';

/** A Job as it is read. */
export type ReadJob = DeepReadonly<Job>;

/** Holds a pod until its Job has counted it. */
export const trackingFinalizer = 'batch.kubernetes.io/job-tracking';

/** The labels of a Job's pods that name it. */
export const jobNameLabel = 'batch.kubernetes.io/job-name';

/** True when each of its completions has a number. */
export const isIndexed = ({ spec }: ReadJob): boolean => spec.completionMode === 'Indexed';

/** True while it may have no pods. */
export const isSuspended = ({ spec }: ReadJob): boolean => spec.suspend === true;

/** True when indexes fail one by one. */
export const hasLimitPerIndex = (job: ReadJob): boolean =>
  isIndexed(job) && job.spec.backoffLimitPerIndex !== undefined;

/** True when somebody else brings it to its end. */
export const isManagedElsewhere = ({ spec: { managedBy } }: ReadJob): boolean =>
  managedBy !== undefined && managedBy !== 'kubernetes.io/job-controller';

/** How a Job ended: its condition `Complete` or `Failed`; undefined before that. */
export function finishOf({ status }: ReadJob): DeepReadonly<JobCondition> | undefined {
  let failed: DeepReadonly<JobCondition> | undefined;
  for (const condition of status?.conditions ?? []) {
    if (condition.status !== 'True') continue;
    if (condition.type === 'Complete') return condition;
    if (condition.type === 'Failed') failed ??= condition;
  }
  return failed;
}

/** The condition of a type, where it holds. */
export const trueCondition = ({ status }: ReadJob, type: string): DeepReadonly<JobCondition> | undefined =>
  isConditionTrue(status?.conditions, type) ? findCondition(status?.conditions, type) : undefined;

/** True when a pod that is to be deleted is replaced only after it has ended. */
export const replacesOnlyFailed = ({ spec }: ReadJob): boolean =>
  spec.podReplacementPolicy === 'Failed' || spec.podFailurePolicy !== undefined;

/** True of a pod that counts as failed; one that is being deleted may never get to say so itself. */
export const isPodFailed = (pod: ReadPod, job: ReadJob): boolean =>
  phaseOf(pod) === 'Failed' || (!replacesOnlyFailed(job) && deletionStarted(pod) && phaseOf(pod) !== 'Succeeded');

/** True of a pod that its Job has yet to count. */
export const isTracked = (pod: ReadPod): boolean => hasFinalizer(pod, trackingFinalizer);
