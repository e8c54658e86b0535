import { isQuantity, parseQuantity } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { vectors } from '../vectors.ts';

interface Parsed {
  in: string;
  error?: string;
  format?: string;
  canonical?: string;
  value?: string;
  milli?: string;
}

const { parsed } = vectors('quantity') as { parsed: Parsed[] };
const good = parsed.filter(({ error }) => error === undefined);
const bad = parsed.filter(({ error }) => error !== undefined);

/** Upstream reads these as zero, against its own regular expression. */
const withoutNumber = ['-', '+', '.', 'Ki', 'm', 'e3'];

describe('what upstream reads', () => {
  test('is read, except where there is no number', () => {
    expect(good.length).toBeGreaterThan(400);
    expect(good.filter((vector) => !isQuantity(vector.in)).map((vector) => vector.in)).toEqual(withoutNumber);
    for (const text of withoutNumber) expect(() => parseQuantity(text)).toThrow('regular expression');
  });

  const read = good.filter((vector) => !withoutNumber.includes(vector.in));

  test('prints in the same canonical form', () => {
    const cases = read.filter(({ canonical }) => canonical !== undefined);
    expect(cases.map((vector) => [vector.in, String(parseQuantity(vector.in))])).toEqual(
      cases.map((vector) => [vector.in, vector.canonical]),
    );
  });

  test('is of the same family', () => {
    expect(read.map((vector) => [vector.in, parseQuantity(vector.in).format])).toEqual(
      read.map((vector) => [vector.in, vector.format]),
    );
  });

  test('has the same value and milli value', () => {
    const values = read.filter(({ value }) => value !== undefined);
    const millis = read.filter(({ milli }) => milli !== undefined);
    expect(values.map((vector) => `${vector.in} ${parseQuantity(vector.in).value()}`)).toEqual(
      values.map((vector) => `${vector.in} ${vector.value}`),
    );
    expect(millis.map((vector) => `${vector.in} ${parseQuantity(vector.in).milliValue()}`)).toEqual(
      millis.map((vector) => `${vector.in} ${vector.milli}`),
    );
  });
});

test.each(bad)('$in is refused as upstream does: $error', (vector) => {
  expect(isQuantity(vector.in)).toBe(false);
  const isSuffix = /^[+-]?\.?\d/.test(vector.in) && vector.error?.includes('suffix') === true;
  const problem = isSuffix ? "unable to parse quantity's suffix" : 'must match the regular expression';
  expect(() => parseQuantity(vector.in)).toThrow(
    expect.objectContaining({
      code: 'REEVE_INVALID_INPUT',
      input: vector.in,
      message: expect.stringContaining(problem),
    }),
  );
});

test('amounts beyond the largest suffix keep their value', () => {
  expect(String(parseQuantity('1000E'))).toBe('1000E');
  expect(String(parseQuantity('123e30').as('DecimalSI'))).toBe('123000000000000E');
  expect(String(parseQuantity('1e21').as('BinarySI'))).toBe('953674316406250Mi');
});

test('binary amounts end at the largest 64-bit integer, decimal ones do not', () => {
  expect(String(parseQuantity('16Ei'))).toBe('9223372036854775807');
  expect(String(parseQuantity('-16Ei'))).toBe('-9223372036854775807');
  expect(String(parseQuantity('16E'))).toBe('16E');
});

test('what is finer than a nano counts as one, away from zero', () => {
  expect(String(parseQuantity('0.0000000001'))).toBe('1n');
  expect(String(parseQuantity('-1.0000000001'))).toBe('-1000000001n');
  expect(String(parseQuantity('1e-999999999999'))).toBe('1e-9');
  expect(String(parseQuantity('0e-999999999999'))).toBe('0');
});

test('numbers are read as JSON writes them', () => {
  expect(String(parseQuantity(0.5))).toBe('500m');
  expect(String(parseQuantity(1e21))).toBe('1e21');
  expect(String(parseQuantity(1e-7))).toBe('100e-9');
  expect(String(parseQuantity(9007199254740993n))).toBe('9007199254740993');
  expect(() => parseQuantity(Number.NaN)).toThrow('"NaN" is not a quantity');
});

test('a text that would only cost time is refused at once', () => {
  expect(() => parseQuantity('1e1000000000')).toThrow('exponent up to e1000');
  expect(() => parseQuantity('1'.repeat(1001))).toThrow('more than 1000 characters');
  expect(isQuantity('1'.repeat(1001))).toBe(false);
  expect(parseQuantity('1e1000').compare(parseQuantity('1n'))).toBe(1);
});
