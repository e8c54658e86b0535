import { expect, test } from 'vitest';
import { printAge, printSpan } from '@reeve/machinery';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

test.each([
  [0, '0s'],
  [999, '0s'],
  [119 * second, '119s'],
  [2 * minute, '2m'],
  [2 * minute + 5 * second, '2m5s'],
  [9 * minute + 59 * second, '9m59s'],
  [10 * minute + 30 * second, '10m'],
  [179 * minute, '179m'],
  [3 * hour, '3h'],
  [3 * hour + 20 * minute, '3h20m'],
  [7 * hour + 59 * minute, '7h59m'],
  [8 * hour + 30 * minute, '8h'],
  [47 * hour + 59 * minute, '47h'],
  [2 * day, '2d'],
  [2 * day + 4 * hour, '2d4h'],
  [7 * day + 23 * hour, '7d23h'],
  [8 * day + 5 * hour, '8d'],
  [729 * day, '729d'],
  [2 * year, '2y'],
  [2 * year + 3 * day, '2y3d'],
  [8 * year + 100 * day, '8y'],
  [-1 * second, '0s'],
  [-1999, '0s'],
  [-2 * second, '<invalid>'],
])('a span of %d milliseconds reads %s · N6', (ms, text) => {
  expect(printSpan(ms)).toBe(text);
});

test('an age counts from a time to now, and is unknown without one', () => {
  const now = Date.parse('2026-01-02T03:04:05Z');
  expect(printAge('2026-01-02T03:03:20Z', now)).toBe('45s');
  expect(printAge('2026-01-02T03:03:20.500000Z', now)).toBe('44s');
  expect(printAge(undefined, now)).toBe('<unknown>');
  expect(printAge(null, now)).toBe('<unknown>');
});
