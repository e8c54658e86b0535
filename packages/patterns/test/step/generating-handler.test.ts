import { describe, expect, test } from 'vitest';
import { mergePatch } from '@reeve/client';
import { ConfigMap, Namespace, Secret } from '@reeve/kinds/core/v1';
import { ClusterRole } from '@reeve/kinds/rbac/v1';
import { SkipError, isNotFound } from '@reeve/machinery';
import type { AnyKind, CachedObject } from '@reeve/machinery';
import { generatingHandler, SetRateLimit } from '@reeve/patterns';
import type { Generated, GeneratingHandlerOptions } from '@reeve/patterns';
import { defineController } from '@reeve/runtime';
import { App, World } from '../world.ts';

type Options = GeneratingHandlerOptions<typeof App, typeof ConfigMap | typeof Secret | typeof ClusterRole>;
type Made = Generated<typeof App, typeof ConfigMap | typeof Secret | typeof ClusterRole>;

const part = (app: CachedObject<typeof App>, name: string): ConfigMap =>
  ConfigMap.of({ metadata: { name: `${app.metadata.name}-${name}` }, data: { image: app.spec.image } });
const parts = (app: CachedObject<typeof App>): Made => ({ objects: app.spec.parts.map((name) => part(app, name)) });
const handler = (options: Partial<Options> = {}) =>
  generatingHandler(App, { name: 'parts', produces: [ConfigMap, Secret], generate: parts, ...options });
const app = (names: string[], name = 'web') => ({ metadata: { namespace: 'default', name }, spec: { parts: names } });

/** Runs a controller of a handler for the App `web` with the parts a and b. */
async function running(
  options: Partial<Options>,
  body: (world: World) => Promise<void>,
  more: object = {},
): Promise<void> {
  await using world = await World.start();
  await world.during(
    world.manager().add(defineController({ for: App, steps: [handler(options)], ...more })),
    async () => {
      await world.admin.create(App, app(['a', 'b']));
      await world.host.sleep(1000);
      await body(world);
    },
  );
}

const namesOf = async (world: World, kind: AnyKind = ConfigMap): Promise<string[]> =>
  (await world.admin.list<AnyKind>(kind, { labels: 'applyset.kubernetes.io/part-of' })).items
    .map(({ metadata }) => metadata.name)
    .toSorted();
const setParts = async (world: World, names: string[]): Promise<void> => {
  await world.admin.patch(App, 'default/web', mergePatch({ spec: { parts: names } }));
  await world.host.sleep(1000);
};
const conditionOf = async (world: World): Promise<unknown> =>
  (await world.admin.get(App, 'default/web')).status?.conditions?.[0];

describe('a generating handler', () => {
  test('applies what it returns as a set of the owner, deletes what it no longer returns, and then comes to rest · LW-94 · LW-145', () =>
    running({ condition: 'Deployed' }, async (world) => {
      expect(await namesOf(world)).toEqual(['web-a', 'web-b']);
      expect(await conditionOf(world)).toMatchObject({
        type: 'Deployed',
        status: 'True',
        reason: 'Succeeded',
        message: '',
      });
      await setParts(world, ['b', 'c']);
      expect(await namesOf(world)).toEqual(['web-b', 'web-c']);
      world.forget();
      await world.admin.patch(App, 'default/web', mergePatch({ metadata: { labels: { a: 'b' } } }));
      await world.host.sleep(60_000);
      expect(world.writes).toEqual([]);
    }));

  test('neither applies nor prunes for an owner that is being deleted, after an error, or on a skip · LW-95', async () => {
    let problem: Error | undefined;
    const generate = (object: CachedObject<typeof App>): Made => {
      if (problem !== undefined) throw problem;
      return parts(object);
    };
    await running({ generate, condition: 'Deployed' }, async (world) => {
      for (const error of [new Error('no template'), new SkipError('not now')]) {
        problem = error;
        await setParts(world, [`x${error.message.length}`]);
        expect(await namesOf(world)).toEqual(['web-a', 'web-b']);
      }
      expect(await conditionOf(world)).toMatchObject({ status: 'False', reason: 'Error', message: 'no template' });
      problem = undefined;
      await world.admin.patch(App, 'default/web', mergePatch({ metadata: { finalizers: ['example.com/hold'] } }));
      await world.host.sleep(60_000);
      const before = await namesOf(world);
      await world.admin.delete(App, 'default/web');
      await setParts(world, ['late']);
      expect(await namesOf(world)).toEqual(before);
    });
  });

  test('deletes everything where it returns an empty list, unless that is guarded against; nothing else means nothing · LW-96', async () => {
    await running({}, async (world) => {
      await setParts(world, []);
      expect(await namesOf(world)).toEqual([]);
    });
    await running({ guardsEmptying: true, condition: 'Deployed' }, async (world) => {
      await setParts(world, []);
      expect(await namesOf(world)).toEqual(['web-a', 'web-b']);
      expect(await conditionOf(world)).toMatchObject({
        status: 'False',
        message: expect.stringContaining('would lose all of them'),
      });
    });
    // @ts-expect-error to have nothing is said by an empty list
    handler({ generate: () => ({ objects: undefined }) });
  });

  test('deletes the members of an owner that is gone, also those that have no owner reference · LW-97', () =>
    running({ cleanup: 'ownerReferences', prune: true }, async (world) => {
      await world.admin.delete(App, 'default/web');
      await world.host.sleep(2000);
      expect(await namesOf(world)).toEqual([]);
    }));

  test('has owner references where these are legal, and a finalizer where members are further away · LW-98', async () => {
    await running({}, async (world) => {
      const { metadata } = await world.admin.get(ConfigMap, 'default/web-a');
      expect(metadata.ownerReferences).toMatchObject([{ kind: 'App', name: 'web', controller: true }]);
      expect((await world.admin.get(App, 'default/web')).metadata.finalizers).toBeUndefined();
    });
    const generate = (object: CachedObject<typeof App>): Made => ({
      objects: [part(object, 'a'), ClusterRole.of({ metadata: { name: 'web-role' }, rules: [] })],
    });
    const far = { scope: 'cluster', produces: [ConfigMap, ClusterRole], generate } as const;
    await using world = await World.start();
    const controller = defineController({ for: App, steps: [handler(far)] });
    await world.during(world.manager().add(controller), async () => {
      await world.admin.create(App, app([]));
      await world.host.sleep(1000);
      expect((await world.admin.get(App, 'default/web')).metadata.finalizers).toEqual(['sets.reeve.dev/parts']);
      expect(await namesOf(world, ClusterRole)).toEqual(['web-role']);
    });
    await world.host.run(async () => void (await world.admin.delete(App, 'default/web'))); // while nobody looks
    await world.during(world.manager().add(controller), async () => {
      await world.host.sleep(1000);
      expect(await namesOf(world, ClusterRole)).toEqual([]);
      const gone = await world.admin.get(App, 'default/web').catch((error: unknown) => error);
      expect(isNotFound(gone)).toBe(true);
      expect(world.records.filter(({ outcome }) => outcome.type === 'retry')).toEqual([]);
    });
  });

  test('of two controllers has two sets, which do not prune each other · LW-99', async () => {
    await using world = await World.start();
    const named = (name: string): Partial<Options> => ({ generate: (object) => ({ objects: [part(object, name)] }) });
    const manager = world
      .manager()
      .add(defineController({ for: App, name: 'one', steps: [handler(named('one'))] }))
      .add(defineController({ for: App, name: 'two', steps: [handler(named('two'))] }));
    await world.during(manager, async () => {
      await world.admin.create(App, app([]));
      await world.host.sleep(3000);
      expect(await namesOf(world)).toEqual(['web-one', 'web-two']);
    });
  });

  test('may leave out unchanged input, by generation or by a function, and forgets owners that are gone · LW-100', async () => {
    for (const unchanged of ['generation', (object: CachedObject<typeof App>) => object.spec.parts] as const) {
      let runs = 0;
      const generate = (object: CachedObject<typeof App>): Made => {
        runs += 1;
        return parts(object);
      };
      await running({ unchanged, generate }, async (world) => {
        const before = runs;
        await world.admin.patch(App, 'default/web', mergePatch({ metadata: { labels: { a: 'b' } } }));
        await world.host.sleep(1000);
        expect(runs).toBe(before);
        await setParts(world, ['a', 'b', 'c']);
        expect(runs).toBe(before + 1);
        await world.admin.delete(App, 'default/web');
        await world.host.sleep(2000);
        await world.admin.create(App, app(['a', 'b', 'c']));
        await world.host.sleep(1000);
        expect(runs).toBe(before + 2);
      });
    }
  });

  test('may make objects that are cluster-scoped or in other namespaces only where its scope says so · LW-101', async () => {
    const generate = (): Made => ({ objects: [ConfigMap.of({ metadata: { namespace: 'other', name: 'away' } })] });
    await running({ generate, condition: 'Deployed' }, async (world) => {
      expect(await conditionOf(world)).toMatchObject({
        status: 'False',
        message: expect.stringContaining('is in the namespace other'),
      });
    });
    await running({ generate, condition: 'Deployed', scope: 'any-namespace' }, async (world) => {
      await world.admin.create(Namespace, { metadata: { name: 'other' } });
      await world.host.sleep(60_000);
      expect(await namesOf(world)).toEqual(['away']);
    });
    const role = (): Made => ({ objects: [ClusterRole.of({ metadata: { name: 'role' }, rules: [] })] });
    await running(
      { generate: role, produces: [ClusterRole], condition: 'Deployed', scope: 'any-namespace' },
      async (world) => {
        expect(await conditionOf(world)).toMatchObject({
          status: 'False',
          message: expect.stringContaining('is cluster-scoped'),
        });
      },
    );
  });

  test('puts objects without a namespace into that of their owner · LW-102', () =>
    running({}, async (world) => {
      await world.admin.create(Namespace, { metadata: { name: 'other' } });
      await world.admin.create(App, { ...app(['z'], 'far'), metadata: { namespace: 'other', name: 'far' } });
      await world.host.sleep(1000);
      expect((await world.admin.get(ConfigMap, 'other/far-z')).data).toEqual({ image: 'nginx' });
    }));

  test('checks what it returns against the kinds that it says, and watches and prunes these · LW-103 · LW-131 · LW-123 strict', async () => {
    const generate = (() => ({ objects: [Namespace.of({ metadata: { name: 'x' } })] })) as unknown as () => Made;
    await running({ generate, condition: 'Deployed' }, async (world) => {
      expect(await conditionOf(world)).toMatchObject({
        message: expect.stringContaining('produces only ConfigMap, Secret: add the kind to produces'),
      });
    });
    const namespaces = () => ({ objects: [Namespace.of({ metadata: { name: 'x' } })] });
    // @ts-expect-error a Namespace is not among what is produced
    generatingHandler(App, { name: 'parts', produces: [ConfigMap], generate: namespaces });
    await running({}, async (world) => {
      await world.admin.patch(ConfigMap, 'default/web-a', mergePatch({ data: { image: 'drifted' } }));
      await world.admin.delete(ConfigMap, 'default/web-b');
      await world.host.sleep(2000);
      expect((await world.admin.get(ConfigMap, 'default/web-a')).data).toEqual({ image: 'nginx' });
      expect(await namesOf(world)).toEqual(['web-a', 'web-b']);
    });
  });

  test('finds its members in the cache: a run sends no reads · LW-123 index', () =>
    running({}, async (world) => {
      world.forget();
      await setParts(world, ['b', 'c']);
      expect(world.reads.filter((read) => !read.includes('watch'))).toEqual([]);
      expect(world.writes).toHaveLength(2);
    }));

  test('that is limited comes back by its key, and others go on meanwhile · LW-128', () =>
    running({ rateLimit: new SetRateLimit({ perSecond: 0.1, burst: 2 }) }, async (world) => {
      await setParts(world, ['1']);
      await setParts(world, ['2']);
      expect(await namesOf(world)).toEqual(['web-1']);
      await world.admin.create(App, app(['a'], 'free'));
      await world.host.sleep(1000);
      expect(await namesOf(world)).toEqual(['free-a', 'web-1']);
      await world.host.sleep(20_000);
      expect(await namesOf(world)).toEqual(['free-a', 'web-2']);
    }));
});
