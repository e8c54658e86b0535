import { describe, expect, test } from 'vitest';
import { mergePatch } from '@reeve/client';
import { ConfigMap } from '@reeve/kinds/core/v1';
import type { Transport } from '@reeve/machinery';
import {
  annotationsChanged,
  defineController,
  generationChanged,
  labelsChanged,
  lowPriority,
  predicate,
  resourceVersionChanged,
  watch,
} from '@reeve/runtime';
import type { ControllerDefinition, Logger } from '@reeve/runtime';
import type { QueueMetricsProvider } from '@reeve/queue';
import { Website, World } from '../manager/website.ts';

const blog = { metadata: { namespace: 'default', name: 'blog' }, spec: { image: 'nginx', replicas: 2 } };

/** A way to the server whose open watches end, without a word, when the next event would come. */
function cuttable(inner: Transport): { readonly transport: Transport; cut(): void } {
  let isCut = false;
  async function* whileWhole(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      if (isCut) {
        isCut = false;
        return;
      }
      yield chunk;
    }
  }
  const transport: Transport = {
    async request(request) {
      const response = await inner.request(request);
      return /[?&]watch=/u.test(request.path) ? { ...response, body: whileWhole(response.body) } : response;
    },
  };
  return { transport, cut: () => void (isCut = true) };
}

test('what comes, changes and goes is asked for, also what went unseen · LW-29', async () => {
  await using world = await World.start();
  const { transport, cut } = cuttable(world.server.transport);
  const seen: string[] = [];
  const note = (what: string, causes: readonly { readonly type: string }[]): void =>
    void seen.push(`${what} ${causes.map(({ type }) => type).join()}`);
  const controller = defineController({
    for: Website,
    reconcile: (_, { causes }) => note('there', causes),
    gone: (key, { causes }) => note('gone', causes),
  });
  await world.during(world.manager({ transport }).add(controller), async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(1000);
    await world.client.patch(Website, 'default/blog', mergePatch({ spec: { replicas: 3 } }));
    await world.host.sleep(1000);
    await world.client.delete(Website, 'default/blog');
    await world.host.sleep(1000);
    await world.client.create(Website, blog);
    await world.host.sleep(1000);
    const lost = { resources: ['websites'], verbs: ['watch'], times: 1 };
    world.server.faults.add({ ...lost, effect: { type: 'status', code: 410 } });
    cut();
    await world.client.delete(Website, 'default/blog');
    await world.host.sleep(60_000);
  });
  expect(seen).toEqual(['there create', 'there update', 'gone delete', 'there create', 'gone delete']);
});

/** Runs a controller that asks for nothing but what its predicates pass, and counts what its queue was given. */
async function queued(
  more: Pick<ControllerDefinition, 'predicates'>,
  act: (world: World) => Promise<void>,
  resyncMs = 0,
): Promise<number> {
  await using world = await World.start();
  let adds = 0;
  const counter = (name: string) => ({ inc: () => void (adds += name === 'workqueue_adds_total' ? 1 : 0) });
  const gauge = () => ({ set: () => undefined, inc: () => undefined, dec: () => undefined });
  const queueMetrics = { counter, gauge, histogram: () => ({ observe: () => undefined }) } as QueueMetricsProvider;
  const controller = defineController({ ...more, for: Website, reconcile: () => undefined });
  const cache = { kinds: [{ kind: Website, resyncMs }] };
  await world.during(world.manager({ queueMetrics, cache }).add(controller), async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(1000);
    adds = 0;
    await act(world);
    await world.host.sleep(1000);
  });
  return adds;
}

const change =
  (patch: object) =>
  async ({ client }: World): Promise<void> =>
    void (await client.patch(Website, 'default/blog', mergePatch(patch)));

describe('what predicates hold back never comes to the queue', () => {
  const label = change({ metadata: { labels: { team: 'estate' } } });
  const annotation = change({ metadata: { annotations: { note: 'new' } } });
  const spec = change({ spec: { replicas: 3 } });
  const grows = predicate<{ metadata: object; spec: { replicas: number } }>('grows', {
    update: (now, old) => now.spec.replicas > old.spec.replicas,
  });
  for (const [name, one, passed, held] of [
    ['the generation', generationChanged(), spec, label],
    ['labels', labelsChanged(), label, spec],
    ['annotations', annotationsChanged(), annotation, label],
    ['both states', grows, spec, change({ spec: { replicas: 1 } })],
  ] as const)
    test(`by ${name} · LW-43`, async () => {
      expect(await queued({ predicates: [one as never] }, passed)).toBe(1);
      expect(await queued({ predicates: [one as never] }, held)).toBe(0);
    });

  test('by an unchanged version, such as a resync tells of · LW-42', async () => {
    const wait = ({ host }: World) => host.sleep(35_000);
    expect(await queued({}, wait, 10_000)).toBeGreaterThan(1);
    expect(await queued({ predicates: [resourceVersionChanged()] }, wait, 10_000)).toBe(0);
  });
});

describe('how urgent an event is', () => {
  test('is said for each kind; what was there before waits behind', async () => {
    await using world = await World.start();
    const controller = defineController({
      for: Website,
      priority: 5,
      watches: [
        watch(ConfigMap, ({ metadata }) => (metadata.name === 'theme' ? ['default/blog'] : []), {
          priority: (event) => (event.type === 'update' ? 50 : undefined),
        }),
      ],
      reconcile: () => undefined,
    });
    await world.client.create(Website, blog);
    await world.during(world.manager().add(controller), async () => {
      await change({ spec: { replicas: 3 } })(world);
      await world.host.sleep(100);
      await world.client.create(ConfigMap, { metadata: { namespace: 'default', name: 'theme' } });
      await world.host.sleep(100);
      await world.client.patch(ConfigMap, 'default/theme', mergePatch({ data: { color: 'green' } }));
      await world.host.sleep(100);
    });
    expect(world.records.map(({ priority }) => priority)).toEqual([lowPriority, 5, 0, 50]);
  });
});

test('a mapper that throws loses its own event, says so, and harms nothing else', async () => {
  await using world = await World.start();
  const said: unknown[] = [];
  const nothing = (): void => undefined;
  const error = (message: string, fields?: { readonly source?: unknown }) => void said.push([message, fields?.source]);
  const log: Logger = { debug: nothing, info: nothing, warn: nothing, error, with: () => log };
  const controller = defineController({
    for: Website,
    watches: [
      watch(ConfigMap, ({ metadata: { name, labels } }) => {
        if (name === 'broken') throw new TypeError('no labels');
        return labels?.['site'] === undefined ? [] : [`default/${labels['site']}`];
      }),
    ],
    reconcile: () => undefined,
  });
  await world.client.create(ConfigMap, { metadata: { namespace: 'default', name: 'broken' } });
  await world.during(world.manager({ log }).add(controller), async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(100);
    await world.client.create(ConfigMap, {
      metadata: { namespace: 'default', name: 'theme', labels: { site: 'blog' } },
    });
    await world.host.sleep(100);
  });
  expect(world.records.flatMap(({ causes }) => causes.map(({ source }) => source))).toEqual([
    'Website',
    'watched ConfigMap',
  ]);
  expect(said).toEqual([[expect.stringMatching(/mapper failed/u), 'watched ConfigMap']]);
});

test.each([Number.NaN, Infinity, 'urgent'])(
  'an event whose priority function answers %s has the usual priority, and is not lost',
  async (nonsense) => {
    await using world = await World.start();
    const controller = defineController({
      for: Website,
      priority: () => nonsense as number,
      reconcile: () => undefined,
    });
    await world.during(world.manager().add(controller), async () => {
      await world.host.sleep(1000);
      await world.client.create(Website, blog);
      await world.host.sleep(1000);
    });
    expect(world.records.map(({ priority }) => priority)).toEqual([0]);
  },
);
