/**
 * Labels of nodes that have better names by now. Upstream: kubernetes pkg/api/node GetLabelDeprecatedMessage.
 */
import { getOwn } from '@reeve/machinery';
import type { Fields } from '@reeve/registry';

const betterNames: Readonly<Record<string, readonly [name: string, since: string]>> = {
  'beta.kubernetes.io/arch': ['kubernetes.io/arch', 'v1.14'],
  'beta.kubernetes.io/os': ['kubernetes.io/os', 'v1.14'],
  'beta.kubernetes.io/instance-type': ['node.kubernetes.io/instance-type', 'v1.17'],
  'failure-domain.beta.kubernetes.io/region': ['topology.kubernetes.io/region', 'v1.17'],
  'failure-domain.beta.kubernetes.io/zone': ['topology.kubernetes.io/zone', 'v1.17'],
};

/** What is said about a label of old; undefined for all others. */
export function nodeLabelWarning(label: string): string | undefined {
  const [name, since] = getOwn(betterNames, label) ?? [];
  return name === undefined ? undefined : `deprecated since ${since}; use ${JSON.stringify(name)} instead`;
}

/** The warnings about the labels of a node selector, each under a path of its own. */
export const nodeSelectorWarnings = (selector: Fields, fieldOf: (label: string) => string): readonly string[] =>
  Object.keys(selector)
    .toSorted()
    .flatMap((label) => {
      const warning = nodeLabelWarning(label);
      return warning === undefined ? [] : [`${fieldOf(label)}: ${warning}`];
    });
