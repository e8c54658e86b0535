import { Quantity, parseQuantity } from '@reeve/machinery';
import type { QuantityFormat } from '@reeve/machinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { vectors } from '../vectors.ts';

interface Recorded {
  pairs: { a: string; b: string; cmp: number; sum?: string; difference?: string }[];
  products: { a: string; by: string; product: string }[];
  rounded: { a: string; scale: number; rounded: string; exact: boolean }[];
}

const recorded = vectors('quantity') as Recorded;

/** Upstream reads a text without a number as zero; we do not read it. */
const isReadable = ({ a, b = '0' }: { a: string; b?: string }): boolean =>
  /^[+-]?\.?\d/.test(a) && /^[+-]?\.?\d/.test(b);

describe('agrees with upstream', () => {
  const pairs = recorded.pairs.filter(isReadable);

  test('on which of two is more', () => {
    expect(pairs.length).toBeGreaterThan(250);
    expect(pairs.map((pair) => ({ ...pair, cmp: parseQuantity(pair.a).compare(parseQuantity(pair.b)) }))).toEqual(
      pairs,
    );
    expect(pairs.filter(({ a, b }) => parseQuantity(a).equals(parseQuantity(b)))).toEqual(
      pairs.filter(({ cmp }) => cmp === 0),
    );
  });

  test('on sums and differences, and the format they print in', () => {
    const sums = pairs.filter(({ sum }) => sum !== undefined);
    expect(sums.map((pair) => ({ ...pair, sum: String(parseQuantity(pair.a).add(parseQuantity(pair.b))) }))).toEqual(
      sums,
    );
    const differences = pairs.filter(({ difference }) => difference !== undefined);
    expect(
      differences.map((pair) => ({ ...pair, difference: String(parseQuantity(pair.a).sub(parseQuantity(pair.b))) })),
    ).toEqual(differences);
  });

  test('on products', () => {
    const products = recorded.products.filter(isReadable);
    expect(products.map(({ a, by }) => ({ a, by, product: String(parseQuantity(a).mul(BigInt(by))) }))).toEqual(
      products,
    );
  });

  test('on rounding up to a scale', () => {
    const all = recorded.rounded.filter(isReadable);
    const ours = all.map(({ a, scale }) => {
      const rounded = parseQuantity(a).roundUp(scale);
      return { a, scale, rounded: String(rounded), exact: rounded.equals(parseQuantity(a)) };
    });
    expect(ours).toEqual(all);
  });
});

test('a zero takes on the format of what is added to it or taken from it', () => {
  expect(String(parseQuantity('0').add(parseQuantity('1Gi')))).toBe('1Gi');
  expect(String(parseQuantity('0').sub(parseQuantity('1Gi')))).toBe('-1Gi');
  expect(String(parseQuantity('1').add(parseQuantity('1Ki')))).toBe('1025');
  expect(String(parseQuantity('1Ki').add(parseQuantity('0')))).toBe('1Ki');
});

test.each([
  ['1023', 'BinarySI', '1023'],
  ['1024', 'BinarySI', '1Ki'],
  ['-1024', 'BinarySI', '-1Ki'],
  ['1025', 'BinarySI', '1025'],
  ['1024.5', 'BinarySI', '1024500m'],
  ['1048576', 'DecimalSI', '1048576'],
  ['1500', 'DecimalExponent', '1500'],
  ['15000', 'DecimalExponent', '15e3'],
  ['0', 'BinarySI', '0'],
] as const)('%s prints as %s as %s', (text, format, printed) => {
  expect(String(parseQuantity(text).as(format))).toBe(printed);
});

test('parts of a unit count as one, away from zero', () => {
  expect(parseQuantity('1.1').value()).toBe(2n);
  expect(parseQuantity('-1.1').value()).toBe(-2n);
  expect(parseQuantity('1u').milliValue()).toBe(1n);
  expect(parseQuantity('1500M').scaledValue(9)).toBe(2n);
  expect(parseQuantity('1n').scaledValue(-12)).toBe(1000n);
  expect(String(parseQuantity('1n').roundUp(-12))).toBe('1n');
});

test('whole numbers make quantities, anything else is refused', () => {
  expect(String(Quantity.of(2048, 'BinarySI'))).toBe('2Ki');
  expect(String(Quantity.of(2n ** 70n))).toBe('1180591620717411303424');
  expect(String(Quantity.ofMilli(1500))).toBe('1500m');
  expect(() => Quantity.of(1.5)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
  expect(() => parseQuantity('1').mul(0.5)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
});

test('a quantity cannot be changed and is a string in JSON', () => {
  const quantity = parseQuantity('1.5Gi');
  expect(Object.isFrozen(quantity)).toBe(true);
  expect(JSON.stringify({ memory: quantity })).toBe('{"memory":"1536Mi"}');
  expect(quantity.neg().toString()).toBe('-1536Mi');
});

test('the nearest floating point number is given', () => {
  expect(parseQuantity('0.3').asNumber()).toBe(0.3);
  expect(parseQuantity('1.5Gi').asNumber()).toBe(1_610_612_736);
  expect(parseQuantity('-100m').asNumber()).toBe(-0.1);
  expect(parseQuantity('1e400').asNumber()).toBe(Infinity);
});

describe('for all quantities', () => {
  const formats: QuantityFormat[] = ['DecimalSI', 'BinarySI', 'DecimalExponent'];
  const limit = (2n ** 63n - 1n) * 1_000_000_000n;
  const nanos = fc.oneof(
    fc.bigInt({ min: -limit, max: limit }),
    fc.bigInt({ min: -5000n, max: 5000n }),
    fc
      .tuple(fc.bigInt({ min: -999n, max: 999n }), fc.integer({ min: 0, max: 5 }))
      .map(([n, e]) => n * 1024n ** BigInt(e) * 10n ** 9n),
    fc
      .tuple(fc.bigInt({ min: -999n, max: 999n }), fc.integer({ min: 0, max: 18 }))
      .map(([n, e]) => n * 10n ** BigInt(e)),
  );
  const quantity = fc.tuple(nanos, fc.constantFrom(...formats)).map(([amount, format]) => new Quantity(amount, format));

  test('reading what is printed gives the same amount, which prints the same in that format', () => {
    const property = fc.property(quantity, (printed) => {
      const read = parseQuantity(String(printed));
      expect(read.nanos).toBe(printed.nanos);
      expect(String(read.as(printed.format))).toBe(String(printed));
    });
    fc.assert(property, { seed: 42, numRuns: 2000 });
  });

  test('the canonical text has no fraction, and no larger suffix would do', () => {
    const property = fc.property(nanos, (amount) => {
      const text = String(new Quantity(amount));
      expect(text).toMatch(/^-?\d+[numkMGTPE]?$/);
      expect(text.endsWith('E') || !/000[numkMGTP]?$/.test(text)).toBe(true);
    });
    fc.assert(property, { seed: 42, numRuns: 1000 });
  });

  /** A text, and the fraction that it stands for, computed in another way. */
  const units = {
    n: [1n, 10n ** 9n],
    m: [1n, 1000n],
    '': [1n, 1n],
    M: [10n ** 6n, 1n],
    Ki: [1024n, 1n],
    Gi: [1024n ** 3n, 1n],
    e2: [100n, 1n],
  };
  const written = fc
    .record({
      sign: fc.constantFrom('', '-', '+'),
      thousandths: fc.bigInt({ min: 0n, max: 10n ** 8n }),
      unit: fc.constantFrom(...Object.entries(units)),
    })
    .filter(({ thousandths, unit: [suffix] }) => suffix !== 'n' || thousandths % 1000n === 0n)
    .map(({ sign, thousandths, unit: [suffix, [times = 1n, over = 1n]] }) => ({
      text: `${sign}${thousandths / 1000n}.${String(thousandths % 1000n).padStart(3, '0')}${suffix}`,
      numerator: (sign === '-' ? -thousandths : thousandths) * times,
      denominator: over * 1000n,
    }));

  test('comparing agrees with exact fractions, also for sums and differences', () => {
    const property = fc.property(written, written, written, (a, b, c) => {
      const [left, right, third] = [parseQuantity(a.text), parseQuantity(b.text), parseQuantity(c.text)];
      const cross = a.numerator * b.denominator - b.numerator * a.denominator;
      expect(left.compare(right)).toBe(cross === 0n ? 0 : cross < 0n ? -1 : 1);
      const sum = (a.numerator * b.denominator + b.numerator * a.denominator) * c.denominator;
      const over = c.numerator * a.denominator * b.denominator;
      expect(left.add(right).compare(third)).toBe(sum === over ? 0 : sum < over ? -1 : 1);
      expect(left.add(right).sub(right).equals(left)).toBe(true);
    });
    fc.assert(property, { seed: 42, numRuns: 2000 });
  });

  test('the value is the least whole number that is not nearer to zero', () => {
    const property = fc.property(quantity, (amount) => {
      const value = Quantity.of(amount.value());
      const magnitude = amount.compare(Quantity.of(0)) < 0 ? amount.neg() : amount;
      const whole = value.compare(Quantity.of(0)) < 0 ? value.neg() : value;
      expect(whole.compare(magnitude)).not.toBe(-1);
      expect(whole.sub(magnitude).compare(Quantity.of(1))).toBe(-1);
    });
    fc.assert(property, { seed: 42, numRuns: 1000 });
  });
});
