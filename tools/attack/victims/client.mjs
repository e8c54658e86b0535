/**
 * Our client and our cache as a process to attack: it asks a server that it is told of, in the way it is told, and says what came of it.
 */
import { Cache, cached } from '@reeve/cache';
import { Client, connect, KubeConfig } from '@reeve/client';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { nodeHost } from '@reeve/machinery';
import { answering, errorText } from './answering.mjs';

/** @typedef {import('@reeve/client').Cluster} Cluster */

const name = 'default/a';
/** @param {Cluster} cluster */
const clientOf = ({ transport }) => new Client({ transport });
const token = 'token-that-nobody-else-may-see';

/** @type {Readonly<Record<string, (cluster: Cluster, question: { [key: string]: any }) => Promise<object>>>} */
const ways = {
  get: async (cluster) => ({ object: await clientOf(cluster).get(ConfigMap, name) }),
  list: async (cluster) => ({
    count: (await clientOf(cluster).list(ConfigMap, { namespace: 'default' })).items.length,
  }),
  pages: async (cluster) => {
    let count = 0;
    for await (const _ of clientOf(cluster).listEach(ConfigMap, { namespace: 'default' })) count += 1;
    return { count };
  },
  patch: async (cluster) => {
    await clientOf(cluster)
      .writeOnly(ConfigMap)
      .patch(name, { type: 'merge', patch: { data: { a: '2' } } });
    return {};
  },
  delete: async (cluster) => {
    await clientOf(cluster).writeOnly(ConfigMap).delete(name);
    return {};
  },
  informer,
};

answering(async ({ url, way, timeoutMs = 1000, ...question }) => {
  const config = KubeConfig.parse(kubeconfigOf(url, question['exec']));
  const cluster = connect((await config).connection(), { timeoutMs, execPolicy: 'AllowAll' });
  try {
    const result = await ways[way]?.(cluster, question);
    return { ...result, leaks: JSON.stringify(result ?? {}).includes(token) };
  } catch (error) {
    const text = errorText(error);
    return { error: text, leaks: `${text} ${JSON.stringify(error)}`.includes(token) };
  } finally {
    await cluster.close();
  }
});
process.send?.({});

/**
 * Follows the ConfigMaps for a while, and says what is held then.
 * @param {Cluster} cluster
 * @param {{ [key: string]: any }} question
 */
async function informer({ transport }, { forMs = 1200 }) {
  const host = nodeHost();
  const cache = new Cache({ host, transport, kinds: [cached(ConfigMap)] });
  const end = new AbortController();
  const running = cache.start(end.signal);
  await host.sleep(forMs);
  const held = await cache
    .list(ConfigMap, { signal: AbortSignal.timeout(100) })
    .then(({ items }) => items.map(({ metadata, data }) => `${metadata.name}=${data?.['a'] ?? ''}`).toSorted())
    .catch((error) => errorText(error));
  end.abort();
  await running.catch(() => undefined);
  return { held };
}

/**
 * @param {string} server
 * @param {object | undefined} exec a credential plugin
 */
function kubeconfigOf(server, exec) {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'attack',
    contexts: [{ name: 'attack', context: { cluster: 'attack', user: 'attack' } }],
    clusters: [{ name: 'attack', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'attack', user: exec ? { exec } : { token } }],
  });
}
