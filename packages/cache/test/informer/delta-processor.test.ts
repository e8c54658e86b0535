import {
  Controller,
  DeltaProcessor,
  Indexer,
  InOrderQueue,
  TransactionError,
  type ChangeSink,
  type Delta,
} from '@reeve/cache';
import { VirtualHost } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { thing, type Thing } from '../objects.ts';

const setup = (known: readonly Thing[] = []) => {
  const store = new Indexer<Thing>();
  store.replace(known, '0');
  const heard: string[] = [];
  const contents = () =>
    store
      .list()
      .map(({ metadata, value }) => `${metadata.name}=${value}`)
      .toSorted()
      .join(' ');
  const sink: ChangeSink<Thing> = {
    onAdd: (key, { value }) => void heard.push(`+${key}=${value} [${contents()}]`),
    onUpdate: (key, previous, { value }) => void heard.push(`~${key}=${previous.value}→${value} [${contents()}]`),
    onDelete: (key, { object, finalStateUnknown }) =>
      void heard.push(`${finalStateUnknown ? '†' : '-'}${key}=${object?.value ?? '?'} [${contents()}]`),
    present: () => sink,
  };
  const host = new VirtualHost();
  return { store, heard, host, processor: new DeltaProcessor<Thing>({ store, sink, host }) };
};

const plain = (heard: readonly string[]) => heard.map((line) => line.slice(0, line.indexOf(' ['))).toSorted();

describe('a list', () => {
  const cases: readonly [string, readonly Thing[], readonly Thing[], string[]][] = [
    ['creates from nothing', [], [thing('a', 1), thing('b', 2)], ['+a=1', '+b=2']],
    ['deletes all', [thing('a', 1), thing('b', 2)], [], ['†a=1', '†b=2']],
    [
      'creates, updates and deletes',
      [thing('kept', 1), thing('gone', 2)],
      [thing('new', 4), thing('kept', 3)],
      ['†gone=2', '+new=4', '~kept=1→3'],
    ],
  ];
  test.each(cases)(
    '%s: the same events in one piece and one by one, on a store that is final · SI-6',
    async (_, known, list, expected) => {
      const atOnce = setup(known);
      const queue = new InOrderQueue<Thing>();
      void queue.replace(list, '9');
      await queue.pop((deltas, isInitial) => atOnce.processor.process(deltas, isInitial));

      const oneByOne = setup(known);
      const slow = new InOrderQueue<Thing>({ atomic: false, knownObjects: oneByOne.store });
      void slow.replace(list, '9');
      while (slow.size > 0) await slow.pop((deltas, isInitial) => oneByOne.processor.process(deltas, isInitial));

      expect(plain(atOnce.heard)).toEqual(expected.toSorted());
      expect(plain(oneByOne.heard)).toEqual(plain(atOnce.heard));
      const final = list
        .map(({ metadata, value }) => `${metadata.name}=${value}`)
        .toSorted()
        .join(' ');
      for (const line of atOnce.heard) expect(line.endsWith(`[${final}]`)).toBe(true);
    },
  );

  test('deletions are told before what the list has, in list order', async () => {
    const { processor, heard } = setup([thing('old', 1), thing('b', 1)]);
    await processor.process(
      [{ type: 'ReplacedAll', objects: [thing('c', 2), thing('b', 2)], resourceVersion: '5' }],
      false,
    );
    expect(heard.map((line) => line[0] ?? '').join('')).toBe('†+~');
  });

  test('that names an object twice keeps the last, and tells it once', async () => {
    const { processor, heard, store } = setup();
    await processor.process(
      [{ type: 'ReplacedAll', objects: [thing('a', 1), thing('a', 2)], resourceVersion: '5' }],
      true,
    );
    expect([plain(heard), store.list().length]).toEqual([['+a=2'], 1]);
  });
});

describe('a batch', () => {
  const nameless = { ...thing('x'), metadata: {} } as unknown as Thing;
  const added = (object: Thing): Delta<Thing> => ({ type: 'Added', object });
  test.each([
    ['all succeed', [added(thing('a', 1)), added(thing('b', 2))], ['+a=1', '+b=2'], undefined],
    ['none succeeds', [added(nameless), added(nameless)], [], []],
    ['some succeed', [added(thing('a', 1)), added(nameless), added(thing('b', 2))], ['+a=1', '+b=2'], [0, 2]],
  ] as const)('tells exactly what was stored, in order: %s · SI-5', (_, deltas, expected, succeeded) => {
    const { processor, heard } = setup();
    let error: unknown;
    try {
      void processor.process(deltas, false);
    } catch (thrown) {
      error = thrown;
    }
    expect(error instanceof TransactionError ? error.succeeded : undefined).toEqual(succeeded);
    expect(heard.map((line) => line.slice(0, line.indexOf(' [')))).toEqual(expected);
  });
});

describe('a controller', () => {
  test('ends with what its source throws · SI-3', async () => {
    const queue = new InOrderQueue<Thing>();
    const controller = new Controller<Thing>({
      queue,
      fill: () => Promise.reject(new TypeError('a bug in the list function')),
      process: () => {},
      onError: () => {},
    });
    await expect(controller.run(new AbortController().signal)).rejects.toThrow('a bug in the list function');
    expect(queue.isClosed).toBe(true);
  });

  test('processes what waits when its source ends, reports what fails, and goes on', async () => {
    const queue = new InOrderQueue<Thing>({ batchSize: 1 });
    const [processed, errors]: [string[], unknown[]] = [[], []];
    const controller = new Controller<Thing>({
      queue,
      fill: async () => {
        await queue.replace([thing('a')], '1');
        void queue.add(thing('b'));
        void queue.add(thing('c'));
        await Promise.resolve();
      },
      process: ([delta]) => {
        processed.push(delta?.type ?? '');
        if (processed.length === 2) throw new Error('odd one');
      },
      onError: (error) => errors.push(error),
    });
    const synced = controller.synced();
    await controller.run(new AbortController().signal);
    await synced;
    expect([processed, errors, controller.hasSynced]).toMatchObject([
      ['ReplacedAll', 'Added', 'Added'],
      [{ message: 'odd one' }],
      true,
    ]);
  });

  test('that is aborted before it runs starts nothing', async () => {
    const queue = new InOrderQueue<Thing>();
    const controller = new Controller<Thing>({
      queue,
      fill: () => Promise.reject(new Error('started')),
      process: () => {},
      onError: () => {},
    });
    await controller.run(AbortSignal.abort());
    expect(queue.isClosed).toBe(true);
  });
});
