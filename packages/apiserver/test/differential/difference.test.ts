/**
 * The judge sees every field that differs, and says where.
 */
import { expect, test } from 'vitest';
import { describe as described, differences } from '../../../../tools/differential/difference.mjs';

for (const [name, expected, actual, found] of [
  ['equal values', { a: [1, { b: null }] }, { a: [1, { b: null }] }, ''],
  ['keys in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, ''],
  ['another value', { a: { b: 1 } }, { a: { b: '1' } }, 'a.b: expected 1, got "1"'],
  ['a field too few', { a: 1 }, {}, 'a: expected 1, got nothing'],
  ['a field too many', {}, { a: null }, 'a: expected nothing, got null'],
  ['an item too many', { a: [1] }, { a: [1, 2] }, 'a[1]: expected nothing, got 2'],
  ['items in another order', [1, 2], [2, 1], '[0]: expected 1, got 2\n[1]: expected 2, got 1'],
  ['a list for an object', { a: [] }, { a: {} }, 'a: expected [], got {}'],
] as const) {
  test(`${name}: ${found === '' ? 'no difference' : found.replaceAll('\n', '; ')}`, () => {
    expect(described(differences(expected, actual))).toBe(found);
  });
}
