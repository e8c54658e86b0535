import { ManualClock } from '@reeve/machinery';
import { itemFastSlow } from '@reeve/queue';
import { expect, test } from 'vitest';

test('the first tries of each key are fast, the others slow, until it is forgotten · WQ-18', () => {
  const limiter = itemFastSlow({ fastMs: 5, slowMs: 10_000, fastAttempts: 3 })(new ManualClock());
  expect([1, 2, 3, 4, 5].map(() => limiter.when('one'))).toEqual([5, 5, 5, 10_000, 10_000]);
  expect(limiter.when('two')).toBe(5);
  expect([limiter.failures('one'), limiter.failures('two')]).toEqual([5, 1]);
  limiter.forget('one');
  expect([limiter.failures('one'), limiter.when('one')]).toEqual([0, 5]);
});
