/**
 * Counts the pods of a Job: which are active, which have ended since the status was written, and which indexes are done. A pod without the tracking finalizer
 * has been counted before; one whose uid the status lists is counted there.
 * Upstream: kubernetes pkg/controller/job syncJobCtx.
 */
import { uidOf } from '@reeve/machinery';
import { isPodActive, isPodReady, isPodTerminating, phaseOf } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import { allFailures, countedFailures, validIndexOf } from './completion-index.ts';
import type { EndedPods } from './failure-backoff.ts';
import { finishedAtMs } from './finished-time.ts';
import { IndexSet } from './index-set.ts';
import { hasLimitPerIndex, isIndexed, isPodFailed, isTracked } from './job-state.ts';
import type { ReadJob } from './job-state.ts';
import { isCountedFailure, rulingOn } from './pod-failure-policy.ts';

/** The indexes of an Indexed Job. */
export interface IndexCensus {
  /** Succeeded, as the status has it. */
  readonly counted: IndexSet;
  /** Succeeded by now. */
  readonly succeeded: IndexSet;
  /** Failed by now; undefined where indexes do not fail one by one. */
  readonly failed: IndexSet | undefined;
  /** By index, the failed pod that stays until its replacement has taken over its count. */
  readonly replaced: ReadonlyMap<number, ReadPod>;
}

/** What there is of a Job. */
export interface JobCensus {
  readonly job: ReadJob;
  readonly pods: readonly ReadPod[];
  readonly active: readonly ReadPod[];
  readonly ready: number;
  readonly terminating: number;
  /** Ended, and neither counted nor listed. */
  readonly ended: EndedPods;
  /** All that have ended and are still there. */
  readonly everEnded: EndedPods;
  readonly succeeded: number;
  readonly failed: number;
  readonly indexes: IndexCensus | undefined;
}

/** Counts the pods that belong to a Job. */
export function takeCensus(job: ReadJob, pods: readonly ReadPod[]): JobCensus {
  const { status = {} } = job;
  const active = pods.filter(isPodActive);
  const everEnded = endedOf(job, pods);
  const listed = { succeeded: listedIn(job, 'succeeded'), failed: listedIn(job, 'failed') };
  const ended: EndedPods = {
    succeeded: everEnded.succeeded.filter((pod) => isNew(pod, job, listed.succeeded)),
    failed: everEnded.failed.filter((pod) => isNew(pod, job, listed.failed)),
  };
  const failed = ended.failed.filter((pod) => isCountedFailure(pod, job)).length;
  const indexes = isIndexed(job) ? countIndexes(job, pods, active) : undefined;
  return {
    job,
    pods,
    active,
    ready: active.filter(isPodReady).length,
    terminating: pods.filter(isPodTerminating).length,
    ended,
    everEnded,
    succeeded: indexes?.succeeded.size ?? (status.succeeded ?? 0) + ended.succeeded.length + listed.succeeded.size,
    failed: (status.failed ?? 0) + failed + listed.failed.size,
    indexes,
  };
}

/** The uids that the status lists as ended and not yet counted. */
export const listedIn = ({ status }: ReadJob, how: 'succeeded' | 'failed'): ReadonlySet<string> =>
  new Set(status?.uncountedTerminatedPods?.[how] ?? []);

const endedOf = (job: ReadJob, pods: readonly ReadPod[]): EndedPods => ({
  succeeded: pods.filter((pod) => phaseOf(pod) === 'Succeeded'),
  failed: pods.filter((pod) => isPodFailed(pod, job)),
});

const isNew = (pod: ReadPod, job: ReadJob, listed: ReadonlySet<string>): boolean =>
  isTracked(pod) && !listed.has(uidOf(pod) ?? '') && (!isIndexed(job) || validIndexOf(pod, job) !== undefined);

function countIndexes(job: ReadJob, pods: readonly ReadPod[], active: readonly ReadPod[]): IndexCensus {
  const { completions = 0 } = job.spec;
  const tracked = pods.filter(isTracked);
  const indexesOf = (some: readonly ReadPod[]): IndexSet =>
    IndexSet.of(some.flatMap((pod) => validIndexOf(pod, job) ?? []));
  const counted = IndexSet.parse(job.status?.completedIndexes, completions);
  const succeeded = counted.union(indexesOf(tracked.filter((pod) => phaseOf(pod) === 'Succeeded')));
  if (!hasLimitPerIndex(job)) return { counted, succeeded, failed: undefined, replaced: new Map() };
  const failedBefore = IndexSet.parse(job.status?.failedIndexes, completions);
  const failed = failedBefore.union(indexesOf(tracked.filter((pod) => hasFailedIndex(pod, job))));
  const settled = succeeded.union(failed).union(indexesOf(active));
  return { counted, succeeded, failed, replaced: lastFailures(job, tracked, settled) };
}

/** True when the pod was the last that its index may lose, or a rule says so. */
function hasFailedIndex(pod: ReadPod, job: ReadJob): boolean {
  if (!isPodFailed(pod, job)) return false;
  const { action } = rulingOn(pod, job);
  if (action === 'FailIndex') return true;
  return action !== 'Ignore' && countedFailures(pod) >= (job.spec.backoffLimitPerIndex ?? 0);
}

/** The last failed pod of each index that is neither done nor worked on. */
function lastFailures(job: ReadJob, tracked: readonly ReadPod[], settled: IndexSet): ReadonlyMap<number, ReadPod> {
  const last = new Map<number, ReadPod>();
  for (const pod of tracked) {
    const index = validIndexOf(pod, job);
    if (index === undefined || settled.has(index) || !isPodFailed(pod, job)) continue;
    const known = last.get(index);
    if (known === undefined || isLater(pod, known)) last.set(index, pod);
  }
  return last;
}

const isLater = (pod: ReadPod, known: ReadPod): boolean =>
  allFailures(pod) >= allFailures(known) && finishedAtMs(pod) >= finishedAtMs(known);
