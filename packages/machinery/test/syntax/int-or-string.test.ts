import { intValueOr, isIntOrString, parseIntOrString, scaledValue } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { isRefused, vectors } from './vectors.ts';

interface Recorded {
  parsed: { in: string; parsed: number | string; int: number }[];
  scaled: { value: number | string; total: number; ok: boolean; up?: number; down?: number }[];
}

const recorded = vectors('int-or-string') as Recorded;

describe('agrees with upstream', () => {
  test('on which texts are numbers', () => {
    expect(recorded.parsed.map((vector) => parseIntOrString(vector.in))).toEqual(
      recorded.parsed.map(({ parsed }) => parsed),
    );
  });

  test('on the number in a text, or 0', () => {
    expect(recorded.parsed.map((vector) => intValueOr(vector.in, 0))).toEqual(recorded.parsed.map(({ int }) => int));
  });

  test('on scaled values, up and down', () => {
    const good = recorded.scaled.filter(({ ok }) => ok);
    const ours = good.map(({ ok, value, total }) => {
      return { ok, value, total, up: scaledValue(value, total, 'up'), down: scaledValue(value, total, 'down') };
    });
    expect(ours).toEqual(good);
  });

  test('on what cannot be scaled', () => {
    const bad = recorded.scaled.filter(({ ok }) => !ok);
    expect(bad.filter(({ value, total }) => !isRefused(() => scaledValue(value, total, 'up')))).toEqual([]);
  });
});

test('a quarter of ten rounds to three or to two', () => {
  expect(scaledValue('25%', 10, 'up')).toBe(3);
  expect(scaledValue('25%', 10, 'down')).toBe(2);
  expect(scaledValue(4, 10, 'up')).toBe(4);
});

test('a missing value, and a text that is no percentage, is refused with what to write', () => {
  expect(() => scaledValue(undefined, 10, 'up')).toThrow('there is none');
  expect(() => scaledValue(null, 10, 'up')).toThrow('there is none');
  expect(() => scaledValue('5', 10, 'up')).toThrow(
    "the string is not a percentage. Write a number such as 3, or a percentage such as '25%'",
  );
  expect(() => scaledValue('x%', 10, 'up')).toThrow("a whole number must stand before '%'");
});

test('the fallback stands in for a text that is no number', () => {
  expect(intValueOr('http', 80)).toBe(80);
  expect(intValueOr('8080', 80)).toBe(8080);
  expect(intValueOr(443, 80)).toBe(443);
});

test.each([
  [0, true],
  [-2_147_483_648, true],
  [2_147_483_648, false],
  [1.5, false],
  [Number.NaN, false],
  ['', true],
  [null, false],
  [1n, false],
])('%s is an int or string: %s', (value, expected) => {
  expect(isIntOrString(value)).toBe(expected);
});
