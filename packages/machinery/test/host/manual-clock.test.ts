import { ManualClock, SeededRandom, settle } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

const sleeper =
  (clock: ManualClock) =>
  (ms: number): Promise<void> =>
    new Promise((resolve) => clock.setTimer(ms, resolve));

describe('ManualClock', () => {
  test('stands still until it is turned', async () => {
    const clock = new ManualClock({ start: 5000 });
    await settle();
    expect([clock.now(), clock.monotonic()]).toEqual([5000, 0]);
    await clock.advance(250);
    expect([clock.now(), clock.monotonic()]).toEqual([5250, 250]);
  });

  test('starts at the beginning of 2026 unless told otherwise', () => {
    expect(new Date(new ManualClock().now()).toISOString()).toBe('2026-01-01T00:00:00.000Z');
  });

  test('fires timers by due time, and those due together in the order they were set', async () => {
    const clock = new ManualClock();
    const fired: string[] = [];
    for (const [name, delay] of Object.entries({ late: 30, first: 10, second: 10, third: 10, middle: 20 })) {
      clock.setTimer(delay, () => fired.push(`${name}@${clock.monotonic()}`));
    }
    await clock.advance(30);
    expect(fired).toEqual(['first@10', 'second@10', 'third@10', 'middle@20', 'late@30']);
  });

  test('never fires a timer inside setTimer, nor before the clock is turned', async () => {
    const clock = new ManualClock();
    let fired = 0;
    for (const delay of [0, -5, Number.NaN]) clock.setTimer(delay, () => (fired += 1));
    expect(fired).toBe(0);
    await settle();
    expect(fired).toBe(0);
    await clock.advance(0);
    expect(fired).toBe(3);
  });

  test('lets promises settle between timers, so that timers set on the way fire within the same window', async () => {
    const clock = new ManualClock();
    const sleep = sleeper(clock);
    const wakes: number[] = [];
    const loop = async (): Promise<void> => {
      for (let turn = 0; turn < 4; turn += 1) {
        await sleep(10);
        for (let hop = 0; hop < 50; hop += 1) await Promise.resolve();
        wakes.push(clock.monotonic());
      }
    };
    const done = loop();
    await clock.advance(35);
    expect(wakes).toEqual([10, 20, 30]);
    await clock.advance(5);
    await done;
    expect(wakes).toEqual([10, 20, 30, 40]);
  });

  test('a timer set by a promise that is still settling takes part in the window', async () => {
    const clock = new ManualClock();
    let fired = false;
    void Promise.resolve().then(() => clock.setTimer(10, () => (fired = true)));
    await clock.advance(10);
    expect(fired).toBe(true);
  });

  test('advanceTo goes to a wall time and next to the next timer', async () => {
    const clock = new ManualClock({ start: 1000 });
    const fired: string[] = [];
    clock.setTimer(40, () => fired.push('a'));
    clock.setTimer(90, () => fired.push('b'));
    await clock.advanceTo(1050);
    expect([clock.now(), ...fired]).toEqual([1050, 'a']);
    expect(await clock.next()).toBe(true);
    expect([clock.now(), ...fired]).toEqual([1090, 'a', 'b']);
    expect(await clock.next()).toBe(false);
    await clock.advanceTo(10); // has passed: time does not run backwards
    expect(clock.now()).toBe(1090);
  });

  test('a jump moves the wall clock and leaves timers and the monotonic clock alone', async () => {
    const clock = new ManualClock({ start: 0 });
    let firedAt = -1;
    clock.setTimer(100, () => (firedAt = clock.monotonic()));
    clock.jump(3_600_000);
    expect([clock.now(), clock.monotonic(), clock.pendingTimers]).toEqual([3_600_000, 0, 1]);
    await clock.advance(99);
    expect(firedAt).toBe(-1);
    clock.jump(-7_200_000);
    await clock.advance(1);
    expect([firedAt, clock.now()]).toEqual([100, -3_600_000 + 100]);
  });

  test('a cancelled timer does not fire, and cancelling again does nothing', async () => {
    const clock = new ManualClock();
    let fired = 0;
    const timer = clock.setTimer(10, () => (fired += 1));
    {
      using disposed = clock.setTimer(10, () => (fired += 1));
      expect([clock.pendingTimers, typeof disposed.cancel]).toEqual([2, 'function']);
    }
    expect(clock.pendingTimers).toBe(1);
    timer.cancel();
    timer.cancel();
    expect([clock.pendingTimers, clock.pendingForegroundTimers]).toEqual([0, 0]);
    await clock.advance(20);
    expect(fired).toBe(0);
  });

  test('a timer cancelled by another that is due at the same instant does not fire', async () => {
    const clock = new ManualClock();
    let fired = false;
    clock.setTimer(10, () => second.cancel());
    const second = clock.setTimer(10, () => (fired = true));
    await clock.advance(10);
    expect(fired).toBe(false);
  });

  test('counts background timers apart, and lists what is pending in the order it will fire', () => {
    const clock = new ManualClock();
    clock.setTimer(20, () => {}, { label: 'resync', background: true });
    clock.setTimer(10, () => {}, { label: 'retry' });
    clock.setTimer(Infinity, () => {});
    expect([clock.pendingTimers, clock.pendingForegroundTimers]).toEqual([3, 2]);
    expect(clock.pending()).toEqual([
      { dueMs: 10, label: 'retry', background: false },
      { dueMs: 20, label: 'resync', background: true },
      { dueMs: Infinity, label: 'timer', background: false },
    ]);
  });

  test('an infinite timer never fires and holds nobody up', async () => {
    const clock = new ManualClock();
    clock.setTimer(Infinity, () => expect.unreachable());
    await clock.advance(1e12);
    expect(await clock.next()).toBe(false);
  });

  test('what a callback throws comes out of advance, and the other timers stay', async () => {
    const clock = new ManualClock();
    let fired = false;
    clock.setTimer(10, () => {
      throw new Error('boom');
    });
    clock.setTimer(20, () => (fired = true));
    await expect(clock.advance(30)).rejects.toThrow('boom');
    await clock.advance(20);
    expect(fired).toBe(true);
  });

  test('two calls that turn the clock at once keep time going forwards', async () => {
    const clock = new ManualClock();
    const seen: number[] = [];
    for (const delay of [10, 20, 30, 40]) clock.setTimer(delay, () => seen.push(clock.monotonic()));
    await Promise.all([clock.advance(40), clock.advance(15)]);
    expect(seen).toEqual([10, 20, 30, 40]);
    expect(clock.monotonic()).toBe(40);
  });

  test.each([-1, Number.NaN, Infinity])('refuses to advance by %s', async (ms) => {
    await expect(new ManualClock().advance(ms)).rejects.toMatchObject({ code: 'REEVE_INVALID_INPUT' });
  });

  test('keeps 100,000 timers in order while every third is cancelled', async () => {
    const clock = new ManualClock();
    const random = new SeededRandom(7);
    const expected: number[] = [];
    const fired: number[] = [];
    const timers = Array.from({ length: 100_000 }, () => {
      const due = random.integer(20) + 1;
      return { due, timer: clock.setTimer(due, () => fired.push(due)) };
    });
    timers.forEach(({ due, timer }, at) => (at % 3 === 0 ? timer.cancel() : expected.push(due)));
    await clock.advance(20);
    expect(fired).toEqual(expected.toSorted((a, b) => a - b));
    expect(clock.pendingTimers).toBe(0);
  });

  test('traces every timer before it fires', async () => {
    const trace: string[] = [];
    const clock = new ManualClock({ trace: (timer) => trace.push(`${timer.dueMs} ${timer.label}`) });
    clock.setTimer(5, () => trace.push('fired'), { label: 'lease' });
    await clock.advance(5);
    expect(trace).toEqual(['5 lease', 'fired']);
  });

  test('a shuffled clock draws the order of timers due together, yet what they set comes after all of them', async () => {
    const orders = new Set<string>();
    for (let seed = 0; seed < 40; seed += 1) {
      const clock = new ManualClock({ shuffle: new SeededRandom(seed) });
      const fired: string[] = [];
      for (const name of ['a', 'b', 'c']) {
        clock.setTimer(10, () => {
          fired.push(name);
          clock.setTimer(0, () => fired.push(name.toUpperCase()));
        });
      }
      await clock.advance(10);
      expect(fired.slice(0, 3).toSorted()).toEqual(['a', 'b', 'c']);
      expect(fired.slice(3).toSorted()).toEqual(['A', 'B', 'C']);
      orders.add(fired.slice(0, 3).join(''));
    }
    expect(orders.size).toBe(6);
  });
});
