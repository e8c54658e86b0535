import { formatTime, isSameTime, isTimeBefore, microsFromMs, parseTime } from '@reeve/machinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefused, vectors } from './vectors.ts';

interface Vector {
  in: string;
  ok: boolean;
  zero?: boolean;
  millis?: string;
  time?: string | null;
}

const { times } = vectors('time') as { times: Vector[] };

/** Upstream takes sixty minutes of offset for an hour; RFC 3339 has no such offset. */
const oddOffset = '2020-01-01T00:00:00+01:60';

describe('agrees with upstream', () => {
  const good = times.filter((vector) => vector.ok && vector.in !== oddOffset);

  test('on what is a time', () => {
    expect(good.length).toBeGreaterThan(50);
    const bad = times.filter(({ ok }) => !ok);
    expect(bad.filter((vector) => !isRefused(() => parseTime(vector.in)))).toEqual([]);
  });

  test('on the moment, and on how it prints', () => {
    expect(good.map((vector) => [vector.in, formatTime(parseTime(vector.in))])).toEqual(
      good.map((vector) => [vector.in, vector.time]),
    );
    const moments = good.filter(({ zero }) => zero !== true);
    expect(moments.map((vector) => [vector.in, parseTime(vector.in)])).toEqual(
      moments.map((vector) => [vector.in, Number(vector.millis)]),
    );
  });
});

test('no time is null in JSON, and so is the start of the year 1', () => {
  expect(parseTime(undefined)).toBeUndefined();
  expect(parseTime(null)).toBeUndefined();
  expect(parseTime('0001-01-01T00:00:00Z')).toBeUndefined();
  expect(parseTime('0001-01-01T01:00:00+01:00')).toBeUndefined();
  expect(formatTime(undefined)).toBeNull();
});

test('seconds are cut off towards the past, also before 1970', () => {
  expect(formatTime(1999)).toBe('1970-01-01T00:00:01Z');
  expect(formatTime(-1)).toBe('1969-12-31T23:59:59Z');
  expect(parseTime('1969-12-31T23:59:59.9995Z')).toBe(-1);
});

test('what cannot be a time is refused', () => {
  expect(() => parseTime('2023-02-29T00:00:00Z')).toThrow('there is no such day or time of day');
  expect(() => parseTime(oddOffset)).toThrow('there is no such offset');
  expect(() => parseTime('yesterday')).toThrow('Write it as in 2024-02-29T12:30:00Z');
  expect(() => formatTime(Number.NaN)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
  expect(() => formatTime(253_402_300_800_000)).toThrow('years 0 to 9999');
});

test('moments are compared, not texts', () => {
  expect(isSameTime('2020-01-01T00:00:00Z', '2020-01-01T01:00:00.000000+01:00')).toBe(true);
  expect(isSameTime('2020-01-01T00:00:00Z', '2020-01-01T00:00:00.000001Z')).toBe(false);
  expect(isTimeBefore('2020-01-01T02:00:00+02:00', '2020-01-01T01:00:00Z')).toBe(true);
  expect(isTimeBefore('2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z')).toBe(false);
});

test('a time that is not there is the same as none and before nothing', () => {
  expect(isSameTime(undefined, null)).toBe(true);
  expect(isSameTime(undefined, '0001-01-01T00:00:00Z')).toBe(true);
  expect(isSameTime(undefined, '2020-01-01T00:00:00Z')).toBe(false);
  expect(isTimeBefore(undefined, '2020-01-01T00:00:00Z')).toBe(false);
  expect(isTimeBefore('2020-01-01T00:00:00Z', undefined)).toBe(false);
});

test('milliseconds become the nearest microseconds', () => {
  expect(microsFromMs(1.001)).toBe(1001n);
  expect(microsFromMs(-0.5)).toBe(-500n);
  expect(() => microsFromMs(Infinity)).toThrow('milliseconds since 1970');
});

test('every second that is printed is read back', () => {
  const seconds = fc.integer({ min: -62_135_596_799, max: 253_402_300_799 });
  const property = fc.property(seconds, (second) => {
    const text = formatTime(second * 1000);
    expect(parseTime(text)).toBe(second * 1000);
    expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });
  fc.assert(property, { seed: 42, numRuns: 1000 });
});
