import { filteringHandler, SharedIndexInformer, type InformerProblem } from '@reeve/cache';
import { VirtualHost } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { thing, type Thing } from '../objects.ts';
import { ManualSource, recorder, withInformer } from './manual-source.ts';

const at = (key: string, value: number) => thing(key, value, { resourceVersion: String(value) });

describe('a handler', () => {
  test.each(['before', 'while', 'after'])('is not lost when it is added %s the informer starts · SI-20', (when) =>
    withInformer(async ({ informer, source, start, settle }) => {
      const handler = recorder();
      const add = () => informer.addEventHandler(handler);
      if (when === 'before') add();
      start();
      if (when === 'while') add();
      await settle();
      if (when === 'after') add();
      void source.store.replace([at('a', 1)], '1');
      await settle();
      expect(handler.heard).toEqual(['+a=1!']);
    }),
  );

  test('that comes late hears what is there, then what comes, and is synced in between · SI-31', () =>
    withInformer(async ({ informer, source, host, start, settle }) => {
      start();
      await settle();
      void source.store.replace([at('a', 1), at('b', 2)], '2');
      await informer.synced();
      const handler = recorder();
      const slow = { onAdd: async () => host.sleep(1000) };
      const quick = informer.addEventHandler(handler);
      const late = informer.addEventHandler(slow);
      void source.store.add(at('c', 3));
      expect([quick.hasSynced, late.hasSynced]).toEqual([false, false]);
      await quick.synced();
      expect([quick.hasSynced, late.hasSynced, late.pending]).toEqual([true, false, 2]);
      await late.synced();
      expect([late.hasSynced, late.pending]).toEqual([true, 0]);
      await settle();
      expect(handler.heard).toEqual(['+a=1!', '+b=2!', '+c=3']);
    }));

  test('that comes while a list is being told hears everything once', async () => {
    const host = new VirtualHost({ seed: 1, sliceBytes: 1024 }); // a yield after every few objects
    const source = new ManualSource();
    const informer = new SharedIndexInformer<Thing>({ source, host });
    const stop = new AbortController();
    await host.run(async () => {
      const running = informer.run(stop.signal);
      const objects = Array.from({ length: 200 }, (_, i) => at(`o${i}`, i + 1));
      await host.sleep(1);
      void source.store.replace(objects, '200');
      const handlers: ReturnType<typeof recorder>[] = [];
      while (!informer.hasSynced) {
        const handler = recorder();
        handlers.push(handler);
        informer.addEventHandler(handler);
        await host.yield();
      }
      await host.sleep(10);
      expect(handlers.length).toBeGreaterThan(50);
      for (const { heard } of handlers) {
        expect(heard.toSorted()).toEqual(
          objects.map(({ metadata, value }) => `+${metadata.name}=${value}!`).toSorted(),
        );
      }
      stop.abort();
      await running;
    });
  });

  test('that promises something for each object lets others have their turn in between', async () => {
    const host = new VirtualHost({ seed: 1, sliceBytes: 1024 }); // a yield after every few objects
    const source = new ManualSource();
    const informer = new SharedIndexInformer<Thing>({ source, host });
    const stop = new AbortController();
    await host.run(async () => {
      const running = informer.run(stop.signal);
      await host.sleep(1);
      const objects = Array.from({ length: 200 }, (_, i) => at(`o${i}`, i + 1));
      void source.store.replace(objects, '200');
      await informer.synced();
      let heard = 0;
      const late = informer.addEventHandler({ onAdd: async () => void (await Promise.resolve(), (heard += 1)) });
      const seen: number[] = [];
      while (!late.hasSynced) {
        await host.yield();
        seen.push(heard);
      }
      expect(seen.filter((count) => count > 0 && count < 200).length).toBeGreaterThan(5);
      stop.abort();
      await running;
    });
  });

  test('that throws in the initial list is synced all the same · SI-34', async () => {
    const problems: InformerProblem[] = [];
    await withInformer(
      async ({ informer, source, host, start, settle }) => {
        const times: number[] = [];
        const registration = informer.addEventHandler(
          {
            onAdd: (object) => {
              times.push(host.clock.monotonic());
              if (object.value === 1) throw new Error('broken');
            },
          },
          { name: 'fragile' },
        );
        const other = recorder();
        informer.addEventHandler(other);
        start();
        await settle();
        void source.store.replace([at('a', 1), at('b', 2)], '2');
        await settle();
        expect(other.heard).toEqual(['+a=1!', '+b=2!']); // nobody else waits
        await registration.synced();
        const [first = 0, second = 0] = times;
        expect(second - first).toBe(1000);
        expect(registration.failures).toBe(1);
        expect(problems).toMatchObject([
          { type: 'handler', handler: 'fragile', event: 'add', key: 'a', error: { message: 'broken' } },
        ]);
      },
      { onProblem: (problem) => problems.push(problem) },
    );
  });

  test('that rejects is treated as one that throws', () =>
    withInformer(async ({ informer, source, start, host, settle }) => {
      const heard: string[] = [];
      const registration = informer.addEventHandler({
        onAdd: async (object) => {
          heard.push(object.metadata.name);
          await host.sleep(5);
          throw new Error('later');
        },
      });
      start();
      await settle();
      void source.store.replace([at('a', 1), at('b', 2)], '2');
      await registration.synced();
      expect([heard, registration.failures]).toEqual([['a', 'b'], 2]);
    }));

  test('is called one call at a time, and shows how far it is behind', () =>
    withInformer(async ({ informer, source, host, start, settle }) => {
      let running = 0;
      const slow = informer.addEventHandler({
        onAdd: async () => {
          running += 1;
          expect(running).toBe(1);
          await host.sleep(100);
          running -= 1;
        },
      });
      start();
      await settle();
      void source.store.replace([at('a', 1), at('b', 2), at('c', 3)], '3');
      await host.sleep(50);
      expect(slow.pending).toBe(2);
      expect(slow.lagMs).toBeGreaterThan(30);
      await slow.synced();
      await settle();
      expect([slow.pending, slow.lagMs]).toEqual([0, 0]);
    }));
});

describe('removing a handler', () => {
  test('ends its events, and the others’ go on · SI-25', () =>
    withInformer(async ({ informer, source, start, settle }) => {
      const [gone, stays] = [recorder(), recorder()];
      const registration = informer.addEventHandler(gone);
      informer.addEventHandler(stays);
      start();
      await settle();
      void source.store.replace([at('a', 1)], '1');
      await settle();
      informer.removeEventHandler(registration);
      void source.store.update(at('a', 2));
      await settle();
      expect([gone.heard, stays.heard]).toEqual([['+a=1!'], ['+a=1!', '~a=1→2']]);
    }));

  test('of another informer does nothing to either · SI-26', () =>
    withInformer(async ({ informer, source, host, start, settle }) => {
      const foreign = new SharedIndexInformer<Thing>({ source: new ManualSource(), host });
      const [mine, theirs] = [recorder(), recorder()];
      informer.addEventHandler(mine);
      const registration = foreign.addEventHandler(theirs);
      informer.removeEventHandler(registration);
      await informer.shutDownEventHandler(registration);
      expect([informer.handlerCount, foreign.handlerCount]).toEqual([1, 1]);
      start();
      await settle();
      void source.store.replace([at('a', 1)], '1');
      await settle();
      expect(mine.heard).toEqual(['+a=1!']);
    }));

  test('one of two registrations of the same handler leaves the other · SI-27', () =>
    withInformer(async ({ informer, source, start, settle }) => {
      const handler = recorder();
      const [one, other] = [informer.addEventHandler(handler), informer.addEventHandler(handler)];
      start();
      await settle();
      void source.store.replace([at('a', 1)], '1');
      await settle();
      expect(handler.heard).toEqual(['+a=1!', '+a=1!']);
      informer.removeEventHandler(one);
      void source.store.update(at('a', 2));
      await settle();
      expect(handler.heard.slice(2)).toEqual(['~a=1→2']);
      informer.removeEventHandler(other);
      expect(informer.handlerCount).toBe(0);
    }));

  test('twice, or from a stopped informer, is harmless · SI-28', () =>
    withInformer(async ({ informer, start, stop, settle }) => {
      const [one, other] = [informer.addEventHandler(recorder()), informer.addEventHandler(recorder())];
      start();
      await settle();
      informer.removeEventHandler(one);
      informer.removeEventHandler(one);
      stop.abort();
      await settle();
      informer.removeEventHandler(other);
      informer.removeEventHandler(other);
      expect(informer.handlerCount).toBe(0);
    }));

  test('is refused to be added to a stopped informer · SI-30', () =>
    withInformer(async ({ informer, start, stop, settle }) => {
      start();
      stop.abort();
      await settle();
      expect(() => informer.addEventHandler(recorder())).toThrow(
        expect.objectContaining({ code: 'REEVE_INFORMER_STOPPED' }),
      );
      expect(() => informer.addIndexers({ x: () => [] })).toThrow('stopped');
      expect(informer.handlerCount).toBe(0);
    }));

  test('does not wait for a running call, and shutting it down does · SI-35', () =>
    withInformer(async ({ informer, source, host, start, settle }) => {
      const ended: string[] = [];
      const slow = (name: string) => ({
        onAdd: async () => {
          await host.sleep(1000);
          ended.push(name);
        },
      });
      const [removed, shut] = [informer.addEventHandler(slow('removed')), informer.addEventHandler(slow('shut'))];
      start();
      await settle();
      void source.store.replace([at('a', 1), at('b', 2)], '2');
      await host.sleep(500);
      informer.removeEventHandler(removed);
      expect(ended).toEqual([]);
      await informer.shutDownEventHandler(shut);
      expect(ended.toSorted()).toEqual(['removed', 'shut']);
      await informer.shutDownEventHandler(removed);
      await host.sleep(5000);
      expect(ended).toHaveLength(2); // what waited was dropped
    }));

  test('by shutting it down always returns: never started, running, stopped, again · SI-36', () =>
    withInformer(async ({ informer, source, start, stop, settle }) => {
      const registrations = [1, 2, 3].map(() => informer.addEventHandler(recorder()));
      const [before, during, after] = registrations;
      if (!before || !during || !after) throw new Error('three');
      await informer.shutDownEventHandler(before);
      start();
      await settle();
      void source.store.replace([at('a', 1)], '1');
      await informer.shutDownEventHandler(during);
      await informer.shutDownEventHandler(during);
      stop.abort();
      await settle();
      await informer.shutDownEventHandler(after);
      await informer.shutDownEventHandler(before);
      expect(informer.handlerCount).toBe(0);
    }));
});

test('a handler is told the key under which the store has the object', () =>
  withInformer(async ({ informer, source, start, settle }) => {
    const keys: string[] = [];
    const note = (key: string) => void keys.push(`${key}=${informer.store.getByKey(key)?.value}`);
    const handler = {
      onAdd: (_: Thing, __: boolean, key: string) => note(key),
      onUpdate: (_: Thing, __: Thing, key: string) => note(key),
    };
    informer.addEventHandler(handler);
    start();
    await settle();
    void source.store.replace([at('shop/a', 1), at('b', 1)], '2');
    void source.store.update(at('shop/a', 2));
    await settle();
    informer.addEventHandler(filteringHandler(({ value }) => value === 2, handler));
    await settle();
    expect(keys).toEqual(['shop/a=1', 'b=1', 'shop/a=2', 'shop/a=2']);
  }));

describe('a filtering handler', () => {
  test('turns what begins and ceases to pass into additions and deletions · SI-38', () =>
    withInformer(async ({ informer, source, start, settle }) => {
      const handler = recorder();
      informer.addEventHandler(filteringHandler((object) => object.value % 2 === 0, handler));
      start();
      await settle();
      void source.store.replace([at('shop/a', 2), at('b', 1)], '2');
      for (const value of [4, 5, 6]) void source.store.update(at('shop/a', value));
      void source.store.update(at('b', 7));
      void source.store.delete(at('b', 9));
      void source.store.delete(at('shop/a', 8));
      await settle();
      expect(handler.heard).toEqual(['+a=2!', '~a=2→4', '-shop/a=4', '+a=6', '-shop/a=8']);
    }));

  test('lets a deletion without an object pass · SI-38', async () => {
    const handler = recorder();
    const filtered = filteringHandler<Thing>(() => false, handler);
    await filtered.onDelete?.({ key: 'a', object: undefined, finalStateUnknown: true });
    await filtered.onDelete?.({ key: 'b', object: thing('b'), finalStateUnknown: true });
    expect(handler.heard).toEqual(['†a=?']);
  });
});

describe('a handler that wants the latest state only', () => {
  const blocked = async (
    changes: (source: ManualSource) => void,
    initial: readonly Thing[] = [at('a', 1)],
  ): Promise<string[]> => {
    const handler = recorder();
    await withInformer(async ({ informer, source, host, start, settle }) => {
      start();
      await settle();
      void source.store.replace([at('blocker', 0), ...initial], '1');
      const registration = informer.addEventHandler(
        {
          ...handler,
          onAdd: async (object, isInInitialList, key) => {
            if (object.metadata.name === 'blocker2') return host.sleep(1000);
            await handler.onAdd?.(object, isInInitialList, key);
          },
        },
        { coalesce: true },
      );
      await registration.synced();
      handler.heard.length = 0;
      void source.store.add(at('blocker2', 2));
      await settle();
      changes(source);
      await host.sleep(3000);
    });
    return handler.heard;
  };

  test('hears the first previous and the last state of many updates', async () => {
    const heard = await blocked(({ store }) => {
      for (let value = 3; value < 100; value += 1) void store.update(at('a', value));
    });
    expect(heard).toEqual(['~a=1→99']);
  });

  test('hears nothing of what came and went', async () => {
    const heard = await blocked(({ store }) => {
      void store.add(at('b', 3));
      void store.update(at('b', 4));
      void store.delete(at('b', 5));
    });
    expect(heard).toEqual([]);
  });

  test('hears that an object went, and what came in its place', async () => {
    const heard = await blocked(({ store }) => {
      void store.update(at('a', 3));
      void store.delete(at('a', 4));
      void store.add(at('a', 5));
      void store.update(at('a', 6));
      void store.delete(at('a', 7));
      void store.add(at('a', 8));
      void store.update(at('a', 9));
    });
    expect(heard).toEqual(['-a=4', '+a=9']);
  });

  test('keeps the order in which objects first changed', async () => {
    const heard = await blocked(
      ({ store }) => {
        void store.update(at('b', 10));
        void store.update(at('a', 11));
        void store.update(at('b', 12));
      },
      [at('a', 1), at('b', 2)],
    );
    expect(heard).toEqual(['~b=2→12', '~a=1→11']);
  });

  test('counts initial objects that went before it heard of them as done', () =>
    withInformer(async ({ informer, source, host, start, settle }) => {
      const registration = informer.addEventHandler({ onAdd: () => host.sleep(100) }, { coalesce: true });
      start();
      await settle();
      void source.store.replace([at('a', 1), at('b', 2), at('c', 3)], '3');
      await settle();
      void source.store.delete(at('c', 4));
      await registration.synced();
      expect(registration.hasSynced).toBe(true);
    }));
});
