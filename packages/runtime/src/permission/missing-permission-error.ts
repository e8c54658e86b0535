/**
 * What an operator needs and may not do, with the rules that would allow it.
 */
import { ReeveError } from '@reeve/machinery';

/** A rule of a Role or ClusterRole: about resources, or about URLs that are none. */
export interface PolicyRule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly string[];
  /** Where it is needed; undefined for the whole cluster. */
  readonly namespace?: string | undefined;
}

/** Permissions are missing. */
export class MissingPermissionError extends ReeveError {
  readonly rules: readonly PolicyRule[];

  constructor(rules: readonly PolicyRule[]) {
    const needs = rules.map(describeRule).join('; ');
    super(
      'REEVE_MISSING_PERMISSION',
      `permissions are missing: ${needs}. Grant them in a Role or ClusterRole:\n${rulesYaml(rules)}`,
    );
    this.rules = rules;
  }
}

/** The rules as they are written in a manifest. */
export function rulesYaml(rules: readonly PolicyRule[]): string {
  return `rules:\n${rules.map(ruleYaml).join('\n')}\n`;
}

function ruleYaml({ namespace, ...rule }: PolicyRule): string {
  const place = namespace === undefined ? '' : ` # in the namespace ${namespace}`;
  const lines = (['apiGroups', 'resources', 'resourceNames', 'nonResourceURLs', 'verbs'] as const)
    .filter((field) => rule[field] !== undefined)
    .map(
      (field, at) => `${at === 0 ? '  - ' : '    '}${field}: ${JSON.stringify(rule[field])}${at === 0 ? place : ''}`,
    );
  return lines.join('\n');
}

/** What a rule allows, in words: `list, create deployments.apps in shop`. */
export function describeRule({
  verbs,
  resources = [],
  apiGroups: [group = ''] = [],
  resourceNames = [],
  nonResourceURLs = [],
  namespace,
}: PolicyRule): string {
  const what = `${[...resources, ...nonResourceURLs].join(', ')}${group === '' ? '' : `.${group}`}`;
  const names = resourceNames.length === 0 ? '' : ` called ${resourceNames.join(', ')}`;
  return `${verbs.join(', ')} ${what}${names}${namespace === undefined ? '' : ` in ${namespace}`}`;
}
