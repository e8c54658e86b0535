/** The low-level controller: a lister-watcher, a queue and a function that processes what is popped. */
import {
  Controller,
  DeltaFifo,
  Fifo,
  InOrderQueue,
  isDeletedFinalStateUnknown,
  type Deltas,
  type ListingControllerOptions,
} from '@reeve/cache';
import { VirtualHost, type DeepReadonly, type KubeObject } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { Channel, ScriptedSource, Thing, bookmark, event, listAt, thing, type Script } from '../reflector/script.ts';

type Stored = DeepReadonly<KubeObject>;
type Options = ListingControllerOptions<Stored, Deltas<Stored>, DeltaFifo<Stored>>;

/** A controller on a `DeltaFifo` in virtual time, whose function writes down what it is given. */
const setup = (script: Script, options: Partial<Options> = {}) => {
  const host = new VirtualHost();
  const known = new Map<string, Stored>();
  const source = new ScriptedSource(script);
  const queue = new DeltaFifo<Stored>({
    emitReplaced: true,
    knownObjects: { listKeys: () => known.keys(), getByKey: (key) => known.get(key) },
  });
  const processed: string[] = [];
  const errors: unknown[] = [];
  const watchErrors: unknown[] = [];
  const store = (deltas: Deltas<Stored>): void => {
    for (const { type, object } of deltas) {
      const key = queue.keyOf(object);
      processed.push(`${type} ${key}`);
      if (type === 'Deleted' || isDeletedFinalStateUnknown(object)) known.delete(key);
      else known.set(key, object);
    }
  };
  const controller = new Controller<Stored, Deltas<Stored>, DeltaFifo<Stored>>({
    host,
    queue,
    source: source.source,
    process: store,
    onError: (error) => errors.push(error),
    onWatchError: (error) => watchErrors.push(error),
    ...options,
  });
  const stop = new AbortController();
  const running = controller.run(stop.signal);
  return {
    host,
    source,
    queue,
    controller,
    processed,
    errors,
    watchErrors,
    store,
    pass: async (ms: number) => {
      await host.clock.advance(ms);
      await host.settle();
    },
    end: async () => {
      stop.abort();
      await host.settle();
      await running;
    },
  };
};

describe('a controller that lists and watches', () => {
  test('a controller processes what is there and what happens, and knows up to which version', async () => {
    const world = setup({
      lists: [() => listAt('5', ['a', 'b'])],
      watches: [
        () => new Channel(event('MODIFIED', thing('a', '6')), event('DELETED', thing('b', '7')), bookmark('9')),
      ],
    });
    expect([world.controller.hasSynced, world.controller.lastSyncResourceVersion]).toEqual([false, '']);
    await world.pass(0);
    await world.controller.synced();
    expect(world.processed).toEqual(['Replaced shop/a', 'Replaced shop/b', 'Updated shop/a', 'Deleted shop/b']);
    expect([world.controller.hasSynced, world.controller.lastSyncResourceVersion]).toEqual([true, '9']);
    await world.end();
    expect([world.queue.isClosed, world.errors]).toEqual([true, []]);
  });

  test('a controller asks the queue to resync after each period in which shouldResync agrees', async () => {
    let agrees = true;
    const world = setup(
      { lists: [() => listAt('5', ['a'])], watches: [() => new Channel()] },
      { resyncPeriodMs: 10_000, shouldResync: () => agrees },
    );
    await world.pass(25_000);
    expect(world.processed).toEqual(['Replaced shop/a', 'Sync shop/a', 'Sync shop/a']);
    agrees = false;
    await world.pass(50_000);
    expect(world.processed).toHaveLength(3);
    await world.end();
  });

  test('a controller passes over events of another kind than it was made for, and tells of them', async () => {
    const other = { ...thing('x', '7'), kind: 'Other' };
    const world = setup(
      {
        lists: [() => listAt('5', ['a'])],
        watches: [() => new Channel(event('ADDED', other), event('ADDED', thing('b', '8')))],
      },
      { kind: Thing },
    );
    await world.pass(0);
    expect(world.processed).toEqual(['Replaced shop/a', 'Added shop/b']);
    expect(world.watchErrors).toMatchObject([{ code: 'REEVE_UNEXPECTED_OBJECT', expected: 'example.com/v1 Thing' }]);
    await world.end();
  });

  test('a controller expects the kind that it was made for, whatever the source says', async () => {
    const world = setup(
      { lists: [() => listAt('5', ['a'])], watches: [() => new Channel()] },
      { kind: { ...Thing, apiVersion: 'example.com/v2' } },
    );
    await world.pass(0);
    expect(world.processed).toEqual([]);
    expect(world.watchErrors).toMatchObject([
      { code: 'REEVE_UNEXPECTED_OBJECT', expected: 'example.com/v2 ThingList' },
    ]);
    await world.end();
  });

  test('a controller asks for pages of the size that it is told', async () => {
    const world = setup({ lists: [() => listAt('5')], watches: [() => new Channel()] }, { pageSize: 7 });
    await world.pass(0);
    expect(world.source.lists).toMatchObject([{ limit: 7 }]);
    await world.end();
  });

  test('a controller works with a Fifo, which hands over the latest state of each object', async () => {
    const host = new VirtualHost();
    const popped: string[] = [];
    const controller = new Controller<Stored, Stored, Fifo<Stored>>({
      host,
      queue: new Fifo<Stored>(),
      source: new ScriptedSource({
        lists: [() => listAt('5', ['a', 'b'])],
        watches: [() => new Channel(event('MODIFIED', thing('b', '6')))],
      }).source,
      process: ({ metadata }) => void popped.push(`${metadata.name}@${metadata.resourceVersion}`),
      onError: () => {},
    });
    const stop = new AbortController();
    const running = controller.run(stop.signal);
    await host.settle();
    expect(popped[0]).toBe('a@5');
    expect(popped.at(-1)).toBe('b@6');
    stop.abort();
    await running;
  });
});

describe('an item that cannot be processed', () => {
  const script = { lists: [() => listAt('5', ['a', 'b'])], watches: [() => new Channel()] };
  const failing = (times: number) => {
    let left = times;
    const tries: string[] = [];
    const process = (deltas: Deltas<Stored>): void => {
      const [delta] = deltas;
      const name = delta !== undefined && 'metadata' in delta.object ? (delta.object.metadata.name ?? '') : '';
      tries.push(name);
      if (name !== 'a' || left === 0) return;
      left -= 1;
      throw new Error(`a is broken, ${left} times more`);
    };
    return { tries, process };
  };

  test('an item that cannot be processed is reported and left out unless retryOnError is set', async () => {
    const { tries, process } = failing(3);
    const world = setup(script, { process });
    await world.pass(60_000);
    expect(tries).toEqual(['a', 'b']);
    expect(world.errors).toHaveLength(1);
    await world.end();
  });

  test('an item that cannot be processed is tried again with retryOnError, behind what waits, until it succeeds', async () => {
    const { tries, process } = failing(3);
    const world = setup(script, { process, retryOnError: true });
    await world.pass(60_000);
    expect(tries).toEqual(['a', 'b', 'a', 'a', 'a']);
    expect(world.errors.map(String)).toEqual([
      'Error: a is broken, 2 times more',
      'Error: a is broken, 1 times more',
      'Error: a is broken, 0 times more',
    ]);
    await world.end();
  });

  test('an item that fails again and again is tried about once a second, and does not keep the controller from ending', async () => {
    const { tries, process } = failing(Infinity);
    const world = setup(script, { process, retryOnError: true });
    await world.pass(600_000);
    expect(tries.length).toBeGreaterThan(500);
    expect(tries.length).toBeLessThan(620);
    await world.end();
    expect(world.queue.size).toBe(0);
  });

  test('a controller with retryOnError refuses a queue that takes nothing back', () => {
    const make = () =>
      new Controller<Stored>({
        host: new VirtualHost(),
        queue: new InOrderQueue<Stored>(),
        source: new ScriptedSource({}).source,
        process: () => {},
        onError: () => {},
        retryOnError: true,
      });
    expect(make).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
  });
});
