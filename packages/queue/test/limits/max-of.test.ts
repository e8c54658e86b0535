import { ManualClock } from '@reeve/machinery';
import { itemExponential, itemFastSlow, maxOf, tokenBucket } from '@reeve/queue';
import { expect, test } from 'vitest';

test('the longest delay and the greatest count win, and all limiters forget · WQ-19', () => {
  const limit = maxOf(
    itemFastSlow({ fastMs: 5, slowMs: 3000, fastAttempts: 3 }),
    itemExponential({ baseMs: 1, capMs: 1000 }),
    tokenBucket({ perSecond: 1, burst: 1000 }),
  );
  const limiter = limit(new ManualClock());
  expect([1, 2, 3, 4, 5].map(() => limiter.when('one'))).toEqual([5, 5, 5, 3000, 3000]);
  expect([limiter.when('two'), limiter.when('two')]).toEqual([5, 5]);
  expect([limiter.failures('one'), limiter.failures('two'), limiter.failures('three')]).toEqual([5, 2, 0]);
  limiter.forget('one');
  expect([limiter.failures('one'), limiter.when('one')]).toEqual([0, 5]);
});

test('an exponential part takes over where it is longer · WQ-19', () => {
  const limit = maxOf(
    itemFastSlow({ fastMs: 3, slowMs: 4, fastAttempts: 3 }),
    itemExponential({ baseMs: 1, capMs: 1000 }),
  );
  const limiter = limit(new ManualClock());
  expect([1, 2, 3, 4, 5].map(() => limiter.when('one'))).toEqual([3, 3, 4, 8, 16]);
});
