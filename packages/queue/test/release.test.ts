import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ManualClock, settle } from '@reeve/machinery';
import { WorkQueue, type Item } from '@reeve/queue';
import { describe, expect, test } from 'vitest';

/** The engine's own collector, which leaves nothing that cannot be reached. */
const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('this engine does not let tests collect garbage');
  collect();
};

/** How many of the keys are still referred to. A weak reference keeps its target alive until the turn has ended. */
const alive = async (keys: readonly WeakRef<object>[]): Promise<number> => {
  await settle();
  collectGarbage();
  return keys.filter((key) => key.deref() !== undefined).length;
};

type Take = (queue: WorkQueue<object>) => Item<object> | undefined;

/** Adds keys in all the ways that leave traces, takes and finishes them, and keeps only weak references. */
const workOff = (queue: WorkQueue<object>, take: Take): WeakRef<object>[] => {
  const keys = Array.from({ length: 10 }, (_, at) => ({ at }));
  queue.addAll(keys);
  queue.addAll(keys.slice(0, 5), { priority: 1, cause: 'raised' });
  for (let item = take(queue); item !== undefined; item = take(queue)) {
    queue.forget(item.key);
    item.done();
  }
  return keys.map((key) => new WeakRef(key));
};

describe('a queue', () => {
  test('keeps no reference to items that were handed out and done · WQ-11', async () => {
    const queue = new WorkQueue<object>({ clock: new ManualClock() });
    const keys = workOff(queue, () => queue.tryTake());
    expect(await alive(keys)).toBe(0);
    expect(queue.length).toBe(0);
  });

  test('does not let a waiting key hold on to those that went before it · WQ-11', async () => {
    const queue = new WorkQueue<object>({ clock: new ManualClock() });
    queue.add({ name: 'stays' }, { priority: -1 });
    let handOuts = 0;
    const keys = workOff(queue, () => (handOuts++ < 10 ? queue.tryTake() : undefined));
    expect([queue.length, await alive(keys)]).toEqual([1, 0]);
  });

  test('refers to keys that wait', async () => {
    const queue = new WorkQueue<object>({ clock: new ManualClock() });
    const keys = workOff(queue, () => undefined);
    expect([await alive(keys), queue.length]).toEqual([10, 10]);
  });

  const usedRoom = (): number => {
    collectGarbage();
    return getHeapStatistics().used_heap_size;
  };

  /** Lets keys pass through, ten of them waiting. */
  const passThrough = <Key>(queue: WorkQueue<Key>, keys: Iterable<Key>): void => {
    for (const key of keys) {
      queue.add(key);
      if (queue.length > 10) queue.tryTake()?.done();
    }
  };

  function* numbers(from: number, to: number): Generator<number, void, void> {
    for (let key = from; key < to; key += 1) yield key;
  }

  function* names(from: number, to: number): Generator<string, void, void> {
    for (const key of numbers(from, to)) yield `shop/cart-${key}`;
  }

  test('needs no more room after half a million keys than before', () => {
    const queue = new WorkQueue<number>({ clock: new ManualClock() });
    passThrough(queue, numbers(0, 1000));
    const before = usedRoom();
    passThrough(queue, numbers(1000, 500_000));
    expect(usedRoom() - before).toBeLessThan(1_000_000); // one forgotten word per key would be four million
  });

  test('remembers names for when they come again, and not too many of them', () => {
    const queue = new WorkQueue<string>({ clock: new ManualClock() });
    passThrough(queue, names(0, 20_000));
    const before = usedRoom();
    passThrough(queue, names(20_000, 500_000));
    expect(usedRoom() - before).toBeLessThan(4_000_000); // eight thousand of them may be there, or sixteen
    expect(queue.snapshot().map(({ key }) => key)).toEqual([...names(499_990, 500_000)]);
  });
});
