import { ManualClock, SeededRandom, type Clock } from '@reeve/machinery';
import { WorkQueue, itemExponential } from '@reeve/queue';
import { describe, expect, test } from 'vitest';
import { takeAll, takeOne } from '../taking.ts';

const setup = () => {
  const clock = new ManualClock();
  return { clock, queue: new WorkQueue<string>({ clock }) };
};

describe('a delayed key', () => {
  test('is invisible until its time has come, then appears, and nothing stays waiting · WQ-12', async () => {
    const { clock, queue } = setup();
    queue.addAfter('a', 50);
    await clock.advance(49);
    expect([queue.length, queue.delayed, queue.tryTake()]).toEqual([0, 1, undefined]);
    await clock.advance(1);
    expect([queue.length, queue.delayed]).toEqual([1, 0]);
    expect(takeAll(queue)).toEqual(['a']);
    await clock.advance(60_000);
    expect([queue.length, queue.delayed]).toEqual([0, 0]);
  });

  test.each([
    [50, 30],
    [30, 50],
  ])(
    'added twice, after %i and after %i ms, comes once and at the earlier time · WQ-13 · LW-37',
    async (one, other) => {
      const { clock, queue } = setup();
      queue.addAfter('a', one);
      queue.addAfter('a', other);
      expect(queue.delayed).toBe(1);
      await clock.advance(29);
      expect(queue.length).toBe(0);
      await clock.advance(1);
      expect(takeAll(queue)).toEqual(['a']);
      await clock.advance(60);
      expect([queue.length, queue.delayed]).toEqual([0, 0]);
    },
  );

  test('does not hold up another one, earlier or later · WQ-14', async () => {
    const { clock, queue } = setup();
    queue.addAfter('later', 1000);
    queue.addAfter('sooner', 50);
    await clock.advance(60);
    expect(takeAll(queue)).toEqual(['sooner']);
    await clock.advance(939);
    expect(queue.length).toBe(0);
    await clock.advance(1);
    expect(takeAll(queue)).toEqual(['later']);
  });

  test('comes out by the time it is due, whatever the order of adding · WQ-15 · CR-38', async () => {
    const { clock, queue } = setup();
    const random = new SeededRandom(42);
    const delays = Array.from({ length: 300 }, (_, at) => ({ key: `key-${at}`, afterMs: 1 + random.integer(200) }));
    for (const { key, afterMs } of delays) queue.addAfter(key, afterMs);
    await clock.advance(200);
    expect(takeAll(queue)).toEqual(delays.toSorted((a, b) => a.afterMs - b.afterMs).map(({ key }) => key));
  });

  test('comes out in due order, too, after others have left the line from its middle · WQ-15', async () => {
    const { clock, queue } = setup();
    const random = new SeededRandom(42);
    const delays = Array.from({ length: 1000 }, (_, at) => ({ key: `key-${at}`, afterMs: 1 + random.integer(5000) }));
    for (const { key, afterMs } of delays) queue.addAfter(key, afterMs);
    const early = delays.filter(() => random.integer(4) === 0);
    queue.addAll(early.map(({ key }) => key));
    expect(takeAll(queue)).toHaveLength(early.length);
    const late = delays.filter((delay) => !early.includes(delay));
    await clock.advance(5000);
    expect(takeAll(queue)).toEqual(late.toSorted((a, b) => a.afterMs - b.afterMs).map(({ key }) => key));
  });

  test('overtakes waiting keys of lower priority as soon as it is due · CR-38', async () => {
    const { clock, queue } = setup();
    for (const key of ['a', 'b', 'c']) queue.add(key);
    queue.addAfter('urgent', 1000, { priority: 1 });
    expect(takeOne(queue).key).toBe('a');
    await clock.advance(999);
    expect(takeOne(queue).key).toBe('b');
    await clock.advance(1);
    expect(takeOne(queue).key).toBe('urgent');
    expect(takeOne(queue).key).toBe('c');
  });

  test('becomes ready at once when it is added without delay, and is delivered once · CR-36', async () => {
    const { clock, queue } = setup();
    queue.addAfter('a', 1000, { priority: 2 });
    queue.add('a');
    expect([queue.length, queue.delayed]).toEqual([1, 0]);
    const item = takeOne(queue);
    expect(item.priority).toBe(2);
    item.done();
    await clock.advance(2000);
    expect(queue.length).toBe(0);
  });

  test('becomes ready at the shortest of its delays, among them its back-off · CR-36', async () => {
    const { clock, queue } = setup();
    queue.addAfter('a', 100);
    queue.addRateLimited('a');
    queue.add('b', { afterMs: 3, rateLimited: true });
    queue.add('c', { afterMs: 1000, rateLimited: true });
    await clock.advance(3);
    expect(takeAll(queue)).toEqual(['b']);
    await clock.advance(2);
    expect(takeAll(queue)).toEqual(['a', 'c']);
  });

  test('waits for its holder when it falls due while held, and then comes at once', async () => {
    const { clock, queue } = setup();
    queue.add('a');
    const item = takeOne(queue);
    queue.addAfter('a', 10);
    await clock.advance(10);
    expect([queue.length, queue.delayed]).toEqual([0, 0]);
    item.done();
    expect(takeAll(queue)).toEqual(['a']);
  });

  test('goes on waiting when its holder is done first', async () => {
    const { clock, queue } = setup();
    queue.add('a');
    const item = takeOne(queue);
    queue.addAfter('a', 10);
    item.done();
    await clock.advance(9);
    expect(queue.length).toBe(0);
    await clock.advance(1);
    expect(queue.length).toBe(1);
  });
});

test('a ready key stays ready when it is added with a delay', () => {
  const { queue } = setup();
  queue.add('a');
  queue.addAfter('a', 1000);
  queue.addRateLimited('a');
  expect([queue.length, queue.delayed]).toEqual([1, 0]);
});

test('the length counts ready keys alone · CR-37', async () => {
  const { clock, queue } = setup();
  queue.addAll(['a', 'b']);
  queue.addAfter('c', 10);
  queue.addAfter('d', 20);
  expect(queue.length).toBe(2);
  await clock.advance(10);
  expect(queue.length).toBe(3);
  queue.add('d');
  expect(queue.length).toBe(4);
});

test('adding after zero, or less, is plain adding · LW-37', () => {
  const { queue } = setup();
  queue.addAfter('a', 0);
  queue.addAfter('b', -5);
  expect([queue.length, queue.delayed]).toEqual([2, 0]);
});

test('several keys rate limited in one add each have their own delay · CR-39', async () => {
  const clock = new ManualClock();
  const queue = new WorkQueue<string>({ clock, rateLimit: itemExponential({ baseMs: 1, capMs: 1000 }) });
  for (let failure = 0; failure < 5; failure += 1) queue.addRateLimited('often');
  takeAll(queue);
  queue.addAll(['often', 'seldom'], { rateLimited: true });
  await clock.advance(1);
  expect(takeAll(queue).toSorted()).toEqual(['often', 'seldom']);
  queue.addAll(['often', 'seldom', 'never'], { rateLimited: true });
  await clock.advance(1);
  expect(takeAll(queue)).toEqual(['never']);
  await clock.advance(1);
  expect(takeAll(queue)).toEqual(['seldom']);
  await clock.advance(61);
  expect(queue.length).toBe(0);
  await clock.advance(1);
  expect(takeAll(queue)).toEqual(['often']);
});

describe('timers', () => {
  test('number one for a hundred thousand delayed keys', async () => {
    const { clock, queue } = setup();
    queue.tryTake();
    const random = new SeededRandom(42);
    for (let at = 0; at < 100_000; at += 1) queue.addAfter(`key-${at}`, 1 + random.integer(1_000_000));
    expect([queue.delayed, clock.pendingTimers]).toEqual([100_000, 1]);
    await clock.advance(0);
    expect(clock.pendingTimers).toBe(1);
  });

  test('number none before somebody takes, and the delay counts from the add · LW-31 · LW-40', async () => {
    const { clock, queue } = setup();
    queue.add('now');
    queue.addAfter('soon', 10);
    queue.addAfter('later', 50);
    expect(clock.pendingTimers).toBe(0);
    await clock.advance(20);
    expect(takeAll(queue)).toEqual(['now', 'soon']);
    expect(clock.pendingTimers).toBe(1);
    const item = queue.get();
    await clock.advance(30);
    expect((await item)?.key).toBe('later');
    expect(clock.pendingTimers).toBe(0);
  });

  test.each([
    ['shutDown', (queue: WorkQueue<string>) => queue.shutDown()],
    ['drain', (queue: WorkQueue<string>) => void queue.drain()],
    ['dispose', (queue: WorkQueue<string>) => queue[Symbol.dispose]()],
  ])('number none after %s, at once, and none comes back · LW-40', (_name, stop) => {
    const { clock, queue } = setup();
    queue.tryTake();
    queue.addAll(['a', 'b', 'c'], { afterMs: 1000 });
    expect(clock.pendingTimers).toBe(1);
    stop(queue);
    queue.addAfter('d', 10);
    queue.tryTake();
    expect([clock.pendingTimers, queue.delayed]).toEqual([0, 0]);
  });

  test('are not set anew for keys that are due later', () => {
    const manual = new ManualClock();
    let set = 0;
    const setTimer: Clock['setTimer'] = (...args) => {
      set += 1;
      return manual.setTimer(...args);
    };
    const clock: Clock = { now: () => manual.now(), monotonic: () => manual.monotonic(), setTimer };
    const queue = new WorkQueue<string>({ clock });
    queue.tryTake();
    for (let at = 0; at < 1000; at += 1) queue.addAfter(`key-${at}`, 100 + at);
    expect(set).toBe(1);
  });

  test('are set forward for an earlier key and fire once per due time', async () => {
    const fired: number[] = [];
    const clock = new ManualClock({ trace: ({ dueMs }) => fired.push(dueMs) });
    const queue = new WorkQueue<string>({ clock });
    queue.tryTake();
    for (const delay of [300, 100, 200, 100]) queue.addAfter(`key-${delay}-${queue.delayed}`, delay);
    await clock.advance(1000);
    expect(fired).toEqual([100, 200, 300]);
    expect(queue.length).toBe(4);
  });
});
