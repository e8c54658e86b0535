/**
 * Everything that is served in one document. Upstream: apidiscovery.k8s.io/v2.
 */
import type { ResourceRegistry, ServedResource, ServedSubresource } from '@reeve/registry';

/** The core group has a document of its own. */
export function aggregatedDiscovery(registry: ResourceRegistry, part: 'core' | 'named'): object {
  const groups = registry.groups().filter(({ name }) => (name === '') === (part === 'core'));
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: groups.map(({ name, versions }) => ({
      metadata: name === '' ? {} : { name },
      versions: versions.map((version) => ({
        version,
        resources: registry.inVersion(name, version).map(resourceEntry),
        freshness: 'Current',
      })),
    })),
  };
}

function resourceEntry(resource: ServedResource): object {
  return {
    resource: resource.plural,
    responseKind: resource.isCustom
      ? { group: resource.group, version: resource.version, kind: resource.kind }
      : { group: '', version: '', kind: resource.kind },
    scope: resource.scope,
    singularResource: resource.singular,
    verbs: [...resource.verbs],
    ...(resource.shortNames.length > 0 && { shortNames: resource.shortNames }),
    ...(resource.categories.length > 0 && { categories: resource.categories }),
    ...(resource.subresources.size > 0 && {
      subresources: [...resource.subresources.values()].map((each) => subresourceEntry(resource, each)),
    }),
  };
}

function subresourceEntry(resource: ServedResource, { name, kind, verbs }: ServedSubresource): object {
  const { group, version } = resource;
  const responseKind = resource.isCustom && kind.version === '' ? { group, version, kind: kind.kind } : kind;
  return { subresource: name, responseKind, verbs: [...verbs] };
}
