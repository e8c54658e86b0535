import { describe, expect, test } from 'vitest';
import { mergePatch } from '@reeve/client';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { defineController, HotLoops, Metrics, SeriesEvent, watch } from '@reeve/runtime';
import type { Cause, WriteRecord } from '@reeve/runtime';
import { Website, World } from '../manager/website.ts';

const blog = { metadata: { namespace: 'default', name: 'blog' }, spec: { image: 'nginx', replicas: 2 } };
const status = (...changed: string[]): WriteRecord[] => [
  { verb: 'status', kind: 'Website', key: 'default/blog' as WriteRecord['key'], changed },
];

const written = (more: Partial<WriteRecord>): WriteRecord[] =>
  status('status.ready').map((one) => ({ ...one, ...more }));
const update = (to: string): Cause => ({ source: 'Website', type: 'update', to });

/** A clock that a test sets. */
class SetClock {
  nowMs = 0;
  monotonic(): number {
    return this.nowMs;
  }
}

describe('runs that write the same again and again', () => {
  test('are held back, twice as long each time and never more than a minute', () => {
    const clock = new SetClock();
    const loops = new HotLoops(clock, 3);
    const delays = Array.from({ length: 10 }, () => {
      clock.nowMs += loops.heldMs('a');
      return loops.note('a', status('status.ready'))?.delayMs ?? 0;
    });
    expect(delays).toEqual([0, 0, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    expect([loops.heldMs('a'), loops.heldMs('b')]).toEqual([60_000, 0]);
  });

  test('are not looked at where any number of them is tolerated', () => {
    const loops = new HotLoops(new SetClock(), Infinity);
    const unasked: WriteRecord = {
      verb: 'status',
      kind: 'Website',
      key: 'default/blog' as WriteRecord['key'],
      get diff(): string {
        throw new Error('somebody asked');
      },
    };
    for (let run = 0; run < 20; run += 1) expect(loops.note('a', [unasked])).toBeUndefined();
    expect(loops.heldMs('a')).toBe(0);
  });

  test.each([
    ['nothing', () => []],
    ['nothing that is sent', () => status('status.ready').map((one) => ({ ...one, skipped: true }))],
    ['something else', () => status('status.seen')],
  ])('are forgiven when one writes %s', (_, other) => {
    const loops = new HotLoops(new SetClock(), 3);
    const note = () => loops.note('a', status('status.ready'));
    expect([note(), note(), loops.note('a', other()), note(), note()].every((loop) => loop === undefined)).toBe(true);
    expect(note()).toMatchObject({ runs: 3, written: 'status Website default/blog status.ready' });
  });

  test('are a loop when they change the same values back and forth with somebody else', () => {
    const loops = new HotLoops(new SetClock(), 3);
    const found = ['one', 'one', 'one'].map((diff) => loops.note('a', written({ diff }), [update('17')]));
    expect(found.at(-1)).toMatchObject({ runs: 3 });
  });

  test('are no loop when the values move because the world does', () => {
    const loops = new HotLoops(new SetClock(), 3);
    const found = ['one', 'two', 'three', 'four'].map((diff, at) =>
      loops.note('a', written({ diff, version: String(at) }), [update('of another')]),
    );
    expect(found.every((loop) => loop === undefined)).toBe(true);
  });

  test('are a loop when nothing but the write before has caused them, whatever the values', () => {
    const loops = new HotLoops(new SetClock(), 3);
    const found = ['one', 'two', 'three'].map((diff, at) =>
      loops.note('a', written({ diff, version: String(at) }), [update(String(at - 1))]),
    );
    expect(found.at(-1)).toMatchObject({ runs: 3 });
  });

  test('are no loop when they are more than a second apart', () => {
    const clock = new SetClock();
    const loops = new HotLoops(clock, 3);
    const found = Array.from({ length: 10 }, () => {
      clock.nowMs += 1001;
      return loops.note('a', status('status.ready'));
    });
    expect(found.every((loop) => loop === undefined)).toBe(true);
  });
});

/** A status that changes with every look, fifty times, which wakes the controller that wrote it. */
const restless = (toleratedRepeats?: number) =>
  defineController({
    for: Website,
    ...(toleratedRepeats !== undefined && { toleratedRepeats }),
    async reconcile(site, ctx) {
      const ready = site.status?.ready ?? 0;
      if (site.spec.replicas === 2 && ready < 50) await ctx.status({ ready: ready + 1 });
    },
  });

describe('a controller that never comes to rest', () => {
  test('is held back for that object, says so in log, event, condition, record and metric, and is free again when it rests', async () => {
    await using world = await World.start();
    const metrics = new Metrics({ process: false });
    const warnings: string[] = [];
    const note = (): void => undefined;
    const log = {
      debug: note,
      info: note,
      warn: (said: string) => void warnings.push(said),
      error: note,
      with: () => log,
    };
    const manager = world.manager({ log, metricsServer: { address: '0', metrics } }).add(restless());
    await world.during(manager, async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(60_000);
      const { status: said } = await world.client.get(Website, 'default/blog');
      expect(said?.ready).toBeGreaterThan(10);
      expect(said?.ready).toBeLessThan(20);
      const { items } = await world.client.list(SeriesEvent, { namespace: 'default' });
      expect(items[0]).toMatchObject({ reason: 'HotLoop', type: 'Warning', regarding: { name: 'blog' } });
      expect(said?.conditions).toMatchObject([{ type: 'HotLoop', status: 'True', reason: 'SameWrites' }]);
      await world.client.patch(Website, 'default/blog', mergePatch({ spec: { replicas: 3 } }));
      await world.host.sleep(120_000);
      const { status: rested } = await world.client.get(Website, 'default/blog');
      expect(rested?.conditions).toMatchObject([{ type: 'HotLoop', status: 'False', reason: 'AtRest' }]);
      const before = world.records.length;
      await world.client.patch(Website, 'default/blog', mergePatch({ spec: { replicas: 4 } }));
      await world.host.sleep(10);
      expect(world.records.length).toBe(before + 1);
    });
    const loops = world.records.filter(({ hotLoop }) => hotLoop !== undefined);
    expect(loops[0]?.hotLoop).toMatchObject({ runs: 10, delayMs: 1000 });
    expect(warnings.filter((said) => said.includes('again and again'))).toHaveLength(loops.length);
    expect(await metrics.text()).toContain(`reeve_reconcile_hot_loops_total{controller="website"} ${loops.length}`);
  });

  test('is let run where that is asked for', async () => {
    await using world = await World.start();
    await world.during(world.manager().add(restless(Infinity)), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(1000);
      expect((await world.client.get(Website, 'default/blog')).status?.ready).toBe(50);
    });
    expect(world.records.some(({ hotLoop }) => hotLoop !== undefined)).toBe(false);
  });
});

/** Counts what others make, as fast as they make it. */
const counting = defineController({
  for: Website,
  watches: [watch(ConfigMap, () => ['default/blog'])],
  async reconcile(_site, ctx) {
    const { length: ready } = await ctx.list(ConfigMap, { namespace: 'default' });
    await ctx.status({ ready });
  },
});

/** Undoes at once what is said of an object. */
const contradiction = defineController({
  name: 'contradiction',
  for: Website,
  toleratedRepeats: Infinity,
  async reconcile({ status: { ready } = {} }, ctx) {
    if (ready === 1) await ctx.status({ ready: 0 });
  },
});

describe('a controller', () => {
  test('whose count moves with the world is no loop, however fast it moves', async () => {
    await using world = await World.start();
    await world.during(world.manager().add(counting), async () => {
      await world.client.create(Website, blog);
      for (let nth = 1; nth <= 30; nth += 1) {
        await world.client.create(ConfigMap, { metadata: { name: `map-${nth}`, namespace: 'default' } });
        await world.host.sleep(100);
      }
      expect((await world.client.get(Website, 'default/blog')).status?.ready).toBe(30);
    });
    expect(world.records.some(({ hotLoop }) => hotLoop !== undefined)).toBe(false);
  });

  test('that somebody contradicts each time is one', async () => {
    await using world = await World.start();
    const insistent = defineController({
      for: Website,
      reconcile: ({ status: { ready } = {} }, ctx) => (ready === 1 ? undefined : ctx.status({ ready: 1 })),
    });
    await world.during(world.manager().add(insistent).add(contradiction), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(30_000);
    });
    expect(world.records.some(({ controller, hotLoop }) => controller === 'website' && hotLoop !== undefined)).toBe(
      true,
    );
  });
});
