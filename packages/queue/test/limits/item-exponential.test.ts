import { ManualClock } from '@reeve/machinery';
import { itemExponential, type RateLimiter } from '@reeve/queue';
import { expect, test } from 'vitest';

const limiter = (baseMs: number, capMs: number): RateLimiter<unknown> =>
  itemExponential({ baseMs, capMs })(new ManualClock());

test('the back-off of each key doubles by itself, is counted, and starts over when forgotten · WQ-16', () => {
  const backOff = limiter(1, 1000);
  expect([1, 2, 3, 4, 5].map(() => backOff.when('one'))).toEqual([1, 2, 4, 8, 16]);
  expect(backOff.failures('one')).toBe(5);
  expect([backOff.when('two'), backOff.when('two')]).toEqual([1, 2]);
  expect(backOff.failures('two')).toBe(2);
  backOff.forget('one');
  expect([backOff.failures('one'), backOff.failures('two')]).toEqual([0, 2]);
  expect(backOff.when('one')).toBe(1);
});

test.each([
  ['1000 seconds', 1_000_000],
  ['1000 hours', 3_600_000_000],
])('after a thousand failures the back-off is the cap of %s · WQ-17', (_name, capMs) => {
  const backOff = limiter(1, capMs);
  for (let failure = 0; failure < 1000; failure += 1) expect(backOff.when('key')).toBeLessThanOrEqual(capMs);
  expect(backOff.when('key')).toBe(capMs);
  for (let failure = 0; failure < 2000; failure += 1) backOff.when('key');
  expect(backOff.when('key')).toBe(capMs);
});
