import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IndexSet } from '@reeve/workloads';

test.each([
  ['', [], ''],
  ['one', [4], '4'],
  ['neighbours', [3, 4], '3,4'],
  ['a range', [0, 1, 2, 7], '0-2,7'],
])('%s are written as a status has them', (_name, indexes, text) => {
  expect(IndexSet.of(indexes).toString()).toBe(text);
});

test('what cannot be read of a text is left out, and so are indexes that are too high', () => {
  expect(IndexSet.parse('1-3,x,5-,7-999999999999', 9).toString()).toBe('1-3,7,8');
});

test('a set comes back from its text, and knows what it has, lacks and shares', () => {
  const indexes = fc.uniqueArray(fc.integer({ min: 0, max: 40 }));
  fc.assert(
    fc.property(indexes, indexes, (some, others) => {
      const [one, other] = [IndexSet.of(some), IndexSet.of(others)];
      expect(IndexSet.parse(one.toString(), 41).toString()).toBe(one.toString());
      expect(one.size).toBe(some.length);
      expect(others.filter((index) => one.has(index))).toEqual(others.filter((index) => some.includes(index)));
      expect(one.union(other).size).toBe(new Set([...some, ...others]).size);
      expect(one.overlap(other)).toBe(some.filter((index) => others.includes(index)).length);
      const missing = Array.from({ length: 41 }, (_, index) => index).filter((index) => !some.includes(index));
      expect(one.firstMissing(5, 41)).toEqual(missing.slice(0, 5));
    }),
    { seed: 42, numRuns: 200 },
  );
});
