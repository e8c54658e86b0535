/**
 * Counts every pod once, whatever is interrupted: a pod that has ended is listed in the status by its uid, then it is let go, and only when it is let go does
 * the list become a count. Whoever goes on later finds in which of these states each pod is. Nothing is written here.
 * Upstream: kubernetes pkg/controller/job trackJobStatusAndRemoveFinalizers.
 */
import type { JobStatus } from '@reeve/kinds/batch/v1';
import { deletionStarted, formatTime, uidOf } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import { phaseOf } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import { completionIndexOf, validIndexOf } from './completion-index.ts';
import { listedIn } from './job-census.ts';
import type { JobCensus } from './job-census.ts';
import { withJobCondition } from './job-conditions.ts';
import { isIndexed, isPodFailed, isTracked } from './job-state.ts';
import type { Verdict } from './job-verdict.ts';
import { isCountedFailure } from './pod-failure-policy.ts';

/** A Job's status, being worked out. */
export type ReadStatus = DeepReadonly<JobStatus>;

/** What to write, and whom to let go after that. */
export interface Ledger {
  readonly status: ReadStatus;
  readonly released: readonly ReadPod[];
  /** True when more pods have ended than fit: the Job is not over before they are counted. */
  readonly isFull: boolean;
}

/** How many uids a status may list: about twenty kilobytes. */
const mostListed = 500;

/** Lists the pods that have ended, and says what is decided about the Job. */
export function openLedger(census: JobCensus, before: ReadStatus, verdict: Verdict | undefined, nowMs: number): Ledger {
  const { pods, indexes } = census;
  const tracked = inIndexOrder(census, pods.filter(isTracked));
  const settled = settle(before, new Set(tracked.map((pod) => uidOf(pod) ?? '')));
  const { status, released, isFull } = listEnded(census, settled, tracked, verdict);
  const counted = indexes && {
    succeeded: indexes.succeeded.size,
    completedIndexes: indexes.succeeded.toString(),
    ...(indexes.failed && { failedIndexes: indexes.failed.toString() }),
  };
  const said = verdict === undefined ? status : withCondition(status, interimOf(verdict), verdict, nowMs);
  return { status: tidy({ ...said, ...counted }), released, isFull };
}

/** Makes counts of those listed who are no longer held. */
export function settle(status: ReadStatus, held: ReadonlySet<string>): ReadStatus {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  const [leftSucceeded, leftFailed] = [succeeded, failed].map((uids) => uids.filter((uid) => held.has(uid)));
  return tidy({
    ...status,
    succeeded: (status.succeeded ?? 0) + succeeded.length - (leftSucceeded?.length ?? 0),
    failed: (status.failed ?? 0) + failed.length - (leftFailed?.length ?? 0),
    uncountedTerminatedPods: { succeeded: leftSucceeded ?? [], failed: leftFailed ?? [] },
  });
}

/** The status of a Job that has ended; undefined while pods are listed or on their way out. */
export function finished(status: ReadStatus, verdict: Verdict, nowMs: number): ReadStatus | undefined {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  if (succeeded.length + failed.length > 0 || (status.terminating ?? 0) > 0) return undefined;
  const ended = withCondition(status, verdict.isSuccess ? 'Complete' : 'Failed', verdict, nowMs);
  return verdict.isSuccess ? { ...ended, completionTime: formatTime(nowMs) } : ended;
}

const interimOf = ({ isSuccess }: Verdict): string => (isSuccess ? 'SuccessCriteriaMet' : 'FailureTarget');

const withCondition = (status: ReadStatus, type: string, verdict: Verdict, nowMs: number): ReadStatus => ({
  ...status,
  conditions: withJobCondition(
    status.conditions ?? [],
    { type, status: 'True', reason: verdict.reason, message: verdict.message },
    nowMs,
  ),
});

function listEnded(
  census: JobCensus,
  status: ReadStatus,
  tracked: readonly ReadPod[],
  verdict: Verdict | undefined,
): Ledger {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  const list = { succeeded: [...succeeded], failed: [...failed] };
  const released: ReadPod[] = [];
  let newIndexes = 0;
  let isFull = false;
  for (const pod of tracked) {
    if (!mayGo(pod, census, verdict)) continue;
    released.push(pod);
    const entry = entryOf(pod, census, verdict);
    if (entry === 'index') newIndexes += 1;
    else if (entry !== undefined) list[entry].push(uidOf(pod) ?? '');
    isFull = newIndexes + list.succeeded.length + list.failed.length >= mostListed;
    if (isFull) break;
  }
  return { status: { ...status, uncountedTerminatedPods: list }, released, isFull };
}

/** All may go at the end of the Job; before that those that have ended, except one whose replacement has yet to take over its count. */
function mayGo(pod: ReadPod, { job, indexes }: JobCensus, verdict: Verdict | undefined): boolean {
  if (deletionStarted(job) || verdict !== undefined || phaseOf(pod) === 'Succeeded') return true;
  const index = completionIndexOf(pod);
  const isAwaited = index !== undefined && uidOf(indexes?.replaced.get(index) ?? {}) === uidOf(pod);
  return isPodFailed(pod, job) && !isAwaited;
}

/** Where a pod that goes is listed. At the end of a Job that fails, whatever still ran has failed; an index that has succeeded needs no list. */
function entryOf(
  pod: ReadPod,
  { job, indexes }: JobCensus,
  verdict: Verdict | undefined,
): 'succeeded' | 'failed' | 'index' | undefined {
  const uid = uidOf(pod) ?? '';
  const index = validIndexOf(pod, job);
  const listed = { succeeded: listedIn(job, 'succeeded'), failed: listedIn(job, 'failed') };
  if (phaseOf(pod) === 'Succeeded' && !listed.failed.has(uid)) {
    if (isIndexed(job)) return index !== undefined && !indexes?.counted.has(index) ? 'index' : undefined;
    return listed.succeeded.has(uid) ? undefined : 'succeeded';
  }
  const isFailed = isPodFailed(pod, job) || verdict?.isSuccess === false;
  const isNew = !listed.failed.has(uid) && (!isIndexed(job) || index !== undefined);
  return isFailed && isNew && isCountedFailure(pod, job) ? 'failed' : undefined;
}

const inIndexOrder = ({ job }: JobCensus, pods: readonly ReadPod[]): readonly ReadPod[] =>
  isIndexed(job)
    ? pods.toSorted((one, other) => (completionIndexOf(one) ?? -1) - (completionIndexOf(other) ?? -1))
    : pods;

/** As a server keeps it: counts of none and empty lists are left out. */
function tidy({
  active,
  succeeded,
  failed,
  completedIndexes,
  uncountedTerminatedPods,
  ...rest
}: ReadStatus): ReadStatus {
  const lists = Object.entries(uncountedTerminatedPods ?? {}).filter(([, uids]) => uids.length > 0);
  return {
    ...rest,
    ...(active ? { active } : {}),
    ...(succeeded ? { succeeded } : {}),
    ...(failed ? { failed } : {}),
    ...(completedIndexes ? { completedIndexes } : {}),
    uncountedTerminatedPods: Object.fromEntries(lists),
  };
}
