/**
 * Which nodes a pod may be on, by their labels and names: its node selector and node affinity.
 * Upstream: component-helpers scheduling/corev1/nodeaffinity.
 */
import { labelsOf, nameOf } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import type { Node, NodeSelectorTerm, Pod } from '@reeve/kinds/core/v1';

type Term = DeepReadonly<NodeSelectorTerm>;
type Requirement = NonNullable<Term['matchExpressions']>[number];

/** True when the pod's selector and required affinity allow the node. */
export function allowsNode(pod: DeepReadonly<Pod>, node: DeepReadonly<Node>): boolean {
  const { nodeSelector = {}, affinity } = pod.spec;
  const labels = labelsOf(node);
  const isSelected = Object.entries(nodeSelector).every(([key, value]) => labels[key] === value);
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return isSelected && (required === undefined || required.nodeSelectorTerms.some((term) => matchesTerm(term, node)));
}

/** The weights of the preferred terms that the node matches. */
export const preferredWeight = (pod: DeepReadonly<Pod>, node: DeepReadonly<Node>): number =>
  (pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [])
    .filter(({ preference }) => matchesTerm(preference, node))
    .reduce((sum, { weight }) => sum + weight, 0);

/** True when all of a term holds; an empty term matches nothing. */
function matchesTerm({ matchExpressions = [], matchFields = [] }: Term, node: DeepReadonly<Node>): boolean {
  if (matchExpressions.length === 0 && matchFields.length === 0) return false;
  const labels = labelsOf(node);
  return (
    matchExpressions.every((one) => holds(one, labels[one.key])) &&
    matchFields.every((one) => holds(one, one.key === 'metadata.name' ? nameOf(node) : undefined))
  );
}

function holds({ operator, values = [] }: Requirement, value: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return isWhole(value) && isWhole(values[0]) && BigInt(value) > BigInt(values[0]);
    case 'Lt':
      return isWhole(value) && isWhole(values[0]) && BigInt(value) < BigInt(values[0]);
    default:
      return false;
  }
}

const isWhole = (text: string | undefined): text is string => text !== undefined && /^[+-]?\d+$/.test(text);
