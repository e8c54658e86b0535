import { ManualClock } from '@reeve/machinery';
import { WorkQueue, type CauseOptions } from '@reeve/queue';
import { describe, expect, test } from 'vitest';
import { takeOne } from '../taking.ts';

interface Change {
  readonly object: string;
  readonly from: number;
  readonly to: number;
}

const newQueue = <Cause = string>(causes: CauseOptions<Cause> = {}): WorkQueue<string, Cause> =>
  new WorkQueue<string, Cause>({ clock: new ManualClock(), causes });

describe('the causes of a key', () => {
  test('are those of all adds it stands for, each once, in order of arrival', () => {
    const queue = newQueue();
    for (const cause of ['pod/a', 'service/b', 'pod/a']) queue.add('web', { cause });
    queue.add('web');
    expect(takeOne(queue).causes).toEqual(['pod/a', 'service/b']);
  });

  test('are told without a list where there is one, merged or not', () => {
    const queue = newQueue<Change>({
      keyOf: ({ object }) => object,
      merge: (earlier, later) => ({ ...later, from: earlier.from }),
    });
    queue.add('web', { cause: { object: 'a', from: 1, to: 2 } });
    using alone = takeOne(queue);
    expect(alone.onlyCause).toEqual({ object: 'a', from: 1, to: 2 });
    expect(alone.causes).toEqual([alone.onlyCause]);
    for (const [from, to] of [
      [1, 2],
      [2, 3],
    ] as const)
      queue.add('shop', { cause: { object: 'a', from, to } });
    using merged = takeOne(queue);
    expect(merged.onlyCause).toEqual({ object: 'a', from: 1, to: 3 });
    for (const object of ['a', 'b']) queue.add('mail', { cause: { object, from: 1, to: 2 } });
    using several = takeOne(queue);
    expect([several.onlyCause, several.causes.length]).toEqual([undefined, 2]);
    queue.add('none');
    expect(takeOne(queue).onlyCause).toBeUndefined();
  });

  test('are none when none was given', () => {
    const queue = newQueue();
    queue.add('web');
    const item = takeOne(queue);
    expect([item.causes, item.droppedCauses]).toEqual([[], 0]);
  });

  test('survive a delay and the add that ends it', () => {
    const queue = newQueue();
    queue.addAfter('web', 1000, { cause: 'timer' });
    queue.add('web', { cause: 'pod/a' });
    expect(takeOne(queue).causes).toEqual(['timer', 'pod/a']);
  });

  test('that arrive while the key is held go to the next run', () => {
    const queue = newQueue();
    queue.add('web', { cause: 'first' });
    const item = takeOne(queue);
    queue.add('web', { cause: 'second' });
    expect(item.causes).toEqual(['first']);
    item.done();
    expect(takeOne(queue).causes).toEqual(['second']);
  });

  test('are at most eight, the first ones, and the others are counted', () => {
    const queue = newQueue();
    for (let at = 0; at < 20; at += 1) queue.add('web', { cause: `pod/${at}` });
    queue.add('web', { cause: 'pod/0' });
    const item = takeOne(queue);
    expect(item.causes).toEqual(Array.from({ length: 8 }, (_, at) => `pod/${at}`));
    expect(item.droppedCauses).toBe(12);
  });

  test('are as many as the limit says', () => {
    const queue = newQueue({ limit: 0 });
    queue.add('web', { cause: 'pod/a' });
    const item = takeOne(queue);
    expect([item.causes, item.droppedCauses]).toEqual([[], 1]);
    expect(() => newQueue({ limit: -1 })).toThrow(/causes.limit .* -1: write a whole number from 0/u);
  });

  test('with equal keys are one: the later one, or what merge makes of both', () => {
    const first: Change = { object: 'pod/a', from: 1, to: 2 };
    const second: Change = { object: 'pod/a', from: 2, to: 5 };
    const keyOf = ({ object }: Change): string => object;
    const merge = (earlier: Change, later: Change): Change => ({ ...later, from: earlier.from });
    for (const [causes, expected] of [
      [{ keyOf }, second],
      [
        { keyOf, merge },
        { object: 'pod/a', from: 1, to: 5 },
      ],
    ] as const) {
      const queue = newQueue<Change>(causes);
      queue.add('web', { cause: first });
      queue.add('web', { cause: second });
      expect(takeOne(queue).causes).toEqual([expected]);
    }
  });
});

describe('the causes of a failed run', () => {
  test('come first among those of its retry', async () => {
    const clock = new ManualClock();
    const queue = new WorkQueue<string, string>({ clock });
    queue.add('web', { cause: 'created' });
    const item = takeOne(queue);
    queue.addAfter('web', 10_000, { cause: 'timer' });
    item.retry({ cause: 'error' });
    item.done();
    await clock.advance(5);
    expect(takeOne(queue).causes).toEqual(['created', 'timer', 'error']);
  });

  test('stay capped over many retries, and what was dropped stays counted', async () => {
    const clock = new ManualClock();
    const queue = new WorkQueue<string, string>({ clock, causes: { limit: 2 } });
    for (const cause of ['a', 'b', 'c']) queue.add('web', { cause });
    for (const dropped of [1, 2, 3]) {
      const item = takeOne(queue);
      expect([item.causes, item.droppedCauses]).toEqual([['a', 'b'], dropped]);
      item.retry({ cause: 'error' });
      item.done();
      await clock.advance(1000);
    }
  });

  test('do not follow a repetition that was planned', async () => {
    const clock = new ManualClock();
    const queue = new WorkQueue<string, string>({ clock });
    queue.add('web', { cause: 'created' });
    const item = takeOne(queue);
    item.retryAfter(10, { cause: 'poll' });
    item.done();
    await clock.advance(10);
    expect(takeOne(queue).causes).toEqual(['poll']);
  });
});
