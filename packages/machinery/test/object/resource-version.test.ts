import { compareResourceVersions, isComparableResourceVersion, tryCompareResourceVersions } from '@reeve/machinery';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const opaque = ['', '0', '00', '01', '-1', '+1', '1.0', '1e3', ' 1', '1 ', '1\n', 'abc', '12a', '0x1f', '１２', '٣'];

test.each(opaque)('"%s" cannot be compared', (version) => {
  expect(isComparableResourceVersion(version)).toBe(false);
  const wrong = expect.objectContaining({ code: 'REEVE_INVALID_INPUT', input: version });
  expect(() => compareResourceVersions(version, '1')).toThrow(wrong);
  expect(() => compareResourceVersions('1', version)).toThrow(wrong);
  expect(tryCompareResourceVersions(version, '1')).toBeUndefined();
  expect(tryCompareResourceVersions('1', version)).toBeUndefined();
});

test('two equal versions that cannot be compared are still refused', () => {
  expect(() => compareResourceVersions('0', '0')).toThrow('cannot be compared');
  expect(tryCompareResourceVersions(undefined, undefined)).toBeUndefined();
});

test.each([
  ['1', '1', 0],
  ['9', '10', -1],
  ['100', '99', 1],
  ['123', '124', -1],
  ['18446744073709551616', '18446744073709551615', 1],
  ['9'.repeat(40), `1${'0'.repeat(40)}`, -1],
])('%s compared with %s is %d', (one, other, expected) => {
  expect(compareResourceVersions(one, other)).toBe(expected);
  expect(tryCompareResourceVersions(one, other)).toBe(expected);
});

const number = fc.oneof(fc.bigInt({ min: 1n, max: 1000n }), fc.bigInt({ min: 1n, max: 2n ** 80n }));

test('versions are ordered as the numbers they are', () => {
  fc.assert(
    fc.property(number, number, (one, other) => {
      const expected = one < other ? -1 : one > other ? 1 : 0;
      expect(compareResourceVersions(String(one), String(other))).toBe(expected);
    }),
    { seed: 42, numRuns: 1000 },
  );
});
