import { Fifo, RequeueError } from '@reeve/cache';
import { describe, expect, test } from 'vitest';
import { thing, type Thing } from '../objects.ts';

test('a key waits once, in its first place, with its newest object', async () => {
  const queue = new Fifo<Thing>();
  queue.add(thing('a', 1));
  queue.add(thing('b', 1));
  queue.update(thing('a', 2));
  expect([await queue.pop(() => {}), await queue.pop(() => {})].map(({ value }) => value)).toEqual([2, 1]);
  expect(queue.size).toBe(0);
});

test('what is deleted is not popped', async () => {
  const queue = new Fifo<Thing>();
  queue.add(thing('a'));
  queue.add(thing('b'));
  queue.delete(thing('a'));
  expect((await queue.pop(() => {})).metadata.name).toBe('b');
});

test('a replacement is all there is, and popping it makes the queue synced', async () => {
  const queue = new Fifo<Thing>();
  queue.replace([thing('a'), thing('b')], '1');
  queue.resync();
  expect(queue.hasSynced).toBe(false);
  const flags: boolean[] = [];
  for (let i = 0; i < 2; i += 1) await queue.pop((_, isInInitialList) => void flags.push(isInInitialList));
  await queue.synced();
  queue.add(thing('c'));
  await queue.pop((_, isInInitialList) => void flags.push(isInInitialList));
  expect(flags).toEqual([true, true, false]);
});

test('a closed queue hands out what it has and then ends', async () => {
  const queue = new Fifo<Thing>();
  queue.add(thing('a'));
  queue.close();
  expect(queue.isClosed).toBe(true);
  await queue.pop(() => {});
  await expect(queue.pop(() => {})).rejects.toMatchObject({ code: 'REEVE_QUEUE_CLOSED' });
});

test('keys can be of one’s own making', async () => {
  const queue = new Fifo<{ id: number }>({ key: ({ id }) => String(id) });
  queue.add({ id: 1 });
  queue.add({ id: 1 });
  expect(queue.size).toBe(1);
});

describe('an object that goes back into the queue', () => {
  test('an object that goes back waits behind the others, unless a newer one waits under its key', async () => {
    const queue = new Fifo<Thing>();
    const old = thing('a', 1);
    queue.add(old);
    await queue.pop(() => {});
    queue.add(thing('b', 1));
    queue.addIfNotPresent(old);
    queue.addIfNotPresent(thing('b', 0));
    expect([await queue.pop(() => {}), await queue.pop(() => {})].map(({ value }) => value)).toEqual([1, 1]);
    expect(queue.size).toBe(0);
  });

  test('addIfNotPresent makes a queue that was never filled synced, as any addition', () => {
    const queue = new Fifo<Thing>();
    queue.addIfNotPresent(thing('a'));
    expect([queue.hasSynced, queue.size]).toEqual([true, 1]);
  });

  test('addIfNotPresent wakes a pop that waits', async () => {
    const queue = new Fifo<Thing>();
    const popped = queue.pop(() => {});
    queue.addIfNotPresent(thing('a', 3));
    expect((await popped).value).toBe(3);
  });
});

describe('a pop whose function throws', () => {
  test('a RequeueError puts the object back and rejects with the cause', async () => {
    const queue = new Fifo<Thing>();
    queue.add(thing('a', 1));
    const cause = new Error('not now');
    await expect(queue.pop(() => Promise.reject(new RequeueError(cause)))).rejects.toBe(cause);
    expect((await queue.pop(() => {})).value).toBe(1);
  });

  test('a RequeueError without a cause puts the object back and resolves', async () => {
    const queue = new Fifo<Thing>();
    queue.add(thing('a', 1));
    const requeue = () => {
      throw new RequeueError();
    };
    expect((await queue.pop(requeue)).value).toBe(1);
    expect(queue.size).toBe(1);
  });

  test('a RequeueError does not put the object over a newer one', async () => {
    const queue = new Fifo<Thing>();
    queue.add(thing('a', 1));
    await queue.pop(() => {
      queue.add(thing('a', 2));
      throw new RequeueError();
    });
    expect([queue.size, (await queue.pop(() => {})).value]).toEqual([1, 2]);
  });

  test('another error rejects, and the object is gone', async () => {
    const queue = new Fifo<Thing>();
    queue.add(thing('a', 1));
    await expect(queue.pop(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(queue.size).toBe(0);
  });
});
