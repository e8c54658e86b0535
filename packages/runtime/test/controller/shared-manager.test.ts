import { expect, test } from 'vitest';
import { ReplicaSet } from '@reeve/kinds/apps/v1';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { controllerOf, withLabels } from '@reeve/machinery';
import { CoreEvent, defineController, index, predicate } from '@reeve/runtime';
import { Website, World } from '../manager/website.ts';

const site = (name: string) => ({
  metadata: { namespace: 'default', name },
  spec: { image: 'nginx', replicas: 1 },
});

const ownerOf = index(ConfigMap, 'owner', (map) => [controllerOf(map)?.name ?? '']);

test('a controller hears of what another one of the same manager writes to what it owns, and not of its own writes', async () => {
  await using world = await World.start();
  const seen: string[] = [];
  const sites = defineController({
    for: Website,
    owns: [ConfigMap],
    async reconcile(_, ctx) {
      const theme = await ctx.get(ConfigMap, 'default/theme');
      seen.push(theme?.metadata.labels?.['dressed'] ?? 'no');
      if (theme === undefined) await ctx.create(ConfigMap, ConfigMap.of({ metadata: { name: 'theme' } }));
    },
  });
  const maps = defineController({
    for: ConfigMap,
    predicates: [predicate('theme', ({ metadata }) => metadata.name === 'theme')],
    async reconcile(map, ctx) {
      await ctx.update(ConfigMap, withLabels(map, { dressed: 'yes' }));
    },
  });
  const { client } = world;
  const manager = world.manager().add(sites).add(maps);
  await world.during(manager, async () => {
    await client.create(Website, site('blog'));
    await world.host.sleep(1000);
    expect(seen).toEqual(['no', 'yes']);
  });
});

test('an index of a definition finds objects, own writes included, also where two controllers ask for the same', async () => {
  await using world = await World.start();
  const found: number[] = [];
  const sites = defineController({
    for: Website,
    owns: [ConfigMap],
    indexes: [ownerOf],
    async reconcile(object, ctx) {
      const name = object.metadata.name ?? '';
      await ctx.create(ConfigMap, ConfigMap.of({ metadata: { name } }));
      found.push((await ctx.list(ConfigMap, { fields: { owner: name } })).length);
    },
  });
  const others = defineController({ for: ReplicaSet, watches: [], indexes: [ownerOf], reconcile: () => undefined });
  const { client } = world;
  const manager = world.manager().add(sites).add(others);
  await world.during(manager, async () => {
    await client.create(Website, site('blog'));
    await client.create(Website, site('shop'));
    await world.host.sleep(1000);
    expect(found).toEqual([1, 1]);
  });
});

test('a controller that speaks to the core API keeps events of one reason apart by what they say', async () => {
  await using world = await World.start();
  const sites = defineController({
    for: Website,
    events: 'core',
    reconcile(_, ctx) {
      for (const name of ['a', 'b', 'b']) ctx.event({ reason: 'Made', message: `made ${name}` });
    },
  });
  const { client } = world;
  const manager = world.manager().add(sites);
  await world.during(manager, async () => {
    await client.create(Website, site('blog'));
    await world.host.sleep(1000);
    const { items } = await client.list(CoreEvent, { namespace: 'default' });
    expect(items.map(({ message, count }) => `${message ?? ''} ${count ?? 0}`).toSorted()).toEqual([
      'made a 1',
      'made b 2',
    ]);
  });
});
