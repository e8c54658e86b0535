import { ManualClock } from '@reeve/machinery';
import { itemExponential, withMaxWait } from '@reeve/queue';
import { expect, test } from 'vitest';

test('no delay is longer than the maximum, and counting goes on behind it · WQ-20', () => {
  const limiter = withMaxWait(itemExponential({ baseMs: 1, capMs: 1000 }), 5)(new ManualClock());
  expect([1, 2, 3, 4, 5].map(() => limiter.when('key'))).toEqual([1, 2, 4, 5, 5]);
  expect(limiter.failures('key')).toBe(5);
  limiter.forget('key');
  expect([limiter.failures('key'), limiter.when('key')]).toEqual([0, 1]);
});
