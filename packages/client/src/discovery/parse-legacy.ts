/**
 * Reads discovery as it was before aggregation: a list of groups, and a document per group and version.
 * Upstream: apimachinery meta/v1 APIVersions, APIGroupList, APIResourceList.
 */
import { formatApiVersion, isJsonObject, parseApiVersion } from '@reeve/machinery';
import type { GroupVersion, GroupVersionKind, JsonValue, ReadonlyJsonObject } from '@reeve/machinery';
import type { DiscoveredResource, DiscoveredSubresource } from './discovered.ts';
import { objectsIn, textIn, textsIn } from './parse-aggregated.ts';

/** A group without its resources. */
export interface ListedGroup {
  readonly name: string;
  readonly preferredVersion: string;
  readonly versions: readonly string[];
}

/** The core group, from the answer to `/api`; none for a server without one. */
export function parseApiVersions(document: JsonValue): ListedGroup[] {
  const versions = isJsonObject(document) ? textsIn(document, 'versions') : [];
  const [preferredVersion] = versions;
  return preferredVersion === undefined ? [] : [{ name: '', preferredVersion, versions }];
}

/** The named groups, from the answer to `/apis`. */
export const parseGroupList = (document: JsonValue): ListedGroup[] =>
  objectsIn(document, 'groups').flatMap((group) => {
    const versions = objectsIn(group, 'versions').map((entry) => textIn(entry, 'version'));
    const preferred = isJsonObject(group['preferredVersion']) ? textIn(group['preferredVersion'], 'version') : '';
    const preferredVersion = preferred || versions[0];
    return preferredVersion === undefined ? [] : [{ name: textIn(group, 'name'), preferredVersion, versions }];
  });

/** The resources of a version, each with its subresources, which the document lists beside it as `pods/status`. */
export function parseResourceList(document: JsonValue, at: GroupVersion): DiscoveredResource[] {
  const entries = objectsIn(document, 'resources');
  return entries
    .filter((entry) => !textIn(entry, 'name').includes('/'))
    .map((entry) => ({
      ...kindIn(entry, at),
      plural: textIn(entry, 'name'),
      singular: textIn(entry, 'singularName'),
      scope: entry['namespaced'] === true ? 'Namespaced' : 'Cluster',
      shortNames: textsIn(entry, 'shortNames'),
      categories: textsIn(entry, 'categories'),
      verbs: textsIn(entry, 'verbs'),
      subresources: subresourcesOf(textIn(entry, 'name'), entries, at),
    }));
}

/** The path of the document of a version. */
export const versionPath = ({ group, version }: GroupVersion): string =>
  `${group === '' ? '/api' : '/apis'}/${formatApiVersion({ group, version })}`;

const subresourcesOf = (
  plural: string,
  entries: readonly ReadonlyJsonObject[],
  at: GroupVersion,
): DiscoveredSubresource[] =>
  entries
    .filter((entry) => textIn(entry, 'name').startsWith(`${plural}/`))
    .map((entry) => ({
      name: textIn(entry, 'name').slice(plural.length + 1),
      kind: kindIn(entry, at),
      verbs: textsIn(entry, 'verbs'),
    }));

const kindIn = (entry: ReadonlyJsonObject, at: GroupVersion): GroupVersionKind => {
  const { group, version } = textIn(entry, 'version')
    ? { group: textIn(entry, 'group'), version: textIn(entry, 'version') }
    : at;
  return { ...parseApiVersion(formatApiVersion({ group, version })), kind: textIn(entry, 'kind') };
};
