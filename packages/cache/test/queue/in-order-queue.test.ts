import { deletedFinalStateUnknown, InOrderQueue, KeyError, type InOrderQueueOptions } from '@reeve/cache';
import { describe, expect, test } from 'vitest';
import { thing, type Thing } from '../objects.ts';
import { knowing, words } from './deltas.ts';

/** No error is expected. */
const unexpected = (error: unknown): void => {
  throw error;
};

const inOrder = (options: InOrderQueueOptions<Thing> = {}) => new InOrderQueue<Thing>(options);
const oneByOne = (...known: readonly Thing[]) => inOrder({ atomic: false, knownObjects: knowing(...known) });

const popAll = async (queue: InOrderQueue<Thing>): Promise<string[]> => {
  const popped: string[] = [];
  while (queue.size > 0) popped.push((await queue.pop(() => {})).map(words).join(' + '));
  return popped;
};

const batches = async (queue: InOrderQueue<Thing>): Promise<string[][]> => {
  const popped: string[][] = [];
  while (queue.size > 0) {
    await queue.popBatch((deltas, isInInitialList) => {
      popped.push(deltas.map((delta) => `${words(delta)}${isInInitialList ? '!' : ''}`));
    });
  }
  return popped;
};

describe('one delta per pop, in order', () => {
  const scripts: readonly [string, (queue: InOrderQueue<Thing>) => void, string[]][] = [
    [
      'changes of one key',
      (queue) => {
        void queue.add(thing('a', 1));
        void queue.update(thing('a', 2));
        void queue.delete(thing('a', 3));
      },
      ['Added a=1', 'Updated a=2', 'Deleted a=3'],
    ],
    [
      'changes of two keys, as they came',
      (queue) => {
        for (const [name, value] of [
          ['a', 1],
          ['b', 1],
          ['a', 2],
          ['b', 2],
        ] as const)
          void queue.add(thing(name, value));
      },
      ['Added a=1', 'Added b=1', 'Added a=2', 'Added b=2'],
    ],
    [
      'an addition and an empty list',
      (queue) => {
        void queue.add(thing('a', 1));
        void queue.replace([], '0');
      },
      ['Added a=1', 'Deleted a†1'],
    ],
    [
      'a list and an empty one',
      (queue) => {
        void queue.replace([thing('a', 1)], '0');
        void queue.replace([], '0');
      },
      ['Replaced a=1', 'Deleted a†1'],
    ],
    [
      'an addition, a deletion, an addition and an empty list',
      (queue) => {
        void queue.add(thing('a', 1));
        void queue.delete(thing('a', 2));
        void queue.add(thing('a', 3));
        void queue.replace([], '0');
      },
      ['Added a=1', 'Deleted a=2', 'Added a=3', 'Deleted a†3'],
    ],
    [
      'empty lists in a row',
      (queue) => {
        void queue.add(thing('a', 1));
        for (let i = 0; i < 3; i += 1) void queue.replace([], '0');
      },
      ['Added a=1', 'Deleted a†1'],
    ],
    [
      'an addition and a list with a newer state',
      (queue) => {
        void queue.add(thing('a', 10));
        void queue.replace([thing('a', 15)], '0');
      },
      ['Added a=10', 'Replaced a=15'],
    ],
  ];
  test.each(scripts)('%s · RF-1', async (_, script, expected) => {
    const queue = oneByOne();
    script(queue);
    expect(await popAll(queue)).toEqual(expected);
  });
});

describe('a list that is told one by one', () => {
  test('buries what is missing before it tells what is there, in its newest state · RF-2', async () => {
    const queue = oneByOne(thing('foo', 5), thing('bar', 6), thing('baz', 7));
    void queue.replace([thing('bar', 16), thing('foo', 5)], '0');
    void queue.replace([thing('foo', 5)], '0');
    expect(await popAll(queue)).toEqual([
      'Deleted baz†7',
      'Replaced bar=16',
      'Replaced foo=5',
      'Deleted bar†16',
      'Replaced foo=5',
    ]);
  });

  test('counts every entry until it is synced · RF-4', async () => {
    for (const lists of [[['a', 'a']], [['a'], ['a']]]) {
      const queue = oneByOne();
      const [first = [], ...rest] = lists;
      void queue.replace(
        first.map((name) => thing(name)),
        '1',
      );
      for (const list of rest)
        void queue.replace(
          list.map((name) => thing(name)),
          '2',
        );
      expect(queue.hasSynced).toBe(false);
      await queue.pop(() => {});
      expect(queue.hasSynced).toBe(first.length === 1);
      await queue.pop(() => {});
      expect(queue.hasSynced).toBe(true);
    }
  });

  test('adds no deletion where the last word is a deletion · RF-5', async () => {
    const queue = oneByOne(thing('a', 1));
    void queue.delete(thing('a', 2));
    void queue.replace([], '0');
    expect(await popAll(queue)).toEqual(['Deleted a=2']);
  });

  test('tells again only those for which nothing waits · RF-6', async () => {
    const queue = oneByOne(thing('updated', 1), thing('deleted', 2), thing('idle', 3));
    void queue.update(thing('updated', 10));
    void queue.delete(thing('deleted', 20));
    void queue.resync();
    expect(await popAll(queue)).toEqual(['Updated updated=10', 'Deleted deleted=20', 'Sync idle=3']);

    const atomic = inOrder();
    void atomic.update(thing('updated', 10));
    void atomic.resync();
    expect(await popAll(atomic)).toEqual(['Updated updated=10', 'SyncAll']);
  });
});

test('tells the deletion of what nobody knows · RF-3', async () => {
  const queue = inOrder();
  void queue.delete(thing('stranger', 1));
  void queue.delete(deletedFinalStateUnknown<Thing>('ghost', undefined));
  expect(await popAll(queue)).toEqual(['Deleted stranger=1', 'Deleted ghost†']);
});

describe('a batch', () => {
  test('has all that waits of different keys · RF-7', async () => {
    const queue = inOrder();
    void queue.add(thing('a'));
    void queue.update(thing('b'));
    void queue.delete(thing('c'));
    expect(await batches(queue)).toEqual([['Added a=0', 'Updated b=0', 'Deleted c=0']]);
  });

  test('does not reach over the end of the initial list · RF-8', async () => {
    const queue = oneByOne();
    void queue.replace([thing('a'), thing('b')], '1');
    void queue.add(thing('c'));
    expect(await batches(queue)).toEqual([['Replaced a=0!', 'Replaced b=0!'], ['Added c=0']]);
  });

  test.each([
    ['at the start', 'aab', ['a', 'ab']],
    ['in the middle', 'abbc', ['ab', 'bc']],
    ['at the end', 'abca', ['abc', 'a']],
  ])('ends before a key that it has, %s · RF-9', async (_, names, expected) => {
    const queue = inOrder();
    for (const name of names) void queue.add(thing(name));
    const popped = await batches(queue);
    expect(popped.map((deltas) => deltas.map((delta) => delta.slice('Added '.length, -2)).join(''))).toEqual(expected);
  });

  test('is never larger than it may be, before, after and around the end of the initial list · RF-10', async () => {
    const before = inOrder({ atomic: false, knownObjects: knowing(), batchSize: 2 });
    void before.replace(
      ['a', 'b', 'c'].map((name) => thing(name)),
      '1',
    );
    expect((await batches(before)).map(({ length }) => length)).toEqual([2, 1]);

    const after = inOrder({ batchSize: 2 });
    for (const name of ['a', 'b', 'c']) void after.add(thing(name));
    expect((await batches(after)).map(({ length }) => length)).toEqual([2, 1]);

    const mixed = inOrder({ atomic: false, knownObjects: knowing(), batchSize: 2 });
    void mixed.replace([thing('a')], '1');
    for (const name of ['b', 'c', 'd']) void mixed.add(thing(name));
    expect(await batches(mixed)).toEqual([['Replaced a=0!'], ['Added b=0', 'Added c=0'], ['Added d=0']]);
  });

  const broken = thing('', 666);
  test.each([
    ['first', ['!', 'a', 'b'], [['!'], ['a', 'b']]],
    ['in the middle', ['a', '!', 'b'], [['a', '!'], ['b']]],
    ['several in a row', ['a', '!', '!', 'b'], [['a', '!'], ['!'], ['b']]],
    ['first and later', ['!', 'a', '!', 'b'], [['!'], ['a', '!'], ['b']]],
  ])('ends at an object without a key, which holds up nobody: %s · RF-11', async (_, names, expected) => {
    const queue = inOrder();
    for (const name of names) void queue.add(name === '!' ? broken : thing(name));
    const popped: string[][] = [];
    const errors: unknown[] = [];
    while (queue.size > 0) {
      await queue
        .popBatch((deltas) => {
          popped.push(
            deltas.map((delta) =>
              'object' in delta && 'metadata' in delta.object ? delta.object.metadata.name || '!' : '?',
            ),
          );
          for (const delta of deltas) if ('object' in delta) queue.keyOf(delta.object);
        })
        .catch((error: unknown) => errors.push(error));
    }
    expect(errors).toHaveLength(names.filter((name) => name === '!').length);
    expect(errors.every((error) => error instanceof KeyError && error.object === broken)).toBe(true);
    expect(popped).toEqual(expected);
  });
});

describe('a list that is one item', () => {
  test('stands behind what came before it, with version and objects, apart from bookmarks · RF-12', async () => {
    const queue = inOrder({ emitBookmarks: true });
    void queue.add(thing('a', 1));
    void queue.replace([thing('b', 2), thing('c', 3)], '7');
    void queue.bookmark('8');
    void queue.replace([], '9');
    expect(await popAll(queue)).toEqual(['Added a=1', 'ReplacedAll 7: b=2 c=3', 'Bookmark 8', 'ReplacedAll 9: ']);
  });

  test('is the initial list, and the queue is synced when it has been processed · RF-13', async () => {
    const queue = inOrder();
    void queue.replace([thing('a')], '1');
    await queue.pop(async (_, isInInitialList) => {
      await Promise.resolve();
      expect([isInInitialList, queue.hasSynced]).toEqual([true, false]);
    });
    expect(queue.hasSynced).toBe(true);
    void queue.replace([thing('a')], '2');
    await queue.pop((_, isInInitialList) => expect(isInInitialList).toBe(false));
  });

  test('a resync is one item in its place, too · RF-14', async () => {
    const queue = inOrder();
    void queue.add(thing('a', 1));
    void queue.resync();
    void queue.update(thing('a', 2));
    expect(await popAll(queue)).toEqual(['Added a=1', 'SyncAll', 'Updated a=2']);
    void queue.resync();
    void queue.add(thing('b', 1));
    expect((await batches(queue)).map((batch) => batch.length)).toEqual([1, 1]);
  });

  test('holds transformed objects; tombstones are left as they are', async () => {
    const queue = inOrder({ transform: (object) => ({ ...object, value: object.value + 100 }) });
    void queue.replace([thing('a', 1)], '1');
    void queue.delete(deletedFinalStateUnknown('a', thing('a', 2)));
    expect(await popAll(queue)).toEqual(['ReplacedAll 1: a=101', 'Deleted a†2']);
  });
});

test('bookmarks are dropped unless they were asked for · RF-15', async () => {
  const queue = inOrder();
  void queue.bookmark('5');
  expect(queue.size).toBe(0);
  expect(queue.hasSynced).toBe(false);
});

test('closing lets waiting pops go · RF-16', async () => {
  const queue = inOrder();
  const pops = Array.from({ length: 10 }, () => queue.popBatch(() => {}));
  queue.close();
  for (const result of await Promise.allSettled(pops)) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'REEVE_QUEUE_CLOSED' } });
  }
});

describe('a standing consumer', () => {
  test('is handed all that comes, and ends with the queue', async () => {
    const queue = inOrder();
    const heard: string[] = [];
    void queue.add(thing('a', 1));
    const ended = queue.consume((deltas) => void heard.push(deltas.map(words).join(' + ')), unexpected);
    await Promise.resolve();
    void queue.update(thing('a', 2));
    void queue.update(thing('a', 3));
    queue.close();
    await ended;
    expect(heard).toEqual(['Added a=1', 'Updated a=2 + Updated a=3']);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
  ])('reports what it %s, and goes on', async (_how, fail: () => void | Promise<void>) => {
    const queue = inOrder({ batchSize: 1 });
    const heard: string[] = [];
    const errors: unknown[] = [];
    for (const name of ['a', 'b', 'c']) void queue.add(thing(name, 1));
    queue.close();
    await queue.consume(
      (deltas) => {
        heard.push(...deltas.map(words));
        if (heard.length === 2) return fail();
      },
      (error) => void errors.push(error),
    );
    expect([heard, errors]).toEqual([['Added a=1', 'Added b=1', 'Added c=1'], [new Error('no')]]);
  });

  test('is the only one', () => {
    const queue = inOrder();
    void queue.consume(() => {}, unexpected);
    expect(() => queue.consume(() => {}, unexpected)).toThrow(/has one standing consumer/);
  });
});

test('a producer that is two batches ahead is held until there is room', async () => {
  const queue = inOrder({ batchSize: 2 });
  for (const name of ['a', 'b', 'c']) expect(queue.add(thing(name))).toBeUndefined();
  let isHeld = true;
  const held = Promise.resolve(queue.add(thing('d'))).then(() => (isHeld = false));
  await Promise.resolve();
  expect(isHeld).toBe(true);
  await queue.popBatch(() => {});
  await held;
  expect(isHeld).toBe(false);
});

test('one process runs at a time, and pops are served in the order they came', async () => {
  const queue = inOrder();
  const order: string[] = [];
  const slow = (name: string) =>
    queue.pop(async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
    });
  const both = Promise.all([slow('first'), slow('second')]);
  void queue.add(thing('a'));
  void queue.add(thing('b'));
  await both;
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

test.each([
  ['known objects with an atomic queue', { knownObjects: knowing() }],
  ['no known objects without', { atomic: false }],
  ['bookmarks without an atomic queue', { atomic: false, knownObjects: knowing(), emitBookmarks: true }],
] as const)('refuses %s', (_, options) => {
  expect(() => inOrder(options)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
});
