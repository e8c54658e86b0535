import { ManualClock, SeededRandom } from '@reeve/machinery';
import { WorkQueue } from '@reeve/queue';
import { describe, expect, test } from 'vitest';
import { takeAll, takeOne } from '../taking.ts';

const newQueue = (): WorkQueue<string> => new WorkQueue<string>({ clock: new ManualClock() });

describe('the order of hand-outs', () => {
  test('is by priority, and first in, first out among equals · CR-33', () => {
    const queue = newQueue();
    const keys = { low: -100, a: 0, urgent: 10, b: 0, lower: -200, 'urgent-2': 10, c: 0 };
    for (const [key, priority] of Object.entries(keys)) queue.add(key, { priority });
    expect(takeAll(queue)).toEqual(['urgent', 'urgent-2', 'a', 'b', 'c', 'low', 'lower']);
  });

  test('is the order of adding where no priority is given · CR-33', () => {
    const queue = newQueue();
    const keys = Array.from({ length: 100 }, (_, at) => `key-${at}`);
    queue.addAll(keys);
    expect(takeAll(queue)).toEqual(keys);
  });

  test('is right for a thousand priorities that come and go', () => {
    const queue = new WorkQueue<string>({ clock: new ManualClock(), ageing: false });
    const random = new SeededRandom(42);
    const priorities = Array.from({ length: 1000 }, () => random.integer(500));
    for (const [at, priority] of priorities.entries()) queue.add(`key-${at}`, { priority });
    const expected = [...priorities.entries()].toSorted(([a, p], [b, q]) => q - p || a - b).map(([at]) => `key-${at}`);
    expect(takeAll(queue)).toEqual(expected);
  });
});

describe('a key that waits alone', () => {
  test('has its place among those that come after it, also when it was raised meanwhile', () => {
    const queue = newQueue();
    queue.add('first', { priority: -100 });
    queue.add('first', { priority: 5 });
    queue.add('second', { priority: 5 });
    queue.add('urgent', { priority: 10 });
    expect([queue.length, takeAll(queue)]).toEqual([3, ['urgent', 'first', 'second']]);
  });

  test('ages from the moment another priority waits beside it', async () => {
    const clock = new ManualClock();
    const queue = new WorkQueue<string>({ clock, ageing: { afterMs: 1000, share: 2 } });
    queue.add('low', { priority: -1 });
    for (const key of ['a', 'b', 'c']) queue.add(key);
    await clock.advance(1000);
    expect(takeAll(queue)).toEqual(['a', 'low', 'b', 'c']);
  });

  test('goes with the others when the queue gives up', async () => {
    const clock = new ManualClock();
    const queue = new WorkQueue<string>({ clock });
    queue.add('alone');
    const draining = queue.drain({ deadlineMs: 10 });
    await clock.advance(10);
    expect(await draining).toMatchObject({ waiting: ['alone'] });
    expect(queue.tryTake()).toBeUndefined();
  });
});

describe('a key that waits', () => {
  test('merges repeated adds into one item at the highest priority, which is never lowered · CR-35', () => {
    const queue = newQueue();
    for (const priority of [1, 5, 3, -100]) queue.add('a', { priority });
    expect(queue.length).toBe(1);
    const item = takeOne(queue);
    expect(item.priority).toBe(5);
    item.done();
    expect(queue.tryTake()).toBeUndefined();
  });

  test('moves behind its new peers when its priority is raised, and keeps its place otherwise · CR-35', () => {
    const queue = newQueue();
    for (const key of ['a', 'b', 'c']) queue.add(key);
    for (const key of ['x', 'y']) queue.add(key, { priority: 1 });
    queue.add('b', { priority: 1 });
    queue.add('x', { priority: 0 });
    queue.add('a', { priority: -1 });
    expect(takeAll(queue)).toEqual(['x', 'y', 'b', 'a', 'c']);
  });

  test('can be raised when it is the only one', () => {
    const queue = newQueue();
    queue.add('a', { priority: -100 });
    queue.add('a');
    queue.add('b');
    expect(queue.length).toBe(2);
    expect(takeAll(queue)).toEqual(['a', 'b']);
  });

  test('starts with the priority of the first add after it was handed out', () => {
    const queue = newQueue();
    queue.add('a', { priority: 9 });
    const item = takeOne(queue);
    queue.add('a', { priority: 2 });
    queue.add('a', { priority: 1 });
    item.done();
    expect(takeOne(queue).priority).toBe(2);
  });
});
