/**
 * Which active pods of a Job go first when it has too many: those whose index is wrong or taken twice, and then those that have got least far.
 * Upstream: kubernetes pkg/controller/job activePodsForRemoval, pkg/controller ActivePods.
 */
import { creationTimestampOf, parseTime } from '@reeve/machinery';
import { isPodReady, phaseOf, readySince } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import { validIndexOf } from './completion-index.ts';
import { isIndexed } from './job-state.ts';
import type { ReadJob } from './job-state.ts';

/** At least so many of the active pods. */
export function podsToRemove(job: ReadJob, active: readonly ReadPod[], atLeast: number): readonly ReadPod[] {
  const ordered = active.toSorted(byProgress);
  const wrong = isIndexed(job) ? withWrongIndex(job, ordered) : [];
  const going = new Set(wrong);
  const rest = ordered.filter((pod) => !going.has(pod));
  return [...wrong, ...rest.slice(0, Math.max(0, atLeast - wrong.length))];
}

/** Those without an index of the Job, and of those that share one all but the one that has got furthest. */
function withWrongIndex(job: ReadJob, ordered: readonly ReadPod[]): readonly ReadPod[] {
  const furthest = new Map(ordered.map((pod) => [validIndexOf(pod, job), pod]));
  furthest.delete(undefined);
  const kept = new Set(furthest.values());
  return ordered.filter((pod) => !kept.has(pod));
}

/** Least progress first. */
function byProgress(one: ReadPod, other: ReadPod): number {
  const [mine, theirs] = [progressOf(one), progressOf(other)];
  const at = mine.findIndex((value, index) => value !== theirs[index]);
  return at === -1 ? 0 : (mine[at] ?? 0) - (theirs[at] ?? 0);
}

/** Placed, running, ready, ready for long, seldom restarted, old: the more of it, the later it goes. */
const progressOf = (pod: ReadPod): readonly number[] => [
  pod.spec.nodeName ? 1 : 0,
  phaseOrder.indexOf(phaseOf(pod)),
  isPodReady(pod) ? 1 : 0,
  -(readySince(pod) ?? 0),
  -restartsOf(pod),
  -(parseTime(creationTimestampOf(pod)) ?? 0),
];

const phaseOrder: readonly string[] = ['Pending', 'Unknown', 'Running'];

const restartsOf = ({ status }: ReadPod): number =>
  (status?.containerStatuses ?? []).reduce((most, { restartCount }) => Math.max(most, restartCount), 0);
