/**
 * Whether a rollout moves: the Progressing condition, when it has been standing still for too long, and when to look again. Nothing is written here.
 * Upstream: kubernetes pkg/controller/deployment progress.go, DeploymentProgressing, DeploymentTimedOut.
 */
import { findCondition, nameOf, parseTime } from '@reeve/machinery';
import type { HasMetadata } from '@reeve/machinery';
import { withCondition, withoutCondition } from './deployment-conditions.ts';
import type { ConditionNews, Conditions } from './deployment-conditions.ts';
import { isComplete } from './deployment-status.ts';
import type { ReadStatus } from './deployment-status.ts';
import type { ReadDeployment } from './fenceposts.ts';
import type { ReadSet, RevisionedSets } from './revisioned-sets.ts';

/** A deadline that is never reached. */
const never = 2 ** 31 - 1;

/** True when the deployment wants to hear of standing still. */
export const hasDeadline = ({ spec }: ReadDeployment): boolean => (spec.progressDeadlineSeconds ?? never) !== never;

/** News about the progress of a rollout. */
export const progressing = (status: ConditionNews['status'], reason: string, message: string): ConditionNews => ({
  type: 'Progressing',
  status,
  reason,
  message,
});

/** The conditions when a deployment is paused or resumed: time that it stood still on purpose does not count. */
export function withPause(deployment: ReadDeployment, nowMs: number): Conditions {
  const conditions = deployment.status?.conditions ?? [];
  if (!hasDeadline(deployment)) return conditions;
  const reason = findCondition(conditions, 'Progressing')?.reason;
  const isPaused = deployment.spec.paused === true;
  if (reason === timedOut || isPaused === (reason === 'DeploymentPaused')) return conditions;
  const news = isPaused
    ? progressing('Unknown', 'DeploymentPaused', 'Deployment is paused')
    : progressing('Unknown', 'DeploymentResumed', 'Deployment is resumed');
  return withCondition(conditions, news, nowMs);
}

/** The status with what is to be said about progress and failures. `before` is the status that was written last. */
export function withProgress(
  deployment: ReadDeployment,
  sets: RevisionedSets,
  status: ReadStatus,
  nowMs: number,
): ReadStatus {
  const conditions = status.conditions ?? [];
  const said = hasDeadline(deployment)
    ? withNews(deployment, sets.current, status, nowMs)
    : withoutCondition(conditions, 'Progressing');
  return { ...status, conditions: withFailure(said, sets) };
}

/** In how many milliseconds a rollout that does not move has stood still for too long; undefined when there is no such moment. */
export function nextCheckMs(deployment: ReadDeployment, status: ReadStatus, nowMs: number): number | undefined {
  const { progressDeadlineSeconds = never } = deployment.spec;
  const said = findCondition(status.conditions, 'Progressing');
  if (!hasDeadline(deployment) || said === undefined || isComplete(deployment, status)) return undefined;
  if (said.reason === timedOut || said.reason === available) return undefined;
  const since = parseTime(said.lastUpdateTime) ?? nowMs;
  return Math.max(0, since + progressDeadlineSeconds * 1000 - nowMs) + 1;
}

const [timedOut, available] = ['ProgressDeadlineExceeded', 'NewReplicaSetAvailable'];

function withNews(
  deployment: ReadDeployment,
  current: ReadSet | undefined,
  status: ReadStatus,
  nowMs: number,
): Conditions {
  const conditions = status.conditions ?? [];
  const said = findCondition(conditions, 'Progressing');
  const isDone = (status.replicas ?? 0) === (status.updatedReplicas ?? 0) && said?.reason === available;
  if (isDone) return conditions;
  const who = subject(deployment, current);
  if (isComplete(deployment, status)) {
    return withCondition(conditions, progressing('True', available, `${who} has successfully progressed.`), nowMs);
  }
  if (hasMoved(deployment.status ?? {}, status)) {
    const news = progressing('True', 'ReplicaSetUpdated', `${who} is progressing.`);
    return withCondition(conditions, news, nowMs, { renewed: true });
  }
  if (!hasTimedOut(deployment, said, nowMs)) return conditions;
  return withCondition(conditions, progressing('False', timedOut, `${who} has timed out progressing.`), nowMs);
}

const subject = (deployment: ReadDeployment, current: HasMetadata | undefined): string =>
  current === undefined ? `Deployment "${nameOf(deployment) ?? ''}"` : `ReplicaSet "${nameOf(current) ?? ''}"`;

/** More new pods, fewer old ones, or more that are ready or available. */
function hasMoved(before: ReadStatus, after: ReadStatus): boolean {
  const oldPods = ({ replicas = 0, updatedReplicas = 0 }: ReadStatus): number => replicas - updatedReplicas;
  return (
    (after.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
    oldPods(after) < oldPods(before) ||
    (after.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before.availableReplicas ?? 0)
  );
}

function hasTimedOut(
  { spec }: ReadDeployment,
  said: { readonly reason?: string; readonly lastUpdateTime?: string } | undefined,
  nowMs: number,
): boolean {
  if (said === undefined || said.reason === available) return false;
  if (said.reason === timedOut) return true;
  return (parseTime(said.lastUpdateTime) ?? nowMs) + (spec.progressDeadlineSeconds ?? never) * 1000 < nowMs;
}

/** What keeps a set from making or deleting pods; the new one's word counts before the others'. */
function withFailure(conditions: Conditions, { current, old }: RevisionedSets): Conditions {
  const sets = current === undefined ? old : [current, ...old];
  const failures = sets.flatMap(({ status }) => findCondition(status?.conditions, 'ReplicaFailure') ?? []);
  const others = withoutCondition(conditions, 'ReplicaFailure');
  const [failure] = failures;
  if (failure === undefined) return others;
  const said = findCondition(conditions, 'ReplicaFailure');
  if (said?.status === failure.status && said.reason === failure.reason) return conditions;
  return [
    ...others,
    { ...failure, ...(failure.lastTransitionTime !== undefined && { lastUpdateTime: failure.lastTransitionTime }) },
  ];
}
