/** The maps of watches: what they may return, what they may look at, and what is refused. */
import { ConfigMap, Namespace, Secret } from '@reeve/kinds/core/v1';
import { nodeHost } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { defineController, pinoLogger, watch } from '@reeve/runtime';
import type { WatchMap } from '@reeve/runtime';
import { TestCluster } from '@reeve/testing';

/** Runs a controller for ConfigMaps that is woken by a map of Namespaces, and returns which of them a change of a Namespace reconciled. */
async function reconciledBy(map: WatchMap<typeof Namespace>): Promise<{ keys: string[]; log: string }> {
  const keys: string[] = [];
  let log = '';
  const output = { write: (line: string) => void (log += line) };
  const copies = defineController({
    for: ConfigMap,
    watches: [watch(Namespace, map)],
    reconcile: (_object, { key, causes }) => {
      if (causes.some(({ source }) => source === 'watched Namespace')) keys.push(key);
    },
  });
  await using cluster = await TestCluster.start({
    controllers: [copies],
    manager: { log: pinoLogger({ clock: nodeHost().clock, output }) },
  });
  const { client } = cluster;
  for (const [name, team] of [
    ['blog', 'red'],
    ['shop', 'blue'],
    ['wiki', 'red'],
  ] as const)
    await client.create(ConfigMap, { metadata: { name, namespace: 'default', labels: { team } } });
  await cluster.settles();
  keys.length = 0;
  await client.create(Namespace, { metadata: { name: 'reds', labels: { team: 'red' } } });
  await cluster.settles();
  return { keys: keys.toSorted(), log };
}

/** Only the Namespace of the test counts. */
const ofReds =
  (map: WatchMap<typeof Namespace>): WatchMap<typeof Namespace> =>
  (namespace, context) =>
    namespace.metadata.name === 'reds' ? map(namespace, context) : [];

describe('the map of a watch', () => {
  test('may return keys, objects, names and requests', async () => {
    const { keys } = await reconciledBy(
      ofReds(() => [
        'default/blog',
        { name: 'shop', namespace: 'default' },
        { metadata: { name: 'wiki', namespace: 'default' } },
      ]),
    );
    expect(keys).toEqual(['default/blog', 'default/shop', 'default/wiki']);
  });

  test('may list objects of the cache, wait, and return those that match', async () => {
    const { keys } = await reconciledBy(
      ofReds(async ({ metadata }, ctx) =>
        (await ctx.list(ConfigMap)).filter((copy) => copy.metadata.labels?.['team'] === metadata.labels?.['team']),
      ),
    );
    expect(keys).toEqual(['default/blog', 'default/wiki']);
  });

  test('is given the state before an update beside the new one', async () => {
    const seen: (string | undefined)[][] = [];
    const copies = defineController({
      for: ConfigMap,
      watches: [
        watch(Secret, (secret, { type, old }) => {
          seen.push([type, secret.metadata.labels?.['v'], old?.metadata.labels?.['v']]);
          return [];
        }),
      ],
      reconcile: () => undefined,
    });
    await using cluster = await TestCluster.start({ controllers: [copies] });
    const secret = await cluster.client.create(Secret, {
      metadata: { name: 'a', namespace: 'default', labels: { v: '1' } },
    });
    await cluster.settles();
    await cluster.client.update(Secret, { ...secret, metadata: { ...secret.metadata, labels: { v: '2' } } });
    await cluster.settles();
    expect(seen).toEqual([
      ['create', '1', undefined],
      ['update', '1', undefined],
      ['update', '2', '1'],
    ]);
  });

  test.each([
    ['a key without its namespace', () => ['blog'], 'a ConfigMap has a namespace: return \\"namespace/name\\"'],
    ['a key of three parts', () => ['a/b/c'], 'names no object'],
    ['a number', () => [7 as unknown as string], 'names no object'],
    [
      'an error',
      () => {
        throw new Error('no such label');
      },
      'no such label',
    ],
    ['a promise that is rejected', () => Promise.reject(new Error('no such index')), 'no such index'],
  ] as const)('that returns %s is reported with its name, and wakes nobody', async (_name, map, message) => {
    const { keys, log } = await reconciledBy(ofReds(map as WatchMap<typeof Namespace>));
    expect(keys).toEqual([]);
    expect(log).toContain(message);
  });

  test('that returns a string does not compile', () => {
    // @ts-expect-error a string is a list of characters
    watch(Secret, (secret) => secret.metadata.name);
    watch(Secret, (secret) => [secret.metadata.name]);
    expect(watch(Secret, () => []).kind).toBe(Secret);
  });
});
