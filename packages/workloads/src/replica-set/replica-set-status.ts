/**
 * What a replica set says about itself, from its pods. Nothing is written here.
 * Upstream: kubernetes pkg/controller/replicaset calculateStatus.
 */
import type { ReplicaSet, ReplicaSetCondition, ReplicaSetStatus } from '@reeve/kinds/apps/v1';
import { findCondition, formatTime, generationOf, labelsOf, labelsToQuery, removeCondition } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import { counted } from '../pod/counted.ts';
import { messageOf } from '../pod/pod-control.ts';
import { isPodActive, isPodAvailable, isPodReady, isPodTerminating } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';

/** What went wrong when pods were made or deleted. */
export interface ReplicaFailure {
  readonly reason: 'FailedCreate' | 'FailedDelete';
  readonly error: unknown;
}

/** The status of a replica set with these pods. */
export function replicaSetStatus(
  set: DeepReadonly<ReplicaSet>,
  pods: readonly ReadPod[],
  failure: ReplicaFailure | undefined,
  nowMs: number,
): ReplicaSetStatus {
  const active = pods.filter(isPodActive);
  const templateLabels = labelsToQuery(labelsOf(set.spec.template ?? {}));
  const minReadySeconds = set.spec.minReadySeconds ?? 0;
  const conditions = conditionsOf(set, failure, nowMs);
  const observedGeneration = generationOf(set);
  return {
    ...(conditions.length > 0 && { conditions }),
    replicas: active.length,
    ...counted('fullyLabeledReplicas', active.filter((pod) => templateLabels.matches(labelsOf(pod))).length),
    ...counted('readyReplicas', active.filter(isPodReady).length),
    ...counted('availableReplicas', active.filter((pod) => isPodAvailable(pod, minReadySeconds, nowMs)).length),
    terminatingReplicas: pods.filter(isPodTerminating).length,
    ...(observedGeneration !== undefined && { observedGeneration }),
  };
}

/** The first failure stays said until all is well. */
function conditionsOf(
  { status }: DeepReadonly<ReplicaSet>,
  failure: ReplicaFailure | undefined,
  nowMs: number,
): ReplicaSetCondition[] {
  const before = (status?.conditions ?? []).map((condition) => ({ ...condition }));
  if (failure === undefined) return removeCondition(before, failing).conditions;
  if (findCondition(before, failing) !== undefined) return before;
  const { reason, error } = failure;
  const lastTransitionTime = formatTime(nowMs);
  return [...before, { type: failing, status: 'True', lastTransitionTime, reason, message: messageOf(error) }];
}

const failing = 'ReplicaFailure';
