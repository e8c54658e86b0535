import { Fifo } from '@reeve/cache';
import { expect, test } from 'vitest';
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
