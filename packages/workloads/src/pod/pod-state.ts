/**
 * What the status of a pod says: whether it is ready, available, active, done or on its way out. Plain functions; the time is passed in.
 * Upstream: kubernetes pkg/api/v1/pod, pkg/controller IsPodActive and IsPodTerminating.
 */
import type { Pod, PodCondition } from '@reeve/kinds/core/v1';
import { deletionStarted, findCondition, parseTime } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';

/** A pod as it is read. */
export type ReadPod = DeepReadonly<Pod>;

/** The phase; a pod without one has not been looked at, and is pending. */
export const phaseOf = (pod: ReadPod): NonNullable<NonNullable<Pod['status']>['phase']> =>
  pod.status?.phase ?? 'Pending';

/** A condition of the pod by its type. */
export const podCondition = (pod: ReadPod, type: string): DeepReadonly<PodCondition> | undefined =>
  findCondition(pod.status?.conditions, type);

/** True when it serves. */
export const isPodReady = (pod: ReadPod): boolean => podCondition(pod, 'Ready')?.status === 'True';

/** Since when it serves, in milliseconds since 1970; undefined when it does not, or does not say. */
export const readySince = (pod: ReadPod): number | undefined =>
  isPodReady(pod) ? parseTime(podCondition(pod, 'Ready')?.lastTransitionTime) : undefined;

/** True when it has served for long enough. */
export function isPodAvailable(pod: ReadPod, minReadySeconds: number, nowMs: number): boolean {
  if (minReadySeconds === 0) return isPodReady(pod);
  const since = readySince(pod);
  return since !== undefined && since + minReadySeconds * 1000 <= nowMs;
}

/** In how many milliseconds the first of those that are ready and not yet available will be; undefined when none is waiting. */
export function nextAvailableMs(pods: readonly ReadPod[], minReadySeconds: number, nowMs: number): number | undefined {
  if (minReadySeconds === 0) return undefined;
  const waits = pods.flatMap((pod) => {
    const since = readySince(pod);
    return since === undefined ? [] : [since + minReadySeconds * 1000 - nowMs].filter((wait) => wait > 0);
  });
  return waits.length === 0 ? undefined : Math.min(...waits);
}

/** True when it has ended and will not start again. */
export const isPodTerminal = (pod: ReadPod): boolean => ['Succeeded', 'Failed'].includes(phaseOf(pod));

/** True when it counts towards what its owner wants: neither ended nor to be deleted. */
export const isPodActive = (pod: ReadPod): boolean => !isPodTerminal(pod) && !deletionStarted(pod);

/** True when it is to be deleted and still runs. */
export const isPodTerminating = (pod: ReadPod): boolean => !isPodTerminal(pod) && deletionStarted(pod);

/** True when it has a node. */
export const isPodBound = ({ spec }: ReadPod): boolean => (spec.nodeName ?? '') !== '';

/** True when it runs and serves. */
export const isPodRunningAndReady = (pod: ReadPod): boolean => phaseOf(pod) === 'Running' && isPodReady(pod);
