import { describe, expect, test } from 'vitest';
import { mergePatch } from '@reeve/client';
import { SkipError, isNotFound } from '@reeve/machinery';
import type { Transport } from '@reeve/machinery';
import { finalizer, listHeld, releaseHeld } from '@reeve/patterns';
import type { FinalizerOptions } from '@reeve/patterns';
import { defineController } from '@reeve/runtime';
import type { ControllerDefinition } from '@reeve/runtime';
import { App, World } from '../world.ts';

const name = 'apps.example.com/cleanup';
const app = (more: object = {}, spec: object = {}) => ({
  metadata: { namespace: 'default', name: 'web', ...more },
  spec,
});
const controllerOf = (options: Partial<FinalizerOptions<typeof App>>): ControllerDefinition =>
  defineController({
    for: App,
    steps: [finalizer(App, { name, cleanup: () => undefined, ...options })],
  });

/** Runs a controller with the finalizer. */
async function running(
  options: Partial<FinalizerOptions<typeof App>>,
  body: (world: World) => Promise<void>,
  wrap?: (world: World) => Transport,
): Promise<void> {
  await using world = await World.start();
  const transport = wrap?.(world);
  await world.during(world.manager(transport && { transport }).add(controllerOf(options)), () => body(world));
}

const finalizersOf = async (world: World): Promise<readonly string[] | undefined> =>
  (await world.admin.get(App, 'default/web')).metadata.finalizers;
const isThere = async (world: World): Promise<boolean> =>
  await world.admin.get(App, 'default/web').then(
    () => true,
    (error: unknown) => !isNotFound(error),
  );

describe('a finalizer', () => {
  test('is put on a living object that lacks it, and nothing is written when it is there · LW-74', () =>
    running({}, async (world) => {
      await world.admin.create(App, app({ finalizers: ['example.org/other'] }));
      await world.host.sleep(1000);
      expect(await finalizersOf(world)).toEqual(['example.org/other', name]);
      world.forget();
      await world.admin.patch(App, 'default/web', mergePatch({ spec: { image: 'other' } }));
      await world.host.sleep(1000);
      expect(world.writes).toEqual([]);
    }));

  test('goes after the cleanup of a deletion, and without it nothing runs · LW-75', async () => {
    const cleaned: unknown[] = [];
    await running({ cleanup: (object) => void cleaned.push(object.metadata.finalizers) }, async (world) => {
      await world.admin.create(App, app());
      await world.host.sleep(1000);
      await world.admin.delete(App, 'default/web');
      await world.host.sleep(1000);
      expect(await isThere(world)).toBe(false);
      expect(cleaned).toEqual([[name]]);
    });
    await running({ when: () => false, cleanup: () => void cleaned.push('never') }, async (world) => {
      await world.admin.create(App, app({ finalizers: ['example.org/other'] }));
      await world.host.sleep(1000);
      await world.admin.delete(App, 'default/web');
      await world.host.sleep(1000);
      expect(cleaned).toHaveLength(1);
    });
  });

  test('stays while the cleanup fails, which is tried again · LW-76', async () => {
    let tries = 0;
    const cleanup = (): void => {
      tries += 1;
      if (tries < 3) throw new Error('no route');
    };
    await running({ cleanup }, async (world) => {
      await world.admin.create(App, app());
      await world.host.sleep(1000);
      await world.admin.delete(App, 'default/web');
      await world.host.sleep(10_000);
      expect(tries).toBe(3);
      expect(await isThere(world)).toBe(false);
    });
  });

  test('stays when the cleanup asks for later, and runs then; a skip is an error that says so · LW-77', async () => {
    const times: number[] = [];
    await running(
      {
        cleanup: (_, ctx) => {
          times.push(ctx.now());
          if (times.length === 1) return { requeueAfterMs: 30_000 };
          if (times.length === 2) throw new SkipError('not now');
          return undefined;
        },
      },
      async (world) => {
        await world.admin.create(App, app());
        await world.host.sleep(1000);
        await world.admin.delete(App, 'default/web');
        await world.host.sleep(29_000);
        expect(times).toHaveLength(1);
        expect(await finalizersOf(world)).toEqual([name]);
        await world.host.sleep(30_000);
        expect(await isThere(world)).toBe(false);
        const failure = world.records.find(({ outcome }) => outcome.type === 'retry');
        expect(failure?.outcome).toMatchObject({
          error: { message: expect.stringContaining('return { requeueAfterMs } to come back') },
        });
      },
    );
    // @ts-expect-error a cleanup cannot skip
    finalizer(App, { name, cleanup: () => ({ skip: 'later' }) });
  });

  test('is put on objects of a condition only, and those that have it are cleaned up in any case · LW-78', async () => {
    const cleaned: string[] = [];
    await running(
      { when: ({ spec }) => spec.image === 'managed', cleanup: ({ metadata }) => void cleaned.push(metadata.name) },
      async (world) => {
        await world.admin.create(App, app());
        await world.admin.create(App, { ...app({ name: 'held', finalizers: [name] }) });
        await world.host.sleep(1000);
        expect(await finalizersOf(world)).toBeUndefined();
        await world.admin.delete(App, 'default/held');
        await world.host.sleep(1000);
        expect(cleaned).toEqual(['held']);
      },
    );
  });

  test('has a qualified name, and takes off the names that it had before · LW-79', async () => {
    for (const bad of ['cleanup', '/cleanup', 'no name/x'])
      expect(() => finalizer(App, { name: bad as never, cleanup: () => undefined })).toThrow(/cannot be a finalizer/);
    const old = 'wrangler.cattle.io/cleanup';
    const cleaned: string[] = [];
    await running(
      { formerly: [old], when: () => false, cleanup: ({ metadata }) => void cleaned.push(metadata.name) },
      async (world) => {
        await world.admin.create(App, app({ finalizers: [old] }));
        await world.host.sleep(1000);
        expect(await finalizersOf(world)).toEqual([name]);
        await world.admin.delete(App, 'default/web');
        await world.host.sleep(1000);
        expect(cleaned).toEqual(['web']);
        expect(await isThere(world)).toBe(false);
      },
    );
  });

  test('is written by a patch of the list alone, bound to uid and version · LW-80', async () => {
    const bodies: unknown[] = [];
    const noting = (world: World): Transport => ({
      request: (request) => {
        if (request.method === 'PATCH') bodies.push(JSON.parse(new TextDecoder().decode(request.body)));
        return world.server.transport.request(request);
      },
    });
    await running(
      {},
      async (world) => {
        const { metadata } = await world.admin.create(App, app());
        await world.host.sleep(1000);
        expect(bodies).toEqual([
          { metadata: { uid: metadata.uid, resourceVersion: metadata.resourceVersion, finalizers: [name] } },
        ]);
      },
      noting,
    );
  });

  test('counts as off where the object is gone, or another has its name · LW-81', async () => {
    const replacing = (world: World): Transport => ({
      async request(request) {
        const isRemoval =
          request.method === 'PATCH' && new TextDecoder().decode(request.body).includes('"finalizers":null');
        if (isRemoval) {
          await world.admin.patch(App, 'default/web', mergePatch({ metadata: { finalizers: null } }));
          await world.admin.create(App, app({ labels: { other: 'yes' } }));
        }
        return await world.server.transport.request(request);
      },
    });
    await running(
      {},
      async (world) => {
        await world.admin.create(App, app());
        await world.host.sleep(1000);
        await world.admin.delete(App, 'default/web');
        await world.host.sleep(3000);
        expect(world.records.filter(({ outcome }) => outcome.type === 'retry')).toEqual([]);
        expect((await world.admin.get(App, 'default/web')).metadata.labels).toEqual({ other: 'yes' });
      },
      replacing,
    );
  });

  test('can be listed and taken off everywhere, for an operator that is uninstalled · LW-82', async () => {
    await using world = await World.start();
    await world.host.run(async () => {
      await world.admin.create(App, app({ finalizers: [name, 'example.org/other'] }));
      await world.admin.create(App, app({ name: 'free' }));
      const query = { kinds: [App], names: [name], host: world.host };
      expect((await listHeld(world.admin, query)).map(({ key, finalizers }) => ({ key, finalizers }))).toEqual([
        { key: 'default/web', finalizers: [name] },
      ]);
      expect(await releaseHeld(world.admin, query)).toHaveLength(1);
      expect(await finalizersOf(world)).toEqual(['example.org/other']);
      expect(await listHeld(world.admin, query)).toEqual([]);
    });
  });
});
