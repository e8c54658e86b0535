import { cached } from '@reeve/cache';
import { describe, expect, test } from 'vitest';
import { ConfigMap } from '../model/world.ts';
import { namesOf, Node, withCache } from './cached-world.ts';

const long = 'x'.repeat(2000);

describe('a report', () => {
  test('tells what is held, what it costs and what could be done about it', () =>
    withCache(
      async ({ cache, put, world, start }) => {
        for (let i = 0; i < 20; i += 1) await put(`shop/o${i}`, {}, { long });
        await world.ask('POST', '/api/v1/nodes', { metadata: { name: 'n1' } });
        start();
        await cache.list(ConfigMap);
        await cache.list(Node);
        const report = cache.report();
        const [maps, nodes] = report.kinds;
        expect(maps).toMatchObject({ kind: '/v1, Kind=ConfigMap', view: 'full', isDegraded: false, suggestions: [] });
        expect(maps?.objects).toBeGreaterThanOrEqual(20);
        expect(maps?.bytes).toBeGreaterThan(40_000);
        expect(maps?.bytes).toBeLessThan(80_000);
        expect(maps?.scopes[0]).toMatchObject({ name: 'ConfigMap', freshness: { state: { type: 'watching' } } });
        expect(nodes).toMatchObject({ objects: 1, suggestions: [expect.stringContaining('started by a read')] });
        expect(report.bytes).toBe((maps?.bytes ?? 0) + (nodes?.bytes ?? 0));
      },
      { kinds: [cached(ConfigMap)] },
    ));

  test('suggests restrictions, metadata and the cut for what is large', () =>
    withCache(
      async ({ cache, put, start }) => {
        for (let i = 0; i < 20; i += 1) await put(`shop/o${i}`, {}, { long: 'y'.repeat(60_000) });
        start();
        await cache.list(ConfigMap);
        expect(cache.report().kinds[0]?.suggestions).toEqual([
          expect.stringContaining('restrict it'),
          expect.stringContaining('metadata only'),
          expect.stringContaining('managedFields'),
        ]);
        const registration = cache.informer(ConfigMap).addEventHandler({});
        expect(cache.report().kinds[0]?.suggestions).toHaveLength(2);
        registration.remove();
        expect(cache.report().kinds[0]?.suggestions).toHaveLength(3);
      },
      { kinds: [cached(ConfigMap, { keepManagedFields: true })] },
    ));
});

describe('a kind that nobody uses', () => {
  test('is given up after a grace period, and read anew when it is wanted · LW-24', () =>
    withCache(
      async ({ cache, put, world, start, asked }) => {
        await put('shop/a');
        start();
        await cache.get(ConfigMap, 'shop/a');
        await world.host.sleep(50_000);
        await cache.get(ConfigMap, 'shop/a'); // a read begins the period anew
        await world.host.sleep(50_000);
        expect(cache.report().kinds).toHaveLength(1);
        await world.host.sleep(20_000);
        expect(cache.report().kinds).toEqual([]);
        const before = asked.length;
        await world.host.sleep(600_000);
        expect(asked.length).toBe(before); // nothing watches any more
        await put('shop/b');
        expect(namesOf(await cache.list(ConfigMap, { namespace: 'shop' }))).toEqual(['a', 'b']);
      },
      { graceMs: 60_000 },
    ));

  test('stays while it is held or has a handler, and for ever when it was declared', () =>
    withCache(
      async ({ cache, world, start }) => {
        start();
        const hold = cache.informer(Node);
        await hold.synced();
        const registration = hold.addEventHandler({});
        hold.release();
        hold.release();
        await world.host.sleep(300_000);
        expect(cache.report().kinds).toHaveLength(2);
        registration.remove();
        registration[Symbol.dispose]();
        await world.host.sleep(100_000);
        expect(cache.report().kinds.map(({ kind }) => kind)).toEqual(['/v1, Kind=ConfigMap']);
      },
      { graceMs: 60_000, kinds: [cached(ConfigMap)] },
    ));
});

describe('a cache that is too large', () => {
  test('keeps metadata of its largest kind, and reads whole objects live', () =>
    withCache(
      async ({ cache, put, world, start, warnings, asked }) => {
        for (let i = 0; i < 30; i += 1) await put(`shop/o${i}`, { parity: String(i % 2) }, { long, i: String(i) });
        await world.ask('POST', '/api/v1/nodes', { metadata: { name: 'n1' } });
        cache.indexField(ConfigMap, 'i', ({ data }) => [data?.['i'] ?? '']);
        const heard: string[] = [];
        cache.informer(ConfigMap).addEventHandler(
          {
            onAdd: ({ metadata }) => void heard.push(`+${metadata.name ?? ''}`),
            onUpdate: (_, { metadata }) => void heard.push(`~${metadata.name ?? ''}`),
            onDelete: ({ key }) => void heard.push(`-${key}`),
          },
          { view: 'metadata' },
        );
        start();
        await cache.list(Node);
        await cache.list(ConfigMap);
        const told = heard.length;
        await world.host.sleep(30_000);
        expect(warnings.filter(({ type }) => type === 'degraded')).toMatchObject([{ kind: 'ConfigMap' }]);
        const [report] = cache.report().kinds.filter(({ kind }) => kind.includes('ConfigMap'));
        expect(report).toMatchObject({ isDegraded: true, view: 'metadata' });
        expect(report?.bytes).toBeLessThan(20_000);
        expect(heard.length).toBe(told); // the same objects, told once

        asked.length = 0;
        expect((await cache.get(ConfigMap, 'shop/o3')).data).toEqual({ long, i: '3' });
        expect(asked).toEqual(['/api/v1/namespaces/shop/configmaps/o3']);
        await expect(cache.get(ConfigMap, 'shop/none')).rejects.toMatchObject({ code: 'REEVE_NOT_FOUND' });
        expect(asked).toHaveLength(1); // what is not there needs no request
        const odd = await cache.list(ConfigMap, { namespace: 'shop', labels: 'parity=1', fields: { i: '7' } });
        expect([namesOf(odd), odd.items[0]?.data?.['long']]).toEqual([['o7'], long]);
        await put('shop/o3', {}, { i: 'new' });
        await world.host.sleep(1000);
        expect(heard.at(-1)).toBe('~o3');
        expect((await cache.get(ConfigMap, 'shop/o3')).data).toEqual({ i: 'new' });
        expect((await cache.metadata(ConfigMap).get('shop/o3')).kind).toBe('PartialObjectMetadata');
      },
      { maxBytes: 40_000 },
    ));

  for (const [what, answer] of [
    ['a Secret', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'o3', namespace: 'shop' } }],
    [
      'an empty list of Secrets',
      { apiVersion: 'v1', kind: 'SecretList', metadata: { resourceVersion: '9' }, items: [] },
    ],
    ['a page for people', '<html>'],
  ] as const)
    test(`a cache that is too large refuses ${what} in place of what it reads live`, () => {
      let isWrong = false;
      return withCache(
        async ({ cache, put, world, start }) => {
          for (let i = 0; i < 30; i += 1) await put(`shop/o${i}`, {}, { long });
          start();
          await cache.list(ConfigMap);
          await world.host.sleep(30_000);
          isWrong = true;
          const refused = { code: expect.stringMatching(/^REEVE_(UNEXPECTED_OBJECT|INVALID_INPUT)$/) };
          await expect(cache.get(ConfigMap, 'shop/o3')).rejects.toMatchObject(refused);
          await expect(cache.list(ConfigMap, { namespace: 'shop' })).rejects.toMatchObject(refused);
        },
        { maxBytes: 40_000, answer: () => (isWrong ? answer : undefined) },
      );
    });

  test('and cannot be made smaller says so, once', () =>
    withCache(
      async ({ cache, put, world, start, warnings }) => {
        for (let i = 0; i < 30; i += 1) await put(`shop/o${i}`, {}, { long });
        start();
        await cache.list(ConfigMap);
        await world.host.sleep(60_000);
        expect(warnings).toMatchObject([{ type: 'too large', kind: 'ConfigMap' }]);
        expect((await cache.get(ConfigMap, 'shop/o1')).data).toEqual({ long });
      },
      { maxBytes: 40_000, kinds: [cached(ConfigMap, { isPinned: true })] },
    ));
});

describe('views', () => {
  test('of metadata fetch nothing else, until somebody reads whole objects', () =>
    withCache(async ({ cache, put, start, asked }) => {
      await put('shop/a', { app: 'web' }, { long });
      start();
      const view = cache.metadata(ConfigMap);
      expect(await view.get('shop/a')).toMatchObject({
        kind: 'PartialObjectMetadata',
        metadata: { labels: { app: 'web' } },
      });
      expect(cache.report().kinds[0]).toMatchObject({ view: 'metadata' });
      expect(namesOf(await view.list({ labels: 'app=web' }))).toEqual(['a']);
      const before = asked.length;
      expect((await cache.get(ConfigMap, 'shop/a')).data).toEqual({ long });
      expect(asked.length).toBe(before + 1); // one stream in the place of the other
      expect(await view.get('shop/a')).toMatchObject({ kind: 'PartialObjectMetadata' });
      expect(await view.get('shop/a')).not.toHaveProperty('data');
      expect(asked.length).toBe(before + 1);
    }));

  test('of a projection share the store, and make each projection once', () =>
    withCache(async ({ cache, put, world, start }) => {
      await put('shop/a', {}, { size: '1' });
      start();
      let made = 0;
      const sizes = cache.view(ConfigMap, ({ metadata, data }) => {
        made += 1;
        return { name: metadata.name, size: Number(data?.['size']) };
      });
      const one = await sizes.get('shop/a');
      expect(one).toEqual({ name: 'a', size: 1 });
      expect(await sizes.get('shop/a')).toBe(one);
      expect((await sizes.list({ namespace: 'shop' })).items).toContain(one);
      const before = made;
      await put('shop/a', {}, { size: '2' });
      await world.host.sleep(1000);
      expect((await sizes.get('shop/a')).size).toBe(2);
      expect(made).toBe(before + 1);
    }));
});

test('readiness names every informer that is not as it should be', () =>
  withCache(
    async ({ cache, world, start }) => {
      world.server.faults.add({ resources: ['nodes'], effect: { type: 'status', code: 403 } });
      start();
      await world.host.sleep(5000);
      expect(cache.notReadyReasons()).toEqual([expect.stringContaining('Node: not synced (forbidden')]);
      world.server.faults.clear();
      await world.host.sleep(60_000);
      expect(cache.notReadyReasons()).toEqual([]);
      const result = await cache.waitForCacheSync();
      expect(result.hasSynced).toBe(true);
    },
    { kinds: [cached(ConfigMap), cached(Node)] },
  ));
