/**
 * What a fresh server without a controller manager holds before anybody wrote to it: namespaces, bootstrap roles, flow schemas and the like. What differs
 * from one start to the next (uids, times, versions, the server's own lease and addresses) is left out.
 */
import { readDiscovery } from './discovery.mjs';

/** Made by the server itself as it starts: ours makes its own. */
const ownObjects = new Set([
  'coordination.k8s.io/leases',
  '/componentstatuses',
  '/configmaps',
  '/endpoints',
  'discovery.k8s.io/endpointslices',
  '/events',
  'events.k8s.io/events',
]);

/**
 * @param {import('./raw-client.mjs').RawClient} client
 * @returns {Promise<{ group: string, version: string, plural: string, objects: any[] }[]>}
 */
export async function readSeeds(client) {
  const seeds = [];
  for (const group of await readDiscovery(client)) {
    for (const { version, path, resources } of group.versions) {
      for (const { plural, verbs } of resources) {
        if (!verbs.includes('list') || ownObjects.has(`${group.name}/${plural}`)) continue;
        const list = await client.json(`${path}/${plural}`);
        const objects = (list.items ?? []).map(stable);
        if (objects.length > 0) seeds.push({ group: group.name, version, plural, objects });
      }
    }
  }
  return seeds;
}

/** @param {any} object */
function stable({ metadata, description: _sentence, ...rest }) {
  const { uid: _uid, resourceVersion: _version, creationTimestamp: _time, managedFields: _owners, ...kept } = metadata;
  return withoutTimes({ metadata: kept, ...rest });
}

/**
 * @param {any} value
 * @returns {any}
 */
function withoutTimes(value) {
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'lastTransitionTime')
      .map(([key, item]) => [key, withoutTimes(item)]),
  );
}
