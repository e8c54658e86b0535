import { allNamespaces, Cache, cached, continueNotSupported } from '@reeve/cache';
import { defineKind, edit, VirtualHost, type DeepReadonly, type KindObject } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ConfigMap } from '../model/world.ts';
import { Channel, ScriptedSource, Thing, listAt } from '../reflector/script.ts';
import { namesOf, Node, Website, withCache } from './cached-world.ts';

describe('reading', () => {
  test('starts an informer for a kind that was not read before, waits for it, and warns · CR-72 · LW-18', () =>
    withCache(async ({ cache, put, start, warnings }) => {
      await put('shop/a', { app: 'web' });
      await put('bank/b');
      start();
      const found = await cache.get(ConfigMap, 'shop/a');
      expect(found).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { labels: { app: 'web' } } });
      const list = await cache.list(ConfigMap);
      expect([list.apiVersion, list.kind]).toEqual(['v1', 'ConfigMapList']);
      expect(list.items.every((object) => object.kind === 'ConfigMap' && object.apiVersion === 'v1')).toBe(true);
      expect(namesOf(list)).toEqual(['a', 'b']);
      expect(warnings).toMatchObject([{ type: 'implicit informer', kind: 'ConfigMap' }]);
    }));

  test('filters by labels and namespace · CR-72', () =>
    withCache(async ({ cache, put, start }) => {
      await put('shop/a', { app: 'web' });
      await put('shop/b', { app: 'db' });
      await put('bank/c', { app: 'web' });
      start();
      expect(namesOf(await cache.list(ConfigMap, { labels: { app: 'web' } }))).toEqual(['a', 'c']);
      expect(namesOf(await cache.list(ConfigMap, { namespace: 'shop' }))).toEqual(['a', 'b']);
      expect(namesOf(await cache.list(ConfigMap, { namespace: 'shop', labels: 'app in (web)' }))).toEqual(['a']);
      expect(namesOf(await cache.list(ConfigMap, { namespace: 'nowhere' }))).toEqual([]);
    }));

  test('says NotFound of what is not there, when it knows · CR-72', () =>
    withCache(async ({ cache, start }) => {
      start();
      await expect(cache.get(ConfigMap, 'shop/none')).rejects.toMatchObject({
        code: 'REEVE_NOT_FOUND',
        key: 'shop/none',
      });
    }));

  test('that waits for nothing gives what is there, null for what is not, and undefined where one must wait', () =>
    withCache(async ({ cache, put, start }) => {
      await put('shop/a');
      expect(cache.peek(ConfigMap, 'shop/a')).toBeUndefined();
      start();
      expect(cache.peek(ConfigMap, 'shop/a')).toBeUndefined();
      const read = await cache.get(ConfigMap, 'shop/a');
      expect(cache.peek(ConfigMap, 'shop/a')).toBe(read);
      expect(cache.peek(ConfigMap, 'shop/none')).toBeNull();
      await cache.metadata(Node).list();
      expect(cache.peek(Node, 'n1')).toBeUndefined();
    }));

  test('that waits for nothing knows when its kind was let go and taken up again', () =>
    withCache(async ({ cache, put, start }) => {
      await put('shop/a');
      start();
      const peek = cache.peeker(ConfigMap);
      expect(peek('shop/a')).toBeUndefined();
      const first = await cache.get(ConfigMap, 'shop/a');
      expect(peek('shop/a')).toBe(first);
      cache.removeInformer(ConfigMap);
      expect(peek('shop/a')).toBeUndefined();
      const again = await cache.get(ConfigMap, 'shop/a');
      expect(again).not.toBe(first);
      expect(peek('shop/a')).toBe(again);
    }));

  test('before the sync waits for a bounded time, or says that it does not know; never NotFound · LW-19', () =>
    withCache(
      async ({ cache, world, start }) => {
        world.server.faults.add({ resources: ['configmaps'], effect: { type: 'stall' } });
        start();
        const before = world.host.clock.monotonic();
        await expect(cache.get(ConfigMap, 'shop/a')).rejects.toMatchObject({ code: 'REEVE_CACHE_NOT_SYNCED' });
        expect(world.host.clock.monotonic() - before).toBe(5000);
        await expect(cache.list(ConfigMap, { waits: false })).rejects.toMatchObject({ code: 'REEVE_CACHE_NOT_SYNCED' });
        expect(world.host.clock.monotonic() - before).toBe(5000);
      },
      { syncTimeoutMs: 5000 },
    ));

  test('of a kind that is not served, or forbidden, fails at once with the reason · LW-19', () =>
    withCache(async ({ cache, world, start }) => {
      world.server.faults.add({ resources: ['nodes'], effect: { type: 'status', code: 403 } });
      start();
      const before = world.host.clock.monotonic();
      await expect(cache.get(Website, 'shop/a')).rejects.toMatchObject({
        code: 'REEVE_CACHE_NOT_SYNCED',
        cause: { code: 'REEVE_NOT_FOUND' },
      });
      await expect(cache.list(Node)).rejects.toMatchObject({
        code: 'REEVE_CACHE_NOT_SYNCED',
        cause: { code: 'REEVE_FORBIDDEN' },
      });
      expect(world.host.clock.monotonic() - before).toBeLessThan(1000);
    }));

  test('before the cache is started is an error', () =>
    withCache(async ({ cache }) => {
      await expect(cache.get(ConfigMap, 'a/b')).rejects.toMatchObject({ code: 'REEVE_CACHE_NOT_STARTED' });
      await expect(cache.list(ConfigMap)).rejects.toMatchObject({ code: 'REEVE_CACHE_NOT_STARTED' });
    }));

  test('ends with its signal · CR-72 · CR-78', () =>
    withCache(async ({ cache, world, start }) => {
      world.server.faults.add({ resources: ['configmaps'], effect: { type: 'stall' } });
      start();
      const abort = new AbortController();
      const reading = cache.get(ConfigMap, 'shop/a', { signal: abort.signal });
      await world.host.sleep(100);
      abort.abort(new Error('enough'));
      await expect(reading).rejects.toThrow('enough');
      await expect(cache.list(ConfigMap, { signal: abort.signal })).rejects.toThrow('enough');
    }));

  test('honours limits, refuses continue tokens and says that there are no pages · CR-73', () =>
    withCache(async ({ cache, put, start }) => {
      for (const name of ['a', 'b', 'c']) await put(`shop/${name}`, { app: name === 'c' ? 'db' : 'web' });
      start();
      const all = await cache.list(ConfigMap, { namespace: 'shop', labels: 'app', limit: 3 });
      expect([all.items.length, all.metadata.continue]).toEqual([3, undefined]);
      const some = await cache.list(ConfigMap, { namespace: 'shop', limit: 2 });
      expect([some.items.length, some.metadata.continue]).toEqual([2, continueNotSupported]);
      const web = await cache.list(ConfigMap, { namespace: 'shop', labels: 'app=web', limit: 1 });
      expect([web.items.length, web.metadata.continue]).toEqual([1, continueNotSupported]);
      await expect(cache.list(ConfigMap, { continue: 'token' })).rejects.toMatchObject({ code: 'REEVE_INVALID_INPUT' });
    }));

  test('hands out the one frozen object · CR-74 · LW-25', () =>
    withCache(async ({ cache, put, start }) => {
      await put('shop/a', {}, { x: '1' });
      start();
      const one = await cache.get(ConfigMap, 'shop/a');
      expect(await cache.get(ConfigMap, 'shop/a')).toBe(one);
      expect((await cache.list(ConfigMap, { namespace: 'shop' })).items).toContain(one);
      expect(() => {
        (one.data as Record<string, string>)['x'] = '2';
      }).toThrow(TypeError);
      expect(edit(one, (draft) => void ((draft.data ??= {})['x'] = '2')).data).toEqual({ x: '2' });
      expect((await cache.get(ConfigMap, 'shop/a')).data).toEqual({ x: '1' });
    }));

  test('of a cluster-scoped kind ignores a namespace', () =>
    withCache(async ({ cache, world, start }) => {
      await world.ask('POST', '/api/v1/nodes', { metadata: { name: 'n1' } });
      start();
      expect((await cache.get(Node, 'anywhere/n1')).metadata.name).toBe('n1');
      expect(namesOf(await cache.list(Node, { namespace: 'anywhere' }))).toEqual(['n1']);
    }));
});

describe('a cache that starts nothing by itself', () => {
  test('fails for kinds it does not hold, and reads those it does · CR-70', () =>
    withCache(
      async ({ cache, put, start, asked }) => {
        await put('shop/a');
        start();
        expect(namesOf(await cache.list(ConfigMap, { namespace: 'shop' }))).toEqual(['a']);
        await expect(cache.get(Node, 'n1')).rejects.toMatchObject({ code: 'REEVE_KIND_NOT_CACHED', kind: 'Node' });
        await expect(cache.list(Node)).rejects.toMatchObject({ code: 'REEVE_KIND_NOT_CACHED' });
        expect(asked.some((path) => path.includes('nodes'))).toBe(false);
        using nodes = cache.informer(Node); // asking for an informer is asking for the kind
        await nodes.synced();
        expect(namesOf(await cache.list(Node))).toEqual([]);
      },
      { onMissing: 'fail', kinds: [cached(ConfigMap)] },
    ));
});

describe('informers', () => {
  test('and indexes can be asked for without waiting, also before the start; reads wait · CR-71', () =>
    withCache(async ({ cache, world, put, start }) => {
      await put('shop/a', {}, { colour: 'red' });
      world.server.faults.add({ verbs: ['list', 'watch'], effect: { type: 'latency', ms: 3000 } });
      const informer = cache.informer(ConfigMap);
      cache.indexField(ConfigMap, 'data.colour', ({ data }) => [data?.['colour'] ?? '']);
      expect(informer.hasSynced).toBe(false);
      start();
      cache.indexField(ConfigMap, 'data.size', ({ data }) => [String(Object.keys(data ?? {}).length)]);
      expect(informer.hasSynced).toBe(false);
      const red = await cache.list(ConfigMap, { fields: { 'data.colour': 'red', 'data.size': '1' } });
      expect([namesOf(red), informer.hasSynced]).toEqual([['a'], true]);
    }));

  test('are found by kind and by object, tell what happens, and can be stopped and started anew · CR-78', () =>
    withCache(async ({ cache, put, start, world }) => {
      const first = await put('shop/a');
      start();
      const informer = cache.informer(ConfigMap);
      const heard: string[] = [];
      const registration = informer.addEventHandler({ onAdd: ({ metadata }) => void heard.push(metadata.name ?? '') });
      await registration.synced();
      expect(registration.hasSynced).toBe(true);
      expect(heard).toContain('a');
      expect(cache.informerFor(first).kind).toBe(ConfigMap);
      expect(() => cache.informerFor({ apiVersion: 'x/v1', kind: 'Y', metadata: {} })).toThrow('not cached');
      cache.removeInformer(ConfigMap);
      await world.host.sleep(100);
      expect(informer.isStopped).toBe(true);
      await put('shop/b');
      expect(namesOf(await cache.list(ConfigMap, { namespace: 'shop' }))).toEqual(['a', 'b']);
      expect(heard).not.toContain('b');
    }));

  test('a cache starts once, and needs no leader · CR-78 · CR-81', () =>
    withCache(async ({ cache, start }) => {
      start();
      expect(cache.needsLeaderElection).toBe(false);
      await expect(cache.start(new AbortController().signal)).rejects.toMatchObject({ code: 'REEVE_CACHE_STARTED' });
    }));

  test('waiting for one can be aborted · CR-78', () =>
    withCache(async ({ cache, world, start }) => {
      world.server.faults.add({ resources: ['configmaps'], effect: { type: 'stall' } });
      start();
      const abort = new AbortController();
      const waiting = cache.informer(ConfigMap).synced(abort.signal);
      await world.host.sleep(10);
      abort.abort(new Error('enough'));
      await expect(waiting).rejects.toThrow('enough');
    }));

  test('a list of every form says what it is, and so do its items · CR-81', () =>
    withCache(async ({ cache, put, start }) => {
      await put('shop/a');
      start();
      const Untyped = defineKind({
        group: '',
        version: 'v1',
        kind: 'ConfigMap',
        plural: 'configmaps',
        scope: 'Namespaced',
      });
      for (const kind of [ConfigMap, Untyped]) {
        const list = await cache.list(kind);
        expect([list.kind, list.items[0]?.kind]).toEqual(['ConfigMapList', 'ConfigMap']);
      }
      const partial = await cache.metadata(ConfigMap).list();
      expect([partial.kind, partial.items[0]?.kind]).toEqual(['PartialObjectMetadataList', 'PartialObjectMetadata']);
    }));
});

describe('fields', () => {
  test('that were indexed find objects, several narrow, and values stay as they are · CR-79', () =>
    withCache(async ({ cache, put, world, start }) => {
      await put('shop/a', {}, { colour: 'Dark Red,=', size: '1' });
      await put('shop/b', {}, { colour: 'Dark Red,=', size: '2' });
      await put('bank/c', {}, { colour: 'blue', size: '1' });
      await world.ask('POST', '/api/v1/nodes', { metadata: { name: 'n1' }, spec: { podCIDR: '10.0.0.0/24' } });
      cache.indexField(ConfigMap, 'colour', ({ data }) => [data?.['colour'] ?? '']);
      cache.indexField(ConfigMap, 'size', ({ data }) => [data?.['size'] ?? '']);
      cache.indexField(Node, 'cidr', ({ spec }) => [spec?.podCIDR ?? '']);
      start();
      expect(namesOf(await cache.list(ConfigMap, { fields: { colour: 'Dark Red,=' } }))).toEqual(['a', 'b']);
      expect(namesOf(await cache.list(ConfigMap, { fields: { colour: 'Dark Red,=', size: '2' } }))).toEqual(['b']);
      expect(namesOf(await cache.list(ConfigMap, { namespace: 'bank', fields: { size: '1' } }))).toEqual(['c']);
      expect(namesOf(await cache.list(ConfigMap, { fields: 'metadata.name=c,size=1' }))).toEqual(['c']);
      expect(namesOf(await cache.list(Node, { fields: { cidr: '10.0.0.0/24' } }))).toEqual(['n1']);
      expect(namesOf(await cache.list(Node, { fields: { cidr: '10.0.0.0/16' } }))).toEqual([]);
    }));

  test('that were not indexed, or are no more, or are asked for otherwise than by equality, are errors', () =>
    withCache(async ({ cache, start }) => {
      start();
      await expect(cache.list(ConfigMap, { fields: 'data.x=1' })).rejects.toMatchObject({
        code: 'REEVE_UNKNOWN_INDEX',
      });
      await expect(cache.list(ConfigMap, { fields: 'metadata.name!=a' })).rejects.toMatchObject({
        code: 'REEVE_INVALID_INPUT',
      });
      const none = (): string[] => [];
      const first = cache.indexField(ConfigMap, 'twice', none);
      const second = cache.indexField(ConfigMap, 'twice', none);
      expect(() => cache.indexField(ConfigMap, 'twice', () => [])).toThrow(
        expect.objectContaining({ code: 'REEVE_INDEX_CONFLICT' }),
      );
      first[Symbol.dispose]();
      first[Symbol.dispose]();
      expect(await cache.list(ConfigMap, { fields: 'twice=1' })).toMatchObject({ items: [] });
      second[Symbol.dispose]();
      await expect(cache.list(ConfigMap, { fields: 'twice=1' })).rejects.toMatchObject({ code: 'REEVE_UNKNOWN_INDEX' });
      cache.indexField(ConfigMap, 'twice', () => ['1']);
      expect(await cache.list(ConfigMap, { fields: 'twice=1' })).toEqual(await cache.list(ConfigMap));
    }));
});

describe('namespaces', () => {
  test('that are named are watched, and no others; cluster-scoped kinds are not concerned · CR-75', () =>
    withCache(
      async ({ cache, put, world, start, asked }) => {
        for (const key of ['shop/a', 'bank/b', 'default/c']) await put(key);
        await world.ask('POST', '/api/v1/nodes', { metadata: { name: 'n1' } });
        start();
        expect(namesOf(await cache.list(ConfigMap))).toEqual(['a', 'b']);
        expect((await cache.get(ConfigMap, 'bank/b')).metadata.name).toBe('b');
        await expect(cache.get(ConfigMap, 'default/c')).rejects.toMatchObject({
          code: 'REEVE_NAMESPACE_NOT_CACHED',
          namespace: 'default',
        });
        await expect(cache.list(ConfigMap, { namespace: 'default' })).rejects.toMatchObject({
          code: 'REEVE_NAMESPACE_NOT_CACHED',
        });
        expect(namesOf(await cache.list(Node))).toEqual(['n1']);
        const paths = asked.filter((path) => path.includes('configmaps')).map((path) => path.split('?')[0] ?? '');
        expect([...new Set(paths)].toSorted()).toEqual([
          '/api/v1/namespaces/bank/configmaps',
          '/api/v1/namespaces/shop/configmaps',
        ]);
      },
      { namespaces: { shop: {}, bank: {} } },
    ));

  test('that a field selector names become the URL · CR-75', () =>
    withCache(
      async ({ cache, put, start, asked }) => {
        await put('shop/a');
        await put('shop/b');
        start();
        expect(namesOf(await cache.list(ConfigMap))).toEqual(['a']);
        await expect(cache.get(ConfigMap, 'bank/x')).rejects.toMatchObject({ code: 'REEVE_NAMESPACE_NOT_CACHED' });
        const [path = ''] = asked.filter((request) => request.includes('configmaps'));
        expect(path.startsWith('/api/v1/namespaces/shop/configmaps?')).toBe(true);
        expect(path).toContain('fieldSelector=metadata.name=a');
        expect(path).not.toContain('metadata.namespace');
      },
      { fields: 'metadata.namespace=shop,metadata.name=a' },
    ));

  test('for a cluster-scoped kind are refused when configured', () =>
    withCache(async ({ world }) => {
      const kinds = [cached(Node, { namespaces: { shop: {} } })];
      expect(() => new Cache({ host: world.host, transport: world.server.transport, kinds })).toThrow('cluster-scoped');
    }));
});

describe('selectors', () => {
  const fill = async (put: (key: string, labels?: Record<string, string>) => Promise<unknown>) => {
    for (const namespace of ['shop', 'bank', 'default']) {
      for (const app of ['web', 'db']) await put(`${namespace}/${namespace}-${app}`, { app });
    }
  };
  const cases = [
    ['of the cache hold for all kinds', { labels: 'app=web' }, ['bank-web', 'default-web', 'shop-web']],
    [
      'of a kind win over the cache’s',
      { labels: 'app=web', kinds: [cached(ConfigMap, { labels: 'app=db' })] },
      ['bank-db', 'default-db', 'shop-db'],
    ],
    [
      'of a namespace of the cache win over the cache’s',
      { labels: 'app=web', namespaces: { shop: { labels: 'app=db' }, bank: {} } },
      ['bank-web', 'shop-db'],
    ],
    [
      'of a kind win over a namespace of the cache’s',
      { namespaces: { shop: { labels: 'app=db' } }, kinds: [cached(ConfigMap, { labels: 'app=web' })] },
      ['shop-web'],
    ],
    [
      'of a namespace of a kind win over all',
      {
        labels: 'app=x',
        namespaces: { shop: { labels: 'app=x' } },
        kinds: [cached(ConfigMap, { labels: 'app=x', namespaces: { shop: { labels: 'app=web' } } })],
      },
      ['shop-web'],
    ],
    ['by label and field are combined', { labels: 'app=web', fields: 'metadata.name=shop-web' }, ['shop-web']],
    ['by label and field can match nothing', { labels: 'app=web', fields: 'metadata.name=shop-db' }, []],
    [
      'for all namespaces alone',
      { namespaces: { [allNamespaces]: { labels: 'app=db' } } },
      ['bank-db', 'default-db', 'shop-db'],
    ],
    [
      'for all namespaces hold for those that are not named',
      { namespaces: { shop: { labels: 'app=web' }, [allNamespaces]: { labels: 'app=db' } } },
      ['bank-db', 'default-db', 'shop-web'],
    ],
  ] as const;
  test.each(cases)('%s · CR-76', (_, options, expected) =>
    withCache(async ({ cache, put, start }) => {
      await fill(put);
      start();
      const found = namesOf(await cache.list(ConfigMap)).filter((name) => /-(web|db)$/.test(name));
      expect(found).toEqual(expected);
    }, options),
  );

  test('the remainder does not hold what a named namespace holds · CR-76', () =>
    withCache(
      async ({ cache, put, start }) => {
        await fill(put);
        start();
        expect(namesOf(await cache.list(ConfigMap, { namespace: 'shop' }))).toEqual(['shop-web']);
        expect(namesOf(await cache.list(ConfigMap, { namespace: 'bank' }))).toEqual(['bank-db', 'bank-web']);
        expect((await cache.get(ConfigMap, 'default/default-db')).metadata.name).toBe('default-db');
        const report = cache.report().kinds[0];
        expect(report?.scopes.map(({ name }) => name)).toEqual([
          'ConfigMap in namespace shop with labels app=web',
          'ConfigMap with fields metadata.namespace!=shop',
        ]);
      },
      { namespaces: { shop: { labels: 'app=web' }, [allNamespaces]: {} } },
    ));
});

describe('transforms', () => {
  const mark = (by: string) => (object: { readonly metadata: object }) =>
    ({ ...object, metadata: { ...object.metadata, annotations: { by } } }) as never;

  test('of the cache and of a kind change whole objects and metadata alike · CR-69', () =>
    withCache(
      async ({ cache, put, world, start }) => {
        await put('shop/a');
        await world.ask('POST', '/api/v1/nodes', { metadata: { name: 'n1' } });
        const Untyped = defineKind({
          group: '',
          version: 'v1',
          kind: 'Secret',
          plural: 'secrets',
          scope: 'Namespaced',
        });
        await world.ask('POST', '/api/v1/namespaces/shop/secrets', { metadata: { name: 's' } });
        start();
        expect((await cache.get(ConfigMap, 'shop/a')).metadata.annotations).toEqual({ by: 'kind' });
        expect((await cache.get(Untyped, 'shop/s')).metadata.annotations).toEqual({ by: 'cache' });
        expect((await cache.metadata(Node).get('n1')).metadata.annotations).toEqual({ by: 'cache' });
        expect(
          (await cache.metadata(ConfigMap).list({ namespace: 'shop' })).items.map((o) => o.metadata.annotations),
        ).toContainEqual({ by: 'kind' });
      },
      { transform: mark('cache'), kinds: [cached(ConfigMap, { transform: mark('kind') })] },
    ));

  test('managedFields are cut unless they are wanted, and odd objects pass · CR-80', async () => {
    const managed = [
      { manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': {} } },
    ];
    for (const keepManagedFields of [true, false]) {
      await withCache(
        async ({ cache, world, start }) => {
          const metadata = { name: 'a', managedFields: managed };
          await world.ask('POST', ConfigMap.path({ namespace: 'shop' }), { metadata });
          start();
          const stored = await cache.get(ConfigMap, 'shop/a');
          const live = (await world.ask('GET', ConfigMap.path({ namespace: 'shop', name: 'a' }))).body;
          expect(stored.metadata.managedFields).toEqual(keepManagedFields ? live.metadata.managedFields : undefined);
        },
        { kinds: [cached(ConfigMap, { keepManagedFields })] },
      );
    }
  });
});

test('a cache that has stopped leaves no watch open and no timer pending', async () => {
  const host = new VirtualHost();
  const watches: Channel[] = [];
  const cache = new Cache({
    host,
    transport: { request: () => Promise.reject(new Error('nothing is asked')) },
    source: () =>
      new ScriptedSource({
        lists: [() => listAt('1', ['a'])],
        watches: [
          () => {
            const channel = new Channel();
            watches.push(channel);
            return channel;
          },
        ],
      }).source,
    kinds: [cached(Thing, { namespaces: { shop: {}, bank: {} } })],
  });
  const open = (): number => watches.filter(({ taken, closed }) => taken > closed).length;
  const stop = new AbortController();
  const running = cache.start(stop.signal);
  await host.settle();
  expect(open()).toBe(2);
  stop.abort();
  await host.settle();
  await running;
  expect([watches.length, open(), host.clock.pendingTimers]).toEqual([2, 0, 0]);
});

describe('defaults of a kind', () => {
  type Held = DeepReadonly<KindObject<typeof ConfigMap>>;
  const size = (object: Held): Held =>
    edit(object, (draft) => {
      draft.data = { size: '1', ...draft.data };
    });
  const sizes = (objects: readonly Held[]) => objects.map(({ data }) => data?.['size'] ?? '').toSorted();

  test('defaults fill in what objects lack, in lists, events, indexes and own writes, before the transform', () =>
    withCache(
      async ({ cache, put, start, world }) => {
        cache.indexField(ConfigMap, 'size', ({ data }) => [data?.['size'] ?? 'none']);
        await put('shop/a');
        await put('shop/b', {}, { size: '5' });
        start();
        expect(sizes((await cache.list(ConfigMap, { namespace: 'shop' })).items)).toEqual(['size 1', 'size 5']);
        await put('shop/c');
        await world.host.sleep(1000);
        expect((await cache.get(ConfigMap, 'shop/c')).data).toEqual({ size: 'size 1' });
        expect(namesOf(await cache.list(ConfigMap, { namespace: 'shop', fields: { size: 'size 1' } }))).toEqual([
          'a',
          'c',
        ]);
        const written = await put('shop/d');
        cache.overlay.wrote(ConfigMap, written);
        expect((await cache.get(ConfigMap, 'shop/d')).data).toEqual({ size: 'size 1' });
      },
      {
        kinds: [
          cached(ConfigMap, {
            defaults: size,
            transform: (object) =>
              edit(object, (draft) => {
                draft.data = { size: `size ${draft.data?.['size']}` };
              }),
          }),
        ],
      },
    ));

  test('defaults are not asked where metadata only is held', () => {
    let calls = 0;
    return withCache(
      async ({ cache, put, start }) => {
        await put('shop/a');
        start();
        expect(await cache.metadata(ConfigMap).get('shop/a')).not.toHaveProperty('data');
        expect(calls).toBe(0);
      },
      {
        kinds: [
          cached(ConfigMap, {
            view: 'metadata',
            defaults: (object) => {
              calls += 1;
              return size(object);
            },
          }),
        ],
      },
    );
  });
});
