import { expect, test } from 'vitest';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { defineController, index, Steps } from '@reeve/runtime';
import { Website, websites, World } from './website.ts';

const blog = { metadata: { namespace: 'default', name: 'blog' }, spec: { image: 'nginx', replicas: 2 } };

test('a controller that was exchanged works on all objects from the cache, which asks the server for nothing', async () => {
  await using world = await World.start();
  const reads: string[] = [];
  const transport = {
    request: (request: Parameters<typeof world.server.transport.request>[0]) => {
      if (request.method === 'GET') reads.push(request.path);
      return world.server.transport.request(request);
    },
  };
  const manager = world.manager({ transport }).add(websites);
  await world.during(manager, async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(1000);
    reads.length = 0;
    expect(await manager.remove('website')).toBe(true);
    expect([...manager.controllers.keys()]).toEqual([]);
    const seen: string[] = [];
    manager.add(
      defineController({
        for: Website,
        reconcile: (site) => void seen.push(`${site.metadata.name} ${site.spec.replicas}`),
      }),
    );
    await world.host.sleep(1000);
    expect(seen).toEqual(['blog 2']);
    expect(reads).toEqual([]);
  });
});

test('an index goes with the controller that asked for it, so that another may bring its own', async () => {
  await using world = await World.start();
  const found: number[] = [];
  const counting = (valuesOf: (image: string) => string) =>
    defineController({
      for: Website,
      indexes: [index(Website, 'image', ({ spec }) => [valuesOf(spec.image)])],
      async reconcile(_, ctx) {
        found.push((await ctx.list(Website, { fields: { image: 'nginx' } })).length);
      },
    });
  const manager = world.manager().add(counting((image) => image));
  await world.during(manager, async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(1000);
    await manager.remove('website');
    manager.add(counting((image) => image.toUpperCase()));
    await world.host.sleep(1000);
  });
  expect(found).toEqual([1, 0]);
});

test('removing a controller waits for its runs, and what comes later wakes nobody', async () => {
  await using world = await World.start();
  let ended = 0;
  const slow = defineController({
    name: 'slow',
    for: ConfigMap,
    async reconcile(_, { signal }) {
      expect(signal.aborted).toBe(false);
      await world.host.sleep(5000);
      ended += 1;
    },
  });
  const manager = world.manager().add(slow);
  await world.during(manager, async () => {
    await world.client.create(ConfigMap, { metadata: { namespace: 'default', name: 'one' } });
    await world.host.sleep(1000);
    await manager.remove('slow');
    const endedAtRemoval = ended;
    expect(endedAtRemoval).toBeGreaterThan(0);
    await world.client.create(ConfigMap, { metadata: { namespace: 'default', name: 'two' } });
    await world.host.sleep(20_000);
    expect(ended).toBe(endedAtRemoval);
  });
});

test('a name that nobody has is no failure, and one that was removed before the start never runs', async () => {
  await using world = await World.start();
  const manager = world.manager().add(websites);
  expect(await manager.remove('nobody')).toBe(false);
  expect(await manager.remove('website')).toBe(true);
  await world.during(manager, async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(1000);
  });
  expect(world.records).toEqual([]);
});

test('a controller that was exchanged runs because it was loaded again, not because its objects were created', async () => {
  await using world = await World.start();
  const controller = defineController({ for: Website, reconcile: () => undefined });
  const manager = world.manager().add(controller);
  const causes = (): string[] =>
    world.records
      .splice(0)
      .flatMap((record) => record.causes.map(({ source, type, object }) => `${source} ${type} ${object}`));
  await world.during(manager, async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(1000);
    expect(causes()).toEqual(['Website create default/blog']);
    await manager.remove('website');
    manager.add(controller);
    await world.host.sleep(1000);
    expect(causes()).toEqual(['Website reload default/blog']);
    await world.client.create(Website, { ...blog, metadata: { ...blog.metadata, name: 'shop' } });
    await world.host.sleep(1000);
    expect(causes()).toEqual(['Website create default/shop']);
  });
});

test('from the moment when a step or a controller is taken away no new run includes it, and its informer subscriptions end · LW-60', async () => {
  await using world = await World.start();
  const ran: string[] = [];
  const steps = new Steps(Website);
  const leaves = steps.add({ name: 'leaves', live: ({ metadata }) => void ran.push(`leaves ${metadata.name}`) });
  steps.add({ name: 'stays', live: ({ metadata }) => void ran.push(`stays ${metadata.name}`) });
  const manager = world.manager({ cache: { graceMs: 1000 } });
  manager.add(defineController({ for: Website, owns: [ConfigMap], steps }));
  const watched = (): string[] => manager.cache.report().kinds.map(({ kind }) => kind);
  const site = (name: string) => ({ ...blog, metadata: { ...blog.metadata, name } });
  await world.during(manager, async () => {
    await world.client.create(Website, site('one'));
    await world.host.sleep(1000);
    leaves[Symbol.dispose]();
    await world.client.create(Website, site('two'));
    await world.host.sleep(1000);
    expect(watched().toSorted()).toEqual(['/v1, Kind=ConfigMap', 'web.example.com/v1, Kind=Website']);
    const removed = manager.remove('website');
    await world.client.create(Website, site('three'));
    await removed;
    await world.host.sleep(5000);
    expect(watched()).toEqual([]);
  });
  expect(ran).toEqual(['leaves one', 'stays one', 'stays two']);
});
