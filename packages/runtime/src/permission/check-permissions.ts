/**
 * Asks the cluster before work begins whether this client may do what it needs, so that a missing rule is one clear message and not a controller that never syncs.
 * A question that cannot be asked holds nobody up.
 */
import type { Client } from '@reeve/client';
import { MissingPermissionError } from './missing-permission-error.ts';
import type { PolicyRule } from './missing-permission-error.ts';
import type { Permission } from './permission.ts';
import { SelfSubjectAccessReview } from './review-kinds.ts';

/** Rejects with a `MissingPermissionError` that names every missing rule. */
export async function checkPermissions(
  client: Client,
  needs: readonly Permission[],
  signal?: AbortSignal,
): Promise<void> {
  const rules = await missingRules(client, needs, signal);
  if (rules.length > 0) throw new MissingPermissionError(rules);
}

/** The rules that are missing, one per permission; empty when all is allowed. */
export async function missingRules(
  client: Client,
  needs: readonly Permission[],
  signal?: AbortSignal,
): Promise<readonly PolicyRule[]> {
  const rules: PolicyRule[] = [];
  for (const need of needs) {
    const answers = await Promise.all(need.verbs.map((verb) => isAllowed(client, need, verb, signal)));
    const verbs = need.verbs.filter((_, index) => answers[index] === false);
    if (verbs.length > 0) rules.push({ ...ruleOf(need), verbs });
  }
  return rules;
}

/** A permission as a rule. */
export function ruleOf(permission: Permission): PolicyRule {
  const { verbs } = permission;
  if (permission.kind === undefined) return { nonResourceURLs: permission.nonResourceURLs, verbs };
  const { kind, subresource, names, namespace } = permission;
  return {
    apiGroups: [kind.group],
    resources: [subresource === undefined ? kind.plural : `${kind.plural}/${subresource}`],
    ...(names !== undefined && { resourceNames: names }),
    verbs,
    ...(namespace !== undefined && { namespace }),
  };
}

/** Allowed for every name or URL of the permission. */
async function isAllowed(
  client: Client,
  need: Permission,
  verb: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    const answers = questionsOf(need, verb).map(async (spec) => {
      const { status } = await client.create(SelfSubjectAccessReview, { metadata: {}, spec }, signal && { signal });
      return status?.allowed !== false;
    });
    return (await Promise.all(answers)).every(Boolean);
  } catch {
    signal?.throwIfAborted();
    return true; // whoever cannot answer does not forbid
  }
}

function questionsOf(need: Permission, verb: string): SelfSubjectAccessReview['spec'][] {
  if (need.kind === undefined) return need.nonResourceURLs.map((path) => ({ nonResourceAttributes: { path, verb } }));
  const { kind, subresource, namespace, names = [undefined] } = need;
  return names.map((name) => ({
    resourceAttributes: {
      group: kind.group,
      version: kind.version,
      resource: kind.plural,
      verb,
      ...(subresource !== undefined && { subresource }),
      ...(namespace !== undefined && { namespace }),
      ...(name !== undefined && { name }),
    },
  }));
}
