import { ManualClock } from '@reeve/machinery';
import {
  clientGoRateLimit,
  defaultRateLimit,
  itemExponential,
  lassoRateLimit,
  maxOf,
  type RateLimit,
} from '@reeve/queue';
import { expect, test } from 'vitest';

const delays = (limit: RateLimit, count: number): number[] => {
  const limiter = limit(new ManualClock());
  return Array.from({ length: count }, () => limiter.when('key'));
};

test('by default a key backs off from 5 ms to 1000 s, without a rate that other keys share', () => {
  expect(delays(defaultRateLimit, 4)).toEqual([5, 10, 20, 40]);
  expect(delays(defaultRateLimit, 30).at(-1)).toBe(1_000_000);
  const limiter = defaultRateLimit(new ManualClock());
  for (let at = 0; at < 500; at += 1) expect(limiter.when(`key-${at}`)).toBe(5);
});

test('client-go’s default adds a bucket of 100 and ten per second for all keys', () => {
  const limiter = clientGoRateLimit(new ManualClock());
  for (let at = 0; at < 100; at += 1) expect(limiter.when(`key-${at}`)).toBe(5);
  expect([limiter.when('one more'), limiter.when('and another')]).toEqual([100, 200]);
});

test('lasso’s default doubles from 5 ms to 30 s, and is two minutes from the 31st attempt · LW-34', () => {
  const doubling = [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10_240, 20_480];
  const capped = Array.from({ length: 30 - doubling.length }, () => 30_000);
  expect(delays(lassoRateLimit, 32)).toEqual([...doubling, ...capped, 120_000, 120_000]);
  expect(delays(maxOf(lassoRateLimit, itemExponential({ baseMs: 7, capMs: 7 })), 2)).toEqual([7, 10]);
});
