/**
 * How good a node is for a pod, among those that will do: with the most room left, what the pod prefers, and few of its siblings.
 * Upstream: scheduler's score plugins NodeResourcesFit, NodeAffinity, TaintToleration, PodTopologySpread and InterPodAffinity, with their weights.
 */
import { controllerOf, labelsOf, namespaceOf } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import type { Pod } from '@reeve/kinds/core/v1';
import type { NodeView } from './cluster-picture.ts';
import { preferredWeight } from './node-affinity.ts';
import { podRequests, type Amounts } from './amounts.ts';
import { countsByDomain, countsForSpread, preferredTerms, withOwnLabels } from './pod-terms.ts';
import { untolerated } from '../pod/taints.ts';

/** The best of the nodes: of equal ones that with the fewest pods, then the first by name. */
export function bestNode(pod: DeepReadonly<Pod>, nodes: readonly NodeView[]): NodeView | undefined {
  if (nodes.length <= 1) return nodes[0];
  const scores = totals(pod, nodes);
  const order = nodes
    .map((view, at) => ({ view, score: scores[at] ?? 0 }))
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        one.view.pods.size - other.view.pods.size ||
        (one.view.name < other.view.name ? -1 : 1),
    );
  return order[0]?.view;
}

function totals(pod: DeepReadonly<Pod>, nodes: readonly NodeView[]): readonly number[] {
  const requests = podRequests(pod);
  const parts: readonly (readonly [weight: number, values: readonly number[]])[] = [
    [1, nodes.map((view) => roomLeft(requests, view))],
    [2, scaled(nodes.map(({ node }) => preferredWeight(pod, node)))],
    [3, scaled(nodes.map(({ node }) => -untolerated(pod, node.spec?.taints, ['PreferNoSchedule']).length))],
    [2, scaled(spreadValues(pod, nodes))],
    [2, scaled(affinityValues(pod, nodes))],
  ];
  return nodes.map((_, at) => parts.reduce((sum, [weight, values]) => sum + weight * (values[at] ?? 0), 0));
}

/** Values from 0 for the least to 100 for the most. */
function scaled(values: readonly number[]): readonly number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return values.map((value) => (most === least ? 0 : ((value - least) / (most - least)) * 100));
}

/** How much of CPU and memory would be left, in percent. */
function roomLeft(requests: Amounts, { allocatable, requested }: NodeView): number {
  const left = ['cpu', 'memory'].map((name) => {
    const [all, used] = [allocatable[name] ?? 0, (requested[name] ?? 0) + (requests[name] ?? 0)];
    return all === 0 ? 0 : Math.max(0, ((all - used) / all) * 100);
  });
  return left.reduce((sum, one) => sum + one, 0) / left.length;
}

/** The fewer of the same kind around, the better: by the pod's soft constraints, or by its controller. */
function spreadValues(pod: DeepReadonly<Pod>, nodes: readonly NodeView[]): readonly number[] {
  const soft = (pod.spec.topologySpreadConstraints ?? []).filter((one) => one.whenUnsatisfiable === 'ScheduleAnyway');
  if (soft.length === 0) return siblingValues(pod, nodes);
  const counts = soft.map(({ topologyKey, labelSelector, matchLabelKeys = [] }) => {
    const query = withOwnLabels(pod, labelSelector, matchLabelKeys);
    const found = countsByDomain(nodes, topologyKey, (one) => countsForSpread(one, namespaceOf(pod), query));
    return { topologyKey, found };
  });
  return nodes.map(({ node }) =>
    counts.reduce((sum, { topologyKey, found }) => sum - (found.get(labelsOf(node)[topologyKey] ?? '') ?? 0), 0),
  );
}

function siblingValues(pod: DeepReadonly<Pod>, nodes: readonly NodeView[]): readonly number[] {
  const owner = controllerOf(pod)?.uid;
  if (owner === undefined) return nodes.map(() => 0);
  return nodes.map(({ pods }) => {
    let siblings = 0;
    for (const placed of pods.values()) if (controllerOf(placed.pod)?.uid === owner) siblings += 1;
    return -siblings;
  });
}

function affinityValues(pod: DeepReadonly<Pod>, nodes: readonly NodeView[]): readonly number[] {
  const terms = preferredTerms(pod).map(({ topologyKey, weight, matches }) => ({
    topologyKey,
    weight,
    counts: countsByDomain(nodes, topologyKey, (one) => matches(one.pod)),
  }));
  return nodes.map(({ node }) =>
    terms.reduce(
      (sum, { topologyKey, weight, counts }) => sum + weight * (counts.get(labelsOf(node)[topologyKey] ?? '') ?? 0),
      0,
    ),
  );
}
