import { ManualClock } from '@reeve/machinery';
import {
  WorkQueue,
  clientGoRateLimit,
  itemExponential,
  itemFastSlow,
  tokenBucket,
  withMaxWait,
  type RateLimiter,
} from '@reeve/queue';
import { describe, expect, test } from 'vitest';
import { takeAll } from '../taking.ts';

describe('a rate-limited add', () => {
  test('waits the limiter’s delay for that key, is counted, and starts over when forgotten · WQ-21', async () => {
    const clock = new ManualClock();
    const queue = new WorkQueue<string>({ clock, rateLimit: itemExponential({ baseMs: 1, capMs: 1000 }) });
    const comesAfter = async (key: string, ms: number): Promise<void> => {
      queue.addRateLimited(key);
      await clock.advance(ms - 0.5);
      expect(queue.length).toBe(0);
      await clock.advance(0.5);
      expect(takeAll(queue)).toEqual([key]);
    };
    await comesAfter('one', 1);
    await comesAfter('one', 2);
    expect(queue.failures('one')).toBe(2);
    await comesAfter('two', 1);
    await comesAfter('two', 2);
    queue.forget('one');
    expect([queue.failures('one'), queue.failures('two')]).toEqual([0, 2]);
    await comesAfter('one', 1);
    await comesAfter('two', 4);
  });

  test('after shutdown is ignored and counts no failure', () => {
    const queue = new WorkQueue<string>({ clock: new ManualClock() });
    queue.shutDown();
    queue.addRateLimited('one');
    expect([queue.failures('one'), queue.delayed]).toEqual([0, 0]);
  });

  test('with a delay that is no number is refused', () => {
    const broken: RateLimiter<string> = { when: () => Number.NaN, forget: () => {}, failures: () => 0 };
    const queue = new WorkQueue<string>({ clock: new ManualClock(), rateLimit: () => broken });
    expect(() => queue.addRateLimited('one')).toThrow(/delay of the rate limiter .* NaN/u);
  });
});

describe('a limit with a number that no timer can take', () => {
  const base = itemExponential({ baseMs: 1, capMs: 10 });
  const limits: Record<string, () => unknown> = {
    'itemExponential with NaN as base': () => itemExponential({ baseMs: Number.NaN, capMs: 1 }),
    'itemExponential without a finite cap': () => itemExponential({ baseMs: 1, capMs: Infinity }),
    'itemExponential with a negative base': () => itemExponential({ baseMs: -1, capMs: 1 }),
    'itemFastSlow with NaN as slow delay': () => itemFastSlow({ fastMs: 1, slowMs: Number.NaN, fastAttempts: 3 }),
    'itemFastSlow with NaN as attempts': () => itemFastSlow({ fastMs: 1, slowMs: 2, fastAttempts: Number.NaN }),
    'withMaxWait of NaN': () => withMaxWait(base, Number.NaN),
    'tokenBucket that drips once in an eternity': () => tokenBucket({ perSecond: 1e-320, burst: 1 })(new ManualClock()),
  };
  for (const [what, make] of Object.entries(limits))
    test(`${what} is refused when it is made`, () => {
      expect(make).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
    });

  test('itemExponential from 0 stays 0 after two thousand failures, where its power is beyond the range of numbers', () => {
    const limiter = itemExponential({ baseMs: 0, capMs: 1000 })(new ManualClock());
    for (let failure = 0; failure < 2000; failure += 1) expect(limiter.when('a')).toBe(0);
  });
});

test('one limit given to two queues makes a limiter for each · LW-38', async () => {
  const clock = new ManualClock();
  const options = { clock, rateLimit: clientGoRateLimit };
  const [one, other] = [new WorkQueue<string>(options), new WorkQueue<string>(options)];
  for (let at = 0; at < 200; at += 1) one.addRateLimited(`key-${at}`);
  one.addRateLimited('shared');
  other.addRateLimited('shared');
  expect(other.failures('shared')).toBe(1);
  await clock.advance(5);
  expect(takeAll(other)).toEqual(['shared']);
  expect(one.delayed).toBeGreaterThan(100);
});
