/**
 * When a pod ended: when its last container did, or else what its conditions and its deletion tell.
 * Upstream: kubernetes pkg/controller/job getFinishedTime.
 */
import type { ContainerStatus } from '@reeve/kinds/core/v1';
import { creationTimestampOf, deletionTimestampOf, parseTime } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import { podCondition } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';

/** When a pod ended, in milliseconds since 1970. */
export const finishedAtMs = (pod: ReadPod): number =>
  containersEnd(pod) ?? unreadySince(pod) ?? deletionBegan(pod) ?? parseTime(creationTimestampOf(pod)) ?? 0;

/** The end of the last container; sidecars outlive the others. Undefined while one of them has not said when. */
function containersEnd({ spec, status }: ReadPod): number | undefined {
  const sidecars = new Set(
    (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always').map(({ name }) => name),
  );
  const statuses = [
    ...(status?.containerStatuses ?? []),
    ...(status?.initContainerStatuses ?? []).filter(({ name }) => sidecars.has(name)),
  ];
  const ends = statuses.map(endOf);
  return ends.length === 0 || ends.includes(undefined) ? undefined : Math.max(...ends.map((end) => end ?? 0));
}

const endOf = ({ state }: DeepReadonly<ContainerStatus>): number | undefined =>
  parseTime(state?.terminated?.finishedAt);

function unreadySince(pod: ReadPod): number | undefined {
  const ready = podCondition(pod, 'Ready');
  return ready?.status === 'False' ? parseTime(ready.lastTransitionTime) : undefined;
}

/** The deletion timestamp is when the grace period ends. */
function deletionBegan(pod: ReadPod): number | undefined {
  const deadline = parseTime(deletionTimestampOf(pod));
  return deadline === undefined ? undefined : deadline - (pod.metadata.deletionGracePeriodSeconds ?? 0) * 1000;
}
