/**
 * Decides what to do with the pods of a Job: how many to start, under which indexes, which to remove, or how long to wait before that. Nothing is written here.
 * Upstream: kubernetes pkg/controller/job manageJob.
 */
import type { ReadPod } from '../pod/pod-state.ts';
import { isPodTerminating } from '../pod/pod-state.ts';
import { allFailures, completionIndexOf } from './completion-index.ts';
import { remainingDelayMs } from './failure-backoff.ts';
import type { FailureRecord } from './failure-backoff.ts';
import { finishedAtMs } from './finished-time.ts';
import { IndexSet } from './index-set.ts';
import type { JobCensus } from './job-census.ts';
import { hasLimitPerIndex, isSuspended, replacesOnlyFailed } from './job-state.ts';
import { podsToRemove } from './pods-to-remove.ts';

/** What to do next. */
export type PodPlan =
  | { readonly type: 'nothing' }
  /** Start one pod for each of these: an index, or none. */
  | { readonly type: 'create'; readonly indexes: readonly (number | undefined)[] }
  /** Take these away, without their counting as failed. */
  | { readonly type: 'remove'; readonly pods: readonly ReadPod[] }
  | { readonly type: 'wait'; readonly delayMs: number };

/** How many pods one run starts or removes at most. */
const mostPods = 500;

/** The plan for a Job that goes on. */
export function planPods(census: JobCensus, record: FailureRecord, nowMs: number): PodPlan {
  const { job, active } = census;
  if (isSuspended(job)) return removing(podsToRemove(job, active, active.length));
  const wanted = wantedActive(census);
  const surplus = podsToRemove(job, active, Math.max(0, active.length - wanted));
  if (surplus.length > 0) return removing(surplus.slice(0, mostPods));
  const leaving = replacesOnlyFailed(job) ? census.terminating : 0;
  const missing = Math.min(wanted - leaving - active.length, mostPods);
  return missing > 0 ? creating(census, missing, record, nowMs) : { type: 'nothing' };
}

const removing = (pods: readonly ReadPod[]): PodPlan =>
  pods.length > 0 ? { type: 'remove', pods } : { type: 'nothing' };

/** Without a number of completions the first success says that no more need to begin. */
function wantedActive({ job: { spec }, active, succeeded }: JobCensus): number {
  const { completions, parallelism = 1 } = spec;
  if (completions === undefined) return succeeded > 0 ? active.length : parallelism;
  return Math.max(0, Math.min(completions - succeeded, parallelism));
}

function creating(census: JobCensus, missing: number, record: FailureRecord, nowMs: number): PodPlan {
  if (hasLimitPerIndex(census.job)) return creatingIndexes(census, missing, nowMs);
  const delayMs = remainingDelayMs(record, nowMs);
  if (delayMs > 0) return { type: 'wait', delayMs };
  if (census.indexes === undefined)
    return { type: 'create', indexes: Array.from({ length: missing }, () => undefined) };
  const indexes = pendingIndexes(census, missing);
  return indexes.length > 0 ? { type: 'create', indexes } : { type: 'nothing' };
}

/** Each index waits for itself. */
function creatingIndexes(census: JobCensus, missing: number, nowMs: number): PodPlan {
  const delays = pendingIndexes(census, missing).map((index) => [index, indexDelayMs(census, index, nowMs)] as const);
  const indexes = delays.filter(([, delayMs]) => delayMs === 0).map(([index]) => index);
  if (indexes.length > 0) return { type: 'create', indexes };
  return delays.length === 0
    ? { type: 'nothing' }
    : { type: 'wait', delayMs: Math.min(...delays.map(([, delayMs]) => delayMs)) };
}

function indexDelayMs({ indexes }: JobCensus, index: number, nowMs: number): number {
  const last = indexes?.replaced.get(index);
  if (last === undefined) return 0;
  return remainingDelayMs({ failures: allFailures(last) + 1, lastFailureMs: finishedAtMs(last) }, nowMs);
}

/** The lowest indexes that are neither done nor worked on. */
function pendingIndexes({ job, pods, active, indexes }: JobCensus, count: number): number[] {
  const leaving = replacesOnlyFailed(job) ? pods.filter(isPodTerminating) : [];
  const taken = IndexSet.of([...active, ...leaving].flatMap((pod) => completionIndexOf(pod) ?? []));
  const { succeeded = IndexSet.empty, failed = IndexSet.empty } = indexes ?? {};
  return taken
    .union(succeeded)
    .union(failed ?? IndexSet.empty)
    .firstMissing(count, job.spec.completions ?? 0);
}
