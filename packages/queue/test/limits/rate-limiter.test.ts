import { ManualClock } from '@reeve/machinery';
import { WorkQueue, clientGoRateLimit, itemExponential, type RateLimiter } from '@reeve/queue';
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
