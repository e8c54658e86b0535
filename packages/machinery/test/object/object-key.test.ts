import { keyOf, objectKey, parseKey } from '@reeve/machinery';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

test.each([
  ['a namespaced object', { metadata: { namespace: 'default', name: 'blog' } }, 'default/blog'],
  ['a cluster-scoped object', { metadata: { name: 'admin' } }, 'admin'],
  ['an object with an empty namespace', { metadata: { namespace: '', name: 'admin' } }, 'admin'],
])('the key of %s is namespace/name or name · LW-30', (_, object, key) => {
  expect(keyOf(object)).toBe(key);
});

test('a key is taken apart into namespace and name · LW-30', () => {
  expect(parseKey('default/blog')).toEqual({ namespace: 'default', name: 'blog' });
  expect(parseKey('admin')).toEqual({ name: 'admin' });
});

test('an object without a name has no key', () => {
  expect(() => keyOf({ metadata: { generateName: 'blog-' } })).toThrow('Object blog-* has no metadata.name');
  expect(() => keyOf({})).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
});

test.each(['a/b/c', 'a/b/', '/b', 'a/', '/', ''])('"%s" is not a key', (text) => {
  expect(() => parseKey(text)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT', input: text }));
});

test.each([
  ['default', 'a/b'],
  ['a/b', 'c'],
  [undefined, 'a/b'],
  ['default', ''],
  [undefined, ''],
])('namespace %s and name "%s" do not make a key', (namespace, name) => {
  expect(() => objectKey(namespace, name)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
});

const part = fc.string({ minLength: 1 }).filter((text) => !text.includes('/'));

test('every key parses back into its parts, and different objects have different keys', () => {
  fc.assert(
    fc.property(fc.option(part, { nil: undefined }), part, (namespace, name) => {
      expect(parseKey(objectKey(namespace, name))).toEqual(namespace === undefined ? { name } : { namespace, name });
    }),
    { seed: 42, numRuns: 500 },
  );
});
