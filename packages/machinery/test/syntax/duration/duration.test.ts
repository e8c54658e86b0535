import { Duration, parseDuration } from '@reeve/machinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefused, vectors } from '../vectors.ts';

interface Recorded {
  parsed: { in: string; ok: boolean; nanos?: string; printed?: string }[];
  printed: { nanos: string; printed: string }[];
}

const recorded = vectors('duration') as Recorded;

/** Go computes fractions in floating point and makes twenty minutes of this; we stay exact, a nanosecond below. */
const beyondFloat = '0.3333333333333333333h';

describe('agrees with Go', () => {
  const good = recorded.parsed.filter((vector) => vector.ok && vector.in !== beyondFloat);
  const bad = recorded.parsed.filter(({ ok }) => !ok);

  test('on what durations are, to the nanosecond', () => {
    expect(good.length).toBeGreaterThan(200);
    expect(good.map((vector) => `${vector.in} ${parseDuration(vector.in).nanos}`)).toEqual(
      good.map((vector) => `${vector.in} ${vector.nanos}`),
    );
  });

  test('on what is none', () => {
    expect(bad.length).toBeGreaterThan(25);
    expect(bad.filter((vector) => !isRefused(() => parseDuration(vector.in)))).toEqual([]);
  });

  test('on how they print', () => {
    const printed = [...recorded.printed, ...good];
    expect(printed.map(({ nanos }) => String(Duration.ofNanos(BigInt(nanos ?? 0))))).toEqual(
      printed.map((vector) => vector.printed),
    );
  });
});

test.each([
  ['', 'invalid duration'],
  ['5', 'missing unit in duration'],
  ['1d', 'unknown unit "d" in duration'],
  ['-.s', 'invalid duration'],
  ['3000000h', 'longer than 2562047h'],
])('%j is refused: %s', (text, problem) => {
  expect(() => parseDuration(text)).toThrow(problem);
  expect(() => parseDuration(text)).toThrow('such as 1h30m, 1.5s or 300ms');
});

test('milliseconds become durations and durations milliseconds, to the nanosecond', () => {
  expect(String(Duration.ofMs(90_000))).toBe('1m30s');
  expect(String(Duration.ofMs(0.25))).toBe('250µs');
  expect(String(Duration.ofMs(-1.5))).toBe('-1.5ms');
  expect(parseDuration('1.5s').ms).toBe(1500);
  expect(parseDuration('1ns').ms).toBe(1e-6);
});

test('a fraction of many digits is not rounded up', () => {
  expect(parseDuration(beyondFloat).nanos).toBe(1_199_999_999_999n);
});

test('what does not fit into 64 bits is refused', () => {
  expect(() => Duration.ofNanos(2n ** 63n)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
  expect(Duration.ofNanos(-(2n ** 63n)).nanos).toBe(-(2n ** 63n));
  expect(() => parseDuration('9223372036854775808ns')).toThrow(
    expect.objectContaining({
      input: '9223372036854775808ns',
      message: expect.stringContaining('longer than 2562047h'),
    }),
  );
  expect(() => Duration.ofMs(Number.NaN)).toThrow('not a number of milliseconds');
  expect(() => Duration.ofMs(1e300)).toThrow('too long');
  expect(() => parseDuration(`${'1'.repeat(5000)}s`)).toThrow('invalid duration');
});

test('durations are compared by their length and are strings in JSON', () => {
  expect(parseDuration('60s').equals(parseDuration('1m'))).toBe(true);
  expect(parseDuration('59s').compare(parseDuration('1m'))).toBe(-1);
  expect(parseDuration('1h').compare(parseDuration('1m'))).toBe(1);
  expect(parseDuration('1m').compare(parseDuration('60s'))).toBe(0);
  expect(JSON.stringify({ every: parseDuration('60m') })).toBe('{"every":"1h0m0s"}');
  expect(Object.isFrozen(Duration.zero)).toBe(true);
});

test('every duration that is printed is read back', () => {
  const nanos = fc.oneof(
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.bigInt({ min: -5_000_000n, max: 5_000_000n }),
    fc.bigInt({ min: -10_000n, max: 10_000n }).map((seconds) => seconds * 1_000_000_000n),
  );
  fc.assert(
    fc.property(nanos, (length) => {
      expect(parseDuration(String(Duration.ofNanos(length))).nanos).toBe(length);
    }),
    { seed: 42, numRuns: 1000 },
  );
});
