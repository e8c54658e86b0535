import { expect, test } from 'vitest';
import { mergePatch } from '@reeve/client';
import { defineController, requestOf } from '@reeve/runtime';
import { Website, World } from '../manager/website.ts';
import { world as controllerWorld } from './world.ts';

const blog = { metadata: { namespace: 'default', name: 'blog' }, spec: { image: 'nginx', replicas: 2 } };

test('a run that writes the status of its object and fails is tried again after its back-off, not because of its own write', async () => {
  await using world = await World.start();
  let runs = 0;
  const controller = defineController({
    for: Website,
    async reconcile(_, ctx) {
      runs += 1;
      if (runs > 500) return;
      await ctx.status({ ready: runs });
      throw new Error('the catalogue does not answer');
    },
  });
  await world.during(world.manager().add(controller), async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(10_000);
  });
  const started = world.records.map(({ startedAt }) => startedAt);
  const gaps = started.slice(1).map((at, nth) => at - (started[nth] ?? 0));
  expect(gaps.slice(0, 8)).toEqual([5, 10, 20, 40, 80, 160, 320, 640]);
  expect(world.records[1]?.causes.map(({ type }) => type)).toContain('retry');
});

test('what somebody else writes brings the next try of a failed run at once', async () => {
  await using world = await World.start();
  let runs = 0;
  const controller = defineController({
    for: Website,
    async reconcile({ spec }, ctx) {
      runs += 1;
      await ctx.status({ ready: runs });
      if (spec.replicas !== 3) throw new Error('two are not enough');
    },
  });
  await world.during(world.manager().add(controller), async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(100_000);
    const before = world.records.length;
    await world.client.patch(Website, 'default/blog', mergePatch({ spec: { replicas: 3 } }));
    await world.host.sleep(10);
    expect(world.records.slice(before).map(({ outcome }) => outcome.type)).toContain('success');
  });
});

test('a failed run that has written waits for as long as its server asks, and runs at once when somebody asks without a cause', async () => {
  const w = controllerWorld(({ notes, attempt }) => {
    if (attempt > 1) return;
    notes.noteWrite({ verb: 'status', kind: 'Website', key: 'default/blog' as never, version: '2' });
    throw Object.assign(new Error('busy'), {
      code: 'REEVE_TOO_MANY_REQUESTS',
      reason: 'TooManyRequests',
      httpStatus: 429,
      status: {},
      retryAfterMs: 60_000,
    });
  });
  const echo = { source: 'Website', type: 'update', object: 'default/blog' as never, from: '1', to: '2' } as const;
  await w.during(async () => {
    w.source.ask('blog');
    await w.host.sleep(1000);
    for (let nth = 0; nth < 3; nth += 1) {
      w.source.starts[0]?.enqueue(requestOf('default', 'blog'), { cause: echo });
      await w.host.sleep(1000);
    }
    expect(w.finished).toHaveLength(1);
    w.controller.enqueue(requestOf('default', 'blog'));
    await w.host.sleep(1);
    expect(w.finished).toHaveLength(2);
  });
});
