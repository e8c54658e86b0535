import { hasFinalizer, withFinalizer, withoutFinalizer } from '@reeve/machinery';
import { expect, test } from 'vitest';

const held = Object.freeze({
  metadata: Object.freeze({ name: 'w', finalizers: Object.freeze(['a', 'b', 'a']) }),
  spec: Object.freeze({}),
});

test('a finalizer is added last, in a copy', () => {
  const changed = withFinalizer(held, 'c');

  expect(changed.metadata.finalizers).toEqual(['a', 'b', 'a', 'c']);
  expect(changed.spec).toBe(held.spec);
  expect(held.metadata.finalizers).toEqual(['a', 'b', 'a']);
  expect(withFinalizer({}, 'c')).toEqual({ metadata: { finalizers: ['c'] } });
});

test('a finalizer is there or not', () => {
  expect(hasFinalizer(held, 'b')).toBe(true);
  expect(hasFinalizer(held, 'c')).toBe(false);
  expect(hasFinalizer({}, 'c')).toBe(false);
});

test('removing a finalizer removes every copy of it', () => {
  expect(withoutFinalizer(held, 'a').metadata.finalizers).toEqual(['b']);
});

test('removing the last finalizer removes the field', () => {
  expect(withoutFinalizer({ metadata: { finalizers: ['a'] } }, 'a')).toEqual({ metadata: {} });
});

test('where there is nothing to change the very same object comes back', () => {
  expect(withFinalizer(held, 'a')).toBe(held);
  expect(withoutFinalizer(held, 'c')).toBe(held);
});
