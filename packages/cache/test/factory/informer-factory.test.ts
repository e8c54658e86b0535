import { InformerFactory, settingsFor, type FactoryProblem, type InformerFactoryOptions } from '@reeve/cache';
import { defineKind, LabelQuery, type KubeObject } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ConfigMap, namespace, World } from '../model/world.ts';

const Secret = defineKind<KubeObject, 'Namespaced'>({
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  scope: 'Namespaced',
});
const Node = defineKind<KubeObject, 'Cluster'>({
  group: '',
  version: 'v1',
  kind: 'Node',
  plural: 'nodes',
  scope: 'Cluster',
});
const Absent = defineKind<KubeObject, 'Namespaced'>({
  group: 'example.com',
  version: 'v1',
  kind: 'Website',
  plural: 'websites',
  scope: 'Namespaced',
});

interface Setup {
  readonly world: World;
  readonly factory: InformerFactory;
  readonly problems: FactoryProblem[];
  readonly stop: AbortController;
  /** What was asked of the server, as `list configmaps default resourceVersion=0`. */
  readonly asked: string[];
}

const withFactory = async (
  program: (setup: Setup) => Promise<void>,
  options: Partial<InformerFactoryOptions> = {},
): Promise<void> => {
  const asked: string[] = [];
  await using world = await World.start({
    seed: 5,
    onRequest: () => {},
  });
  const problems: FactoryProblem[] = [];
  const transport = {
    request: (request: Parameters<typeof world.server.transport.request>[0]) => {
      asked.push(decodeURIComponent(request.path));
      return world.server.transport.request(request);
    },
  };
  const factory = new InformerFactory({
    host: world.host,
    transport,
    namespace,
    onProblem: (problem) => problems.push(problem),
    ...options,
  });
  const stop = new AbortController();
  await world.host.run(
    async () => {
      try {
        await program({ world, factory, problems, stop, asked });
      } finally {
        stop.abort();
        await factory.shutDown();
      }
    },
    { maxSteps: 1_000_000 },
  );
};

describe('one informer for all who want the same', () => {
  test('by kind, namespace and selectors, however they are written · LW-11', () =>
    withFactory(async ({ factory }) => {
      const one = factory.informer(ConfigMap, { labels: 'app=web,tier=1' });
      const same = factory.informer(ConfigMap, { labels: { tier: '1', app: 'web' } });
      expect(same.informer).toBe(one.informer);
      expect([one.users, factory.size]).toEqual([2, 1]);
      for (const other of [
        factory.informer(ConfigMap),
        factory.informer(ConfigMap, { namespace: 'other', labels: 'app=web,tier=1' }),
        factory.informer(Secret, { labels: 'app=web,tier=1' }),
        factory.informer(ConfigMap, { fields: 'metadata.name=a' }),
      ]) {
        expect(other.informer).not.toBe(one.informer);
      }
      expect(factory.size).toBe(5);
    }));

  test('readers and handlers use one stream · LW-11', () =>
    withFactory(async ({ factory, world, stop, asked }) => {
      await world.put('a');
      const [reader, controller] = [factory.informer(ConfigMap), factory.informer(ConfigMap)];
      let heard = 0;
      controller.informer.addEventHandler({ onAdd: () => void (heard += 1) });
      factory.start(stop.signal);
      await reader.synced();
      await world.host.sleep(10);
      expect(reader.lister.get(`${namespace}/a`).metadata.name).toBe('a');
      expect(heard).toBe(reader.lister.list().length);
      expect(asked.filter((path) => path.includes('/configmaps'))).toHaveLength(1);
    }));
});

describe('settings', () => {
  test('of a kind win over those of the factory, and what is asked for over both · LW-12', () =>
    withFactory(
      async ({ factory, stop, asked, world }) => {
        const plain = factory.informer(Secret);
        const own = factory.informer(ConfigMap);
        const asking = factory.informer(ConfigMap, { namespace: 'kube-system', labels: 'c=3', resyncMs: 0 });
        expect([plain, own, asking].map(({ selection }) => [selection.namespace, selection.labels.toString()])).toEqual(
          [
            [namespace, 'a=1'],
            ['kube-public', 'b=2'],
            ['kube-system', 'c=3'],
          ],
        );
        expect([plain, own, asking].map(({ informer }) => informer.resyncCheckMs)).toEqual([60_000, 5000, 0]);
        factory.start(stop.signal);
        await factory.waitForCacheSync();
        await world.host.sleep(100);
        const streams = asked.filter((path) => path.includes('sendInitialEvents=true'));
        expect(streams.some((path) => path.includes('/secrets'))).toBe(true);
        expect(streams.some((path) => path.includes('/configmaps'))).toBe(false);
      },
      {
        labels: 'a=1',
        resyncMs: 60_000,
        kinds: [settingsFor(ConfigMap, { namespace: 'kube-public', labels: 'b=2', resyncMs: 5000, streaming: false })],
      },
    ));

  test('resync happens every ten hours unless set, and what is no period is refused at once · LW-14', () =>
    withFactory(async ({ factory, world }) => {
      expect(factory.informer(ConfigMap).informer.resyncCheckMs).toBe(36_000_000);
      const transport = world.server.transport;
      for (const options of [{ resyncMs: -1 }, { kinds: [settingsFor(ConfigMap, { resyncMs: Number.NaN })] }]) {
        expect(() => new InformerFactory({ host: world.host, transport, ...options })).toThrow(
          expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }),
        );
      }
    }));

  test('selectors reach the list and the watch, and stopping closes a stream that nobody reads · LW-15', async () => {
    await using world = await World.start();
    const closed: string[] = [];
    const opened: string[] = [];
    const factory = new InformerFactory({
      host: world.host,
      transport: {
        request: (request) => {
          opened.push(decodeURIComponent(request.path));
          request.signal?.addEventListener('abort', () => closed.push(request.path), { once: true });
          return world.server.transport.request(request);
        },
      },
    });
    const stop = new AbortController();
    await world.host.run(async () => {
      const settings = { labels: LabelQuery.everything, fields: 'metadata.name!=b', streaming: false };
      factory.informer(ConfigMap, { ...settings, labels: 'app=web' });
      factory.start(stop.signal);
      await factory.waitForCacheSync();
      await world.host.sleep(1000);
      expect(opened).toHaveLength(2);
      for (const path of opened) expect(path).toContain('labelSelector=app=web&fieldSelector=metadata.name!=b');
      stop.abort();
      await factory.shutDown();
      expect(closed).toHaveLength(1);
    });
  });

  test('initial lists can be paged, and ask for any version first · LW-16', () =>
    withFactory(async ({ factory, world, stop, asked }) => {
      for (const name of ['a', 'b', 'c', 'd']) await world.put(name);
      const { informer } = factory.informer(ConfigMap, { pageSize: 2, streaming: false });
      factory.start(stop.signal);
      await informer.synced();
      const lists = asked.filter((path) => path.includes('limit=2'));
      expect(lists[0]).toContain('resourceVersion=0');
      expect(['a', 'b', 'c', 'd'].every((name) => informer.store.getByKey(`${namespace}/${name}`))).toBe(true);
    }));
});

describe('starting', () => {
  test('twice starts nothing twice, and what is added later starts by itself · LW-17 · LW-18', () =>
    withFactory(async ({ factory, stop, asked, problems, world }) => {
      const first = factory.informer(ConfigMap);
      factory.start(stop.signal);
      await first.synced();
      const before = asked.length;
      factory.start(stop.signal);
      await world.host.sleep(1000);
      expect(asked.length).toBe(before);
      const later = factory.informer(Secret);
      await later.synced();
      factory.start(stop.signal);
      expect([later.informer.isStarted, problems]).toEqual([true, []]);
    }));

  test('reports per kind who synced and who did not, in time, with the reason · LW-20', () =>
    withFactory(async ({ factory, stop, world }) => {
      for (const kind of [ConfigMap, Secret, Absent]) factory.informer(kind);
      world.server.faults.add({ resources: ['secrets'], effect: { type: 'stall' } });
      factory.start(stop.signal);
      const before = world.host.clock.monotonic();
      const result = await factory.waitForCacheSync({ timeoutMs: 5000 });
      expect(world.host.clock.monotonic() - before).toBe(5000);
      expect(result.outcomes).toMatchObject([
        { name: 'ConfigMap in namespace default', hasSynced: true },
        { name: 'Secret in namespace default', hasSynced: false, reason: { code: 'REEVE_DEADLINE' } },
        { name: 'Website in namespace default', hasSynced: false, reason: { code: 'REEVE_NOT_FOUND' } },
      ]);
    }));

  test('goes on for all others when a kind cannot sync, unless it is required · LW-21', () =>
    withFactory(
      async ({ factory, stop, world }) => {
        const [good, optional] = [factory.informer(ConfigMap), factory.informer(Absent)];
        factory.start(stop.signal);
        await good.synced();
        await world.put('a');
        await world.host.sleep(100);
        expect(good.lister.find(`${namespace}/a`)).toBeDefined();
        const result = await factory.waitForCacheSync({ timeoutMs: 1000 });
        expect([result.missing, result.requiredError]).toEqual([['Website in namespace default'], undefined]);
        optional.release();
        world.server.faults.add({ resources: ['secrets'], effect: { type: 'status', code: 403 } });
        factory.informer(Secret);
        await world.host.sleep(100);
        const strict = await factory.waitForCacheSync({ timeoutMs: 1000 });
        expect(strict.requiredError).toMatchObject({
          code: 'REEVE_CACHE_NOT_SYNCED',
          cause: { code: 'REEVE_FORBIDDEN' },
        });
      },
      { kinds: [settingsFor(Secret, { isRequired: true })] },
    ));
});

describe('the health of the server', () => {
  test('is asked for after a failed list, and told when it goes and comes back · LW-22', () => {
    const health: boolean[] = [];
    return withFactory(
      async ({ factory, stop, world }) => {
        const heal = world.server.faults.add({ effect: { type: 'status', code: 503 } });
        const { informer } = factory.informer(ConfigMap);
        factory.start(stop.signal);
        await world.host.sleep(40_000);
        expect(health).toEqual([false]);
        heal();
        await world.host.sleep(60_000);
        expect(health).toEqual([false, true]);
        await informer.synced();
      },
      { onHealth: (isHealthy) => health.push(isHealthy) },
    );
  });

  test('is nobody’s business when only one kind fails', () => {
    const health: boolean[] = [];
    return withFactory(
      async ({ factory, stop, world }) => {
        factory.informer(Absent);
        factory.start(stop.signal);
        await world.host.sleep(60_000);
        expect(health).toEqual([]);
      },
      { onHealth: (isHealthy) => health.push(isHealthy) },
    );
  });

  test('does not hold up a shutdown, nor other kinds · LW-23', () =>
    withFactory(
      async ({ factory, stop, world }) => {
        const heal = world.server.faults.add({ resources: ['secrets'], effect: { type: 'status', code: 503 } });
        world.server.faults.add({ effect: { type: 'stall' } }); // /version never answers
        const [slow] = [factory.informer(Secret)];
        factory.start(stop.signal);
        await world.host.sleep(5000);
        heal();
        world.server.faults.clear();
        const quick = factory.informer(ConfigMap);
        await quick.synced();
        expect(slow.hasSynced).toBe(false);
        const before = world.host.clock.monotonic();
        stop.abort();
        await factory.shutDown();
        expect(world.host.clock.monotonic() - before).toBe(0);
      },
      { onHealth: () => {} },
    ));
});

describe('the last user’s leaving', () => {
  test('stops an informer after a grace period, and a new request makes a new one · LW-24', () =>
    withFactory(
      async ({ factory, stop, world }) => {
        const [one, other] = [factory.informer(ConfigMap), factory.informer(ConfigMap)];
        factory.start(stop.signal);
        await one.synced();
        one.release();
        one.release();
        await world.host.sleep(60_000);
        expect(other.informer.isStopped).toBe(false);
        other.release();
        await world.host.sleep(20_000);
        const back = factory.informer(ConfigMap); // within the grace period
        await world.host.sleep(60_000);
        expect([back.informer === one.informer, back.informer.isStopped]).toEqual([true, false]);
        back[Symbol.dispose]();
        await world.host.sleep(30_000);
        expect([back.informer.isStopped, factory.size]).toEqual([true, 0]);
        const fresh = factory.informer(ConfigMap);
        await fresh.synced();
        expect(fresh.informer).not.toBe(one.informer);
      },
      { graceMs: 30_000 },
    ));
});

test.each([true, false])(
  'whole objects and metadata share one stream: who wants more gets it, and nobody hears it twice; streaming %s',
  (streaming) =>
    withFactory(
      async ({ factory, stop, world }) => {
        await world.put('a');
        const small = factory.informer(ConfigMap, { view: 'metadata' });
        const heard: string[] = [];
        small.informer.addEventHandler({
          onAdd: ({ metadata }) => void heard.push(`+${metadata.name ?? ''}`),
          onUpdate: (_, { metadata }) => void heard.push(`~${metadata.name ?? ''}`),
        });
        factory.start(stop.signal);
        await small.synced();
        expect(small.lister.get(`${namespace}/a`)).not.toHaveProperty('data');
        const whole = factory.informer(ConfigMap);
        expect([whole.informer === small.informer, whole.hasSynced]).toEqual([true, false]);
        expect(small.lister.find(`${namespace}/a`)).toBeDefined(); // never empty in between
        await whole.synced();
        expect(whole.lister.get(`${namespace}/a`).data).toEqual({ change: '1' });
        await world.put('a');
        await world.host.sleep(100);
        expect(heard.filter((line) => line.endsWith('a'))).toEqual(['+a', '~a']);
      },
      { streaming },
    ),
);

test('cluster-scoped kinds have no namespace, whatever the factory says · LW-26', () =>
  withFactory(async ({ factory, stop, world, asked }) => {
    await world.ask('POST', '/api/v1/nodes', { metadata: { name: 'n1' } });
    const nodes = factory.informer(Node);
    factory.start(stop.signal);
    await nodes.synced();
    expect(nodes.lister.get('n1').metadata.name).toBe('n1');
    expect(asked.every((path) => !path.includes('/namespaces/'))).toBe(true);
    expect(nodes.informer.store.indexers).toEqual({});
  }));

test('nothing starts after a shutdown, and what ran has ended', () =>
  withFactory(async ({ factory, stop, world }) => {
    const handle = factory.informer(ConfigMap);
    factory.start(stop.signal);
    await handle.synced();
    await factory[Symbol.asyncDispose]();
    expect([handle.informer.isStopped, factory.size]).toEqual([true, 0]);
    await world.host.sleep(1);
    expect(world.host.clock.pendingForegroundTimers).toBe(0);
    factory.start(new AbortController().signal);
  }));
