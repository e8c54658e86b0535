/**
 * What a server serves, as discovery tells it: groups in the server's order, their versions, the resources of each. What could not be
 * learnt is part of the result, beside what could.
 * Upstream: apimachinery meta/v1 APIGroup and APIResource; apidiscovery v2.
 */
import type { GroupVersionKind, ResourceScope } from '@reeve/machinery';

/** A part of a resource that has a path of its own. */
export interface DiscoveredSubresource {
  readonly name: string;
  /** What it reads and writes: `scale` of a Deployment is a Scale. */
  readonly kind: GroupVersionKind;
  readonly verbs: readonly string[];
}

/** A resource in one version. */
export interface DiscoveredResource extends GroupVersionKind {
  readonly plural: string;
  readonly singular: string;
  readonly scope: ResourceScope;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: readonly DiscoveredSubresource[];
}

/** A version of a group. One that failed has no resources and is among the failures. */
export interface DiscoveredVersion {
  readonly version: string;
  readonly resources: readonly DiscoveredResource[];
}

/** A group, the preferred version first unless the server says otherwise. */
export interface DiscoveredGroup {
  /** Empty for the core group. */
  readonly name: string;
  readonly preferredVersion: string;
  readonly versions: readonly DiscoveredVersion[];
}

/** Everything that is served, and what went wrong, by `group/version`. */
export interface DiscoveryResult {
  readonly groups: readonly DiscoveredGroup[];
  readonly failures: ReadonlyMap<string, Error>;
}

/** The resources of each group's preferred version. Upstream: ServerPreferredResources. */
export const preferredResources = ({ groups }: DiscoveryResult): DiscoveredResource[] =>
  groups.flatMap(({ preferredVersion, versions }) => {
    const taken = new Set<string>();
    const preferredFirst = versions.toSorted(
      (one, other) => rank(other, preferredVersion) - rank(one, preferredVersion),
    );
    return preferredFirst.flatMap(({ resources }) =>
      resources.filter(({ plural }) => !taken.has(plural) && taken.add(plural)),
    );
  });

const rank = ({ version }: DiscoveredVersion, preferred: string): number => (version === preferred ? 1 : 0);
