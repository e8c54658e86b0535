import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Heap, type Placed } from '@reeve/machinery';

interface Element extends Placed {
  value: number;
}

const element = (value: number): Element => ({ value, place: -1 });
const byValue = () => new Heap<Element>((one, other) => one.value < other.value);

function drained(heap: Heap<Element>): number[] {
  const values: number[] = [];
  for (let top = heap.top; top !== undefined; top = heap.top) {
    values.push(top.value);
    heap.remove(top);
  }
  return values;
}

const distinct = fc.uniqueArray(fc.integer(), { maxLength: 60 });

test('a heap gives its elements in order', () => {
  fc.assert(
    fc.property(distinct, (values) => {
      const heap = byValue();
      for (const value of values) heap.add(element(value));
      expect(drained(heap)).toEqual(values.toSorted((one, other) => one - other));
    }),
    { seed: 58 },
  );
});

test('a heap keeps its order when elements leave from the middle', () => {
  fc.assert(
    fc.property(distinct, fc.func(fc.boolean()), (values, leaves) => {
      const heap = byValue();
      const elements = values.map(element);
      for (const each of elements) heap.add(each);
      const gone = elements.filter(({ value }) => leaves(value));
      for (const each of gone) expect(heap.remove(each)).toBe(true);
      const left = values.filter((value) => !gone.some((each) => each.value === value));
      expect(drained(heap)).toEqual(left.toSorted((one, other) => one - other));
    }),
    { seed: 59 },
  );
});

test('an element that has left a heap cannot be removed again', () => {
  const heap = byValue();
  const only = element(1);
  heap.add(only);
  expect([heap.remove(only), heap.remove(only), heap.length]).toEqual([true, false, 0]);
});

test('an element that moved to the front of a heap comes first', () => {
  const heap = byValue();
  const [, last] = [1, 5].map((value) => {
    const each = element(value);
    heap.add(each);
    return each;
  });
  if (last === undefined) throw new Error('two elements were added');
  last.value = 0;
  heap.advanced(last);
  expect(drained(heap)).toEqual([0, 1]);
});
