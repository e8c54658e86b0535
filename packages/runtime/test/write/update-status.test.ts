import { expect, test } from 'vitest';
import { isConflict } from '@reeve/machinery';
import { defineController } from '@reeve/runtime';
import { Website, World } from '../manager/website.ts';

const blog = { metadata: { namespace: 'default', name: 'blog' }, spec: { image: 'nginx', replicas: 1 } };

test('a whole status is written as it was read, read at once, and not sent again when it stays the same', async () => {
  await using world = await World.start();
  const seen: unknown[] = [];
  const counting = defineController({
    for: Website,
    async reconcile(site, ctx) {
      if ((site.status?.ready ?? 0) < 2) {
        const next = await ctx.updateStatus(Website, { ...site, status: { ready: (site.status?.ready ?? 0) + 1 } });
        const again = await ctx.get(Website, ctx.key);
        seen.push([next.status?.ready, again?.status?.ready]);
      } else {
        await ctx.updateStatus(Website, { ...site });
      }
    },
  });
  await world.during(world.manager().add(counting), async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(1000);
  });
  expect(seen).toEqual([
    [1, 1],
    [2, 2],
  ]);
  const writes = world.records.flatMap((record) => record.writes);
  expect(writes.filter(({ skipped }) => skipped !== true)).toHaveLength(2);
  expect(writes.some(({ verb, skipped }) => verb === 'status' && skipped === true)).toBe(true);
});

test('a status that somebody else has changed since is a conflict, and theirs stays', async () => {
  await using world = await World.start();
  const failures: unknown[] = [];
  const late = defineController({
    for: Website,
    async reconcile(site, ctx) {
      if (site.status?.ready === 7) return;
      await world.client.updateStatus(Website, { ...site, status: { ready: 7 } });
      await ctx
        .updateStatus(Website, { ...site, status: { ready: 1 } })
        .catch((error: unknown) => failures.push(error));
    },
  });
  await world.during(world.manager().add(late), async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(1000);
    expect((await world.client.get(Website, 'default/blog')).status?.ready).toBe(7);
  });
  expect(failures.map(isConflict)).toEqual([true]);
});
