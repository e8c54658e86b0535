import { ManualClock, settle } from '@reeve/machinery';
import { WorkQueue, type DrainReport } from '@reeve/queue';
import { describe, expect, test } from 'vitest';
import { takeAll, takeOne } from './taking.ts';

const setup = () => {
  const clock = new ManualClock();
  return { clock, queue: new WorkQueue<string>({ clock }) };
};

/** Whether a promise has settled by now, and with what. */
const watch = <T>(promise: Promise<T>) => {
  const watched: { settled: boolean; value: T | undefined; promise: Promise<T> } = {
    settled: false,
    value: undefined,
    promise,
  };
  void promise.then((value) => Object.assign(watched, { settled: true, value }));
  return watched;
};

const nothing: DrainReport<string> = { delayed: [], waiting: [], running: [], refused: [] };

describe('a drain', () => {
  test('waits until the items that were handed out are done · WQ-7', async () => {
    const { queue } = setup();
    queue.addAll(['a', 'b']);
    const [one, other] = [takeOne(queue), takeOne(queue)];
    const drain = watch(queue.drain());
    one.done();
    await settle();
    expect(drain.settled).toBe(false);
    other.done();
    await settle();
    expect(drain.value).toEqual(nothing);
  });

  test('waits for keys that nobody has started, too', async () => {
    const { queue } = setup();
    queue.addAll(['a', 'b']);
    const drain = watch(queue.drain());
    await settle();
    expect(drain.settled).toBe(false);
    expect(takeAll(queue)).toEqual(['a', 'b']);
    await settle();
    expect(drain.value).toEqual(nothing);
  });

  test('of an idle queue is over at once', async () => {
    const { queue } = setup();
    expect(await queue.drain()).toEqual(nothing);
    expect(queue.shuttingDown).toBe(true);
  });

  test('lets an item that was added again while held be processed once more · WQ-10', async () => {
    const { queue } = setup();
    queue.add('a');
    const item = takeOne(queue);
    queue.add('a');
    const drain = watch(queue.drain());
    const helper = watch(queue.get());
    await settle();
    expect([drain.settled, helper.settled]).toEqual([false, false]);
    item.done();
    await settle();
    expect([drain.settled, helper.value?.key]).toEqual([false, 'a']);
    helper.value?.done();
    await settle();
    expect(drain.value).toEqual(nothing);
  });

  test('lets all takers end once the last key that could come has been taken', async () => {
    const { queue } = setup();
    queue.add('a');
    const item = takeOne(queue);
    queue.add('a');
    const takers = [watch(queue.get()), watch(queue.get()), watch(queue.get())];
    const drain = queue.drain();
    await settle();
    expect(takers.map(({ settled }) => settled)).toEqual([false, false, false]);
    item.done();
    await settle();
    expect(takers.map(({ settled, value }) => [settled, value?.key])).toEqual([
      [true, 'a'],
      [true, undefined],
      [true, undefined],
    ]);
    takers[0]?.value?.done();
    expect(await drain).toEqual(nothing);
  });

  test('ends waiting takers at once when no key can come any more', async () => {
    const { queue } = setup();
    queue.add('a');
    const item = takeOne(queue);
    const taker = watch(queue.get());
    void queue.drain();
    await settle();
    expect([taker.settled, taker.value]).toEqual([true, undefined]);
    item.done();
  });

  test('is ended by a plain shutdown, which still lets takers have what is ready · WQ-9', async () => {
    const { queue } = setup();
    queue.addAll(['a', 'b', 'c']);
    const held = takeOne(queue);
    const drain = watch(queue.drain());
    await settle();
    expect(drain.settled).toBe(false);
    queue.shutDown();
    await settle();
    expect(drain.value).toEqual({ ...nothing, waiting: ['b', 'c'], running: ['a'] });
    expect(takeAll(queue)).toEqual(['b', 'c']);
    held.done();
  });

  test('reports what it dropped: delayed keys, and those that came too late', async () => {
    const { queue } = setup();
    queue.add('a');
    const item = takeOne(queue);
    queue.addAfter('a', 10);
    queue.addAfter('later', 2000);
    queue.addAfter('soon', 1000);
    const drain = queue.drain();
    queue.add('too-late');
    item.retry();
    item.done();
    expect(await drain).toEqual({ ...nothing, delayed: ['a', 'soon', 'later'], refused: ['too-late', 'a'] });
    expect(queue.snapshot()).toEqual([]);
  });
});

describe('a bounded drain', () => {
  test('takes no new work, waits for running work until its deadline, and then resolves', async () => {
    const { clock, queue } = setup();
    const stop = new AbortController();
    const aborted: string[] = [];
    const worker = async (): Promise<void> => {
      for await (const { key } of queue.take()) {
        stop.signal.addEventListener('abort', () => aborted.push(key));
        await new Promise<void>((resolve) => clock.setTimer(key === 'quick' ? 100 : 10_000, resolve));
      }
    };
    const workers = [worker(), worker()];
    queue.addAll(['quick', 'slow', 'next', 'never']);
    await settle();
    stop.abort();
    const drain = watch(queue.drain({ deadlineMs: 1000 }));
    queue.add('new');
    await clock.advance(999);
    expect([aborted, drain.settled]).toEqual([['quick', 'slow'], false]);
    await clock.advance(1);
    expect(drain.value).toEqual({ delayed: [], waiting: ['never'], running: ['slow', 'next'], refused: ['new'] });
    await clock.advance(10_000);
    await Promise.all(workers);
    expect([queue.length, queue.held, clock.pendingTimers]).toEqual([0, 0, 0]);
  });

  test('drops what has not begun when its signal aborts, runs asked for again included', async () => {
    const { queue } = setup();
    const abort = new AbortController();
    queue.addAll(['again', 'b']);
    const item = takeOne(queue);
    queue.add('again');
    const drain = watch(queue.drain({ signal: abort.signal }));
    abort.abort();
    await settle();
    expect(drain.value).toEqual({ ...nothing, waiting: ['again', 'b'], running: ['again'] });
    item.done();
    expect([queue.tryTake(), queue.snapshot()]).toEqual([undefined, []]);
  });

  test('gives up at once when its signal has aborted before', async () => {
    const { queue } = setup();
    queue.add('a');
    expect(await queue.drain({ signal: AbortSignal.abort() })).toEqual({ ...nothing, waiting: ['a'] });
  });

  test('leaves no timer behind when it ends in time', async () => {
    const { clock, queue } = setup();
    queue.add('a');
    const drain = queue.drain({ deadlineMs: 1000 });
    expect(clock.pendingTimers).toBe(1);
    takeAll(queue);
    expect(await drain).toEqual(nothing);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('a plain shutdown', () => {
  test('does not wait for anybody · WQ-8', async () => {
    const { queue } = setup();
    queue.addAll(['a', 'b']);
    const item = takeOne(queue);
    queue.shutDown();
    expect([queue.shuttingDown, queue.held, item.held]).toEqual([true, 1, true]);
    item.done();
    expect(queue.held).toBe(0);
  });

  test('keeps out adds and drops delayed keys, but hands out what is ready', async () => {
    const { clock, queue } = setup();
    queue.addAll(['a', 'b']);
    queue.addAfter('c', 10);
    queue.shutDown();
    queue.add('d');
    await clock.advance(10);
    expect(takeAll(queue)).toEqual(['a', 'b']);
    expect(queue.snapshot()).toEqual([]);
  });

  test('can be followed by a drain of what is left', async () => {
    const { queue } = setup();
    queue.add('a');
    queue.shutDown();
    queue.add('before the drain');
    const drain = watch(queue.drain());
    await settle();
    expect(drain.settled).toBe(false);
    takeAll(queue);
    await settle();
    expect(drain.value).toEqual(nothing);
  });
});

describe('the deadline of a drain', () => {
  test('a drain with a deadline of NaN is refused, and the queue stays open', async () => {
    const queue = new WorkQueue<string>({ clock: new ManualClock() });
    queue.add('a');
    await expect(queue.drain({ deadlineMs: Number.NaN })).rejects.toMatchObject({ code: 'REEVE_INVALID_INPUT' });
    expect([queue.shuttingDown, queue.length]).toEqual([false, 1]);
  });

  test('a drain with a deadline of Infinity sets no timer, and waits for the work', async () => {
    const clock = new ManualClock();
    const queue = new WorkQueue<string>({ clock });
    queue.add('a');
    const item = queue.tryTake();
    const drained = queue.drain({ deadlineMs: Infinity });
    expect(clock.pendingTimers).toBe(0);
    item?.done();
    expect(await drained).toEqual({ delayed: [], waiting: [], running: [], refused: [] });
  });
});
