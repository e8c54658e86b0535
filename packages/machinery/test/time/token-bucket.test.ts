import { ManualClock, TokenBucket } from '@reeve/machinery';
import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';

const bucketOf = (perSecond: number, burst: number): { clock: ManualClock; bucket: TokenBucket } => {
  const clock = new ManualClock();
  return { clock, bucket: new TokenBucket({ clock, perSecond, burst }) };
};

describe('TokenBucket', () => {
  test('starts full, refuses when empty, and refills at its rate up to the burst', async () => {
    const { clock, bucket } = bucketOf(10, 3);
    expect([1, 2, 3, 4].map(() => bucket.tryTake())).toEqual([true, true, true, false]);
    await clock.advance(99);
    expect(bucket.tryTake()).toBe(false);
    await clock.advance(1);
    expect([bucket.tryTake(), bucket.tryTake()]).toEqual([true, false]);
    await clock.advance(60_000);
    expect(bucket.tokens).toBe(3);
    expect([1, 2, 3, 4].map(() => bucket.tryTake())).toEqual([true, true, true, false]);
  });

  test('a refused take costs nothing', async () => {
    const { clock, bucket } = bucketOf(1, 1);
    bucket.tryTake();
    for (let turn = 0; turn < 100; turn += 1) bucket.tryTake();
    await clock.advance(1000);
    expect(bucket.tryTake()).toBe(true);
  });

  test('reservations queue up one interval apart', () => {
    const { bucket } = bucketOf(10, 2);
    expect([1, 2, 3, 4, 5].map(() => bucket.reserve().delayMs)).toEqual([0, 0, 100, 200, 300]);
    expect(bucket.tokens).toBe(-3);
  });

  test('several tokens can be taken at once, up to the burst', () => {
    const { bucket } = bucketOf(10, 5);
    expect(bucket.reserve(5).delayMs).toBe(0);
    expect(bucket.reserve(2).delayMs).toBe(200);
    expect(() => bucket.reserve(6)).toThrow(/count of a token bucket is 6: write a whole number from 1 to the bucket/);
  });

  test('a cancelled reservation gives its tokens back', () => {
    const { bucket } = bucketOf(10, 1);
    bucket.tryTake();
    const last = bucket.reserve();
    last.cancel();
    last.cancel();
    expect(bucket.reserve().delayMs).toBe(100);
  });

  test('what later reservations count on is not given back, so that no two act at the same time', () => {
    const { bucket } = bucketOf(10, 1);
    bucket.tryTake();
    const [first, second] = [bucket.reserve(), bucket.reserve()];
    expect([first.delayMs, second.delayMs]).toEqual([100, 200]);
    first.cancel();
    expect(bucket.reserve().delayMs).toBe(300);
  });

  test('tokens that were due are not given back', async () => {
    const { clock, bucket } = bucketOf(10, 1);
    bucket.tryTake();
    const reservation = bucket.reserve();
    await clock.advance(150);
    reservation.cancel();
    expect(bucket.reserve().delayMs).toBe(50);
  });

  test('waiters go on in the order they came, one interval apart', async () => {
    const { clock, bucket } = bucketOf(10, 1);
    const log: string[] = [];
    const waiter = async (name: string): Promise<void> => {
      await bucket.wait();
      log.push(`${name}@${clock.monotonic()}`);
    };
    const all = Promise.all(['a', 'b', 'c'].map(waiter));
    await clock.advance(200);
    await all;
    expect(log).toEqual(['a@0', 'b@100', 'c@200']);
  });

  test('an aborted wait rejects with the reason at once and leaves neither timer, listener nor debt', async () => {
    const { clock, bucket } = bucketOf(1, 1);
    const controller = new AbortController();
    bucket.tryTake();
    const waiting = bucket.wait({ signal: controller.signal });
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    controller.abort(new Error('shutting down'));
    await expect(waiting).rejects.toThrow('shutting down');
    expect(clock.pendingTimers).toBe(0);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    expect(bucket.reserve().delayMs).toBe(1000);
  });

  test('a wait with a signal that has aborted takes nothing', async () => {
    const { bucket } = bucketOf(1, 1);
    await expect(bucket.wait({ signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no');
    expect(bucket.tokens).toBe(1);
  });

  test('an infinite rate never waits', () => {
    const { bucket } = bucketOf(Infinity, 1);
    expect([1, 2, 3].map(() => bucket.tryTake())).toEqual([true, true, true]);
    expect([bucket.reserve().delayMs, bucket.tokens]).toEqual([0, 1]);
  });

  test('rounding never costs a turn: a third of a second is exact enough', async () => {
    const { clock, bucket } = bucketOf(3, 1);
    bucket.tryTake();
    for (let turn = 0; turn < 1000; turn += 1) {
      await clock.advance(1000 / 3);
      expect(bucket.tryTake()).toBe(true);
    }
  });

  test.each([
    ['perSecond', 0, 1],
    ['perSecond', Number.NaN, 1],
    ['burst', 1, 0],
    ['burst', 1, 1.5],
  ])('refuses a wrong %s', (name, perSecond, burst) => {
    expect(() => bucketOf(perSecond, burst)).toThrow(`${name} of a token bucket`);
  });
});
