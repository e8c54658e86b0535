import { expect, test } from 'vitest';
import { cached } from '@reeve/cache';
import { mergePatch } from '@reeve/client';
import { Deployment } from '@reeve/kinds/apps/v1';
import { ConfigMap } from '@reeve/kinds/core/v1';
import type { DeepReadonly, KubeObject } from '@reeve/machinery';
import { defineController } from '@reeve/runtime';
import { Website, World } from '../manager/website.ts';

const blog = { metadata: { namespace: 'default', name: 'blog' }, spec: { image: 'nginx', replicas: 1 } };
const settings = ConfigMap.of({ metadata: { name: 'settings' } });

for (const keepManagedFields of [false, true]) {
  test(`what comes of a write has ${keepManagedFields ? 'managedFields where' : 'none of the managedFields unless'} the cache keeps them`, async () => {
    await using world = await World.start();
    const results: DeepReadonly<KubeObject>[] = [];
    const writing = defineController({
      for: Website,
      owns: [ConfigMap],
      async reconcile(site, ctx) {
        if (results.length > 0) return;
        const created = await ctx.create(ConfigMap, { ...settings, metadata: { name: 'created' } });
        const updated = await ctx.update(ConfigMap, { ...created, data: { a: '1' } });
        const patched = await ctx.patch(ConfigMap, updated, mergePatch({ data: { b: '2' } }));
        results.push(created, updated, patched, ...(await ctx.apply([settings])));
        results.push(await ctx.updateStatus(Website, { ...site, status: { ready: 1 } }));
      },
    });
    const kinds = [cached(ConfigMap, { keepManagedFields }), cached(Website, { keepManagedFields })];
    await world.during(world.manager({ cache: { kinds } }).add(writing), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(1000);
      expect((await world.client.get(ConfigMap, 'default/settings')).metadata.managedFields).toHaveLength(1);
    });
    expect(results).toHaveLength(5);
    expect(results.map(({ metadata }) => metadata.managedFields !== undefined)).toEqual(
      results.map(() => keepManagedFields),
    );
  });
}

test('an object of a kind that the cache does not hold comes without managedFields, as all others do', async () => {
  await using world = await World.start();
  const results: DeepReadonly<KubeObject>[] = [];
  const writing = defineController({
    for: Website,
    async reconcile({ metadata: { namespace } }, ctx) {
      if (results.length > 0) return;
      const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'web', image: 'nginx' }] } };
      const spec = { selector: { matchLabels: { a: 'b' } }, template };
      results.push(await ctx.create(Deployment, Deployment.of({ metadata: { namespace, name: 'web' }, spec })));
    },
  });
  await world.during(world.manager().add(writing), async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(1000);
  });
  expect(results.map(({ metadata: { name, managedFields } }) => [name, managedFields])).toEqual([['web', undefined]]);
});
