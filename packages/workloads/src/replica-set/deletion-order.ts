/**
 * Which pods go first when there are too many: those that do the least good. Nothing is written here.
 * Upstream: kubernetes pkg/controller ActivePodsWithRanks, with logarithmic scale down and pod deletion cost.
 */
import { annotationOf, creationTimestampOf, parseTime, uidOf } from '@reeve/machinery';
import { isPodActive, isPodReady, phaseOf, readySince } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';

/** The annotation that says how bad it is to lose a pod: whole numbers, 0 unless given. */
export const deletionCostAnnotation = 'controller.kubernetes.io/pod-deletion-cost';

/** So many of the pods as are to be deleted. `related` are all pods that do the same work, such as those of the other replica sets of a deployment. */
export function podsToDelete(
  pods: readonly ReadPod[],
  related: readonly ReadPod[],
  count: number,
  nowMs: number,
): readonly ReadPod[] {
  if (count >= pods.length) return pods;
  const crowd = new Map<string, number>();
  for (const pod of related) {
    if (isPodActive(pod)) crowd.set(nodeOf(pod), (crowd.get(nodeOf(pod)) ?? 0) + 1);
  }
  const rules = [...beforeCrowding, (pod: ReadPod) => -(crowd.get(nodeOf(pod)) ?? 0)];
  return pods.toSorted((one, other) => byRules(rules, one, other) || byAges(one, other, nowMs)).slice(0, count);
}

/** A rule gives a number, and the smaller goes first. */
type Rule = (pod: ReadPod) => number;

const nodeOf = (pod: ReadPod): string => pod.spec.nodeName ?? '';

const phaseOrder: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

/** What is on no node, has not started, does not serve, or costs little. */
const beforeCrowding: readonly Rule[] = [
  (pod) => (nodeOf(pod) === '' ? 0 : 1),
  (pod) => phaseOrder[phaseOf(pod)] ?? 0,
  (pod) => (isPodReady(pod) ? 1 : 0),
  (pod) => deletionCost(pod),
];

const mostRestarts: Rule = (pod) =>
  -Math.max(0, ...(pod.status?.containerStatuses ?? []).map(({ restartCount }) => restartCount));

/** Restarts of sidecars, which are init containers that keep running. */
const mostSidecarRestarts: Rule = (pod) => {
  const sidecars = (pod.spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  const names = new Set(sidecars.map(({ name }) => name));
  const statuses = (pod.status?.initContainerStatuses ?? []).filter(({ name }) => names.has(name));
  return -Math.max(0, ...statuses.map(({ restartCount }) => restartCount));
};

function byRules(rules: readonly Rule[], one: ReadPod, other: ReadPod): number {
  for (const rule of rules) {
    const difference = rule(one) - rule(other);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** What has served or existed for less time goes first. */
function byAges(one: ReadPod, other: ReadPod, nowMs: number): number {
  const bothReady = isPodReady(one) && isPodReady(other);
  return (
    (bothReady ? byAge(one, other, readySince, nowMs) : 0) ||
    byRules([mostRestarts, mostSidecarRestarts], one, other) ||
    byAge(one, other, (pod) => parseTime(creationTimestampOf(pod)), nowMs)
  );
}

/** Ages count by their powers of two: among pods of about the same age chance decides, so that not all of one place go at once. */
function byAge(one: ReadPod, other: ReadPod, timeOf: (pod: ReadPod) => number | undefined, nowMs: number): number {
  const [first, second] = [timeOf(one), timeOf(other)];
  if (first === second) return 0;
  if (first === undefined || second === undefined) return first === undefined ? -1 : 1;
  return magnitude(nowMs - first) - magnitude(nowMs - second) || ((uidOf(one) ?? '') < (uidOf(other) ?? '') ? -1 : 1);
}

const magnitude = (ms: number): number => (ms <= 0 ? -1 : Math.floor(Math.log2(ms * nanosPerMs)));
const nanosPerMs = 1e6;

/** What is no whole number of 32 bits counts as nothing said. */
function deletionCost(pod: ReadPod): number {
  const text = annotationOf(pod, deletionCostAnnotation) ?? '';
  const cost = /^(0|-?[1-9][0-9]*)$/.test(text) ? Number(text) : 0;
  return cost === (cost | 0) ? cost : 0;
}
