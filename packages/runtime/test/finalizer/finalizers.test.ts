import { describe, expect, test } from 'vitest';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { TerminalError } from '@reeve/machinery';
import type { CachedObject } from '@reeve/machinery';
import { defineController, Finalizers } from '@reeve/runtime';
import { Website, World } from '../manager/website.ts';

const blog = { metadata: { namespace: 'default', name: 'blog' }, spec: { image: 'nginx', replicas: 2 } };
const [dns, disk] = ['example.com/dns', 'example.com/disk'];

const controllerOf = (finalizers: Finalizers<typeof Website>) =>
  defineController({
    for: Website,
    async reconcile(site, ctx) {
      await finalizers.reconcile(site, ctx);
    },
  });

describe('registered finalizers', () => {
  test('are refused under a name that is taken, or that is none · CR-120', () => {
    const finalizers = new Finalizers(Website).register(dns, () => undefined);
    expect(() => finalizers.register(dns, () => undefined)).toThrow(/example.com\/dns is registered already/);
    expect(() => finalizers.register('no name', () => undefined)).toThrow(/no name cannot be a finalizer/);
  });

  test('are put on a living object in one write, beside those of others · CR-120', async () => {
    await using world = await World.start();
    const finalizers = new Finalizers(Website).register(dns, () => undefined).register(disk, () => undefined);
    await world.during(world.manager().add(controllerOf(finalizers)), async () => {
      await world.client.create(Website, {
        ...blog,
        metadata: { ...blog.metadata, finalizers: ['example.org/other'] },
      });
      await world.host.sleep(1000);
      const { metadata } = await world.client.get(Website, 'default/blog');
      expect(metadata.finalizers).toEqual(['example.org/other', dns, disk]);
    });
    expect(world.requests).toEqual(['PUT web.example.com/v1/namespaces/default/websites/blog']);
  });

  test('run once in their order when the object is being deleted, and let it go · CR-120', async () => {
    await using world = await World.start();
    const ran: string[] = [];
    const finalizers = new Finalizers(Website)
      .register(dns, () => void ran.push(dns))
      .register(disk, () => void ran.push(disk));
    await world.during(world.manager().add(controllerOf(finalizers)), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(1000);
      expect(ran).toEqual([]);
      await world.client.delete(Website, 'default/blog');
      await world.host.sleep(1000);
      await expect(world.client.get(Website, 'default/blog')).rejects.toMatchObject({ code: 'REEVE_NOT_FOUND' });
    });
    expect(ran).toEqual([dns, disk]);
  });

  test('that fail keep their name and are tried again, and the others are done · CR-120', async () => {
    await using world = await World.start();
    const ran: string[] = [];
    const finalizers = new Finalizers(Website)
      .register(dns, () => {
        ran.push(dns);
        if (ran.length === 1) throw new Error('no route to the name server');
      })
      .register(disk, () => void ran.push(disk));
    await world.during(world.manager().add(controllerOf(finalizers)), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(1000);
      await world.client.delete(Website, 'default/blog');
      await world.host.sleep(5000);
    });
    expect(ran).toEqual([dns, disk, dns]);
    const failed = world.records.find(({ outcome }) => outcome.type === 'retry');
    expect(failed?.outcome).toMatchObject({
      error: {
        code: 'REEVE_PARTIAL_FAILURE',
        message: 'finalizing failed: example.com/dns: no route to the name server',
      },
    });
    expect(failed?.writes).toMatchObject([{ verb: 'update', changed: ['metadata.finalizers'] }]);
  });

  test('say what they achieved beside what failed, and what is final stays final · CR-120', async () => {
    const finalizers = new Finalizers(ConfigMap)
      .register(dns, () => Promise.reject(new TerminalError('the zone is not ours')))
      .register(disk, () => undefined);
    const object = ConfigMap.of({
      metadata: { name: 'theme', deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [dns, disk] },
    }) as CachedObject<typeof ConfigMap>; // as much of it as they look at
    const { object: next, isUpdated, error } = await finalizers.finalize(object, {} as never); // none of them uses it
    expect({ finalizers: next.metadata.finalizers, isUpdated }).toEqual({ finalizers: [dns], isUpdated: true });
    expect(error?.cause).toBeInstanceOf(TerminalError);
  });
});

test('an object whose last finalizer went is not worked on again, however late the watch tells · LW-63', async () => {
  await using world = await World.start();
  const seen: string[] = [];
  const controller = defineController({
    for: Website,
    async reconcile(site, ctx) {
      seen.push(site.metadata.deletionTimestamp === undefined ? 'live' : 'deleting');
      await new Finalizers(Website).register(dns, () => undefined).reconcile(site, ctx);
      if (site.metadata.deletionTimestamp !== undefined)
        seen.push((await ctx.get(Website, ctx.key)) === undefined ? 'gone at once' : 'still there');
    },
    gone: () => void seen.push('gone'),
  });
  await world.during(world.manager().add(controller), async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(1000);
    await world.client.delete(Website, 'default/blog');
    await world.host.sleep(1000);
  });
  expect(seen.slice(seen.indexOf('deleting'))).toEqual(['deleting', 'gone at once', 'gone']);
});
