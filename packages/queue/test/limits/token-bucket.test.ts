import { ManualClock } from '@reeve/machinery';
import { tokenBucket } from '@reeve/queue';
import { expect, test } from 'vitest';

test('keys share the burst and then wait for a token each, whatever is forgotten', async () => {
  const clock = new ManualClock();
  const limiter = tokenBucket({ perSecond: 10, burst: 2 })(clock);
  expect(['a', 'b', 'a', 'c'].map((key) => limiter.when(key))).toEqual([0, 0, 100, 200]);
  limiter.forget('a');
  expect([limiter.failures('a'), limiter.when('a')]).toEqual([0, 300]);
  await clock.advance(600);
  expect(limiter.when('d')).toBe(0);
});
