/**
 * The groups, versions, resources and subresources that a server has, in the server's own order.
 */

/**
 * @typedef {{ group: string, version: string, kind: string }} KindFacts
 * @typedef {{ name: string, kind: KindFacts, verbs: string[] }} SubresourceFacts
 * @typedef {{ name: string, type: string, format: string, priority: number }} ColumnFacts
 * @typedef {{ plural: string, singular: string, kind: string, scope: 'Namespaced' | 'Cluster', verbs: string[], shortNames?: string[], categories?: string[],
 *   storageVersionHash?: string, responseKind?: KindFacts, subresources?: SubresourceFacts[], columns?: ColumnFacts[], fieldLabels?: string[] }} ResourceFacts
 * @typedef {{ version: string, path: string, resources: ResourceFacts[] }} VersionFacts
 * @typedef {{ name: string, versions: VersionFacts[] }} GroupFacts
 */

const aggregated = { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' };

/**
 * Reads aggregated discovery, and the storage hashes that only the older documents carry.
 * @param {import('./raw-client.mjs').RawClient} client
 * @returns {Promise<GroupFacts[]>}
 */
export async function readDiscovery(client) {
  const [core, named] = [await client.json('/api', aggregated), await client.json('/apis', aggregated)];
  const groups = [];
  for (const item of [...core.items, ...named.items]) {
    const name = item.metadata.name ?? '';
    const versions = [];
    for (const found of item.versions) {
      const path = name === '' ? `/api/${found.version}` : `/apis/${name}/${found.version}`;
      const hashes = await storageHashes(client, path);
      const resources = found.resources.map((/** @type {any} */ resource) =>
        resourceFacts(name, found.version, resource, hashes),
      );
      versions.push({ version: found.version, path, resources });
    }
    groups.push({ name, versions });
  }
  return groups;
}

/**
 * @param {import('./raw-client.mjs').RawClient} client
 * @param {string} path
 * @returns {Promise<Map<string, string>>}
 */
async function storageHashes(client, path) {
  const { resources } = await client.json(path);
  return new Map(
    resources.flatMap((/** @type {any} */ { name, storageVersionHash }) =>
      storageVersionHash ? [[name, storageVersionHash]] : [],
    ),
  );
}

/**
 * @param {string} group
 * @param {string} version
 * @param {any} resource
 * @param {Map<string, string>} hashes
 * @returns {ResourceFacts}
 */
function resourceFacts(group, version, resource, hashes) {
  const { kind } = resource.responseKind;
  const hash = hashes.get(resource.resource);
  return {
    plural: resource.resource,
    singular: resource.singularResource,
    kind,
    scope: resource.scope === 'Namespaced' ? 'Namespaced' : 'Cluster',
    verbs: resource.verbs,
    ...(resource.shortNames && { shortNames: resource.shortNames }),
    ...(resource.categories && { categories: resource.categories }),
    ...(hash && { storageVersionHash: hash }),
    ...(resource.responseKind.version !== '' && { responseKind: resource.responseKind }),
    ...(resource.subresources && {
      subresources: resource.subresources.map((/** @type {any} */ sub) => ({
        name: sub.subresource,
        kind: sub.responseKind,
        verbs: sub.verbs,
      })),
    }),
  };
}
