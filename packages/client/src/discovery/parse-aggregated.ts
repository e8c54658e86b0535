/**
 * Reads the aggregated discovery document: everything in one answer. Versions that the server marks as stale are failures, as
 * their resources are from an earlier time or missing.
 * Upstream: apidiscovery.k8s.io/v2; client-go discovery SplitGroupsAndResources.
 */
import { formatApiVersion, isJsonArray, isJsonObject } from '@reeve/machinery';
import type { GroupVersion, GroupVersionKind, JsonValue, ReadonlyJson, ReadonlyJsonObject } from '@reeve/machinery';
import type { DiscoveredGroup, DiscoveredResource, DiscoveredSubresource, DiscoveryResult } from './discovered.ts';
import { GroupDiscoveryError } from './discovery-error.ts';

/** The groups in the document. What has another shape is passed over: a newer server may say more. */
export function parseAggregated(document: JsonValue): DiscoveryResult {
  const failures = new Map<string, Error>();
  const groups = objectsIn(document, 'items').flatMap((item) => {
    const group = groupOf(item, failures);
    return group === undefined ? [] : [group];
  });
  return { groups, failures };
}

function groupOf(item: ReadonlyJsonObject, failures: Map<string, Error>): DiscoveredGroup | undefined {
  const name = isJsonObject(item['metadata']) ? textIn(item['metadata'], 'name') : '';
  const entries = objectsIn(item, 'versions').map((entry) => ({ version: textIn(entry, 'version'), entry }));
  const [first] = entries;
  if (first === undefined) return undefined;
  const current = entries.filter(({ entry }) => entry['freshness'] !== 'Stale');
  for (const { version } of entries.filter((each) => !current.includes(each))) {
    const groupVersion = formatApiVersion({ group: name, version });
    failures.set(groupVersion, new GroupDiscoveryError(groupVersion, 'what it knows is stale'));
  }
  return {
    name,
    preferredVersion: (current[0] ?? first).version,
    versions: entries.map(({ version, entry }) => ({
      version,
      resources: entry['freshness'] === 'Stale' ? [] : resourcesIn(entry, { group: name, version }),
    })),
  };
}

const resourcesIn = (entry: ReadonlyJsonObject, at: GroupVersion): DiscoveredResource[] =>
  objectsIn(entry, 'resources')
    .filter((resource) => isJsonObject(resource['responseKind'])) // a parent that is only there for its subresources has none
    .map((resource) => ({
      ...kindIn(resource, at),
      plural: textIn(resource, 'resource'),
      singular: textIn(resource, 'singularResource'),
      scope: resource['scope'] === 'Cluster' ? 'Cluster' : 'Namespaced',
      shortNames: textsIn(resource, 'shortNames'),
      categories: textsIn(resource, 'categories'),
      verbs: textsIn(resource, 'verbs'),
      subresources: subresourcesIn(resource, at),
    }));

const subresourcesIn = (resource: ReadonlyJsonObject, at: GroupVersion): DiscoveredSubresource[] =>
  objectsIn(resource, 'subresources').map((entry) => ({
    name: textIn(entry, 'subresource'),
    kind: kindIn(entry, at),
    verbs: textsIn(entry, 'verbs'),
  }));

/** The kind that answers; an empty group or version means that of the document. */
function kindIn(entry: ReadonlyJsonObject, { group, version }: GroupVersion): GroupVersionKind {
  const kind = isJsonObject(entry['responseKind']) ? entry['responseKind'] : {};
  const isForeign = textIn(kind, 'version') !== '';
  return {
    group: isForeign ? textIn(kind, 'group') : group,
    version: textIn(kind, 'version') || version,
    kind: textIn(kind, 'kind'),
  };
}

/** The objects of a list, if there is one. */
export function objectsIn(value: ReadonlyJson | undefined, name: string): ReadonlyJsonObject[] {
  const list = isJsonObject(value) ? value[name] : undefined;
  return isJsonArray(list) ? list.filter(isJsonObject) : [];
}

/** A text, empty if there is none. */
export function textIn(object: ReadonlyJsonObject, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : '';
}

/** The texts of a list, if there is one. */
export function textsIn(object: ReadonlyJsonObject, name: string): string[] {
  const list = object[name];
  return isJsonArray(list) ? list.filter((value) => typeof value === 'string') : [];
}
