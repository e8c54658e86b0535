import { formatMicroTime, microsFromMs, parseMicroTime } from '@reeve/machinery';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { vectors } from './vectors.ts';

interface Vector {
  in: string;
  ok: boolean;
  zero?: boolean;
  micros?: string;
  microTime?: string | null;
}

test('agrees with upstream on the microseconds, and on how they print', () => {
  const { times } = vectors('time') as { times: Vector[] };
  const good = times.filter(({ ok, in: text }) => ok && !text.endsWith('+01:60'));
  expect(good.map((vector) => [vector.in, parseMicroTime(vector.in)])).toEqual(
    good.map((vector) => [vector.in, vector.zero === true ? undefined : BigInt(vector.micros ?? 0)]),
  );
  expect(good.map((vector) => [vector.in, formatMicroTime(parseMicroTime(vector.in))])).toEqual(
    good.map((vector) => [vector.in, vector.microTime]),
  );
});

test('all six digits are printed, whether they are needed or not', () => {
  expect(formatMicroTime(microsFromMs(1500))).toBe('1970-01-01T00:00:01.500000Z');
  expect(formatMicroTime(-1n)).toBe('1969-12-31T23:59:59.999999Z');
  expect(formatMicroTime(0n)).toBe('1970-01-01T00:00:00.000000Z');
});

test('any number of digits is read, and those after the sixth are cut off', () => {
  expect(parseMicroTime('1970-01-01T00:00:00Z')).toBe(0n);
  expect(parseMicroTime('1970-01-01T00:00:00.1Z')).toBe(100_000n);
  expect(parseMicroTime('1970-01-01T00:00:00.1234569Z')).toBe(123_456n);
});

test('no time is null in JSON', () => {
  expect(parseMicroTime(null)).toBeUndefined();
  expect(formatMicroTime(undefined)).toBeNull();
});

test('every microsecond that is printed is read back', () => {
  const micros = fc.bigInt({ min: -62_135_596_799_999_999n, max: 253_402_300_799_999_999n });
  fc.assert(
    fc.property(micros, (time) => {
      expect(parseMicroTime(formatMicroTime(time))).toBe(time);
    }),
    { seed: 42, numRuns: 1000 },
  );
});
