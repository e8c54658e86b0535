/**
 * What a namespace that is being emptied says about it. Pure: from what is left to the conditions of its status. The words are upstream's, people and
 * programs match on them. Upstream: kube-controller-manager's namespace controller.
 */
import { findCondition } from '@reeve/machinery';

/** What a removal left behind. */
export interface Remains {
  /** How many objects of each resource, by `plural.group`. */
  readonly resources: ReadonlyMap<string, number>;
  /** How many objects each finalizer holds. */
  readonly finalizers: ReadonlyMap<string, number>;
  /** Why something could not be deleted. */
  readonly failures: readonly string[];
}

export interface NamespaceCondition {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly lastTransitionTime: string;
  readonly reason: string;
  readonly message: string;
}

type Finding = Omit<NamespaceCondition, 'type' | 'lastTransitionTime'>;

/** The conditions, in their order, with those that stay as they were. */
export function namespaceConditions(
  before: readonly NamespaceCondition[],
  remains: Remains,
  now: string,
): NamespaceCondition[] {
  const found = findings(remains);
  const ours = Object.entries(found).map(([type, finding]) => {
    const old = findCondition(before, type);
    return { type, ...finding, lastTransitionTime: old?.status === finding.status ? old.lastTransitionTime : now };
  });
  const byType = new Map(ours.map((condition) => [condition.type, condition] as const));
  const kept = before.map((condition) => byType.get(condition.type) ?? condition);
  return [...kept, ...ours.filter(({ type }) => findCondition(before, type) === undefined)];
}

/** Discovery cannot fail inside the server, so the first two are always well. */
const findings = (remains: Remains): Readonly<Record<string, Finding>> => ({
  NamespaceDeletionDiscoveryFailure: well('ResourcesDiscovered', 'All resources successfully discovered'),
  NamespaceDeletionGroupVersionParsingFailure: well('ParsedGroupVersions', 'All legacy kube types successfully parsed'),
  NamespaceDeletionContentFailure: failureFinding(remains.failures),
  NamespaceContentRemaining: contentFinding(remains.resources),
  NamespaceFinalizersRemaining: finalizerFinding(remains.finalizers),
});

function failureFinding(failures: readonly string[]): Finding {
  if (failures.length === 0)
    return well('ContentDeleted', 'All content successfully deleted, may be waiting on finalization');
  const list = failures.toSorted().join(', ');
  return trouble('ContentDeletionFailed', `Failed to delete all resource types, ${failures.length} remaining: ${list}`);
}

function contentFinding(resources: Remains['resources']): Finding {
  if (resources.size === 0) return well('ContentRemoved', 'All content successfully removed');
  const list = Array.from(resources, ([name, count]) => `${name} has ${count} resource instances`).toSorted();
  return trouble('SomeResourcesRemain', `Some resources are remaining: ${list.join(', ')}`);
}

function finalizerFinding(finalizers: Remains['finalizers']): Finding {
  if (finalizers.size === 0) return well('ContentHasNoFinalizers', 'All content-preserving finalizers finished');
  const list = Array.from(finalizers, ([name, count]) => `${name} in ${count} resource instances`).toSorted();
  return trouble('SomeFinalizersRemain', `Some content in the namespace has finalizers remaining: ${list.join(', ')}`);
}

const well = (reason: string, message: string): Finding => ({ status: 'False', reason, message });

const trouble = (reason: string, message: string): Finding => ({ status: 'True', reason, message });
