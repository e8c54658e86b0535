import { defineEffect, nodeHost } from '@reeve/machinery';
import { getEventListeners } from 'node:events';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';

/** Facts of order only: how long anything takes is the machine's business. */
describe('nodeHost', () => {
  test('reads the wall clock in milliseconds since 1970, and a monotonic clock that never goes backwards', () => {
    const { clock } = nodeHost();
    expect(clock.now()).toBeGreaterThan(Date.UTC(2020, 0));
    const readings = Array.from({ length: 1000 }, () => clock.monotonic());
    expect(readings).toEqual(readings.toSorted((a, b) => a - b));
  });

  test.each([0, 0.25, 1, 3.7, -10, Number.NaN])('a timer of %s ms fires neither at once nor early', async (delay) => {
    const { clock } = nodeHost();
    const setAt = clock.monotonic();
    let isSynchronous = true;
    const elapsed = await new Promise<number>((resolve) => {
      clock.setTimer(delay, () => {
        expect(isSynchronous).toBe(false);
        resolve(clock.monotonic() - setAt);
      });
      isSynchronous = false;
    });
    expect(elapsed).toBeGreaterThanOrEqual(delay > 0 ? delay : 0);
  });

  test('a shorter timer fires before a longer one, and a cancelled one not at all', async () => {
    const { clock } = nodeHost();
    const fired: string[] = [];
    await new Promise<void>((resolve) => {
      clock.setTimer(30, () => (fired.push('long'), resolve()));
      clock.setTimer(1, () => fired.push('short'));
      clock.setTimer(1, () => fired.push('cancelled')).cancel();
    });
    expect(fired).toEqual(['short', 'long']);
  });

  test('of many timers none fires early', async () => {
    const { clock } = nodeHost();
    const early = Array.from({ length: 500 }, async (_, at) => {
      const [delay, setAt] = [at / 50, clock.monotonic()];
      await new Promise<void>((resolve) => clock.setTimer(delay, resolve));
      return clock.monotonic() - setAt < delay;
    });
    expect((await Promise.all(early)).filter(Boolean)).toEqual([]);
  });

  test.each([2 ** 31, 1e13, Infinity])('a delay of %s ms is not cut short to nothing', async (delay) => {
    const host = nodeHost();
    const warnings: string[] = [];
    const warn = (warning: Error): number => warnings.push(warning.name);
    process.on('warning', warn);
    let fired = false;
    using timer = host.clock.setTimer(delay, () => (fired = true), { background: true });
    await host.sleep(5);
    process.off('warning', warn);
    expect([fired, typeof timer.cancel, ...warnings]).toEqual([false, 'function']);
  });

  test('a sleep ends with the reason of the signal, and leaves no listener behind either way', async () => {
    const host = nodeHost();
    const controller = new AbortController();
    for (let turn = 0; turn < 20; turn += 1) await host.sleep(0, controller.signal);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    const sleeping = host.sleep(3_600_000, controller.signal);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    controller.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    await expect(host.sleep(0, controller.signal)).rejects.toThrow('enough');
  });

  test('yielding lets timers and input have their turn, however often it is done', async () => {
    const host = nodeHost();
    const seen = new Set<string>();
    host.clock.setTimer(1, () => seen.add('timer'));
    const reading = readFile(new URL(import.meta.url)).then(() => seen.add('input'));
    while (seen.size < 2) await host.yield();
    await reading;
    expect([...seen].toSorted()).toEqual(['input', 'timer']);
  });

  test('those that yield at once go on one per turn of the event loop, in the order they came', async () => {
    const host = nodeHost();
    const log: string[] = [];
    const yielder = async (name: string): Promise<void> => {
      await host.yield();
      log.push(name);
      setImmediate(() => log.push(`turn after ${name}`));
    };
    await Promise.all(['a', 'b', 'c'].map(yielder));
    await host.yield();
    await host.yield();
    expect(log.filter((entry) => !entry.startsWith('turn'))).toEqual(['a', 'b', 'c']);
    expect(log.indexOf('turn after a')).toBeLessThan(log.indexOf('c'));
  });

  test('slices get longer where work is quick', () => {
    const slice = nodeHost().startSlice();
    const chunks = (): number => {
      for (let count = 1; ; count += 1) if (slice.spent(16 * 1024)) return count;
    };
    const first = chunks();
    let longest = first;
    while (longest < 4 * first) longest = Math.max(longest, chunks());
    expect(first).toBeGreaterThan(1);
    expect(longest).toBeGreaterThanOrEqual(4 * first);
  });

  test('slices get shorter where work is slow, until every chunk asks for a turn', () => {
    const host = nodeHost();
    const slice = host.startSlice();
    const workFor = (ms: number): void => {
      for (const until = host.clock.monotonic() + ms; host.clock.monotonic() < until;);
    };
    const asks: boolean[] = [];
    while (asks.length < 3 || !asks.slice(-3).every(Boolean)) {
      workFor(5);
      asks.push(slice.spent(64 * 1024, 1));
    }
    expect(asks[0]).toBe(false);
  });

  test('draws numbers, integers and version 4 UUIDs that do not repeat', () => {
    const { random } = nodeHost();
    const host = nodeHost();
    const numbers = Array.from({ length: 5000 }, () => random.next());
    expect(numbers.every((value) => value >= 0 && value < 1)).toBe(true);
    expect(new Set(numbers).size).toBe(5000);
    const dice = Array.from({ length: 5000 }, () => random.integer(6));
    expect([...new Set(dice)].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
    const uuids = Array.from({ length: 100 }, () => host.uuid());
    expect(new Set(uuids).size).toBe(100);
    for (const uuid of uuids) expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  test('performs effects as they are written, unless the signal has aborted', async () => {
    const { effects } = nodeHost();
    const double = defineEffect('math.double', async (input: number) => input * 2);
    expect(await effects.perform(double, 21)).toBe(42);
    await expect(effects.perform(double, 1, AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  });
});
