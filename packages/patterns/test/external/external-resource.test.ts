import { describe, expect, test } from 'vitest';
import { SeriesEvent } from '@reeve/runtime';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { defineEffect, findCondition } from '@reeve/machinery';
import { externalResource, NotCreatedError } from '@reeve/patterns';
import type { World } from '../world.ts';
import { Bucket, bucketsOver, BucketService } from './bucket-service.ts';
import { bucketWorld, change, conditionsOf, create, isThere, key, read, running } from './external-world.ts';

const own = 'external.reeve.dev/bucket';

/** Runs a controller over a service. */
async function over(
  options: Parameters<typeof bucketsOver>[1],
  body: (world: World, service: BucketService) => Promise<void>,
): Promise<void> {
  await using world = await bucketWorld();
  const service = new BucketService();
  await running(world, bucketsOver(service, options), () => body(world, service));
}

const eventsOf = async (world: World): Promise<(string | undefined)[]> =>
  (await world.admin.list(SeriesEvent, { namespace: 'default' })).items.map(({ reason }) => reason);
const annotationsOf = async (world: World) => (await read(world)).metadata.annotations ?? {};
const remove = async (world: World, waitMs = 5000): Promise<void> => {
  await world.admin.delete(Bucket, key);
  await world.host.sleep(waitMs);
};

describe('an external resource', () => {
  test('is made, looked at, changed with its object and deleted before it, and says so in status, conditions and events', () =>
    over({}, async (world, service) => {
      await create(world);
      await world.host.sleep(5000);
      expect(service.buckets.get('default-web')).toMatchObject({ versioned: false });
      expect(await conditionsOf(world)).toEqual({ synced: 'True ReconcileSuccess', ready: 'True Available' });
      expect((await read(world)).status?.url).toBe('https://default-web.example.com');
      expect(await annotationsOf(world)).toMatchObject({ [own]: 'default-web' });
      expect((await read(world)).metadata.finalizers).toEqual(['external.reeve.dev/bucket']);
      await change(world, { spec: { versioned: true } });
      expect(service.buckets.get('default-web')).toMatchObject({ versioned: true });
      await remove(world);
      expect(service.buckets.size).toBe(0);
      expect(await isThere(world)).toBe(false);
      expect(service.made).toEqual(['default-web']);
      expect(await eventsOf(world)).toEqual(expect.arrayContaining(['Created', 'Updated', 'Deleting']));
      expect(await eventsOf(world)).not.toContain('Drifted');
    }));

  test('has its name on the object before it is made', () =>
    over({}, async (world, service) => {
      const seen: unknown[] = [];
      service.onRequest = async (what) => {
        if (what.startsWith('create')) seen.push(await annotationsOf(world));
      };
      await create(world);
      await world.host.sleep(5000);
      expect(seen).toEqual([{ [own]: 'default-web', [`${own}.create-pending`]: expect.stringMatching(/^\S+ 2026-/u) }]);
    }));

  test('is looked at about once a minute, at times that differ, and not for other reasons', async () => {
    const pauses: number[][] = [];
    for (const seed of [1, 1, 2]) {
      await using world = await bucketWorld(seed);
      const service = new BucketService();
      const times: number[] = [];
      await running(world, bucketsOver(service), async () => {
        await create(world);
        await world.host.sleep(10_000);
        service.onRequest = () => void times.push(world.host.clock.now());
        for (let minute = 0; minute < 10; minute += 1) {
          await change(world, { metadata: { labels: { minute: String(minute) } } }, 60_000);
        }
      });
      pauses.push(times.slice(1).map((time, at) => time - (times[at] ?? 0)));
    }
    const [first = [], again, other] = pauses;
    expect(first.length).toBeGreaterThan(7);
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    for (const pause of first) expect(Math.abs(pause - 60_000)).toBeLessThanOrEqual(6100);
    expect(new Set(first).size).toBeGreaterThan(5);
  });

  test('is changed back when somebody changes it outside, and made again when it is gone, with events', () =>
    over({}, async (world, service) => {
      await create(world);
      await world.host.sleep(60_000);
      const bucket = service.buckets.get('default-web');
      if (bucket !== undefined) bucket.versioned = true;
      await world.host.sleep(70_000);
      expect(service.buckets.get('default-web')).toMatchObject({ versioned: false });
      expect(await eventsOf(world)).toContain('Drifted');
      service.buckets.clear();
      await world.host.sleep(70_000);
      expect(service.made).toEqual(['default-web', 'default-web']);
      expect(await eventsOf(world)).toContain('Vanished');
    }));

  test('that exists already is not touched, unless it may be adopted or the object names it', async () => {
    const theirs = { name: 'default-web', token: 'theirs', versioned: true, zone: 'zone-b' };
    await over({}, async (world, service) => {
      service.buckets.set('default-web', theirs);
      await create(world);
      await world.host.sleep(5000);
      expect(await conditionsOf(world)).toMatchObject({ synced: 'False NotOwned' });
      expect(findCondition((await read(world)).status?.conditions ?? [], 'Synced')?.message).toMatch(
        /default-web exists already.*write its name in the annotation external.reeve.dev\/bucket/u,
      );
      expect(service.buckets.get('default-web')).toMatchObject({ versioned: true });
      await remove(world);
      expect(await isThere(world)).toBe(false);
      expect(service.buckets.size).toBe(1);
    });
    await over({ adopt: ({ zone }) => zone === 'zone-b' }, async (world, service) => {
      service.buckets.set('default-web', { ...theirs });
      await create(world);
      await world.host.sleep(5000);
      expect(await eventsOf(world)).toContain('Adopted');
      expect(service.buckets.get('default-web')).toMatchObject({ token: 'theirs', versioned: false });
    });
    await over({}, async (world, service) => {
      service.buckets.set('old', { ...theirs, name: 'old' });
      await create(world, {}, { [own]: 'old' });
      await world.host.sleep(5000);
      expect(await conditionsOf(world)).toEqual({ synced: 'True ReconcileSuccess', ready: 'True Available' });
      expect([...service.buckets.keys()]).toEqual(['old']);
      expect(service.made).toEqual([]);
    });
  });

  test('has the name that the service assigns, and one that was begun is found by its token', () =>
    over({ isAssigned: true }, async (world, service) => {
      let isLost = true;
      service.onRequest = () => undefined;
      const send = service.create.bind(service);
      service.create = async (...given) => {
        const name = await send(...given);
        if (isLost) throw new Error('the connection was closed');
        return name;
      };
      await create(world);
      await world.host.sleep(3000);
      isLost = false;
      await world.host.sleep(60_000);
      expect(service.made).toEqual(['b-1']);
      expect(await annotationsOf(world)).toMatchObject({ [own]: 'b-1' });
      expect(await annotationsOf(world)).not.toHaveProperty(`${own}.create-pending`);
      await remove(world);
      expect(service.buckets.size).toBe(0);
    }));

  test('whose making is uncertain, and cannot be looked for, waits for somebody who knows', () =>
    over({ isAssigned: true, canFind: false }, async (world, service) => {
      service.isDown = true;
      await create(world);
      await world.host.sleep(60_000);
      expect(await conditionsOf(world)).toMatchObject({ synced: 'False CreateUncertain' });
      expect(service.asked()).toEqual(['create ']);
      service.isDown = false;
      await world.host.sleep(600_000);
      expect(service.made).toEqual([]);
      await change(world, { metadata: { annotations: { [`${own}.create-pending`]: null } } }, 5000);
      expect(service.made).toEqual(['b-1']);
      expect(await conditionsOf(world)).toMatchObject({ ready: 'True Available' });
    }));

  test('that the service refused to make is tried again with back-off, as nothing has to be looked for', () =>
    over({ isAssigned: true, canFind: false }, async (world, service) => {
      let refusals = 3;
      service.onRequest = (what) => {
        if (what.startsWith('create') && refusals-- > 0) throw new NotCreatedError('the quota is exhausted');
      };
      await create(world);
      await world.host.sleep(10);
      expect(await conditionsOf(world)).toMatchObject({ synced: 'False ReconcileError' });
      await world.host.sleep(60_000);
      expect(service.made).toEqual(['b-1']);
      expect(await conditionsOf(world)).toMatchObject({ synced: 'True ReconcileSuccess' });
    }));

  test('that fails says so in the condition, and comes back when the service does', () =>
    over({}, async (world, service) => {
      service.isDown = true;
      await create(world);
      await world.host.sleep(3000);
      expect(await conditionsOf(world)).toMatchObject({ synced: 'False ReconcileError' });
      service.isDown = false;
      await world.host.sleep(60_000);
      expect(await conditionsOf(world)).toEqual({ synced: 'True ReconcileSuccess', ready: 'True Available' });
      expect(service.made).toEqual(['default-web']);
    }));

  test('is only looked at where policies allow no more', async () => {
    const policies = ({ spec }: { spec: { policies?: readonly string[] | undefined } }) => spec.policies as never;
    await over({ policies }, async (world, service) => {
      await create(world, { policies: ['Observe'] });
      await world.host.sleep(5000);
      expect(await conditionsOf(world)).toEqual({ synced: 'False Missing', ready: 'False Unavailable' });
      expect((await read(world)).metadata.finalizers).toBeUndefined();
      expect(service.made).toEqual([]);
      await change(world, { spec: { policies: ['Observe', 'Create'] } }, 5000);
      expect(service.made).toEqual(['default-web']);
      await change(world, { spec: { versioned: true } }, 5000);
      expect(await conditionsOf(world)).toEqual({ synced: 'False UpdateNotAllowed', ready: 'True Available' });
      expect(service.buckets.get('default-web')).toMatchObject({ versioned: false });
      await change(world, { spec: { policies: ['Observe', 'Create', 'Update'] } }, 5000);
      expect(service.buckets.get('default-web')).toMatchObject({ versioned: true });
      await remove(world);
      expect(await isThere(world)).toBe(false);
      expect([...service.buckets.keys()]).toEqual(['default-web']);
    });
    await over({ policies }, async (world) => {
      await create(world, { policies: ['Watch'] });
      await world.host.sleep(1000);
      expect(findCondition((await read(world)).status?.conditions ?? [], 'Synced')?.message).toMatch(
        /list some of Create, Update/u,
      );
    });
  });

  test('is left alone while it is paused, also when its object is deleted', () =>
    over({}, async (world, service) => {
      await create(world);
      await world.host.sleep(5000);
      await change(world, { metadata: { annotations: { 'external.reeve.dev/paused': 'true' } } });
      service.asked();
      await change(world, { spec: { versioned: true } }, 300_000);
      expect(await conditionsOf(world)).toMatchObject({ synced: 'False ReconcilePaused', ready: 'True Available' });
      await remove(world, 300_000);
      expect(service.asked()).toEqual([]);
      expect(await isThere(world)).toBe(true);
      await change(world, { metadata: { annotations: { 'external.reeve.dev/paused': null } } }, 5000);
      expect(await isThere(world)).toBe(false);
      expect(service.buckets.size).toBe(0);
    }));

  test('fills in fields of the spec that the service has chosen, and none that are there', () =>
    over({ lateInitialize: ({ zone, versioned }) => ({ zone, versioned: !versioned }) }, async (world) => {
      await create(world, { versioned: true });
      await world.host.sleep(5000);
      expect((await read(world)).spec).toMatchObject({ zone: 'zone-a', versioned: true });
    }));

  test('is there, but not ready, until the service says so', async () => {
    let isReady = false;
    await over({ isReady: () => isReady }, async (world) => {
      await create(world);
      await world.host.sleep(5000);
      expect(await conditionsOf(world)).toEqual({ synced: 'True ReconcileSuccess', ready: 'False Unavailable' });
      isReady = true;
      await world.host.sleep(70_000);
      expect(await conditionsOf(world)).toMatchObject({ ready: 'True Available' });
    });
  });

  test('is called through effects, which a test replaces, with what connect returned', async () => {
    await using world = await bucketWorld();
    const connections: unknown[] = [];
    const observe = defineEffect<{ readonly connection: { readonly key: string } }, object | undefined>(
      'storage: look',
      () => Promise.reject(new Error('there is no network')),
    );
    const step = externalResource(Bucket, {
      name: 'bucket',
      desired: () => ({}),
      externalName: ({ metadata }) => metadata.name,
      connect: async (_, context) => ({
        key: (await context.client.get(ConfigMap, 'default/access')).data?.['key'] ?? '',
      }),
      observe,
    });
    expect(step.effects.observe).toBe(observe);
    expect(step.effects.create.name).toBe('bucket: create');
    await world.admin.create(ConfigMap, {
      metadata: { namespace: 'default', name: 'access' },
      data: { key: 'secret' },
    });
    await running(world, step as never, async () => {
      world.host.effects.standIn(observe, ({ connection }) => (connections.push(connection), {}));
      await create(world, {}, { [own]: 'web' });
      await world.host.sleep(1000);
      expect(connections[0]).toEqual({ key: 'secret' });
      expect(await conditionsOf(world)).toMatchObject({ ready: 'True Available' });
    });
  });

  test('refuses options that cannot be right', () => {
    const service = new BucketService();
    expect(() => bucketsOver(service, { name: 'The Bucket' })).toThrow(/cannot name an external resource/u);
    expect(() => bucketsOver(service, { pollMs: 0 })).toThrow(/pollMs of bucket is 0/u);
    expect(() => bucketsOver(service, { jitter: 1 })).toThrow(/jitter of bucket is 1/u);
    expect(() => bucketsOver(service, { find: () => Promise.resolve(undefined) })).toThrow(
      /leave out externalName or find/u,
    );
    expect(() => bucketsOver(service, { isAssigned: true, adopt: true })).toThrow(/cannot adopt without externalName/u);
    expect(() => bucketsOver(service, { policies: ['Look' as 'Observe'] })).toThrow(/management policies of bucket/u);
    expect(() =>
      externalResource(ConfigMap, { name: 'x', desired: () => ({}), observe: () => Promise.resolve({}) }),
    ).toThrow(/no status subresource/u);
  });
});
