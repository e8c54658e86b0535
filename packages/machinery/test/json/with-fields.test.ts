import { withFields } from '@reeve/machinery';
import { expect, test } from 'vitest';

test('a copy has the fields of both, those of the object first and in their places', () => {
  const object = Object.freeze({ name: 'a', uid: 1, labels: { x: 'y' } });

  const copy = withFields(object, { uid: 2, more: true });

  expect(copy).toStrictEqual({ name: 'a', uid: 2, labels: { x: 'y' }, more: true });
  expect(Object.keys(copy)).toEqual(['name', 'uid', 'labels', 'more']);
  expect(copy.labels).toBe(object.labels);
  expect(object).toStrictEqual({ name: 'a', uid: 1, labels: { x: 'y' } });
});

test('fields that are undefined leave the object as it is', () => {
  expect(withFields({ a: 1 }, { a: undefined, b: undefined })).toStrictEqual({ a: 1 });
});

test('a field of any name is a field like all others', () => {
  const copy = withFields(JSON.parse('{"__proto__":1}') as object, JSON.parse('{"constructor":2}') as object);

  expect(Object.entries(copy)).toEqual([
    ['__proto__', 1],
    ['constructor', 2],
  ]);
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
});
