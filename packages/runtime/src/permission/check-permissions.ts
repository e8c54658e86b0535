/**
 * Asks the cluster before work begins whether this client may do what it needs, so that a missing rule is one clear message and not a controller that never syncs.
 * A question that cannot be asked holds nobody up.
 */
import type { Client } from '@reeve/client';
import type { AnyKind } from '@reeve/machinery';
import { MissingPermissionError } from './missing-permission-error.ts';
import type { PolicyRule } from './missing-permission-error.ts';
import { SelfSubjectAccessReview } from './review-kinds.ts';

/** What is needed of a kind. */
export interface PermissionNeed {
  readonly kind: AnyKind;
  readonly verbs: readonly string[];
  readonly subresource?: string;
  /** Where; the whole cluster unless given. */
  readonly namespace?: string;
}

/** Rejects with a `MissingPermissionError` that names every missing rule. */
export async function checkPermissions(
  client: Client,
  needs: readonly PermissionNeed[],
  signal?: AbortSignal,
): Promise<void> {
  const rules = await missingRules(client, needs, signal);
  if (rules.length > 0) throw new MissingPermissionError(rules);
}

/** The rules that are missing, one per kind; empty when all is allowed. */
export async function missingRules(
  client: Client,
  needs: readonly PermissionNeed[],
  signal?: AbortSignal,
): Promise<readonly PolicyRule[]> {
  const rules: PolicyRule[] = [];
  for (const need of needs) {
    const answers = await Promise.all(need.verbs.map((verb) => isAllowed(client, need, verb, signal)));
    const verbs = need.verbs.filter((_, index) => answers[index] === false);
    if (verbs.length > 0) rules.push(ruleOf(need, verbs));
  }
  return rules;
}

async function isAllowed(
  client: Client,
  { kind, subresource, namespace }: PermissionNeed,
  verb: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const resourceAttributes = {
    group: kind.group,
    version: kind.version,
    resource: kind.plural,
    verb,
    ...(subresource !== undefined && { subresource }),
    ...(namespace !== undefined && { namespace }),
  };
  const review = { metadata: {}, spec: { resourceAttributes } };
  try {
    const { status } = await client.create(SelfSubjectAccessReview, review, signal && { signal });
    return status?.allowed !== false;
  } catch {
    signal?.throwIfAborted();
    return true; // whoever cannot answer does not forbid
  }
}

const ruleOf = ({ kind, subresource, namespace }: PermissionNeed, verbs: readonly string[]): PolicyRule => ({
  apiGroups: [kind.group],
  resources: [subresource === undefined ? kind.plural : `${kind.plural}/${subresource}`],
  verbs,
  namespace,
});
