import { describe, expect, test } from 'vitest';
import { mergePatch } from '@reeve/client';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { ownersOfKind, relatedResources } from '@reeve/patterns';
import type { RelatedOptions } from '@reeve/patterns';
import { allObjects, defineController } from '@reeve/runtime';
import { App, World, config } from '../world.ts';

type Resolve = RelatedOptions<typeof ConfigMap>['resolve'];
const app = (name: string) => ({ metadata: { namespace: 'default', name }, spec: {} });
/** A ConfigMap names the App that it is for. */
const named: Resolve = ({ data = {}, metadata }) => [
  data['app'] === undefined ? '' : `${metadata.namespace}/${data['app']}`,
];

/** Runs a controller of the Apps a and b, and notes which runs a ConfigMap has caused. */
async function running(
  options: Partial<RelatedOptions<typeof ConfigMap>>,
  body: (world: World, runs: string[]) => Promise<void>,
): Promise<void> {
  await using world = await World.start();
  const runs: string[] = [];
  const look = { name: 'look', live: (_: unknown, ctx: { key: string }) => void runs.push(ctx.key) };
  const related = relatedResources(ConfigMap, { resolve: named, ...options });
  const controller = defineController({ for: App, steps: [look, related] });
  await world.during(world.manager().add(controller), async () => {
    await world.admin.create(App, app('a'));
    await world.admin.create(App, app('b'));
    await world.host.sleep(1000);
    runs.length = 0;
    await body(world, runs);
  });
}

describe('related resources', () => {
  test('wake the objects that the resolver names, and empty names nobody · LW-104', () =>
    running({}, async (world, runs) => {
      await world.admin.create(ConfigMap, config('x', { app: 'a' }));
      await world.admin.create(ConfigMap, config('y', { other: 'a' }));
      await world.host.sleep(1000);
      expect(runs).toEqual(['default/a']);
      expect(world.records.at(-1)?.causes).toMatchObject([{ source: 'related ConfigMap', type: 'create' }]);
    }));

  test('that are deleted are resolved by their last known state · LW-105', () =>
    running({}, async (world, runs) => {
      await world.admin.create(ConfigMap, config('x', { app: 'a' }));
      await world.host.sleep(1000);
      await world.admin.delete(ConfigMap, 'default/x');
      await world.host.sleep(1000);
      expect(runs).toEqual(['default/a', 'default/a']);
      expect(world.records.at(-1)?.causes).toMatchObject([{ type: 'delete' }]);
    }));

  test('that are updated wake what the old and what the new state names · LW-106', () =>
    running({}, async (world, runs) => {
      await world.admin.create(ConfigMap, config('x', { app: 'a' }));
      await world.host.sleep(1000);
      await world.admin.patch(ConfigMap, 'default/x', mergePatch({ data: { app: 'b' } }));
      await world.host.sleep(1000);
      expect(runs.toSorted()).toEqual(['default/a', 'default/a', 'default/b']);
    }));

  test('may be resolved to their owners, in any version of the kind, and not to another object of the name · LW-107', () =>
    running({ resolve: ownersOfKind(App) as Resolve }, async (world, runs) => {
      const owner = await world.admin.get(App, 'default/a');
      const reference = { apiVersion: 'apps.example.com/v7', kind: 'App', name: 'a', uid: owner.metadata.uid };
      await world.admin.create(ConfigMap, config('x', {}, { ownerReferences: [reference] }));
      await world.admin.create(ConfigMap, config('y', {}, { ownerReferences: [{ ...reference, name: 'b' }] }));
      await world.admin.create(
        ConfigMap,
        config('z', {}, { ownerReferences: [{ ...reference, apiVersion: 'other.example.com/v1' }] }),
      );
      await world.host.sleep(1000);
      expect(runs).toEqual(['default/a']);
    }));

  test('are resolved again by themselves where the resolver fails · LW-108 · LW-105', () => {
    let tries = 0;
    const resolve: Resolve = (object, context) => {
      if (object.metadata.name !== 'x') return [];
      tries += 1;
      if (tries < 3) throw new Error('no index');
      return named(object, context);
    };
    return running({ resolve }, async (world, runs) => {
      await world.admin.create(ConfigMap, config('x', { app: 'a' }));
      await world.host.sleep(1000);
      expect(runs).toEqual(['default/a']);
      expect(tries).toBe(3);
    });
  });

  test('wake nobody once the controller has ended · LW-109', async () => {
    await using world = await World.start();
    let asked = 0;
    const related = relatedResources(ConfigMap, { resolve: () => [`${(asked += 1)}`] });
    await world.during(world.manager().add(defineController({ for: App, steps: [related] })), async () => {
      await world.admin.create(ConfigMap, config('x'));
      await world.host.sleep(1000);
    });
    const before = asked;
    await world.host.run(async () => {
      await world.admin.create(ConfigMap, config('y'));
      await world.host.sleep(1000);
    });
    expect(asked).toBe(before);
  });

  test('that change many times give one run after the time that they are held back · LW-110', () =>
    running({ debounceMs: 5000 }, async (world, runs) => {
      for (let count = 0; count < 10; count += 1)
        await world.admin.create(ConfigMap, config(`x${count}`, { app: 'a' }));
      await world.host.sleep(4000);
      expect(runs).toEqual([]);
      await world.host.sleep(2000);
      expect(runs).toEqual(['default/a']);
    }));

  test('refuse a registration that cannot be right', () => {
    expect(() => relatedResources(ConfigMap, {} as never)).toThrow(/needs a function resolve/);
    expect(() => relatedResources(ConfigMap, { resolve: named, debounceMs: -1 })).toThrow(
      /debounceMs of related ConfigMap is -1/,
    );
  });

  test('that concern everything are one item of the queue, which stands for all objects however often it is asked for · LW-111', () =>
    running({ resolve: () => [allObjects] }, async (world, runs) => {
      const before = world.records.length;
      await Promise.all(['x', 'y', 'z'].map((name) => world.admin.create(ConfigMap, config(name))));
      await world.host.sleep(1000);
      const records = world.records.slice(before);
      const forAll = records.filter(({ request }) => request.key === allObjects.key);
      expect(forAll.length).toBeGreaterThan(0);
      expect(forAll.length).toBeLessThan(3);
      expect(forAll.flatMap(({ causes }) => causes.map(({ source }) => source))).toContain('related ConfigMap');
      expect(new Set(runs)).toEqual(new Set(['default/a', 'default/b']));
      expect(runs.length).toBeLessThanOrEqual(2 * forAll.length);
      expect(records.find(({ request }) => request.key === 'default/a')?.causes).toMatchObject([
        { source: 'related ConfigMap', type: 'generic' },
      ]);
    }));
});
