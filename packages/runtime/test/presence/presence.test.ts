import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource } from '@reeve/define';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { ConfigMap } from '@reeve/kinds/core/v1';
import type { Transport, TransportRequest } from '@reeve/machinery';
import { defineController } from '@reeve/runtime';
import type { ControllerDefinition } from '@reeve/runtime';
import { Website, World } from '../manager/website.ts';

const blog = { metadata: { namespace: 'default', name: 'blog' }, spec: { image: 'nginx', replicas: 2 } };

const controllerFor = (presence: NonNullable<ControllerDefinition['presence']>, seen: string[]) =>
  defineController({
    for: Website,
    presence,
    cacheSyncTimeoutMs: 5000,
    reconcile: ({ metadata }) => void seen.push(metadata.name ?? ''),
    gone: (key) => void seen.push(`gone ${key}`),
  });

const remove = async (world: World): Promise<void> => {
  await world.client.delete(CustomResourceDefinition, 'websites.web.example.com');
  await world.host.sleep(20_000);
};

const install = async (world: World): Promise<void> => {
  await world.client.create(CustomResourceDefinition, Website.crd);
  await world.host.sleep(20_000);
};

describe('a controller whose kind is not there', () => {
  test('that requires it ends the manager', async () => {
    await using world = await World.start();
    await world.host.run(() => remove(world));
    const manager = world.manager().add(controllerFor('required', []));
    await expect(world.during(manager, () => world.host.sleep(20_000))).rejects.toMatchObject({ code: 'REEVE_SOURCE' });
  });

  test.each(['optional', 'whenPresent'] as const)(
    'and is %s waits for it, while others work, and starts when it comes · LW-69',
    async (presence) => {
      await using world = await World.start();
      const seen: string[] = [];
      const others: string[] = [];
      await world.host.run(() => remove(world));
      const maps = defineController({
        for: ConfigMap,
        reconcile: ({ metadata }) => void others.push(metadata.name ?? ''),
      });
      await world.during(world.manager().add(controllerFor(presence, seen)).add(maps), async () => {
        await world.client.create(ConfigMap, { metadata: { namespace: 'default', name: 'theme' } });
        await world.host.sleep(60_000);
        expect(others).toContain('theme');
        await install(world);
        await world.client.create(Website, blog);
        await world.host.sleep(1000);
      });
      expect(seen).toEqual(['blog']);
    },
  );
});

describe('a controller that is there when its kind is', () => {
  test('ends when it goes, lets go of its informer, and starts anew when it is back · LW-69 · LW-73', async () => {
    await using world = await World.start();
    const seen: string[] = [];
    const manager = world.manager({ cache: { graceMs: 1000 } }).add(controllerFor('whenPresent', seen));
    await world.during(manager, async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(20_000);
      const first = manager.controllers.get('website');
      await remove(world);
      expect(seen).toEqual(['blog', 'gone default/blog']);
      expect(manager.cache.report().kinds.map(({ kind }) => kind)).toEqual([]);
      await install(world);
      await world.client.create(Website, { ...blog, metadata: { ...blog.metadata, name: 'shop' } });
      await world.host.sleep(1000);
      expect(manager.controllers.get('website')).not.toBe(first);
    });
    expect(seen).toEqual(['blog', 'gone default/blog', 'shop']);
  });

  test('runs on while discovery fails, as a whole or for the group of its kind, and hears of the end afterwards · LW-71', async () => {
    await using world = await World.start();
    const seen: string[] = [];
    let discovery: 'works' | 'fails' | 'fails for the group' = 'works';
    let looks = 0;
    const transport: Transport = {
      request: (request) => {
        const { path, headers } = request;
        const isRoot = /^\/apis?$/u.test(path);
        const isGroup = path === '/apis/web.example.com/v1';
        if (isRoot) looks += 1;
        if ((discovery === 'fails' && isRoot) || (discovery === 'fails for the group' && isGroup))
          return Promise.reject(new Error('discovery is down'));
        const plain = { ...headers, accept: 'application/json' }; // so that each group is asked for by itself
        return world.server.transport.request(isRoot ? { ...request, headers: plain } : request);
      },
    };
    const manager = world.manager({ transport }).add(controllerFor('whenPresent', seen));
    await world.during(manager, async () => {
      await world.host.sleep(6000);
      const first = manager.controllers.get('website');
      for (const [failure, name] of [
        ['fails for the group', 'blog'],
        ['fails', 'shop'],
      ] as const) {
        discovery = failure;
        const before = looks;
        await world.host.sleep(60_000);
        expect(looks - before).toBeGreaterThan(10); // unprompted
        await world.client.create(Website, { ...blog, metadata: { ...blog.metadata, name } });
        await world.host.sleep(1000);
        expect([manager.controllers.get('website') === first, seen.at(-1)]).toEqual([true, name]);
      }
      await remove(world);
      expect(manager.controllers.get('website')).toBe(first);
      discovery = 'works';
      await world.host.sleep(20_000);
      expect(manager.controllers.get('website')).not.toBe(first);
    });
  });
});

describe('several kinds that come at once', () => {
  const kinds = ['Barn', 'Mill', 'Shed', 'Well'].map((kind) =>
    defineResource({ group: `${kind.toLowerCase()}.example.com`, version: 'v1', kind, spec: z.object({}) }),
  );
  const watchers = (seen: string[]) =>
    kinds.map((kind) =>
      defineController({ for: kind, presence: 'whenPresent', reconcile: () => void seen.push(kind.kind) }),
    );

  test('are noticed together, by few looks · LW-70', async () => {
    await using world = await World.start();
    let looks = 0;
    const transport: Transport = {
      request: (request) => {
        if (request.path === '/apis') looks += 1;
        return world.server.transport.request(request);
      },
    };
    const seen: string[] = [];
    const manager = world.manager({ transport });
    for (const watcher of watchers(seen)) manager.add(watcher);
    await world.during(manager, async () => {
      for (const kind of kinds) {
        await world.client.create(CustomResourceDefinition, kind.crd);
        await world.host.sleep(100);
      }
      looks = 0;
      await world.host.sleep(10_000);
      expect(looks).toBeLessThanOrEqual(2);
      for (const kind of kinds)
        await world.client.create(kind, { metadata: { namespace: 'default', name: 'x' }, spec: {} });
      await world.host.sleep(1000);
    });
    expect(seen.toSorted()).toEqual(['Barn', 'Mill', 'Shed', 'Well']);
  });

  test('start although a group cannot be asked · LW-70', async () => {
    await using world = await World.start();
    const transport: Transport = {
      request: (request) =>
        request.path.startsWith('/apis/barn.example.com')
          ? Promise.reject(new Error('this part of the server is down'))
          : world.server.transport.request(withoutAggregation(request)),
    };
    const seen: string[] = [];
    const manager = world.manager({ transport });
    for (const watcher of watchers(seen)) manager.add(watcher);
    await world.during(manager, async () => {
      for (const kind of kinds) await world.client.create(CustomResourceDefinition, kind.crd);
      await world.host.sleep(20_000);
      for (const kind of kinds)
        await world.client.create(kind, { metadata: { namespace: 'default', name: 'x' }, spec: {} });
      await world.host.sleep(1000);
    });
    expect(seen.toSorted()).toEqual(['Mill', 'Shed', 'Well']);
  });
});

/** Discovery group by group, as old servers have it. */
const withoutAggregation = (request: TransportRequest): TransportRequest =>
  /^\/apis?$/u.test(request.path) ? { ...request, headers: { accept: 'application/json' } } : request;
