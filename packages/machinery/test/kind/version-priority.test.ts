import { compareVersionPriority } from '@reeve/machinery';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const inOrder = [
  'v10',
  'v2',
  'v1',
  'v11beta2',
  'v10beta3',
  'v3beta10',
  'v3beta2',
  'v12alpha1',
  'v11alpha2',
  '__internal',
  'beta1',
  'foo1',
  'foo10',
  'v1beta',
  'v1gamma1',
  'v1x',
];

test('stable comes before beta before alpha before all others', () => {
  expect(inOrder.toReversed().toSorted(compareVersionPriority)).toEqual(inOrder);
  expect(inOrder.toSorted(compareVersionPriority)).toEqual(inOrder);
});

test('numbers beyond what a float holds are told apart', () => {
  expect(compareVersionPriority('v9007199254740993', 'v9007199254740992')).toBeLessThan(0);
});

const kubeVersion = fc
  .tuple(fc.nat(12), fc.constantFrom('', 'alpha1', 'alpha2', 'beta1', 'beta10'), fc.constantFrom('', '0'))
  .map(([major, stage, zero]) => `v${zero}${major}${stage}`);
const version = fc.oneof(kubeVersion, fc.string({ maxLength: 3 }), fc.constantFrom('foo', 'v', 'v1beta', 'V1'));
const sign = (one: string, other: string): number => Math.sign(compareVersionPriority(one, other));

test('the order is total: no two versions tie, and it does not run in circles', () => {
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      expect(sign(a, b) === 0).toBe(a === b);
      expect(sign(a, b) + sign(b, a)).toBe(0);
      const [first = '', second = '', third = ''] = [a, b, c].toSorted(compareVersionPriority);
      expect(Math.max(sign(first, second), sign(second, third), sign(first, third))).toBeLessThanOrEqual(0);
    }),
    { seed: 42, numRuns: 2000 },
  );
});
