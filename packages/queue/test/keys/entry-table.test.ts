import { ManualClock, SeededRandom } from '@reeve/machinery';
import { WorkQueue } from '@reeve/queue';
import { describe, expect, test } from 'vitest';
import { takeAll, takeOne } from '../taking.ts';

/** More names than a queue remembers, however many it finds worth it. */
const TOO_MANY = 20_000;

const newQueue = (clock = new ManualClock()): WorkQueue<string, string> => new WorkQueue<string, string>({ clock });

/** Lets names pass through, one after the other. */
const passThrough = (queue: WorkQueue<string, string>, prefix: string, count = TOO_MANY): void => {
  for (let at = 0; at < count; at += 1) {
    queue.add(`${prefix}-${at}`);
    takeOne(queue).done();
  }
};

describe('a name that was forgotten', () => {
  test('comes again as if it were new', () => {
    const queue = newQueue();
    queue.add('web', { priority: 7, cause: 'created' });
    takeOne(queue).done();
    passThrough(queue, 'other');
    queue.add('web');
    expect(queue.snapshot()).toEqual([{ key: 'web', held: false, next: 'ready', priority: 0, causes: [] }]);
    const item = takeOne(queue);
    expect([item.key, item.priority, item.attempt, item.causes]).toEqual(['web', 0, 1, []]);
  });

  test('leaves names alone that are in use, however long ago they last rested', () => {
    const queue = newQueue();
    const held = Array.from({ length: 100 }, (_, at) => `held-${at}`);
    const takeHeld = () => {
      queue.addAll(held);
      return held.map(() => takeOne(queue));
    };
    for (const item of takeHeld()) item.done();
    const items = takeHeld(); // recalled, and older than all that follow
    passThrough(queue, 'other');
    expect(items.map(({ key }) => key)).toEqual(held);
    expect(
      queue
        .snapshot()
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(held.toSorted());
    for (const item of items) item.done();
    passThrough(queue, 'another');
    expect([queue.held, queue.snapshot()]).toEqual([0, []]);
    for (const item of takeHeld()) item.done();
    expect(queue.held).toBe(0);
  });

  test('keeps its failures, which are not the queue’s to forget', async () => {
    const clock = new ManualClock();
    const queue = newQueue(clock);
    queue.addRateLimited('web');
    await clock.advance(5);
    takeOne(queue).done();
    passThrough(queue, 'other');
    queue.add('web');
    expect([queue.failures('web'), takeOne(queue).attempt]).toEqual([1, 2]);
  });

  test('may be any of those that came before', () => {
    const queue = newQueue();
    for (const round of ['first', 'again', 'once more']) {
      passThrough(queue, 'pod');
      expect([round, queue.length, queue.held, queue.snapshot()]).toEqual([round, 0, 0, []]);
    }
  });
});

describe('a name that takes the place of another', () => {
  /** A queue in which names take each other's places, those before having left all the traces there are. */
  const worn = async (): Promise<{ queue: WorkQueue<string, string>; clock: ManualClock }> => {
    const clock = new ManualClock();
    const queue = newQueue(clock);
    for (let at = 0; at < TOO_MANY; at += 1) {
      const key = `worn-${at}`;
      queue.add(key, { priority: at % 3, cause: 'added' });
      queue.add(`low-${at % 5}`, { priority: -1 }); // so that ages are noted
      const item = takeOne(queue);
      queue.add(item.key, { afterMs: at % 2, priority: 9, cause: 'again' });
      item.done();
      await (at % 500 === 0 ? clock.advance(1) : undefined);
      takeOne(queue).done();
    }
    await clock.advance(1);
    takeAll(queue);
    return { queue, clock };
  };

  test('has nothing of it', async () => {
    const { queue } = await worn();
    const names = Array.from({ length: 1000 }, (_, at) => `new-${at}`);
    queue.addAll(names);
    expect(queue.snapshot()).toEqual(
      names.map((key) => ({ key, held: false, next: 'ready', priority: 0, causes: [] })),
    );
    const items = names.map(() => takeOne(queue));
    expect(items.map(({ key }) => key)).toEqual(names);
    expect(items.every(({ attempt, priority, causes }) => attempt === 1 && priority === 0 && causes.length === 0)).toBe(
      true,
    );
    for (const item of items) item.done();
    expect([queue.length, queue.delayed, queue.held]).toEqual([0, 0, 0]);
  });

  test('does not answer to its name', async () => {
    const { queue } = await worn();
    queue.addAfter('new', 1000);
    const answered = Array.from({ length: TOO_MANY }, (_, at) => queue.dueInMs(`worn-${at}`)).filter(
      (due) => due !== undefined,
    );
    expect([answered, queue.dueInMs('new')]).toEqual([[], 1000]);
  });

  test('leaves an item alone that was done with it', () => {
    const queue = newQueue();
    passThrough(queue, 'before');
    queue.add('web', { cause: 'created' });
    const web = takeOne(queue);
    web.done();
    passThrough(queue, 'after');
    queue.add('held');
    const held = takeOne(queue);
    web.done();
    web.retry();
    expect([web.key, web.causes, web.held, held.held, queue.held]).toEqual(['web', ['created'], false, true, 1]);
    expect(queue.snapshot().map(({ key, next }) => [key, next])).toEqual([
      ['held', 'none'],
      ['web', 'delayed'],
    ]);
  });
});

test('names that wait, are delayed or held are never forgotten, whatever passes through beside them', async () => {
  const clock = new ManualClock();
  const queue = newQueue(clock);
  queue.add('held', { priority: 1 });
  const held = takeOne(queue);
  queue.add('held', { cause: 'again' });
  queue.addAfter('delayed', 1000, { cause: 'timer' });
  queue.add('waiting', { priority: -1, cause: 'created' });
  passThrough(queue, 'other', 5 * TOO_MANY);
  expect(queue.snapshot()).toEqual([
    { key: 'held', held: true, next: 'withheld', priority: 0, causes: ['again'] },
    { key: 'delayed', held: false, next: 'delayed', priority: 0, dueInMs: 1000, causes: ['timer'] },
    { key: 'waiting', held: false, next: 'ready', priority: -1, causes: ['created'] },
  ]);
  held.done();
  await clock.advance(1000);
  expect(takeAll(queue)).toEqual(['held', 'delayed', 'waiting']);
});

test('names old and new in any mixture come out once per turn, in the order they went in', () => {
  const random = new SeededRandom(7);
  const queue = newQueue();
  const waiting: string[] = [];
  const wrong: (string | undefined)[][] = [];
  for (let at = 0; at < 10 * TOO_MANY; at += 1) {
    const isFresh = Math.floor(at / TOO_MANY) % 3 === 0 || random.integer(4) === 0;
    const key = isFresh ? `fresh-${at}` : `known-${random.integer(6000)}`;
    queue.add(key);
    if (!waiting.includes(key)) waiting.push(key);
    if (waiting.length < 20) continue;
    const item = takeOne(queue);
    const expected = waiting.shift();
    if (item.key !== expected) wrong.push([item.key, expected]);
    item.done();
  }
  expect(wrong).toEqual([]);
  expect(takeAll(queue)).toEqual(waiting);
});
