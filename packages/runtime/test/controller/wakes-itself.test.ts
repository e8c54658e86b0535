import { expect, test } from 'vitest';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { withLabels } from '@reeve/machinery';
import { defineController } from '@reeve/runtime';
import { Website, World } from '../manager/website.ts';

/** How often a controller runs that labels its object once: after that, and after somebody else has changed it. */
async function runsWith(settings: { readonly wakesItself?: boolean }): Promise<readonly number[]> {
  await using world = await World.start();
  let [runs, before] = [0, 0];
  const labelling = defineController({
    name: 'labelling',
    for: ConfigMap,
    ...settings,
    async reconcile(map, ctx) {
      if (map.metadata.name !== 'seen') return;
      runs += 1;
      await ctx.update(ConfigMap, withLabels(map, { seen: 'yes' }));
    },
  });
  await world.during(world.manager().add(labelling), async () => {
    const made = await world.client.create(ConfigMap, { metadata: { name: 'seen', namespace: 'default' } });
    await world.host.sleep(1000);
    before = runs;
    await world.client.patch(ConfigMap, made, { type: 'merge', patch: { data: { colour: 'red' } } });
    await world.host.sleep(1000);
  });
  return [before, runs];
}

test('what a controller writes to its object wakes it again', async () => {
  expect(await runsWith({})).toEqual([2, 3]);
});

test('a controller that does not wake itself runs again for what others write, and only for that', async () => {
  expect(await runsWith({ wakesItself: false })).toEqual([1, 2]);
});

test('the status that a controller applies does not wake it where it is told not to, also when somebody else was faster', async () => {
  await using world = await World.start();
  const runs: (number | undefined)[] = [];
  const counting = defineController({
    for: Website,
    wakesItself: false,
    async reconcile(site, ctx) {
      runs.push(site.status?.ready);
      if (runs.length === 2)
        await world.client.patch(Website, ctx.key, { type: 'merge', patch: { spec: { replicas: 3 } } });
      await ctx.status({ ready: runs.length });
      return runs.length < 2 ? { requeueAfterMs: 1000 } : undefined;
    },
  });
  await world.during(world.manager().add(counting), async () => {
    await world.client.create(Website, {
      metadata: { namespace: 'default', name: 'blog' },
      spec: { image: 'nginx', replicas: 2 },
    });
    await world.host.sleep(60_000);
  });
  expect(runs).toEqual([undefined, 1, 2]); // the last one because of the change of the spec
});
