/**
 * What pods say of other pods: which they want near or far (affinity), and how evenly they want to be spread.
 * Upstream: scheduler's interpodaffinity and podtopologyspread plugins.
 */
import { deletionStarted, labelSelectorToQuery, labelsOf, namespaceOf } from '@reeve/machinery';
import type { DeepReadonly, LabelQuery, ReadableLabelSelector } from '@reeve/machinery';
import type { Pod, PodAffinityTerm } from '@reeve/kinds/core/v1';
import type { NodeView, PlacedPod } from './cluster-picture.ts';

/** A term with what is needed to ask it again and again. */
export interface PodTerm {
  readonly topologyKey: string;
  matches(pod: DeepReadonly<Pod>): boolean;
}

/** The required terms of a pod. */
export const requiredTerms = (pod: DeepReadonly<Pod>, of: 'podAffinity' | 'podAntiAffinity'): readonly PodTerm[] =>
  (pod.spec.affinity?.[of]?.requiredDuringSchedulingIgnoredDuringExecution ?? []).map((term) => termOf(pod, term));

/** The preferred terms of a pod, with their weights; those it wants to be far from count against. */
export function preferredTerms(pod: DeepReadonly<Pod>): readonly (PodTerm & { readonly weight: number })[] {
  const weighted = (of: 'podAffinity' | 'podAntiAffinity', sign: number) =>
    (pod.spec.affinity?.[of]?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(
      ({ weight, podAffinityTerm }) => ({ ...termOf(pod, podAffinityTerm), weight: sign * weight }),
    );
  return [...weighted('podAffinity', 1), ...weighted('podAntiAffinity', -1)];
}

function termOf(pod: DeepReadonly<Pod>, term: DeepReadonly<PodAffinityTerm>): PodTerm {
  const { topologyKey, namespaces = [], namespaceSelector, labelSelector, matchLabelKeys = [] } = term;
  const query = withOwnLabels(pod, labelSelector, matchLabelKeys);
  const isAnywhere = namespaceSelector !== undefined && Object.keys(namespaceSelector).length === 0;
  const places = namespaces.length > 0 || namespaceSelector !== undefined ? namespaces : [namespaceOf(pod) ?? ''];
  return {
    topologyKey,
    matches: (other) => (isAnywhere || places.includes(namespaceOf(other) ?? '')) && query.matches(labelsOf(other)),
  };
}

/** A selector that also asks for the pod's own values of some labels. */
export function withOwnLabels(
  pod: DeepReadonly<Pod>,
  selector: ReadableLabelSelector | undefined,
  keys: readonly string[],
): LabelQuery {
  const own = labelsOf(pod);
  const known = keys.filter((key) => own[key] !== undefined);
  if (selector === undefined || known.length === 0) return labelSelectorToQuery(selector);
  const matchLabels = { ...selector.matchLabels, ...Object.fromEntries(known.map((key) => [key, own[key] ?? ''])) };
  return labelSelectorToQuery({ ...selector, matchLabels });
}

/** How many pods on nodes of each domain a condition holds for; nodes without the label are in none. */
export function countsByDomain(
  nodes: readonly NodeView[],
  topologyKey: string,
  counts: (placed: PlacedPod) => boolean,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { node, pods } of nodes) {
    const domain = labelsOf(node)[topologyKey];
    if (domain === undefined) continue;
    let count = found.get(domain) ?? 0;
    for (const placed of pods.values()) if (counts(placed)) count += 1;
    found.set(domain, count);
  }
  return found;
}

/** True of pods that count when others are spread. */
export const countsForSpread = ({ pod }: PlacedPod, namespace: string | undefined, query: LabelQuery): boolean =>
  !deletionStarted(pod) && namespaceOf(pod) === namespace && query.matches(labelsOf(pod));
