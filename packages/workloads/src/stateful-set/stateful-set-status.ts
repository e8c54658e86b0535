/**
 * What a stateful set says about itself, from its pods and its revisions. Nothing is written here.
 * Upstream: kubernetes pkg/controller/statefulset updateStatus, completeRollingUpdate.
 */
import type { StatefulSetStatus } from '@reeve/kinds/apps/v1';
import { deletionStarted, generationOf } from '@reeve/machinery';
import { counted } from '../pod/counted.ts';
import { isPodAvailable, isPodRunningAndReady } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import type { ReadStatefulSet } from './ordinals.ts';
import { revisionOf } from './stateful-pod.ts';

/** The names of the revisions of a set, and how many hashes were taken. */
export interface StatefulRevisions {
  readonly current: string;
  readonly update: string;
  readonly collisionCount: number;
}

/** The status of a set with these pods. */
export function statefulSetStatus(
  set: ReadStatefulSet,
  pods: readonly ReadPod[],
  { current, update, collisionCount }: StatefulRevisions,
  nowMs: number,
): StatefulSetStatus {
  const { replicas = 1, minReadySeconds = 0, updateStrategy } = set.spec;
  const ready = pods.filter(isPodRunningAndReady);
  const staying = pods.filter((pod) => !deletionStarted(pod));
  const at = (revision: string): number => staying.filter((pod) => revisionOf(pod) === revision).length;
  const isDone =
    updateStrategy?.type !== 'OnDelete' && [at(update), ready.length, pods.length].every((count) => count === replicas);
  return {
    observedGeneration: generationOf(set) ?? 0,
    replicas: pods.length,
    ...counted('readyReplicas', ready.length),
    ...counted('currentReplicas', isDone ? at(update) : at(current)),
    ...counted('updatedReplicas', at(update)),
    currentRevision: isDone ? update : current,
    updateRevision: update,
    collisionCount,
    availableReplicas: ready.filter((pod) => isPodAvailable(pod, minReadySeconds, nowMs)).length,
  };
}
