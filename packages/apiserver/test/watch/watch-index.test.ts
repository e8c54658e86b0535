import { SeededRandom, VirtualHost, type Transport } from '@reeve/machinery';
import { ApiServer } from '@reeve/apiserver';
import { expect, test } from 'vitest';
import { ask, configMap, configMaps, create, watch, type Body, type Event } from '../server/talk.ts';

const namespaces = ['a', 'b'];
const nodes = ['', 'n1', 'n2'];
const pods = (namespace: string, name = '') => `/api/v1/namespaces/${namespace}/pods${name && `/${name}`}`;
const pod = (name: string, nodeName: string) => ({
  metadata: { name },
  spec: { ...(nodeName && { nodeName }), containers: [{ name: 'c', image: 'i' }] },
});

/** Watches, with the objects that each is about. */
const watches: [path: string, selects: (object: Body) => boolean][] = [
  ['/api/v1/pods?fieldSelector=spec.nodeName%3Dn1', (object) => nodeOf(object) === 'n1'],
  ['/api/v1/pods?fieldSelector=spec.nodeName%3D', (object) => nodeOf(object) === ''],
  ['/api/v1/pods?fieldSelector=spec.nodeName%3Dn2,metadata.namespace%3Db', onSecondNodeInB],
  [
    `${pods('a')}?fieldSelector=metadata.name%3Dp1`,
    ({ metadata }) => metadata.namespace === 'a' && metadata.name === 'p1',
  ],
  ['/api/v1/pods?fieldSelector=metadata.name%3Dp2', ({ metadata }) => metadata.name === 'p2'],
  [`${pods('b')}?labelSelector=odd`, ({ metadata }) => metadata.namespace === 'b' && metadata.labels?.['odd'] === ''],
  ['/api/v1/pods?fieldSelector=spec.nodeName%21%3Dn1', (object) => nodeOf(object) !== 'n1'],
];

const nodeOf = (object: Body): string => (object['spec'] as { nodeName?: string }).nodeName ?? '';

function onSecondNodeInB(object: Body): boolean {
  return nodeOf(object) === 'n2' && object.metadata.namespace === 'b';
}

/** Writes pods at random: created, bound, labelled, deleted. */
async function writeAtRandom(transport: Transport, seed: number): Promise<void> {
  const random = new SeededRandom(seed);
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random.next() * all.length)] as T;
  for (let turn = 0; turn < 120; turn += 1) {
    const [namespace, name] = [oneOf(namespaces), oneOf(['p1', 'p2', 'p3'])];
    const target = { apiVersion: 'v1', kind: 'Node', name: oneOf(nodes.slice(1)) };
    const acts = [
      () => ask(transport, 'POST', pods(namespace), pod(name, oneOf(nodes))),
      () => ask(transport, 'POST', `${pods(namespace, name)}/binding`, { metadata: { name }, target }),
      () =>
        ask(
          transport,
          'PATCH',
          pods(namespace, name),
          { metadata: { labels: { odd: oneOf(['', null]) } } },
          mergePatch,
        ),
      () => ask(transport, 'DELETE', pods(namespace, name), { gracePeriodSeconds: 0 }),
    ];
    await oneOf(acts)();
  }
}

const mergePatch = { 'content-type': 'application/merge-patch+json' };

/** The events of a watch with a selection, made of those of a watch without one. */
function selected(all: readonly Event[], selects: (object: Body) => boolean): [string, string | undefined][] {
  const known = new Set<string>();
  return all.flatMap(({ type, object }) => {
    const { namespace, name, resourceVersion } = object.metadata;
    const key = `${namespace}/${name}`;
    const [before, now] = [known.has(key), type !== 'DELETED' && selects(object)];
    if (now) known.add(key);
    else known.delete(key);
    if (!before && !now) return [];
    return [[now ? (before ? 'MODIFIED' : 'ADDED') : 'DELETED', resourceVersion]] as [string, string | undefined][];
  });
}

for (const seed of [1, 2, 3])
  test(`each watch gets the events of the objects that it selects, and no others (seed ${seed})`, async () => {
    const host = new VirtualHost({ seed });
    await using server = await ApiServer.start({ host });
    const { transport } = server;
    await host.run(async () => {
      for (const name of namespaces) await ask(transport, 'POST', '/api/v1/namespaces', { metadata: { name } });
      const end = 'watch=true&timeoutSeconds=30';
      const everything = watch(transport, `/api/v1/pods?${end}`);
      const parts = watches.map(([path]) => watch(transport, `${path}&${end}`));
      await writeAtRandom(transport, seed);
      const all = await everything;
      expect(all.length).toBeGreaterThan(30);
      for (const [index, [path, selects]] of watches.entries()) {
        const events = (await parts[index]) ?? [];
        const seen = events.map(({ type, object }) => [type, object.metadata.resourceVersion]);
        expect([path, ...seen]).toEqual([path, ...selected(all, selects)]);
      }
    });
  });

test('a watch of one object goes on when history has passed, as long as nothing happened to that object', async () => {
  const host = new VirtualHost({ seed: 1 });
  await using server = await ApiServer.start({ host, history: { entries: 300 } });
  const { transport } = server;
  await host.run(async () => {
    await create(server, 'mine');
    const seen = watch(
      transport,
      `${configMaps}?fieldSelector=metadata.name%3Dmine&watch=true&allowWatchBookmarks=true&timeoutSeconds=90`,
    );
    for (let turn = 0; turn < 2000; turn += 1) await create(server, `other-${turn}`);
    const last = await ask(transport, 'PUT', `${configMaps}/mine`, configMap('mine', { x: '1' }));
    const events = await seen;
    expect(events.map(({ type }) => type)).toEqual(['ADDED', 'MODIFIED', 'BOOKMARK', 'BOOKMARK']);
    for (const { object } of events.slice(1))
      expect(object.metadata.resourceVersion).toBe(last.body.metadata.resourceVersion);
  });
});
