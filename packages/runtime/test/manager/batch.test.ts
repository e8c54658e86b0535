import { describe, expect, test } from 'vitest';
import { ConfigMap, Secret } from '@reeve/kinds/core/v1';
import { defineController } from '@reeve/runtime';
import { Website, World } from './website.ts';

const blog = { metadata: { namespace: 'default', name: 'blog' }, spec: { image: 'nginx', replicas: 2 } };

describe('a batch', () => {
  test('of registrations comes all at once, in order, when what they look at is synced · LW-65', async () => {
    await using world = await World.start();
    const manager = world.manager();
    const seen: string[] = [];
    await world.during(manager, async () => {
      await world.client.create(Website, blog);
      await world.client.create(ConfigMap, { metadata: { namespace: 'default', name: 'theme' } });
      world.server.faults.add({ resources: ['configmaps'], effect: { type: 'latency', ms: 3000 } });
      const registering = manager.batch((batch) => {
        batch
          .add(defineController({ for: Website, reconcile: () => void seen.push('site') }))
          .add(defineController({ for: ConfigMap, name: 'maps', reconcile: () => void seen.push('map') }));
      });
      await world.host.sleep(1000);
      expect([seen, manager.controllers.size]).toEqual([[], 0]);
      await registering;
      expect([...manager.controllers.keys()]).toEqual(['website', 'maps']);
      await world.host.sleep(5000);
    });
    expect(new Set(seen)).toEqual(new Set(['site', 'map']));
  });

  test('that cannot be added as a whole leaves neither controllers nor informers · LW-65', async () => {
    await using world = await World.start();
    const manager = world.manager({ cache: { graceMs: 1000 } });
    const fine = defineController({ for: Website, reconcile: () => undefined });
    const broken = defineController({ for: Secret, maxConcurrent: 0, reconcile: () => undefined });
    await world.during(manager, async () => {
      await expect(manager.batch((batch) => void batch.add(fine).add(broken))).rejects.toThrow(/maxConcurrent/);
      await expect(manager.batch((batch) => void batch.add(fine).add(fine))).rejects.toThrow(/two controllers called/);
      const given = manager.batch((batch) => {
        batch.add(fine);
        throw new Error('changed my mind');
      });
      await expect(given).rejects.toThrow(/changed my mind/);
      const late = new AbortController();
      world.server.faults.add({ resources: ['websites'], effect: { type: 'status', code: 500 } });
      const waiting = manager.batch((batch) => void batch.add(fine), { signal: late.signal });
      const failed = waiting.catch((error: unknown) => error);
      await world.host.sleep(1000);
      late.abort(new Error('enough'));
      expect(await failed).toMatchObject({ message: 'enough' });
      await world.host.sleep(5000);
      expect([manager.controllers.size, manager.cache.report().kinds]).toEqual([0, []]);
    });
    expect(world.records).toEqual([]);
  });

  test('before the start waits for nothing', async () => {
    await using world = await World.start();
    const manager = world.manager();
    const seen: string[] = [];
    await manager.batch(
      (batch) => void batch.add(defineController({ for: Website, reconcile: () => void seen.push('site') })),
    );
    await world.during(manager, async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(100);
    });
    expect(seen).toEqual(['site']);
  });
});
