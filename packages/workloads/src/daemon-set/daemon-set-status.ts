/**
 * What a daemon set says about itself, from its nodes. Nothing is written here.
 * Upstream: kubernetes pkg/controller/daemon updateDaemonSetStatus.
 */
import type { DaemonSetStatus } from '@reeve/kinds/apps/v1';
import { generationOf } from '@reeve/machinery';
import { counted } from '../pod/counted.ts';
import { isPodAvailable, isPodReady } from '../pod/pod-state.ts';
import type { DaemonNode } from './daemon-nodes.ts';
import { isUpdated } from './daemon-pod.ts';
import type { ReadDaemonSet } from './daemon-pod.ts';

/** The status of a set on these nodes; the first pod of a node counts. */
export function daemonSetStatus(
  set: ReadDaemonSet,
  nodes: readonly DaemonNode[],
  { hash, nowMs, collisionCount }: { readonly hash: string; readonly nowMs: number; readonly collisionCount: number },
): DaemonSetStatus {
  const wanted = nodes.filter(({ verdict }) => verdict === 'run');
  const strays = nodes.filter(({ verdict, pods }) => ['keep', 'leave'].includes(verdict) && pods.length > 0);
  const pods = wanted.flatMap(({ pods: [first] }) => first ?? []);
  const available = pods.filter((pod) => isPodAvailable(pod, set.spec.minReadySeconds ?? 0, nowMs)).length;
  return {
    currentNumberScheduled: pods.length,
    numberMisscheduled: strays.length,
    desiredNumberScheduled: wanted.length,
    numberReady: pods.filter(isPodReady).length,
    observedGeneration: generationOf(set) ?? 0,
    ...counted('updatedNumberScheduled', pods.filter((pod) => isUpdated(set, pod, hash)).length),
    ...counted('numberAvailable', available),
    ...counted('numberUnavailable', wanted.length - available),
    ...counted('collisionCount', collisionCount),
  };
}
