import { expect, test } from 'vitest';
import { defineController } from '@reeve/runtime';
import type { WriteRecord } from '@reeve/runtime';
import { Website, World } from '../manager/website.ts';

const blog = { metadata: { namespace: 'default', name: 'blog' }, spec: { image: 'nginx', replicas: 1 } };

/** The writes of runs that set these statuses, one after the other, and the object in between to what it was. */
async function writesOf(...statuses: { readonly ready: number; readonly conditions?: object[] }[]) {
  await using world = await World.start();
  const left = [...statuses];
  const writing = defineController({
    for: Website,
    wakesItself: false,
    toleratedRepeats: Infinity,
    async reconcile(site, ctx) {
      const status = left.shift();
      if (status === undefined) return;
      await ctx.updateStatus(Website, { ...site, status: { conditions: [], ...status } } as typeof site);
      return { requeueAfterMs: 10 };
    },
  });
  await world.during(world.manager().add(writing), async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(5000);
  });
  return world.records.flatMap(({ writes }) => writes);
}

test('a record says in JSON and in copies what it says itself', async () => {
  const [first] = await writesOf({ ready: 1 });
  const said = {
    verb: 'status',
    kind: 'Website',
    key: 'default/blog',
    changed: ['status'],
    diff: expect.stringMatching(/^[0-9a-f]{16}$/),
    version: expect.any(String),
  };
  expect(first).toEqual(said);
  expect(JSON.parse(JSON.stringify(first))).toEqual(said);
  expect(Object.keys({ ...first })).toEqual(Object.keys(said));
  expect({ ...first }).toEqual(said);
});

test('two writes that did the same have the same diff, and others have another, whether small or not', async () => {
  const condition = { type: 'Ready', status: 'True', reason: 'Because', message: 'x'.repeat(200) };
  const long = { ...condition, lastTransitionTime: '2026-01-01T00:00:00Z' };
  const diffs = (writes: readonly WriteRecord[]) => writes.map(({ diff }) => diff);
  const small = diffs(await writesOf({ ready: 1 }, { ready: 2 }, { ready: 1 }, { ready: 2 }, { ready: 3 }));
  expect(small[1]).toBe(small[3]);
  expect(new Set(small).size).toBe(4);
  const large = diffs(
    await writesOf(
      { ready: 1 },
      { ready: 1, conditions: [long] },
      { ready: 1 },
      { ready: 1, conditions: [long] },
      { ready: 1, conditions: [{ ...long, message: 'y'.repeat(200) }] },
    ),
  );
  expect(large[1]).toBe(large[3]);
  expect(new Set(large).size).toBe(4);
});
