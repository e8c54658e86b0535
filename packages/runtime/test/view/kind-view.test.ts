import { describe, expect, test } from 'vitest';
import { mergePatch } from '@reeve/client';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { defineController, metadataOf, projectionOf, watch } from '@reeve/runtime';
import { Website, World } from '../manager/website.ts';

const blog = { metadata: { namespace: 'default', name: 'blog' }, spec: { image: 'nginx', replicas: 2 } };
const theme = (data: Record<string, string>) =>
  ConfigMap.of({ metadata: { namespace: 'default', name: 'theme', labels: { site: 'blog' } }, data });

describe('metadata alone', () => {
  test('suffices for the primary, what is owned and what is watched, and two controllers share the informer · CR-50', async () => {
    await using world = await World.start();
    const seen: unknown[] = [];
    const note = (source: string, object: object) => seen.push([source, Object.keys(object).toSorted().join()]);
    const bare = defineController({
      for: metadataOf(Website),
      name: 'bare',
      owns: [metadataOf(ConfigMap)],
      reconcile(object, { causes }) {
        for (const { source } of causes) note(source, object);
      },
    });
    const other = defineController({
      for: metadataOf(Website),
      name: 'other',
      watches: [watch(metadataOf(ConfigMap), ({ metadata }) => [`default/${metadata.labels?.['site'] ?? 'none'}`])],
      async reconcile(_, ctx) {
        for (const object of await ctx.list(metadataOf(ConfigMap), { namespace: 'default' }))
          if (object.metadata.name === 'theme') note('listed', object);
      },
    });
    const manager = world.manager().add(bare).add(other);
    await world.during(manager, async () => {
      const { metadata } = await world.client.create(Website, blog);
      await world.host.sleep(100);
      const owner = {
        apiVersion: Website.apiVersion,
        kind: Website.kind,
        name: 'blog',
        uid: metadata.uid ?? '',
        controller: true,
      };
      const owned = theme({ color: 'green' });
      await world.client.create(ConfigMap, { ...owned, metadata: { ...owned.metadata, ownerReferences: [owner] } });
      await world.host.sleep(100);
      const held = manager.cache.report().kinds.map(({ kind, view }) => `${kind} ${view}`);
      expect(held.toSorted()).toEqual(['/v1, Kind=ConfigMap metadata', 'web.example.com/v1, Kind=Website metadata']);
    });
    const fields = 'apiVersion,kind,metadata';
    expect(seen).toEqual([
      ['Website', fields],
      ['owned ConfigMap', fields],
      ['listed', fields],
    ]);
  });
});

describe('a projection', () => {
  const Theme = projectionOf(ConfigMap, ({ metadata, data }) => ({ metadata, color: data?.['color'] ?? 'none' }));

  test('is what mappers, predicates and reads see, and a change that it does not show wakes nobody', async () => {
    await using world = await World.start();
    const seen: unknown[] = [];
    const controller = defineController({
      for: Website,
      watches: [
        watch(Theme, ({ metadata, color }) => (color === 'none' ? [] : [`default/${metadata.labels?.['site']}`])),
      ],
      async reconcile(site, ctx) {
        const found = await ctx.get(Theme, 'default/theme');
        const listed = await ctx.list(Theme, { namespace: 'default', labels: { site: 'blog' } });
        seen.push([ctx.causes[0]?.source, found?.color, listed.map(({ color }) => color), Object.isFrozen(found)]);
      },
    });
    await world.during(world.manager().add(controller), async () => {
      await world.client.create(ConfigMap, theme({ color: 'green' }));
      await world.client.create(Website, blog);
      await world.host.sleep(100);
      seen.length = 0;
      await world.client.patch(ConfigMap, 'default/theme', mergePatch({ data: { size: 'big' } }));
      await world.host.sleep(100);
      expect(seen).toEqual([]);
      await world.client.patch(ConfigMap, 'default/theme', mergePatch({ data: { color: 'red' } }));
      await world.host.sleep(100);
    });
    expect(seen).toEqual([['watched ConfigMap', 'red', ['red'], true]]);
  });

  test('may be what a controller is for', async () => {
    await using world = await World.start();
    const Size = projectionOf(Website, ({ metadata, spec }) => ({ metadata, size: spec.replicas }));
    const seen: number[] = [];
    const controller = defineController({ for: Size, reconcile: ({ size }) => void seen.push(size) });
    await world.during(world.manager().add(controller), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(100);
      await world.client.patch(Website, 'default/blog', mergePatch({ spec: { image: 'caddy' } }));
      await world.host.sleep(100);
      await world.client.patch(Website, 'default/blog', mergePatch({ spec: { replicas: 3 } }));
      await world.host.sleep(100);
    });
    expect(seen).toEqual([2, 3]);
  });
});
