/** Informers on the embedded server, in virtual time. */
import { objectListerWatcher, reflectorSource, SharedIndexInformer, type InformerOptions } from '@reeve/cache';
import { edit, listOf, type DeepReadonly, type KindObject } from '@reeve/machinery';
import { expect, test } from 'vitest';
import { ConfigMap, namespace, versionsOf, World } from '../model/world.ts';

type Map_ = DeepReadonly<KindObject<typeof ConfigMap>>;

const inWorld = async (
  program: (setup: { world: World; informer: SharedIndexInformer<Map_>; start(): void }) => Promise<void>,
  options: Partial<InformerOptions<Map_>> & { readonly streaming?: boolean } = {},
): Promise<void> => {
  await using world = await World.start({ seed: 3 });
  const source = reflectorSource<KindObject<typeof ConfigMap>>({
    source: world.source({ supportsStreaming: options.streaming ?? true }),
  });
  const informer = new SharedIndexInformer<Map_>({ source, host: world.host, ...options });
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  await world.host.run(
    async () => {
      await program({ world, informer, start: () => void (running = informer.run(stop.signal)) });
      stop.abort();
      await running;
    },
    { maxSteps: 1_000_000 },
  );
};

/** A view that is made from what a handler hears alone; a call that does not fit is noted. */
const viewOf = (informer: SharedIndexInformer<Map_>) => {
  const view = new Map<string, Map_>();
  const odd: string[] = [];
  const registration = informer.addEventHandler({
    onAdd: (object) => {
      const name = object.metadata.name ?? '';
      if (view.has(name)) odd.push(`add of ${name}, which is known`);
      view.set(name, object);
    },
    onUpdate: (previous, object) => {
      const name = object.metadata.name ?? '';
      if (view.get(name) !== previous) odd.push(`update of ${name} from something else`);
      view.set(name, object);
    },
    onDelete: ({ key }) => {
      if (!view.delete(key.slice(key.indexOf('/') + 1))) odd.push(`delete of ${key}, which is unknown`);
    },
  });
  return { view, odd, registration };
};

test.each([true, false])(
  'a view built from handler calls ends as the source, without a call that does not fit; streaming %s · SI-1',
  (streaming) =>
    inWorld(
      async ({ world, informer, start }) => {
        const { view, odd, registration } = viewOf(informer);
        for (const name of ['a', 'b', 'c']) await world.put(name);
        start();
        for (let i = 0; i < 150; i += 1) {
          const name = `o${world.host.random.integer(8)}`;
          if (world.host.random.integer(3) === 0) await world.remove(name);
          else await world.put(name);
          if (i % 40 === 20) world.server.restore(world.server.snapshot()); // every watch loses its place
          if (i % 5 === 0) await world.host.sleep(world.host.random.integer(2000));
        }
        await registration.synced();
        await world.host.sleep(60_000);
        expect(odd).toEqual([]);
        expect(versionsOf(view.values())).toEqual(await world.truth());
        expect(versionsOf(informer.store.list())).toEqual(await world.truth());
      },
      { streaming },
    ),
);

test('a change between the list and the watch is told · SI-2', () =>
  inWorld(
    async ({ world, informer, start }) => {
      await world.put('a');
      world.spoil({ verbs: ['watch'], times: 1, effect: { type: 'latency', ms: 5000 } });
      const { view } = viewOf(informer);
      start();
      await informer.synced();
      await world.put('a');
      await world.put('b');
      expect(versionsOf(view.values())).not.toEqual(await world.truth());
      await world.host.sleep(20_000);
      expect(versionsOf(view.values())).toEqual(await world.truth());
    },
    { streaming: false },
  ));

test('store and handlers have what the transform made, once per object received, and readers at any time see nothing else · SI-4 · SI-24 · LW-13', () => {
  let calls = 0;
  const reads: Map_[] = [];
  let readStore = (): void => {};
  const transform = (object: Map_): Map_ => {
    calls += 1;
    readStore(); // in the middle of a change
    return edit(object, (draft) => {
      draft.data = { size: String(Object.keys(draft.data ?? {}).length) };
    });
  };
  return inWorld(
    async ({ world, informer, start }) => {
      const { view } = viewOf(informer);
      readStore = () => void reads.push(...informer.store.list());
      informer.tap({ changed: readStore, versionReached: readStore });
      informer.addEventHandler({ onAdd: readStore, onUpdate: readStore, onDelete: readStore });
      await world.put('a');
      start();
      const reading = { isOver: false };
      const readers = Array.from({ length: 4 }, async (_, nth) => {
        while (!reading.isOver) {
          readStore();
          await world.host.sleep((nth + 1) / 2);
        }
      });
      await informer.synced();
      await world.put('b');
      await world.put('a');
      await world.host.sleep(1000);
      reading.isOver = true;
      await Promise.all(readers);
      expect(reads.length).toBeGreaterThan(100);
      expect(reads.filter(({ data }) => data?.['size'] !== '1')).toEqual([]);
      expect(reads.every((object) => Object.isFrozen(object) && Object.isFrozen(object.data))).toBe(true);
      for (const objects of [view.values(), informer.store.list()]) {
        for (const { data } of objects) expect(data).toEqual({ size: '1' });
      }
      expect(calls).toBe(informer.store.size + 1); // and one update
    },
    { transform },
  );
});

test('what a list function throws is told to the watch error handler and to who waits, and is tried again · SI-3', async () => {
  await using world = await World.start();
  const errors: unknown[] = [];
  let isBroken = true;
  const source = reflectorSource<KindObject<typeof ConfigMap>>({
    source: objectListerWatcher({
      kind: ConfigMap,
      list: async () => {
        if (isBroken) throw new TypeError('undefined is not a function');
        return listOf(
          ConfigMap,
          [ConfigMap.of({ metadata: { name: 'a', namespace, resourceVersion: '1', uid: 'u' } })],
          {
            resourceVersion: '1',
          },
        );
      },
      watch: (_, signal) =>
        Promise.resolve({
          async *[Symbol.asyncIterator]() {
            await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
            yield* [];
          },
        }),
    }),
  });
  const informer = new SharedIndexInformer<Map_>({
    source,
    host: world.host,
    onWatchError: (error) => errors.push(error),
  });
  const stop = new AbortController();
  await world.host.run(async () => {
    const running = informer.run(stop.signal);
    const patience = new AbortController();
    const waiting = informer.synced(patience.signal);
    await world.host.sleep(500);
    patience.abort();
    await expect(waiting).rejects.toMatchObject({ cause: { message: 'undefined is not a function' } });
    expect(errors[0]).toBeInstanceOf(TypeError);
    isBroken = false;
    await informer.synced();
    expect(informer.store.size).toBe(1);
    stop.abort();
    await running;
  });
});

test('a missing permission is told at once to who waits, and heals · SI-22', () => {
  const errors: unknown[] = [];
  return inWorld(
    async ({ world, informer, start }) => {
      const heal = world.spoil({ verbs: ['list', 'watch'], effect: { type: 'status', code: 403 } });
      start();
      const before = world.host.clock.monotonic();
      await expect(informer.synced()).rejects.toMatchObject({
        code: 'REEVE_CACHE_NOT_SYNCED',
        cause: { code: 'REEVE_FORBIDDEN' },
      });
      expect(world.host.clock.monotonic() - before).toBeLessThan(1000);
      expect(errors.length).toBeGreaterThan(0);
      heal();
      await world.host.sleep(60_000);
      await informer.synced();
    },
    { onWatchError: (error) => errors.push(error) },
  );
});

test('bookmarks keep an idle informer fresh, and a silent stream does not', () =>
  inWorld(async ({ world, informer, start }) => {
    start();
    await informer.synced();
    const before = informer.lastSyncResourceVersion;
    await world.ask('POST', '/api/v1/namespaces', { metadata: { name: 'elsewhere' } });
    await world.host.sleep(100_000);
    expect(informer.notReadyReason()).toBeUndefined();
    expect(informer.freshness().ageMs).toBeLessThan(61_000);
    expect(BigInt(informer.lastSyncResourceVersion)).toBeGreaterThan(BigInt(before));
  }));
