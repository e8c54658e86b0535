/** What a manager keeps apart, and what it leaves alone. */
import { describe, expect, test } from 'vitest';
import { ConfigMap, Namespace, Secret } from '@reeve/kinds/core/v1';
import { defineController, Metrics } from '@reeve/runtime';
import type { QueueMetricsProvider } from '@reeve/queue';
import { Website, World } from './website.ts';

const site = (name: string) => ({ metadata: { namespace: 'default', name }, spec: { image: 'nginx', replicas: 2 } });
const theme = { metadata: { namespace: 'default', name: 'theme' }, data: { color: 'green' } };

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

describe('stopping', () => {
  test('takes no new work, aborts runs in progress, waits for them, and resolves · LW-41', async () => {
    await using world = await World.start();
    const said: string[] = [];
    const controller = defineController({
      for: Website,
      async reconcile({ metadata: { name } }, { signal }) {
        said.push(`${name} begins`);
        await aborted(signal);
        await world.host.sleep(500);
        said.push(`${name} ends`);
      },
    });
    await world.during(world.manager().add(controller), async () => {
      await world.client.create(Website, site('blog'));
      await world.host.sleep(100);
      await world.client.create(Website, site('shop'));
      await world.host.sleep(100);
    });
    expect(said).toEqual(['blog begins', 'blog ends']);
  });

  test('waits no longer than it was given, and says for whom it waited · LW-41', async () => {
    await using world = await World.start();
    const controller = defineController({ for: Website, reconcile: () => new Promise(() => undefined) });
    const manager = world.manager({ gracePeriodMs: 5000 }).add(controller);
    let stoppedAt = 0;
    const running = world.during(manager, async () => {
      await world.client.create(Website, site('blog'));
      await world.host.sleep(100);
      stoppedAt = world.host.clock.now();
    });
    await expect(running).rejects.toMatchObject({ code: 'REEVE_GRACE_PERIOD', running: ['cache', 'website'] });
    expect(world.host.clock.now() - stoppedAt).toBe(5000);
  });
});

test('a reconciler that throws or rejects fails its own object alone · LW-46', async () => {
  await using world = await World.start();
  const done: string[] = [];
  const controller = defineController({
    for: Website,
    reconcile({ metadata: { name } }) {
      if (name === 'throws') throw new Error('at once');
      if (name === 'rejects') return Promise.reject(new TypeError('later'));
      if (name === 'odd') return Promise.reject('no error at all');
      return void done.push(name);
    },
  });
  await world.during(world.manager().add(controller), async () => {
    for (const name of ['throws', 'rejects', 'odd', 'fine']) await world.client.create(Website, site(name));
    await world.host.sleep(1000);
    await world.client.create(Website, site('later'));
    await world.host.sleep(1000);
  });
  expect(done).toEqual(['fine', 'later']);
  const failed = world.records.filter(({ outcome }) => outcome.type === 'retry').map(({ request }) => request.key);
  expect([...new Set(failed)].toSorted()).toEqual(['default/odd', 'default/rejects', 'default/throws']);
});

describe('a kind that nobody watches', () => {
  test('is there in full at the first read, and has neither queue nor workers · LW-50 · LW-72', async () => {
    await using world = await World.start();
    const queues: unknown[] = [];
    const inert = { inc: () => undefined, dec: () => undefined, set: () => undefined, observe: () => undefined };
    const noting = (_: string, { name }: { readonly name?: string } = {}) => (queues.push(name), inert);
    const queueMetrics = { counter: noting, gauge: noting, histogram: noting } as QueueMetricsProvider;
    const seen: unknown[] = [];
    const controller = defineController({
      for: Website,
      async reconcile(_, ctx) {
        const read = await ctx.get(ConfigMap, 'default/theme');
        seen.push(
          read?.data,
          (await ctx.list(Namespace)).some(({ metadata }) => metadata.name === 'default'),
        );
      },
    });
    await world.client.create(ConfigMap, theme);
    const metrics = new Metrics({ process: false });
    const manager = world.manager({ queueMetrics, metricsServer: { address: '0', metrics } }).add(controller);
    await world.during(manager, async () => {
      await world.client.create(Website, site('blog'));
      await world.host.sleep(1000);
      expect([...manager.controllers.keys()]).toEqual(['website']);
    });
    expect(seen).toEqual([{ color: 'green' }, true]);
    expect([...new Set(queues)]).toEqual(['website']);
    expect(await metrics.text()).not.toMatch(/max_concurrent_reconciles\{controller="(?!website")/u);
  });

  test('can be read from the server each time, and nothing of it is held · CR-82', async () => {
    await using world = await World.start();
    const seen: unknown[] = [];
    const controller = defineController({
      for: Website,
      async reconcile(_, ctx) {
        const secret = await ctx.get(Secret, 'default/token');
        const listed = await ctx.list(Secret, { namespace: 'default', labels: { site: 'blog' } });
        seen.push(secret?.data, listed.length, Object.isFrozen(secret));
      },
    });
    const token = { namespace: 'default', name: 'token', labels: { site: 'blog' } };
    await world.client.create(Secret, { metadata: token, data: { key: 'c2VjcmV0' } });
    const manager = world.manager({ readsLive: [Secret] }).add(controller);
    await world.during(manager, async () => {
      await world.client.create(Website, site('blog'));
      await world.host.sleep(1000);
      expect(manager.cache.report().kinds.map(({ kind }) => kind)).toEqual(['web.example.com/v1, Kind=Website']);
    });
    expect(seen).toEqual([{ key: 'c2VjcmV0' }, 1, true]);
  });

  test('fails the run where the cache holds only what it was told to · CR-82', async () => {
    await using world = await World.start();
    const controller = defineController({
      for: Website,
      reconcile: async (_, ctx) => void (await ctx.get(ConfigMap, 'default/theme')),
    });
    await world.during(
      world.manager({ cache: { onMissing: 'fail', kinds: [{ kind: Website }] } }).add(controller),
      async () => {
        await world.client.create(Website, site('blog'));
        await world.host.sleep(10);
      },
    );
    expect(world.records[0]?.outcome).toMatchObject({ type: 'retry', error: { code: 'REEVE_KIND_NOT_CACHED' } });
  });
});

test('each kind has its types, and cluster-scoped ones no namespace · LW-132', async () => {
  await using world = await World.start();
  const seen: unknown[] = [];
  const controller = defineController({
    for: Namespace,
    async reconcile(namespace, ctx) {
      if (ctx.key !== 'default') return;
      seen.push(namespace.status?.phase, (await ctx.get(Namespace, 'default'))?.metadata.name);
      // @ts-expect-error a namespace has no replicas
      seen.push(namespace.spec?.replicas);
    },
  });
  const manager = world.manager().add(controller);
  await world.during(manager, () => world.host.sleep(1000));
  // @ts-expect-error a cluster-scoped kind is in no namespace
  const wrong = (): Promise<unknown> => world.client.list(Namespace, { namespace: 'default' });
  expect([seen, typeof wrong]).toEqual([['Active', 'default', undefined], 'function']);
});
