import { ManualClock, SeededRandom, settle } from '@reeve/machinery';
import { WorkQueue } from '@reeve/queue';
import { describe, expect, test } from 'vitest';
import { takeAll, takeOne } from './taking.ts';

const newQueue = (): WorkQueue<string> => new WorkQueue<string>({ clock: new ManualClock() });

/** A worker that takes a random number of turns per key and notes keys that somebody else is working on. */
const worker = async (
  queue: WorkQueue<string>,
  random: SeededRandom,
  log: { inWork: Set<string>; twice: string[]; finished: string[] },
  during: (key: string) => void = () => {},
): Promise<void> => {
  for await (const { key } of queue.take()) {
    if (log.inWork.has(key)) log.twice.push(key);
    log.inWork.add(key);
    during(key);
    for (let turns = random.integer(4); turns > 0; turns -= 1) await settle();
    log.inWork.delete(key);
    log.finished.push(key);
  }
};

const producer = async (queue: WorkQueue<string>, key: string): Promise<void> => {
  for (let round = 0; round < 50; round += 1) {
    queue.add(key);
    await settle();
  }
};

const runFifty = async (during?: (queue: WorkQueue<string>, key: string) => void) => {
  const queue = newQueue();
  const log = { inWork: new Set<string>(), twice: [] as string[], finished: [] as string[] };
  const random = new SeededRandom('fifty producers');
  const workers = Array.from({ length: 10 }, (_, at) =>
    worker(queue, random.fork(`worker ${at}`), log, (key) => during?.(queue, key)),
  );
  const keys = Array.from({ length: 50 }, (_, at) => `key-${at}`);
  await Promise.all(keys.map((key) => producer(queue, key)));
  const report = queue.drain();
  queue.add('too-late');
  await Promise.all(workers);
  return { keys, log, report: await report, left: queue.length + queue.held };
};

describe('many producers and workers', () => {
  test('finish every key, never work on one twice at once, and accept nothing after shutdown · WQ-1 · LW-32', async () => {
    const { keys, log, left } = await runFifty();
    expect(log.twice).toEqual([]);
    expect(new Set(log.finished)).toEqual(new Set(keys));
    expect(left).toBe(0);
  });

  test('keep that when workers add keys while they work · WQ-2', async () => {
    const again = new Set<string>();
    const { keys, log, left } = await runFifty((queue, key) => {
      if (again.has(key) || key.endsWith('-child')) return;
      again.add(key);
      queue.add(key);
      queue.add(`${key}-child`);
    });
    expect(log.twice).toEqual([]);
    expect(new Set(log.finished)).toEqual(new Set(keys.flatMap((key) => [key, `${key}-child`])));
    for (const key of keys) expect(log.finished.filter((finished) => finished === key).length).toBeGreaterThan(1);
    expect(left).toBe(0);
  });
});

describe('a key', () => {
  test('counts once in the length however often it is added, and not while it is held · WQ-3', () => {
    const queue = newQueue();
    queue.addAll(['a', 'b', 'a', 'a']);
    expect(queue.length).toBe(2);
    const item = takeOne(queue);
    queue.add('a');
    expect([queue.length, queue.held]).toEqual([1, 1]);
    item.done();
    expect([queue.length, queue.held]).toEqual([2, 0]);
  });

  test('that is added while held comes back once, when its holder is done · WQ-4 · CR-34 · LW-32', () => {
    const queue = newQueue();
    queue.add('a');
    const item = takeOne(queue);
    for (let times = 0; times < 3; times += 1) queue.add('a');
    expect(queue.tryTake()).toBeUndefined();
    item.done();
    expect(takeAll(queue)).toEqual(['a']);
  });

  test('is gone once it is done and nobody asked for it again', () => {
    const queue = newQueue();
    queue.add('a');
    takeOne(queue).done();
    expect(queue.snapshot()).toEqual([]);
  });

  test('may be any value, compared as a Map compares keys', () => {
    const queue = new WorkQueue<object | number>({ clock: new ManualClock() });
    const [one, other] = [{ name: 'a' }, { name: 'a' }];
    queue.addAll([one, other, one, Number.NaN, Number.NaN]);
    expect(takeAll(queue)).toEqual([one, other, Number.NaN]);
  });
});

describe('an add', () => {
  test('is ready at once and counts as no failure, and only the named variant is rate limited · LW-35 · LW-36', () => {
    const queue = newQueue();
    for (let event = 0; event < 5; event += 1) queue.add('a');
    queue.addAfter('b', 0);
    expect(queue.length).toBe(2);
    expect([queue.failures('a'), queue.failures('b')]).toEqual([0, 0]);
    queue.addRateLimited('c');
    expect([queue.length, queue.delayed, queue.failures('c')]).toEqual([2, 1, 1]);
  });

  test('of a key that waits for its back-off does not add to the failures, nor take them away · LW-35', async () => {
    const clock = new ManualClock();
    const queue = new WorkQueue<string>({ clock });
    queue.addRateLimited('a');
    queue.add('a');
    queue.addAfter('a', 1000);
    expect(queue.failures('a')).toBe(1);
    takeOne(queue).done();
    queue.addRateLimited('a');
    await clock.advance(9);
    expect(queue.length).toBe(0);
    await clock.advance(1);
    expect(queue.length).toBe(1);
  });

  test('with a number that is none is refused, and says which', () => {
    const queue = newQueue();
    expect(() => queue.add('a', { priority: Number.NaN })).toThrow(/priority .* NaN: give a finite number/u);
    expect(() => queue.addAfter('a', Infinity)).toThrow(/afterMs .* Infinity: give a finite number/u);
    expect(queue.snapshot()).toEqual([]);
  });

  test('addAfter without a delay, as JavaScript allows it, is refused: the key would be ready at once', () => {
    const queue = newQueue();
    for (const delay of [undefined, null, '5'] as unknown as number[])
      expect(() => queue.addAfter('a', delay)).toThrow(/afterMs .*: give a finite number/u);
    expect(queue.snapshot()).toEqual([]);
  });

  test('addAll with a delay of NaN adds none of its keys', () => {
    const queue = newQueue();
    expect(() => queue.addAll(['a', 'b'], { afterMs: Number.NaN })).toThrow(/afterMs .* NaN/u);
    expect(queue.snapshot()).toEqual([]);
  });
});
