import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SortedKeys } from '@reeve/registry';

test('keys come in byte order whatever the order of adds and deletes', () => {
  const change = fc.record({ key: fc.stringMatching(/^[a-d/-]{1,3}$/), isAdd: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), fc.stringMatching(/^[a-d/-]{0,3}$/), (changes, start) => {
      const keys = new SortedKeys();
      const model = new Set<string>();
      for (const { key, isAdd } of changes) {
        if (isAdd) keys.add(key);
        else keys.delete(key);
        if (isAdd) model.add(key);
        else model.delete(key);
      }
      expect(keys.size).toBe(model.size);
      expect([...keys.from(start)]).toEqual([...model].filter((key) => key >= start).toSorted());
    }),
    { seed: 42, numRuns: 300 },
  );
});

test('thousands of keys stay in order across chunks', () => {
  const keys = new SortedKeys();
  for (let index = 0; index < 5000; index += 1) keys.add(String((index * 7919) % 5000).padStart(5, '0'));
  for (let index = 0; index < 5000; index += 2) keys.delete(String(index).padStart(5, '0'));
  expect([...keys.from('')]).toEqual(
    Array.from({ length: 2500 }, (_, index) => String(index * 2 + 1).padStart(5, '0')),
  );
});

test('a prefix ends the walk where it ends', () => {
  const keys = new SortedKeys();
  for (const key of ['a-b/x', 'a/x', 'a/y', 'b/x']) keys.add(key);
  expect([...keys.from('a/', 'a/')]).toEqual(['a/x', 'a/y']);
});
