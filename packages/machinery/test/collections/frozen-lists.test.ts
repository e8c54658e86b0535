import { everyIn, filterIn, findIn, someIn } from '@reeve/machinery';
import { expect, test } from 'vitest';

const isEven = (number: number): boolean => number % 2 === 0;

const lists: Record<string, readonly number[]> = {
  'an empty list': [],
  'odd numbers': [1, 3],
  'even numbers': [2, 4],
  'both, and undefined': [1, 2, 3, 4, undefined as unknown as number],
};

for (const [what, list] of Object.entries(lists)) {
  test(`says of ${what} what the array's own functions say, frozen or not`, () => {
    for (const one of [list, Object.freeze([...list])]) {
      expect(findIn(one, isEven)).toBe(list.find(isEven));
      expect(filterIn(one, isEven)).toEqual(list.filter(isEven));
      expect(someIn(one, isEven)).toBe(list.some(isEven));
      expect(everyIn(one, isEven)).toBe(list.every(isEven));
    }
  });
}

test('looks no further than it has to', () => {
  const seen: number[] = [];
  const look = (number: number): boolean => seen.push(number) === 2;
  expect(findIn([5, 6, 7], look)).toBe(6);
  expect(someIn([8, 9], () => true)).toBe(true);
  expect(seen).toEqual([5, 6]);
});
