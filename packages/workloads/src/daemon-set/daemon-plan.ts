/**
 * What a daemon set does so that every node that wants a pod has one: pods that are missing, that have ended, that are too many, or where none should be. Nothing is written here.
 * Upstream: kubernetes pkg/controller/daemon podsShouldBeOnNode.
 */
import { deletionStarted, nameOf, namespaceOf } from '@reeve/machinery';
import type { EventInput } from '@reeve/runtime';
import { isPodAvailable, isPodReady, isPodTerminal, phaseOf } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import type { DaemonNode } from './daemon-nodes.ts';
import { isUpdated } from './daemon-pod.ts';
import type { ReadDaemonSet } from './daemon-pod.ts';
import { allowsSurge } from './daemon-fenceposts.ts';

/** What to do. */
export interface DaemonPlan {
  /** The names of nodes that get a pod. */
  readonly create: readonly string[];
  readonly delete: readonly ReadPod[];
  /** What people are told besides. */
  readonly events?: readonly EventInput[];
}

/** What is known besides the set and its nodes. */
export interface DaemonView {
  readonly hash: string;
  readonly nowMs: number;
  /** True when a pod that failed on the node is not yet to be replaced. */
  readonly isHeldBack: (node: string) => boolean;
}

/** The pods that are missing or should not be there. */
export function daemonPlan(set: ReadDaemonSet, nodes: readonly DaemonNode[], view: DaemonView): DaemonPlan {
  const plans = nodes.map((node) => planFor(set, node, view));
  return {
    create: plans.flatMap(({ create }) => create),
    delete: plans.flatMap((plan) => plan.delete),
    events: plans.flatMap(({ events = [] }) => events),
  };
}

function planFor(set: ReadDaemonSet, node: DaemonNode, view: DaemonView): DaemonPlan {
  const { name, verdict, pods } = node;
  if (verdict === 'run' && pods.length === 0) return { create: [name], delete: [] };
  const staying = pods.filter((pod) => !deletionStarted(pod));
  if (verdict === 'leave') return { create: [], delete: staying };
  // The scheduler never places what is meant for a node that is gone, and nobody else deletes it.
  if (verdict === 'gone') return { create: [], delete: staying.filter(({ spec }) => (spec.nodeName ?? '') === '') };
  const ended = staying.filter(isPodTerminal).filter((pod) => phaseOf(pod) === 'Succeeded' || !view.isHeldBack(name));
  const running = staying.filter((pod) => !isPodTerminal(pod));
  const isBare = allowsSurge(set) && running.length === 0 && verdict === 'run';
  return {
    create: isBare ? [name] : [],
    delete: [...ended, ...superfluous(set, running, view)],
    events: ended.map((pod) => endedEvent(pod, name)),
  };
}

/** All but the oldest; with a surge, all but the oldest of the revision and the oldest of another, which goes when it is not ready or the new one is available. */
function superfluous(set: ReadDaemonSet, running: readonly ReadPod[], { hash, nowMs }: DaemonView): readonly ReadPod[] {
  if (running.length <= 1 || !allowsSurge(set)) return running.slice(1);
  const [updated, old] = [true, false].map((is) => running.filter((pod) => isUpdated(set, pod, hash) === is));
  const [newPod, oldPod] = [updated?.[0], old?.[0]];
  const others = running.filter((pod) => pod !== newPod && pod !== oldPod);
  if (newPod === undefined || oldPod === undefined) return others;
  const isReplaced = !isPodReady(oldPod) || isPodAvailable(newPod, set.spec.minReadySeconds ?? 0, nowMs);
  return isReplaced ? [...others, oldPod] : others;
}

function endedEvent(pod: ReadPod, node: string): EventInput {
  const which = `daemon pod ${namespaceOf(pod) ?? ''}/${nameOf(pod) ?? ''} on node ${node}`;
  return phaseOf(pod) === 'Failed'
    ? { type: 'Warning', reason: 'FailedDaemonPod', message: `Found failed ${which}, will try to kill it` }
    : { reason: 'SucceededDaemonPod', message: `Found succeeded ${which}, will try to delete it` };
}
