/**
 * Discovery as it was before aggregation: one document per group and version. Upstream: meta/v1 APIVersions, APIGroupList, APIGroup, APIResourceList.
 */
import type { ResourceRegistry, ServedResource } from '@reeve/registry';

export const apiVersions = (serverAddress: string): object => ({
  kind: 'APIVersions',
  versions: ['v1'],
  serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
});

export const apiGroupList = (registry: ResourceRegistry): object => ({
  kind: 'APIGroupList',
  apiVersion: 'v1',
  groups: registry
    .groups()
    .filter(({ name }) => name !== '')
    .map(({ name }) => groupOf(registry, name)),
});

export const apiGroup = (registry: ResourceRegistry, name: string): object => ({
  kind: 'APIGroup',
  apiVersion: 'v1',
  ...groupOf(registry, name),
});

export const apiResourceList = (group: string, version: string, resources: readonly ServedResource[]): object => ({
  kind: 'APIResourceList',
  ...(group !== '' && { apiVersion: 'v1' }),
  groupVersion: group === '' ? version : `${group}/${version}`,
  resources: resources
    .toSorted((a, b) => (a.plural < b.plural ? -1 : 1))
    .flatMap((resource) => [mainEntry(resource), ...subresourceEntries(resource)]),
});

function groupOf(registry: ResourceRegistry, name: string): object {
  const versions = registry.groups().find((group) => group.name === name)?.versions ?? [];
  const entries = versions.map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: entries, preferredVersion: entries[0] };
}

function mainEntry(resource: ServedResource): { name: string } {
  return {
    name: resource.plural,
    singularName: resource.singular,
    namespaced: resource.scope === 'Namespaced',
    kind: resource.kind,
    verbs: [...resource.verbs],
    ...(resource.shortNames.length > 0 && { shortNames: resource.shortNames }),
    ...(resource.categories.length > 0 && { categories: resource.categories }),
    ...(resource.storageVersionHash && { storageVersionHash: resource.storageVersionHash }),
  } as { name: string };
}

function subresourceEntries(resource: ServedResource): { name: string }[] {
  const entries = [...resource.subresources.values()];
  // Those of built-in resources go by name, those of definitions as the server adds them.
  return (resource.isCustom ? entries : entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))).map(
    ({ name, kind, verbs }) =>
      ({
        name: `${resource.plural}/${name}`,
        singularName: '',
        namespaced: resource.scope === 'Namespaced',
        ...(kind.version !== '' && { group: kind.group, version: kind.version }),
        kind: kind.kind,
        verbs: [...verbs],
      }) as { name: string },
  );
}
