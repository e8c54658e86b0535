/**
 * Which nodes a daemon set wants pods on, and which pods are where. Nothing is written here.
 * Upstream: kubernetes pkg/controller/daemon NodeShouldRunDaemonPod, getNodesToDaemonPods.
 */
import type { Node } from '@reeve/kinds/core/v1';
import { deletionStarted, nameOf } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import { isPodTerminal } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import { allowsNode } from '../scheduler/node-affinity.ts';
import { untolerated } from '../pod/taints.ts';
import { placedFirst, targetNode, tolerant } from './daemon-pod.ts';
import type { ReadDaemonSet } from './daemon-pod.ts';

/** A node as it is read. */
export type ReadNode = DeepReadonly<Node>;

/** What a set wants of a node: a pod, that one that is there may stay, or none. */
export type NodeVerdict = 'run' | 'keep' | 'leave';

/** A node, or the name of one that is gone, with the pods that are on it or meant for it. */
export interface DaemonNode {
  readonly name: string;
  /** `gone` when there is no such node. */
  readonly verdict: NodeVerdict | 'gone';
  /** Those that are on the node first, then by age. */
  readonly pods: readonly ReadPod[];
}

/** All nodes that there are or that pods are meant for, in the order of their names. */
export function daemonNodes(
  set: ReadDaemonSet,
  nodes: readonly ReadNode[],
  pods: readonly ReadPod[],
): readonly DaemonNode[] {
  const verdicts = new Map(nodes.map((node) => [nameOf(node) ?? '', verdictOn(set, node)]));
  const placed = podsByNode(pods.filter((pod) => !(deletionStarted(pod) && isPodTerminal(pod))));
  const names = [...new Set([...verdicts.keys(), ...placed.keys()])].toSorted();
  return names.map((name) => ({
    name,
    verdict: verdicts.get(name) ?? 'gone',
    pods: (placed.get(name) ?? []).toSorted(placedFirst),
  }));
}

/** What the set wants of the node. A pod that is there stays through taints that only keep others from coming. */
export function verdictOn(set: ReadDaemonSet, node: ReadNode): NodeVerdict {
  const spec = tolerant(set.spec.template.spec ?? { containers: [] });
  const { nodeName = '' } = spec;
  const pod = { metadata: {}, spec };
  if ((nodeName !== '' && nodeName !== nameOf(node)) || !allowsNode(pod, node)) return 'leave';
  const repelling = untolerated(pod, node.spec?.taints, ['NoSchedule', 'NoExecute']);
  if (repelling.length === 0) return 'run';
  return repelling.some(({ effect }) => effect === 'NoExecute') ? 'leave' : 'keep';
}

function podsByNode(pods: readonly ReadPod[]): ReadonlyMap<string, readonly ReadPod[]> {
  const placed = new Map<string, ReadPod[]>();
  for (const pod of pods) {
    const node = targetNode(pod);
    if (node !== undefined) placed.set(node, [...(placed.get(node) ?? []), pod]);
  }
  return placed;
}
