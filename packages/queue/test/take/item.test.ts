import { ManualClock } from '@reeve/machinery';
import { WorkQueue } from '@reeve/queue';
import { describe, expect, test } from 'vitest';
import { takeAll, takeOne } from '../taking.ts';

const setup = () => {
  const clock = new ManualClock();
  return { clock, queue: new WorkQueue<string>({ clock }) };
};

/** Takes the one key that has to be ready, lets `outcome` decide, and gives it back. */
const run = (queue: WorkQueue<string>, outcome: (item: ReturnType<typeof takeOne<string, unknown>>) => void): void => {
  using item = takeOne(queue);
  outcome(item);
};

test('an item says when the next run of its key is due, while that is known', () => {
  const { clock, queue } = setup();
  queue.add('a');
  const item = takeOne(queue);
  expect(item.nextDueAt).toBeUndefined();
  item.retryAfter(250);
  expect(item.nextDueAt).toBe(clock.monotonic() + 250);
  item.done();
  expect(item.nextDueAt).toBeUndefined();
});

test('what is kept with a key is there when it comes again, and never with another key', () => {
  const { queue } = setup();
  const noteOf = (key: string, note: unknown): unknown => {
    queue.add(key);
    using item = takeOne(queue);
    const before = item.note;
    item.note = note;
    return before;
  };
  expect(noteOf('a', 'first')).toBeUndefined();
  expect(noteOf('a', 'second')).toBe('first');
  for (let nth = 0; nth < 20_000; nth += 1) expect(noteOf(`passes ${nth}`, nth)).toBeUndefined();
  queue.add('b');
  const item = takeOne(queue);
  item.done();
  item.note = 'too late';
  expect(item.note).toBeUndefined();
  expect(noteOf('b', 1)).toBeUndefined();
});

describe('the outcome of a run', () => {
  test('is a retry after the back-off when it failed, and a success clears the failures · LW-33', async () => {
    const { clock, queue } = setup();
    queue.add('a');
    for (const [failures, backOff] of [5, 10, 20].entries()) {
      run(queue, (item) => {
        expect(item.attempt).toBe(failures + 1);
        item.retry();
      });
      await clock.advance(backOff - 1);
      expect(queue.length).toBe(0);
      await clock.advance(1);
    }
    expect(queue.failures('a')).toBe(3);
    run(queue, (item) => item.forget());
    expect(queue.failures('a')).toBe(0);
    expect(queue.snapshot()).toEqual([]);
    queue.add('a');
    run(queue, (item) => item.retry());
    await clock.advance(5);
    expect(queue.length).toBe(1);
  });

  test('may be a planned repetition, which clears the failures', async () => {
    const { clock, queue } = setup();
    queue.addRateLimited('a');
    await clock.advance(5);
    run(queue, (item) => item.retryAfter(60_000));
    expect([queue.failures('a'), queue.delayed]).toEqual([0, 1]);
    await clock.advance(60_000);
    expect(takeOne(queue).attempt).toBe(1);
  });

  test.each(['retry', 'retryAfter'] as const)('%s keeps the priority, unless another one is given', async (how) => {
    const { clock, queue } = setup();
    const again = (item: ReturnType<typeof takeOne<string, unknown>>, priority?: number): void => {
      const options = priority === undefined ? {} : { priority };
      if (how === 'retry') item.retry(options);
      else item.retryAfter(10, options);
    };
    queue.add('a', { priority: 7 });
    run(queue, (item) => again(item));
    await clock.advance(10);
    run(queue, (item) => {
      expect(item.priority).toBe(7);
      again(item, -3);
    });
    await clock.advance(10);
    expect(takeOne(queue).priority).toBe(-3);
  });

  test('merges with what was added meanwhile: the run that was asked for at once comes first, and alone', async () => {
    const { clock, queue } = setup();
    queue.add('a');
    run(queue, (item) => {
      queue.add('a');
      item.retry();
    });
    expect(takeAll(queue)).toEqual(['a']);
    await clock.advance(1000);
    expect(queue.length).toBe(0);
  });
});

describe('a repetition after a delay that is no finite number', () => {
  for (const delayMs of [Number.NaN, Infinity, -Infinity, undefined as unknown as number, '60' as unknown as number])
    test(`retryAfter with the ${typeof delayMs} ${String(delayMs)} is refused and changes nothing; the worker goes on`, async () => {
      const { queue } = setup();
      const refused: unknown[] = [];
      const done: string[] = [];
      queue.addRateLimited('a');
      queue.add('a');
      queue.add('b');
      queue.shutDown();
      for await (const item of queue.take()) {
        try {
          item.retryAfter(delayMs);
        } catch (error) {
          refused.push(error);
        }
        expect(item.held).toBe(true);
        done.push(item.key);
      }
      expect(refused).toMatchObject([{ code: 'REEVE_INVALID_INPUT' }, { code: 'REEVE_INVALID_INPUT' }]);
      expect(done).toEqual(['a', 'b']);
      expect([queue.failures('a'), queue.held]).toEqual([1, 0]);
    });
});

describe('an item', () => {
  test('is held until it is done, and doing so again does not release the next holder', () => {
    const { queue } = setup();
    queue.add('a');
    const first = takeOne(queue);
    queue.add('a');
    first.done();
    const second = takeOne(queue);
    queue.add('a');
    first.done();
    first[Symbol.dispose]();
    expect([first.held, second.held, queue.held]).toEqual([false, true, 1]);
    expect(queue.tryTake()).toBeUndefined();
  });

  test('is released at the end of its block', () => {
    const { queue } = setup();
    queue.add('a');
    {
      using item = takeOne(queue);
      expect([item.held, queue.held]).toEqual([true, 1]);
    }
    expect(queue.held).toBe(0);
  });
});
