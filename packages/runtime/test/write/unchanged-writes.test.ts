import { expect, test } from 'vitest';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { defineController } from '@reeve/runtime';
import { Website, World } from '../manager/website.ts';

const blog = { metadata: { namespace: 'default', name: 'blog' }, spec: { image: 'nginx', replicas: 1 } };

test('an update that changes nothing is not sent', async () => {
  await using world = await World.start();
  let runs = 0;
  const writing = defineController({
    for: Website,
    async reconcile(site, ctx) {
      runs += 1;
      await ctx.update(Website, site);
    },
  });
  await world.during(world.manager().add(writing), async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(1000);
    expect(runs).toBe(1);
    expect(world.requests.filter((request) => request.includes('PUT') || request.includes('update'))).toEqual([]);
  });
});

test('an apply over an object that was changed meanwhile is sent again without its version, and the run does not fail', async () => {
  await using world = await World.start();
  let turn = 0;
  const failures: unknown[] = [];
  const writing = defineController({
    for: Website,
    owns: [ConfigMap],
    async reconcile(_site, ctx) {
      turn += 1;
      const data = { turn: String(turn) };
      await ctx.apply([ConfigMap.of({ metadata: { name: 'settings' }, data })]).catch((error: unknown) => {
        failures.push(error);
      });
    },
  });
  await world.during(world.manager().add(writing), async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(1000);
    world.server.faults.add({
      verbs: ['patch'],
      resources: ['configmaps'],
      times: 1,
      effect: { type: 'status', code: 409 },
    });
    const { metadata, spec } = await world.client.get(Website, 'default/blog');
    await world.client.update(Website, { ...blog, metadata, spec: { ...spec, replicas: 2 } });
    await world.host.sleep(1000);
    expect(failures).toEqual([]);
    expect((await world.client.get(ConfigMap, 'default/settings')).data).toEqual({ turn: String(turn) });
    expect(turn).toBeGreaterThan(1);
  });
});
