import { Cache, type CacheOptions, type CacheWarning } from '@reeve/cache';
import { defineKind, type KubeObject, type TransportResponse } from '@reeve/machinery';
import { ConfigMap, World } from '../model/world.ts';

export const Node = defineKind<KubeObject & { spec?: { podCIDR?: string } }, 'Cluster'>({
  group: '',
  version: 'v1',
  kind: 'Node',
  plural: 'nodes',
  scope: 'Cluster',
});

export const Website = defineKind<KubeObject, 'Namespaced'>({
  group: 'example.com',
  version: 'v1',
  kind: 'Website',
  plural: 'websites',
  scope: 'Namespaced',
});

export interface CachedWorld {
  readonly world: World;
  readonly cache: Cache;
  readonly warnings: CacheWarning[];
  readonly stop: AbortController;
  /** Requests of the cache, in order. */
  readonly asked: string[];
  /** Ends with the cache, which it starts. */
  start(): void;
  put(key: string, labels?: Record<string, string>, data?: Record<string, string>): Promise<KubeObject>;
}

/** Runs a test with a cache on the embedded server, which has the namespaces shop and bank, in virtual time. */
export const withCache = async (
  program: (setup: CachedWorld) => Promise<void>,
  { answer, ...options }: Partial<CacheOptions> & { readonly answer?: () => unknown } = {},
): Promise<void> => {
  await using world = await World.start({ seed: 9 });
  const warnings: CacheWarning[] = [];
  const asked: string[] = [];
  const cache = new Cache({
    host: world.host,
    transport: {
      request: (request) => {
        asked.push(decodeURIComponent(request.path));
        const wrong = answer?.();
        if (wrong !== undefined) return Promise.resolve(answerOf(wrong));
        return world.server.transport.request(request);
      },
    },
    onWarning: (warning) => warnings.push(warning),
    ...options,
  });
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  const put: CachedWorld['put'] = async (key, labels = {}, data = {}) => {
    const [namespace = '', name = ''] = key.split('/');
    const object = ConfigMap.of({ metadata: { name, namespace, labels }, data });
    const { status, body } = await world.ask('PUT', ConfigMap.path({ namespace, name }), object);
    if (status !== 404) return body;
    const created = await world.ask('POST', ConfigMap.path({ namespace }), object);
    if (created.status !== 201) throw new Error(`${key} was not created: ${JSON.stringify(created.body)}`);
    return created.body;
  };
  await world.host.run(
    async () => {
      for (const name of ['shop', 'bank']) await world.ask('POST', '/api/v1/namespaces', { metadata: { name } });
      try {
        await program({
          world,
          cache,
          warnings,
          stop,
          asked,
          put,
          start: () => void (running = cache.start(stop.signal)),
        });
      } finally {
        stop.abort();
        await running;
      }
    },
    { maxSteps: 1_000_000 },
  );
};

/** The names in a list, in order, without what the server itself put there. */
export const namesOf = (list: {
  readonly items: readonly { readonly metadata: { readonly name?: string; readonly namespace?: string } }[];
}): string[] =>
  list.items
    .filter(({ metadata }) => !metadata.namespace?.startsWith('kube-'))
    .map(({ metadata }) => metadata.name ?? '')
    .filter((name) => name !== 'kube-root-ca.crt')
    .toSorted();

async function* bodyOf(value: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
}

const answerOf = (value: unknown): TransportResponse => ({ status: 200, headers: {}, body: bodyOf(value) });
