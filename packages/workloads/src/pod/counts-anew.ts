/**
 * Lets only those changes of pods pass by which they may count differently for their owner: who controls them, their labels, their phase, whether they serve and since when, and
 * whether they are to go. What a scheduler and a kubelet say besides is left out, which is most of what happens to a pod on its way to ready.
 */
import type { Pod } from '@reeve/kinds/core/v1';
import { deepEqual, deletionStarted } from '@reeve/machinery';
import { predicate } from '@reeve/runtime';
import type { Predicate } from '@reeve/runtime';
import { phaseOf, podCondition } from './pod-state.ts';
import type { ReadPod } from './pod-state.ts';

/** The pod counts differently from before. */
export const countsAnew = predicate<Pod>('counts anew', {
  update: (pod, old) =>
    phaseOf(pod) !== phaseOf(old) ||
    servesSince(pod) !== servesSince(old) ||
    deletionStarted(pod) !== deletionStarted(old) ||
    !isSame(pod, old, 'labels') ||
    !isSame(pod, old, 'ownerReferences'),
}) as unknown as Predicate; // it is asked about pods only

/** Since when it serves as it says it; undefined when it does not serve. */
const servesSince = (pod: ReadPod): string | undefined => {
  const ready = podCondition(pod, 'Ready');
  return ready?.status === 'True' ? (ready.lastTransitionTime ?? '') : undefined;
};

/** Caches share what stays the same, so that most often one look is enough. */
const isSame = (pod: ReadPod, old: ReadPod, field: 'labels' | 'ownerReferences'): boolean =>
  pod.metadata[field] === old.metadata[field] || deepEqual(pod.metadata[field], old.metadata[field]);
