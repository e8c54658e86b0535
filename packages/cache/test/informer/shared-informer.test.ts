import { SharedIndexInformer, type HandlerRegistration, type InformerProblem } from '@reeve/cache';
import { VirtualHost } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { thing, type Thing } from '../objects.ts';
import { ManualSource, recorder, withInformer } from './manual-source.ts';

const at = (key: string, value: number) => thing(key, value, { resourceVersion: String(value) });

describe('an informer', () => {
  test('is neither started nor stopped, then started, then both · SI-29', () =>
    withInformer(async ({ informer, start, stop, settle }) => {
      expect([informer.isStarted, informer.isStopped]).toEqual([false, false]);
      start();
      await settle();
      expect([informer.isStarted, informer.isStopped]).toEqual([true, false]);
      stop.abort();
      await settle();
      expect([informer.isStarted, informer.isStopped]).toEqual([true, true]);
    }));

  test('runs once: a second run is reported and ends at once', async () => {
    const problems: InformerProblem[] = [];
    await withInformer(
      async ({ informer, start, stop, settle }) => {
        start();
        await informer.run(stop.signal);
        stop.abort();
        await settle();
        await informer.run(new AbortController().signal);
        expect(problems.map(({ type }) => type)).toEqual(['started twice', 'started twice']);
      },
      { onProblem: (problem) => problems.push(problem) },
    );
  });

  test('leaves nothing running when it stops, with and without handlers, started or not · SI-33', async () => {
    for (const isStarted of [true, false]) {
      for (const hasHandler of [true, false]) {
        const host = new VirtualHost();
        const source = new ManualSource();
        const informer = new SharedIndexInformer<Thing>({ source, host, resyncMs: 5000 });
        if (hasHandler) informer.addEventHandler(recorder());
        const stop = new AbortController();
        if (!isStarted) stop.abort();
        const running = informer.run(stop.signal);
        stop.abort();
        await running;
        expect([source.isRunning, host.clock.pendingTimers]).toEqual([false, 0]);
      }
    }
  });

  test('tells its source’s failures to the watch error handler · SI-22', async () => {
    const errors: unknown[] = [];
    await withInformer(
      async ({ source, start, settle }) => {
        start();
        await settle();
        source.context.onError(new Error('list failed'));
        expect(errors).toMatchObject([{ message: 'list failed' }]);
      },
      { onWatchError: (error) => errors.push(error) },
    );
  });

  test('takes transform and watch error handler before it starts, and refuses them afterwards · SI-23', () =>
    withInformer(async ({ informer, source, start, settle }) => {
      const errors: unknown[] = [];
      informer.setTransform((object) => ({ ...object, value: 42 }));
      informer.setWatchErrorHandler((error) => errors.push(error));
      start(); // from this very call on it is too late, whatever has happened yet
      expect(() => informer.setTransform((object) => object)).toThrow(
        expect.objectContaining({ code: 'REEVE_INFORMER_STARTED' }),
      );
      expect(() => informer.setWatchErrorHandler(() => {})).toThrow('before');
      await settle();
      source.context.onError('x');
      expect([errors, source.context.transform?.(thing('a', 1)).value]).toEqual([['x'], 42]);
    }));

  test('adds indexes before and after it started, and refuses a name twice · SI-12', () =>
    withInformer(async ({ informer, source, start, settle }) => {
      informer.addIndexers({ value: (object) => [String(object.value)] });
      start();
      await settle();
      void source.store.replace([at('a', 1), at('b', 2)], '2');
      await settle();
      informer.addIndexers({ name: (object) => [object.metadata.name] });
      expect(informer.store.byIndex('value', '2')).toEqual(informer.store.byIndex('name', 'b'));
      expect(() => informer.addIndexers({ name: () => [] })).toThrow(
        expect.objectContaining({ code: 'REEVE_INDEX_CONFLICT' }),
      );
    }));

  test('reports an index function that throws, and goes on', async () => {
    const problems: InformerProblem[] = [];
    await withInformer(
      async ({ informer, source, start, settle }) => {
        start();
        await settle();
        void source.store.replace([at('a', 1)], '1');
        void source.store.add(at('b', 2));
        await settle();
        expect(informer.store.size).toBe(2);
        expect(problems.map(({ type }) => type)).toEqual(['index', 'index']);
      },
      {
        onProblem: (problem) => problems.push(problem),
        indexers: {
          bad: () => {
            throw new Error('no');
          },
        },
      },
    );
  });

  test('reports an object without a key, and stores and tells all others · SI-5', async () => {
    const problems: InformerProblem[] = [];
    await withInformer(
      async ({ informer, source, start, settle }) => {
        const handler = recorder();
        informer.addEventHandler(handler);
        start();
        await settle();
        void source.store.replace([at('a', 1), thing('', 9), at('b', 2)], '2');
        await settle();
        void source.store.add(at('c', 3));
        void source.store.add(thing('', 9));
        void source.store.add(at('d', 4));
        await settle();
        expect(handler.heard).toEqual(['+a=1!', '+b=2!', '+c=3', '+d=4']);
        expect(problems).toMatchObject([
          { type: 'delta', error: { code: 'REEVE_TRANSACTION', succeeded: [0, 2] } },
          { type: 'delta', error: { code: 'REEVE_TRANSACTION' } },
        ]);
      },
      { onProblem: (problem) => problems.push(problem) },
    );
  });

  test('after a reset of the watch known objects come as updates and new ones as additions · SI-7', () =>
    withInformer(async ({ informer, source, start, settle }) => {
      const handler = recorder();
      informer.addEventHandler(handler);
      start();
      await settle();
      void source.store.replace([at('a', 1), at('gone', 2)], '2');
      await settle();
      void source.store.replace([at('a', 3), at('new', 4)], '4');
      await settle();
      expect(handler.heard).toEqual(['+a=1!', '+gone=2!', '†gone=2', '~a=1→3', '+new=4']);
    }));

  test('tells of a broken watch only what changed, and all to those who are being told again · SI-21', () =>
    withInformer(async ({ informer, source, host, start, settle }) => {
      const [quiet, told] = [recorder(), recorder()];
      informer.addEventHandler(quiet, { resyncMs: 0 });
      informer.addEventHandler(told, { resyncMs: 2000 });
      start();
      await settle();
      void source.store.replace([at('a', 1), at('b', 2)], '2');
      await host.sleep(2000);
      expect([quiet.heard.length, told.heard.length]).toEqual([2, 4]);
      void source.store.replace([at('a', 1), at('b', 3)], '3');
      await settle();
      expect(quiet.heard.slice(2)).toEqual(['~b=2→3']);
      expect(told.heard.slice(4)).toEqual(['~a=1→1', '~b=2→3']);
    }));

  test('keeps the order of changes for each handler, and the store is ahead of all of them', () =>
    withInformer(async ({ informer, source, start, settle }) => {
      const stale: string[] = [];
      const handler = recorder();
      informer.addEventHandler(handler);
      informer.addEventHandler({
        onUpdate: (_, object) => {
          const stored = informer.store.getByKey('a')?.value ?? 0;
          if (stored < object.value) stale.push(`${stored} < ${object.value}`);
        },
      });
      start();
      await settle();
      void source.store.replace([at('a', 1)], '1');
      for (let value = 2; value < 50; value += 1) void source.store.update(at('a', value));
      void source.store.delete(at('a', 50));
      void source.store.add(at('a', 51));
      await settle();
      expect(stale).toEqual([]);
      expect(handler.heard).toEqual([
        '+a=1!',
        ...Array.from({ length: 48 }, (_, i) => `~a=${i + 1}→${i + 2}`),
        '-a=50',
        '+a=51',
      ]);
    }));

  test('store and version follow lists, changes, deletions and bookmarks · SI-8', () =>
    withInformer(async ({ informer, source, start, settle }) => {
      const versions: string[] = [];
      const note = async () => {
        await settle();
        versions.push(informer.lastSyncResourceVersion);
      };
      start();
      await note();
      void source.store.replace([at('a', 1)], '5');
      await note();
      void source.store.update(at('a', 6));
      await note();
      void source.store.delete(at('a', 8));
      await note();
      void source.store.bookmark?.('9');
      await note();
      expect(versions).toEqual(['', '5', '6', '8', '9']);
    }));

  test('lets its source look into the store, and says whether states in between matter', () =>
    withInformer(async ({ informer, source, start, settle }) => {
      start();
      await settle();
      void source.store.replace([at('shop/a', 1)], '1');
      await settle();
      expect(source.store.peek?.('shop', 'a')).toBe(informer.store.getByKey('shop/a'));
      expect(source.store.isLevelTriggered).toBe(true);
      informer.addEventHandler(recorder(), { coalesce: true });
      expect(source.store.isLevelTriggered).toBe(true);
      const lossless = informer.addEventHandler(recorder());
      expect(source.store.isLevelTriggered).toBe(false);
      informer.removeEventHandler(lossless);
      expect(source.store.isLevelTriggered).toBe(true);
    }));
});

describe('waiting for the first list', () => {
  test('ends when the store has it', () =>
    withInformer(async ({ informer, source, start, settle }) => {
      start();
      await settle();
      const synced = informer.synced();
      expect(informer.hasSynced).toBe(false);
      void source.store.replace([at('a', 1)], '1');
      await synced;
      expect([informer.hasSynced, informer.store.size]).toEqual([true, 1]);
    }));

  test('ends at once with the cause where only somebody else can help, and heals', () =>
    withInformer(async ({ informer, source, start, settle }) => {
      start();
      await settle();
      const early = informer.synced();
      const error = new Error('pods is forbidden');
      source.context.onState({ type: 'backingOff', problem: 'forbidden', error, delayMs: 800, next: 'list' });
      const expected = { code: 'REEVE_CACHE_NOT_SYNCED', cause: error };
      await expect(early).rejects.toMatchObject(expected);
      await expect(informer.synced()).rejects.toMatchObject(expected);
      expect(informer.notReadyReason()).toBe('Things: not synced (forbidden: pods is forbidden)');
      source.context.onState({ type: 'listing', resourceVersion: '0' });
      const later = informer.synced();
      void source.store.replace([], '1');
      await later;
      source.context.onState({ type: 'backingOff', problem: 'missing', error, delayMs: 800, next: 'list' });
      await informer.synced(); // what is there stays readable
    }));

  test('goes on through outages, and tells the last one when the signal ends it', () =>
    withInformer(async ({ informer, source, start, settle }) => {
      start();
      await settle();
      const abort = new AbortController();
      const waiting = informer.synced(abort.signal);
      const error = new Error('503');
      source.context.onError(error);
      source.context.onState({ type: 'backingOff', problem: 'failed', error, delayMs: 800, next: 'list' });
      await settle();
      abort.abort();
      await expect(waiting).rejects.toMatchObject({ code: 'REEVE_CACHE_NOT_SYNCED', cause: error });
    }));

  test('ends with the signal’s reason when nothing failed, and with the stop', () =>
    withInformer(async ({ informer, start, stop, settle }) => {
      await expect(informer.synced(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
      start();
      const waiting = informer.synced();
      await settle();
      stop.abort();
      await expect(waiting).rejects.toMatchObject({
        code: 'REEVE_CACHE_NOT_SYNCED',
        cause: { code: 'REEVE_INFORMER_STOPPED' },
      });
      await expect(informer.synced()).rejects.toMatchObject({ code: 'REEVE_CACHE_NOT_SYNCED' });
    }));
});

test('a hundred workers add and remove handlers under load, and permanent handlers miss nothing · SI-32', () =>
  withInformer(async ({ informer, source, host, start, settle }) => {
    const permanent = [recorder(), recorder()];
    const views = permanent.map(() => new Map<string, number>());
    for (const [i, handler] of permanent.entries()) {
      informer.addEventHandler(handler);
      const view = views[i] ?? new Map();
      informer.addEventHandler({
        onAdd: (object) => void view.set(object.metadata.name, object.value),
        onUpdate: (_, object) => void view.set(object.metadata.name, object.value),
        onDelete: ({ key }) => void view.delete(key),
      });
    }
    start();
    await settle();
    void source.store.replace([], '1');
    const workers = Array.from({ length: 100 }, async () => {
      for (let i = 0; i < 5; i += 1) {
        const registration: HandlerRegistration = informer.addEventHandler(recorder());
        await host.sleep(host.random.integer(20));
        informer.removeEventHandler(registration);
      }
    });
    let version = 1;
    for (let i = 0; i < 300; i += 1) {
      const key = `o${host.random.integer(10)}`;
      const object = at(key, (version += 1));
      if (host.random.integer(3) === 0) void source.store.delete(object);
      else void source.store.update(object);
      if (i % 10 === 0) await host.sleep(1);
    }
    await Promise.all(workers);
    await settle();
    expect(informer.handlerCount).toBe(4);
    expect(permanent[0]?.heard).toEqual(permanent[1]?.heard);
    expect(permanent[0]?.heard).toHaveLength(300);
    for (const view of views) {
      expect([...view.keys()].toSorted()).toEqual(informer.store.listKeys().toSorted());
      for (const [key, value] of view) expect(informer.store.getByKey(key)?.value).toBe(value);
    }
  }));

test('an object of the cluster with fields that are named as those of a tombstone is stored, and deletes no other object', () =>
  withInformer(async ({ informer, source, start, settle }) => {
    const handler = recorder();
    informer.addEventHandler(handler);
    start();
    await settle();
    void source.store.replace([thing('victim', 1)], '1');
    const forged = (version: number) => ({
      ...thing('a', version, { resourceVersion: String(version) }),
      finalStateUnknown: true,
      key: 'victim',
    });
    void source.store.add(forged(1));
    void source.store.update(forged(2));
    void source.store.delete(forged(2));
    await settle();
    expect(informer.store.listKeys()).toEqual(['victim']);
    expect(handler.heard).toEqual(['+victim=1!', '+a=1', '~a=1→2', '-a=2']);
  }));

test('a tap sees every change of the store in the moment it is made, the deletions that a list implies too', () =>
  withInformer(async ({ informer, source, start, settle }) => {
    const seen: string[] = [];
    const keys = () => informer.store.listKeys().toSorted().join(',');
    const untap = informer.tap({
      changed: (key, previous, object) =>
        seen.push(`${key} ${previous?.value ?? '-'}→${object?.value ?? '-'} [${keys()}]`),
      versionReached: (version) => seen.push(`@${version}`),
    });
    start();
    await settle();
    void source.store.replace([thing('a', 1), thing('b', 1)], '10');
    await settle();
    void source.store.delete(thing('b', 1));
    await settle();
    void source.store.replace([thing('c', 3)], '20');
    await settle();
    untap();
    void source.store.replace([], '30');
    await settle();
    expect(seen).toEqual(['a -→1 [a,b]', 'b -→1 [a,b]', '@10', 'b 1→- [a]', '@10', 'a 1→- [c]', 'c -→3 [c]', '@20']);
  }));
