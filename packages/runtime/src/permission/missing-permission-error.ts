/**
 * What an operator needs and may not do, with the rules that would allow it.
 */
import { ReeveError } from '@reeve/machinery';

/** A rule of a Role or ClusterRole. */
export interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  /** Where it is needed; undefined for the whole cluster. */
  readonly namespace?: string | undefined;
}

/** Permissions are missing. */
export class MissingPermissionError extends ReeveError {
  readonly rules: readonly PolicyRule[];

  constructor(rules: readonly PolicyRule[]) {
    const needs = rules.map(describe).join('; ');
    super(
      'REEVE_MISSING_PERMISSION',
      `permissions are missing: ${needs}. Grant them in a Role or ClusterRole:\n${rulesYaml(rules)}`,
    );
    this.rules = rules;
  }
}

/** The rules as they are written in a manifest. */
export function rulesYaml(rules: readonly PolicyRule[]): string {
  const blocks = rules.map(({ apiGroups, resources, verbs, namespace }) =>
    [
      `  - apiGroups: ${JSON.stringify(apiGroups)}${namespace === undefined ? '' : ` # in the namespace ${namespace}`}`,
      `    resources: ${JSON.stringify(resources)}`,
      `    verbs: ${JSON.stringify(verbs)}`,
    ].join('\n'),
  );
  return `rules:\n${blocks.join('\n')}\n`;
}

const describe = ({ verbs, resources, apiGroups: [group = ''], namespace }: PolicyRule): string => {
  const what = `${resources.join(', ')}${group === '' ? '' : `.${group}`}`;
  return `${verbs.join(', ')} ${what}${namespace === undefined ? '' : ` in ${namespace}`}`;
};
