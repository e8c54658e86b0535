import { getEventListeners } from 'node:events';
import { ManualClock, settle } from '@reeve/machinery';
import { WorkQueue } from '@reeve/queue';
import { describe, expect, test, vi } from 'vitest';
import { takeOne } from '../taking.ts';

const setup = () => {
  const clock = new ManualClock();
  return { clock, queue: new WorkQueue<string>({ clock }) };
};

/** Collects keys in the background until the loop ends. */
const collect = (queue: WorkQueue<string>, signal?: AbortSignal) => {
  const keys: string[] = [];
  const loop = async (): Promise<void> => {
    for await (const { key } of queue.take(signal)) keys.push(key);
  };
  return { keys, ended: loop() };
};

describe('a take loop', () => {
  test('returns an added item, be it there already or come later · CR-33', async () => {
    const { clock, queue } = setup();
    queue.add('there');
    const { keys } = collect(queue);
    await settle();
    queue.add('later');
    queue.addAfter('delayed', 10);
    await clock.advance(10);
    expect(keys).toEqual(['there', 'later', 'delayed']);
    queue.shutDown();
  });

  test('holds a key until it asks for the next one', async () => {
    const { queue } = setup();
    queue.addAll(['a', 'b']);
    const loop = queue.take();
    expect((await loop.next()).value?.key).toBe('a');
    expect([queue.held, queue.length]).toEqual([1, 1]);
    expect((await loop.next()).value?.key).toBe('b');
    expect([queue.held, queue.length]).toEqual([1, 0]);
    await loop.return();
    expect(queue.held).toBe(0);
  });

  test('gives its key back when it is left by break or by an error', async () => {
    const { queue } = setup();
    queue.addAll(['a', 'b']);
    for await (const { key } of queue.take()) if (key === 'a') break;
    expect([queue.held, queue.length]).toEqual([0, 1]);
    const fail = async (): Promise<void> => {
      for await (const { key } of queue.take()) throw new Error(`${key} is broken`);
    };
    await expect(fail()).rejects.toThrow('b is broken');
    expect([queue.held, queue.length]).toEqual([0, 0]);
  });

  test('ends when its signal aborts, be it waiting or at work, and takes nothing after it', async () => {
    const { queue } = setup();
    const abort = new AbortController();
    const waiting = collect(queue, abort.signal);
    queue.add('a');
    const working = queue.take(abort.signal);
    await working.next();
    await settle();
    abort.abort();
    await waiting.ended;
    queue.add('b');
    expect((await working.next()).done).toBe(true);
    expect([waiting.keys, queue.length, queue.held]).toEqual([[], 1, 0]);
  });

  test('does not start when its signal has aborted before', async () => {
    const { queue } = setup();
    queue.add('a');
    const { keys, ended } = collect(queue, AbortSignal.abort());
    await ended;
    expect([keys, queue.length]).toEqual([[], 1]);
  });

  test('subscribes to its signal once, and not at all after its end', async () => {
    const { queue } = setup();
    const { signal } = new AbortController();
    const { ended } = collect(queue, signal);
    for (let round = 0; round < 20; round += 1) {
      queue.add(`key-${round}`);
      await settle();
      expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    }
    queue.shutDown();
    await ended;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  test('sees the keys of one turn together, so that the most urgent comes first', async () => {
    const { queue } = setup();
    const { keys } = collect(queue);
    await settle();
    queue.add('low', { priority: -1 });
    queue.add('high', { priority: 1 });
    await settle();
    expect(keys).toEqual(['high', 'low']);
    queue.shutDown();
  });
});

describe('waiting takers', () => {
  test('are served in the order they came, one per key', async () => {
    const { queue } = setup();
    const served: string[] = [];
    const wait = async (name: string): Promise<void> => {
      const item = await queue.get();
      served.push(`${name} ${item?.key}`);
    };
    const all = [wait('first'), wait('second'), wait('third')];
    queue.addAll(['a', 'b']);
    await settle();
    expect(served).toEqual(['first a', 'second b']);
    queue.shutDown();
    await Promise.all(all);
    expect(served.at(-1)).toBe('third undefined');
  });

  test('lose nothing when the one who was woken aborts in the same turn', async () => {
    const { queue } = setup();
    const abort = new AbortController();
    const aborted = queue.get(abort.signal);
    const patient = queue.get();
    queue.add('a');
    abort.abort();
    expect(await aborted).toBeUndefined();
    expect((await patient)?.key).toBe('a');
  });

  test('lose nothing when somebody else takes the key first', async () => {
    const { queue } = setup();
    const waiting = queue.get();
    queue.add('a');
    expect(takeOne(queue).key).toBe('a');
    await settle();
    queue.add('b');
    expect((await waiting)?.key).toBe('b');
  });

  test('are all released by a shutdown, even while keys are held or asked for again · CR-40', async () => {
    const { queue } = setup();
    queue.addAll(['held', 'again']);
    takeOne(queue);
    takeOne(queue);
    queue.add('again');
    const loops = Array.from({ length: 5 }, () => collect(queue));
    const gets = Array.from({ length: 5 }, () => queue.get());
    await settle();
    queue.shutDown();
    await Promise.all(loops.map(({ ended }) => ended));
    expect(await Promise.all(gets)).toEqual(Array.from({ length: 5 }, () => undefined));
  });

  test('still get what is ready when the queue is shut down in the middle of hand-outs · CR-40', async () => {
    const { queue } = setup();
    const loops = Array.from({ length: 3 }, () => collect(queue));
    await settle();
    queue.addAll(['a', 'b', 'c', 'd', 'e']);
    queue.shutDown();
    queue.add('late');
    await Promise.all(loops.map(({ ended }) => ended));
    expect(loops.flatMap(({ keys }) => keys).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await queue.get()).toBeUndefined();
  });
});

describe('a taker', () => {
  test('is told when it is worth looking again, and when nothing will come any more', () => {
    const { queue } = setup();
    using taker = queue.taker();
    expect(taker.takeNow()).toBeUndefined();
    const wake = vi.fn<() => void>();
    expect(taker.onceReady(wake)).toBe(true);
    expect(wake).not.toHaveBeenCalled();
    queue.add('a');
    expect(wake).toHaveBeenCalledTimes(1);
    taker.takeNow()?.done();
    queue.add('b');
    expect(wake).toHaveBeenCalledTimes(1);
    taker.takeNow()?.done();
    queue.shutDown();
    expect(taker.onceReady(wake)).toBe(false);
  });

  test('leaves what it was woken for to another when its signal aborts', async () => {
    const { queue } = setup();
    const abort = new AbortController();
    using leaving = queue.taker(abort.signal);
    const wake = vi.fn<() => void>();
    leaving.onceReady(wake);
    const other = queue.get();
    queue.add('a');
    abort.abort();
    expect(wake).toHaveBeenCalledTimes(1);
    expect(leaving.takeNow()).toBeUndefined();
    expect(leaving.onceReady(wake)).toBe(false);
    expect((await other)?.key).toBe('a');
  });
});
