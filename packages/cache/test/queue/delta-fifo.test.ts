import { DeltaFifo, deletedFinalStateUnknown, RequeueError, type DeltaFifoOptions } from '@reeve/cache';
import { describe, expect, test } from 'vitest';
import { thing, type Thing } from '../objects.ts';
import { knowing, words } from './deltas.ts';

const fifo = (options: DeltaFifoOptions<Thing> = {}) => new DeltaFifo<Thing>(options);

const popOne = async (queue: DeltaFifo<Thing>): Promise<string[]> => (await queue.pop(() => {})).map(words);

/** Everything that waits: one entry per pop. */
const popAll = async (queue: DeltaFifo<Thing>): Promise<string[][]> => {
  const popped: string[][] = [];
  while (queue.size > 0) popped.push(await popOne(queue));
  return popped;
};

describe('a delta queue', () => {
  test('two producers and a consumer: the values of a key never go backwards · DF-1', async () => {
    const queue = fifo({ knownObjects: knowing() });
    const produce = async (name: string) => {
      for (let value = 1; value <= 200; value += 1) {
        if (value % 2 === 0) queue.update(thing(name, value));
        else queue.add(thing(name, value));
        if (value % 7 === 0) await Promise.resolve();
      }
    };
    const seen = new Map<string, number>();
    const consume = async () => {
      while ((seen.get('a') ?? 0) < 200 || (seen.get('b') ?? 0) < 200) {
        await queue.pop((deltas) => {
          for (const { object } of deltas) {
            if (!('metadata' in object)) continue;
            const { name } = object.metadata;
            expect(object.value).toBeGreaterThan(seen.get(name) ?? 0);
            seen.set(name, object.value);
          }
        });
      }
    };
    await Promise.all([consume(), produce('a'), produce('b')]);
    expect(Object.fromEntries(seen)).toEqual({ a: 200, b: 200 });
  });

  test('hands over all changes of a key at once, and nothing remains · DF-9', async () => {
    const queue = fifo();
    queue.add(thing('a', 1));
    queue.update(thing('a', 2));
    queue.delete(thing('a', 3));
    expect(await popAll(queue)).toEqual([['Added a=1', 'Updated a=2', 'Deleted a=3']]);
    expect(queue.size).toBe(0);
  });

  test('keeps the addition before the deletion of an object that nobody has seen · DF-16', async () => {
    const queue = fifo({ knownObjects: knowing(thing('a', 1)) });
    queue.add(thing('a', 1));
    queue.delete(thing('a', 1));
    expect(await popAll(queue)).toEqual([['Added a=1', 'Deleted a=1']]);
  });

  test('gives a key that is added again no other place in line · DF-22', async () => {
    const queue = fifo();
    for (const name of ['a', 'b', 'c', 'a', 'c', 'a']) queue.add(thing(name));
    expect((await popAll(queue)).map(([first]) => first)).toEqual(['Added a=0', 'Added b=0', 'Added c=0']);
  });

  test('knows the key of an object, of a tombstone, and of deltas by the newest · DF-23', () => {
    const queue = fifo();
    expect(queue.keyOf(thing('shop/a'))).toBe('shop/a');
    expect(queue.keyOf(deletedFinalStateUnknown<Thing>('shop/b', undefined))).toBe('shop/b');
    expect(
      queue.keyOf([
        { type: 'Added', object: thing('old') },
        { type: 'Updated', object: thing('new') },
      ]),
    ).toBe('new');
    expect(() => queue.keyOf([])).toThrow('no key');
  });

  test('releases ten waiting pops when it is closed · DF-25', async () => {
    const queue = fifo();
    const pops = Array.from({ length: 10 }, () => queue.pop(() => {}));
    queue.close();
    const results = await Promise.allSettled(pops);
    expect(results.map((result) => result.status === 'rejected' && result.reason.code)).toEqual(
      Array.from({ length: 10 }, () => 'REEVE_QUEUE_CLOSED'),
    );
  });

  test('still hands out what waits when it is closed', async () => {
    const queue = fifo();
    queue.add(thing('a'));
    queue.close();
    expect(await popOne(queue)).toEqual(['Added a=0']);
    await expect(popOne(queue)).rejects.toMatchObject({ code: 'REEVE_QUEUE_CLOSED' });
  });

  test('a pop ends with its signal, and takes nothing', async () => {
    const queue = fifo();
    const abort = new AbortController();
    const popping = queue.pop(() => {}, abort.signal);
    abort.abort(new Error('enough'));
    await expect(popping).rejects.toThrow('enough');
    queue.add(thing('a'));
    expect(await popOne(queue)).toEqual(['Added a=0']);
  });

  test('what the process throws, the pop throws, and the item is gone', async () => {
    const queue = fifo();
    queue.add(thing('a'));
    await expect(
      queue.pop(() => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(queue.size).toBe(0);
  });
});

describe('a deletion', () => {
  test('without known objects counts for a queued key only · DF-11', async () => {
    const queue = fifo();
    queue.add(thing('a', 1));
    queue.delete(thing('a', 2));
    queue.delete(thing('stranger'));
    expect(await popAll(queue)).toEqual([['Added a=1', 'Deleted a=2']]);
  });

  test('with known objects counts for a key that one of both knows · DF-12', async () => {
    const queue = fifo({ knownObjects: knowing(thing('known')) });
    queue.delete(thing('known', 1));
    queue.delete(thing('stranger'));
    expect(await popAll(queue)).toEqual([['Deleted known=1']]);
  });
});

describe('a replacement', () => {
  test('leaves a waiting deletion before it · DF-2', async () => {
    const queue = fifo({ knownObjects: knowing(thing('a', 1)), emitReplaced: true });
    queue.delete(thing('a', 1));
    queue.replace([thing('a', 2)], '7');
    expect(await popAll(queue)).toEqual([['Deleted a=1', 'Replaced a=2']]);
  });

  const scripts: readonly [string, (queue: DeltaFifo<Thing>) => void, string[]][] = [
    [
      'buries what was only added · DF-3',
      (queue) => {
        queue.add(thing('a', 1));
        queue.add(thing('a', 2));
        queue.replace([], '0');
      },
      ['Added a=1', 'Added a=2', 'Deleted a†2'],
    ],
    [
      'buries what it listed before · DF-4',
      (queue) => {
        queue.replace([thing('a', 1)], '0');
        queue.replace([], '0');
      },
      ['Sync a=1', 'Deleted a†1'],
    ],
    [
      'keeps one deletion, which has the object · DF-5',
      (queue) => {
        queue.add(thing('a', 1));
        queue.delete(thing('a', 2));
        queue.replace([], '0');
      },
      ['Added a=1', 'Deleted a=2'],
    ],
    [
      'buries once, however often it is repeated · DF-6',
      (queue) => {
        queue.add(thing('a', 1));
        for (let i = 0; i < 3; i += 1) queue.replace([], '0');
      },
      ['Added a=1', 'Deleted a†1'],
    ],
    [
      'buries the object that was added last · DF-7',
      (queue) => {
        queue.add(thing('a', 1));
        queue.delete(thing('a', 1));
        queue.add(thing('a', 3));
        queue.replace([], '0');
      },
      ['Added a=1', 'Deleted a=1', 'Added a=3', 'Deleted a†3'],
    ],
  ];
  for (const [title, script, expected] of scripts) {
    test(`without known objects ${title}`, async () => {
      const queue = fifo();
      script(queue);
      expect(await popAll(queue)).toEqual([expected]);
    });
    test(`with known objects ${title} · DF-8`, async () => {
      const queue = fifo({ knownObjects: knowing() });
      script(queue);
      expect(await popAll(queue)).toEqual([expected]);
    });
  }

  test('of an object that waits makes its value the newest, and the key leaves with it · DF-13', async () => {
    const queue = fifo();
    queue.add(thing('a', 10));
    queue.replace([thing('a', 15)], '0');
    expect((await popOne(queue)).at(-1)).toBe('Sync a=15');
    expect(queue.size).toBe(0);
  });

  test('buries known objects that it leaves out, and does not touch a deletion that waits · DF-17', async () => {
    const queue = fifo({ knownObjects: knowing(thing('foo', 5), thing('bar', 6), thing('baz', 7)) });
    queue.delete(thing('baz', 10));
    queue.replace([thing('foo', 5)], '0');
    expect(await popAll(queue)).toEqual([['Deleted baz=10'], ['Sync foo=5'], ['Deleted bar†6']]);
  });

  test.each([
    ['an addition', (queue: DeltaFifo<Thing>) => queue.add(thing('baz', 10)), ['Added baz=10', 'Deleted baz†10']],
    [
      'a deletion and an addition',
      (queue: DeltaFifo<Thing>) => {
        queue.delete(thing('baz', 10));
        queue.add(thing('baz', 11));
      },
      ['Deleted baz=10', 'Added baz=11', 'Deleted baz†11'],
    ],
    ['a list', (queue: DeltaFifo<Thing>) => queue.replace([thing('baz', 12)], '0'), ['Sync baz=12', 'Deleted baz†12']],
  ])('buries the newest state of what waits as %s, in its place · DF-18', async (_, before, expected) => {
    const queue = fifo({ knownObjects: knowing(thing('baz', 7)) });
    before(queue);
    queue.add(thing('later', 1));
    queue.replace([thing('foo', 5), thing('later', 2)], '0');
    expect(await popAll(queue)).toEqual([expected, ['Added later=1', 'Sync later=2'], ['Sync foo=5']]);
  });

  test('arrives as Replaced where that was asked for · DF-19', async () => {
    const known = knowing(thing('foo', 5), thing('bar', 6));
    const [plain, replaced] = [fifo({ knownObjects: known }), fifo({ knownObjects: known, emitReplaced: true })];
    for (const queue of [plain, replaced]) queue.replace([thing('foo', 5)], '0');
    expect(await popAll(plain)).toEqual([['Sync foo=5'], ['Deleted bar†6']]);
    expect(await popAll(replaced)).toEqual([['Replaced foo=5'], ['Deleted bar†6']]);
  });

  test('buries a known object without its state when the look-up fails', async () => {
    const queue = fifo({
      knownObjects: {
        listKeys: () => ['a'],
        getByKey: () => {
          throw new Error('gone');
        },
      },
    });
    queue.replace([], '0');
    expect(await popAll(queue)).toEqual([['Deleted a†']]);
  });
});

describe('a resync', () => {
  test('adds nothing to a key whose deletion waits · DF-14', async () => {
    const queue = fifo({ knownObjects: knowing(thing('a', 5)) });
    queue.delete(thing('a', 10));
    queue.resync();
    expect(await popAll(queue)).toEqual([['Deleted a=10']]);
  });

  test('tells each known object once when nothing waits · DF-15', async () => {
    const queue = fifo({ knownObjects: knowing(thing('a', 1), thing('b', 2)) });
    queue.resync();
    queue.resync();
    expect(await popAll(queue)).toEqual([['Sync a=1'], ['Sync b=2']]);
  });

  test('takes no place of an update that waits · DF-20', async () => {
    const queue = fifo({ knownObjects: knowing(thing('a', 5)) });
    queue.update(thing('a', 6));
    queue.resync();
    expect(await popAll(queue)).toEqual([['Updated a=6']]);
  });
});

test('the transform sees every object once and no tombstone · DF-10', async () => {
  const seen: string[] = [];
  const transform = (object: Thing): Thing => {
    seen.push(object.metadata.name);
    return { ...object, value: object.value + 100 };
  };
  const queue = fifo({ transform, knownObjects: knowing(thing('known', 1)), emitReplaced: true });
  queue.add(thing('a', 1));
  queue.update(thing('a', 2));
  queue.delete(thing('b', 3)); // unknown: ignored, and so not transformed
  queue.replace([thing('c', 4)], '0');
  expect(seen).toEqual(['a', 'a', 'c']);
  expect(await popAll(queue)).toEqual([
    ['Added a=101', 'Updated a=102', 'Deleted a†102'],
    ['Replaced c=104'],
    ['Deleted known†1'],
  ]);
});

describe('being synced', () => {
  test('counts the deletions of the first list, and tells initial pops from later ones · DF-21', async () => {
    const queue = fifo({ knownObjects: knowing(thing('foo', 5), thing('bar', 6), thing('baz', 7)) });
    queue.replace([thing('foo', 5)], '0');
    const pops: [boolean, boolean][] = [];
    for (let i = 0; i < 3; i += 1) {
      const before = queue.hasSynced;
      await queue.pop((_, isInInitialList) => void pops.push([before, isInInitialList]));
    }
    expect(pops).toEqual([
      [false, true],
      [false, true],
      [false, true],
    ]);
    expect(queue.hasSynced).toBe(true);
    queue.add(thing('new'));
    await queue.pop((_, isInInitialList) => expect(isInInitialList).toBe(false));
  });

  const cases: readonly [string, (queue: DeltaFifo<Thing>) => void, number, boolean][] = [
    ['an untouched queue is not', () => {}, 0, false],
    ['an addition suffices', (queue) => queue.add(thing('a')), 0, true],
    ['an empty list suffices', (queue) => queue.replace([], '0'), 0, true],
    ['a list of two is not', (queue) => queue.replace([thing('a'), thing('b')], '0'), 0, false],
    ['a list of two is not after one pop', (queue) => queue.replace([thing('a'), thing('b')], '0'), 1, false],
    ['a list of two is after two pops', (queue) => queue.replace([thing('a'), thing('b')], '0'), 2, true],
    ['one key listed twice is after one pop', (queue) => queue.replace([thing('a', 1), thing('a', 2)], '0'), 1, true],
  ];
  test.each(cases)('%s · DF-24', async (_, prepare, pops, expected) => {
    const queue = fifo();
    prepare(queue);
    for (let i = 0; i < pops; i += 1) await queue.pop(() => {});
    expect(queue.hasSynced).toBe(expected);
  });

  test('can be waited for', async () => {
    const queue = fifo();
    const synced = queue.synced();
    queue.replace([thing('a')], '0');
    await queue.pop(() => {});
    await synced;
    expect(queue.hasSynced).toBe(true);
  });
});

describe('deltas that go back into the queue', () => {
  test('deltas that go back wait behind the others, all of them in their order', async () => {
    const queue = fifo();
    queue.add(thing('a', 1));
    queue.update(thing('a', 2));
    const deltas = await queue.pop(() => {});
    queue.add(thing('b', 1));
    queue.addIfNotPresent(deltas);
    queue.update(thing('a', 3));
    expect(await popAll(queue)).toEqual([['Added b=1'], ['Added a=1', 'Updated a=2', 'Updated a=3']]);
  });

  test('deltas that go back are dropped where newer ones wait under their key', async () => {
    const queue = fifo();
    queue.add(thing('a', 1));
    const deltas = await queue.pop(() => {});
    queue.update(thing('a', 2));
    queue.addIfNotPresent(deltas);
    expect(await popAll(queue)).toEqual([['Updated a=2']]);
  });

  test('deltas of a tombstone go back under its key', async () => {
    const queue = fifo();
    queue.addIfNotPresent([{ type: 'Deleted', object: deletedFinalStateUnknown('a', thing('a', 7)) }]);
    queue.addIfNotPresent([{ type: 'Deleted', object: thing('a', 8) }]);
    expect(await popAll(queue)).toEqual([['Deleted a†7']]);
  });

  test('a pop whose function throws a RequeueError puts its deltas back and rejects with the cause', async () => {
    const queue = fifo();
    queue.add(thing('a', 1));
    queue.delete(thing('a', 1));
    const cause = new Error('not now');
    await expect(queue.pop(() => Promise.reject(new RequeueError(cause)))).rejects.toBe(cause);
    await expect(queue.pop(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(queue.size).toBe(0);
  });

  test('a RequeueError without a cause puts the deltas back, and the pop resolves', async () => {
    const queue = fifo();
    queue.add(thing('a', 1));
    await queue.pop(() => Promise.reject(new RequeueError()));
    expect(await popAll(queue)).toEqual([['Added a=1']]);
  });
});
