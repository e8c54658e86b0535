/**
 * Why a node is no place for a pod because of other pods: they are spread unevenly, too near, or not near enough. What is about all nodes is worked out once.
 * Upstream: scheduler's filter plugins PodTopologySpread and InterPodAffinity.
 */
import { labelsOf, namespaceOf } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import type { Pod } from '@reeve/kinds/core/v1';
import type { NodeView, PlacedPod } from './cluster-picture.ts';
import { allowsNode } from './node-affinity.ts';
import { countsByDomain, countsForSpread, requiredTerms, withOwnLabels } from './pod-terms.ts';
import { unless, type Filter } from './refusal.ts';
import { untolerated } from '../pod/taints.ts';

const spreadReason = "node(s) didn't match pod topology spread constraints";

/** The filters for how evenly pods are to be spread. */
export function spreadFilters(pod: DeepReadonly<Pod>, nodes: readonly NodeView[]): readonly Filter[] {
  const hard = (pod.spec.topologySpreadConstraints ?? []).filter((one) => one.whenUnsatisfiable === 'DoNotSchedule');
  if (hard.length === 0) return [];
  const hasAllKeys = ({ node }: NodeView): boolean =>
    hard.every(({ topologyKey }) => labelsOf(node)[topologyKey] !== undefined);
  return hard.map((constraint) => {
    const { topologyKey, maxSkew, labelSelector, matchLabelKeys = [], minDomains = 1 } = constraint;
    const query = withOwnLabels(pod, labelSelector, matchLabelKeys);
    const counted = nodes.filter((view) => hasAllKeys(view) && countsNode(pod, view, constraint));
    const counts = countsByDomain(counted, topologyKey, (one) => countsForSpread(one, namespaceOf(pod), query));
    const fewest = counts.size < minDomains ? 0 : Math.min(...counts.values());
    const own = query.matches(labelsOf(pod)) ? 1 : 0;
    return ({ node }) => {
      const domain = labelsOf(node)[topologyKey];
      if (domain === undefined) return unless(false, `${spreadReason} (missing required label)`);
      return unless((counts.get(domain) ?? 0) + own - fewest <= maxSkew, spreadReason, true);
    };
  });
}

type Spread = NonNullable<DeepReadonly<Pod>['spec']['topologySpreadConstraints']>[number];

const countsNode = (
  pod: DeepReadonly<Pod>,
  { node }: NodeView,
  { nodeAffinityPolicy = 'Honor', nodeTaintsPolicy = 'Ignore' }: Spread,
): boolean =>
  (nodeAffinityPolicy === 'Ignore' || allowsNode(pod, node)) &&
  (nodeTaintsPolicy === 'Ignore' || untolerated(pod, node.spec?.taints, ['NoSchedule', 'NoExecute']).length === 0);

/** The filters for pods that want to be near or far. */
export function affinityFilters(
  pod: DeepReadonly<Pod>,
  nodes: readonly NodeView[],
  placed: Iterable<PlacedPod>,
): readonly Filter[] {
  const [near, far] = [requiredTerms(pod, 'podAffinity'), requiredTerms(pod, 'podAntiAffinity')];
  const isFirst = near.length > 0 && !hasMatch(placed, near) && near.every((term) => term.matches(pod));
  const nearCounts = near.map((term) => ({
    term,
    counts: countsByDomain(nodes, term.topologyKey, (one) => near.every((each) => each.matches(one.pod))),
  }));
  const farCounts = far.map((term) => ({
    term,
    counts: countsByDomain(nodes, term.topologyKey, (one) => term.matches(one.pod)),
  }));
  const repelled = repelledDomains(pod, nodes);
  return [
    ({ node }) => {
      const isNear = nearCounts.every(({ term, counts }) => {
        const domain = labelsOf(node)[term.topologyKey];
        return domain !== undefined && (isFirst || (counts.get(domain) ?? 0) > 0);
      });
      return unless(isNear, "node(s) didn't match pod affinity rules");
    },
    ({ node }) => {
      const isFar = farCounts.every(
        ({ term, counts }) => (counts.get(labelsOf(node)[term.topologyKey] ?? '') ?? 0) === 0,
      );
      return unless(isFar, "node(s) didn't match pod anti-affinity rules", true);
    },
    ({ node }) => {
      const isRepelled = [...repelled].some(([key, domains]) => domains.has(labelsOf(node)[key] ?? ''));
      return unless(!isRepelled, "node(s) didn't satisfy existing pods anti-affinity rules", true);
    },
  ];
}

function hasMatch(placed: Iterable<PlacedPod>, terms: ReturnType<typeof requiredTerms>): boolean {
  for (const { pod } of placed) if (terms.every((term) => term.matches(pod))) return true;
  return false;
}

/** Where pods are that want this one to be far. */
function repelledDomains(pod: DeepReadonly<Pod>, nodes: readonly NodeView[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { node, pods } of nodes) {
    for (const placed of pods.values()) {
      if (placed.pod.spec.affinity?.podAntiAffinity === undefined) continue;
      for (const term of requiredTerms(placed.pod, 'podAntiAffinity')) {
        const domain = labelsOf(node)[term.topologyKey];
        if (domain === undefined || !term.matches(pod)) continue;
        found.set(term.topologyKey, (found.get(term.topologyKey) ?? new Set()).add(domain));
      }
    }
  }
  return found;
}
