/** Own writes in a cache on the embedded server: the watch is held back, so that only the overlay can know. */
import { cached } from '@reeve/cache';
import { defineKind, type KubeObject } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { namesOf, withCache } from '../cache/cached-world.ts';
import { ConfigMap } from '../model/world.ts';

const Pod = defineKind<KubeObject, 'Namespaced'>({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  scope: 'Namespaced',
});

describe('a cache that was told of a write', () => {
  test('shows a creation, an update and a deletion before the watch does, and agrees with it afterwards', () =>
    withCache(async ({ cache, world, put, start }) => {
      await put('shop/old', {}, { v: '1' });
      cache.indexField(ConfigMap, 'v', ({ data }) => [data?.['v'] ?? '']);
      start();
      await cache.list(ConfigMap);
      world.server.faults.add({ verbs: ['watch'], effect: { type: 'latency', ms: 30_000 } });
      world.server.restore(world.server.snapshot()); // every watch loses its place, and comes back late
      await world.host.sleep(100);

      const created = await put('shop/new', {}, { v: '2' });
      expect(namesOf(await cache.list(ConfigMap, { namespace: 'shop' }))).toEqual(['old']);
      cache.overlay.wrote(ConfigMap, created);
      const updated = await put('shop/old', {}, { v: '2' });
      cache.overlay.wrote(ConfigMap, updated);
      expect(namesOf(await cache.list(ConfigMap, { fields: { v: '2' } }))).toEqual(['new', 'old']);
      expect((await cache.get(ConfigMap, 'shop/new')).metadata.resourceVersion).toBe(created.metadata.resourceVersion);

      await world.ask('DELETE', ConfigMap.path({ namespace: 'shop', name: 'new' }));
      cache.overlay.deleted(ConfigMap, 'shop/new', created.metadata.uid ?? '');
      await expect(cache.get(ConfigMap, 'shop/new')).rejects.toMatchObject({ code: 'REEVE_NOT_FOUND' });
      expect(cache.overlay.stats(ConfigMap).entries).toBe(2);

      await world.host.sleep(120_000);
      expect(namesOf(await cache.list(ConfigMap, { namespace: 'shop' }))).toEqual(['old']);
      expect(cache.overlay.stats(ConfigMap)).toMatchObject({ entries: 0, caughtUp: 2 });
      expect(cache.report().kinds[0]?.overlaid).toBe(0);
    }));

  test('does not show what its selectors leave out, and hides what left them', () =>
    withCache(
      async ({ cache, world, put, start }) => {
        await put('shop/a', { app: 'web' });
        start();
        await cache.list(ConfigMap);
        world.server.faults.add({ verbs: ['watch'], effect: { type: 'stall' } });
        world.server.restore(world.server.snapshot());
        await world.host.sleep(100);
        cache.overlay.wrote(ConfigMap, await put('shop/b', { app: 'db' }));
        cache.overlay.wrote(ConfigMap, await put('shop/a', { app: 'db' }));
        expect(namesOf(await cache.list(ConfigMap))).toEqual([]);
      },
      { kinds: [cached(ConfigMap, { labels: 'app=web' })] },
    ));

  test('waits for the watch where only the server can tell whether it belongs', () =>
    withCache(
      async ({ cache, world, start }) => {
        const path = Pod.path({ namespace: 'shop' });
        start();
        expect(namesOf(await cache.list(Pod))).toEqual([]);
        world.server.faults.add({ verbs: ['watch'], effect: { type: 'latency', ms: 5000 } });
        world.server.restore(world.server.snapshot());
        await world.host.sleep(100);
        const spec = { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' };
        const { status, body } = await world.ask('POST', path, { metadata: { name: 'a' }, spec });
        expect(status).toBe(201);
        cache.overlay.wrote(Pod, body);
        const before = world.host.clock.monotonic();
        expect(namesOf(await cache.list(Pod))).toEqual(['a']);
        expect(world.host.clock.monotonic() - before).toBeGreaterThan(1000);
      },
      { kinds: [cached(Pod, { fields: 'spec.restartPolicy=Never' })] },
    ));

  test('knows its own echoes from others’ changes', () =>
    withCache(async ({ cache, put, start, world }) => {
      await put('shop/a', {}, { v: '1' });
      start();
      const echoes: string[] = [];
      const informer = cache.informer(ConfigMap);
      const registration = informer.addEventHandler({
        onUpdate: (_, object) => {
          echoes.push(`${object.data?.['v'] ?? ''} ${cache.overlay.isOwnEcho(ConfigMap, object)}`);
        },
      });
      await registration.synced();
      const base = await cache.get(ConfigMap, 'shop/a');
      world.server.faults.add({ verbs: ['watch'], effect: { type: 'latency', ms: 2000 } });
      world.server.restore(world.server.snapshot());
      await world.host.sleep(100);
      const mine = await put('shop/a', {}, { v: 'mine' });
      cache.overlay.wrote(ConfigMap, mine, { baseVersion: base.metadata.resourceVersion ?? '' });
      await world.host.sleep(60_000);
      await put('shop/a', {}, { v: 'theirs' });
      await world.host.sleep(10_000);
      expect(echoes).toEqual(['mine true', 'theirs false']);
    }));

  test('takes no notice of kinds and namespaces that it does not hold', () =>
    withCache(
      async ({ cache, put, start }) => {
        start();
        const object = await put('bank/a');
        cache.overlay.wrote(ConfigMap, object);
        cache.overlay.deleted(ConfigMap, 'bank/a', 'u');
        expect(cache.overlay.isOwnEcho(ConfigMap, object)).toBe(false);
        expect(cache.overlay.stats(ConfigMap).entries).toBe(0);
      },
      { kinds: [cached(ConfigMap, { namespaces: { shop: {} } })] },
    ));
});
