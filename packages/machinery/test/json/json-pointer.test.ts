import { escapeJsonPointer, formatJsonPointer, getByPointer, hasPointer, parseJsonPointer } from '@reeve/machinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** The document and the answers of RFC 6901, section 5. */
const document = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
};

describe('getByPointer', () => {
  const found: [string, unknown][] = [
    ['', document],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ];

  test.each(found)('%j names its value', (pointer, value) => {
    expect(getByPointer(document, pointer)).toEqual(value);
    expect(hasPointer(document, pointer)).toBe(true);
  });

  const missing = [
    '/bar',
    '/foo/2',
    '/foo/-',
    '/foo/-1',
    '/foo/01',
    '/foo/00',
    '/foo/1e0',
    '/foo/+1',
    '/foo/ 1',
    '/foo/',
  ];
  const unreachable = ['/foo/length', '/foo/0/0', '/constructor', '/__proto__', '/toString', '//x', '/foo/0/length'];

  test.each([...missing, ...unreachable])('%j names nothing', (pointer) => {
    expect(getByPointer(document, pointer)).toBeUndefined();
    expect(hasPointer(document, pointer)).toBe(false);
  });

  test('null is something, and keys of any name are found', () => {
    expect(hasPointer({ a: null }, '/a')).toBe(true);
    expect(getByPointer(JSON.parse('{"__proto__":{"x":1}}'), '/__proto__/x')).toBe(1);
    expect(getByPointer({ '0': 'key' }, '/0')).toBe('key');
    expect(getByPointer({ '01': 'key' }, ['01'])).toBe('key');
  });
});

describe('the text of a pointer', () => {
  const invalid = ['foo', '#/foo', 'foo/bar', '/~', '/~2', '/a~', '/a/~b'];

  test.each(invalid)('%j is refused', (pointer) => {
    expect(() => parseJsonPointer(pointer)).toThrow(
      expect.objectContaining({ code: 'REEVE_INVALID_INPUT', input: pointer }),
    );
  });

  test('escapes are undone in the right order', () => {
    expect(parseJsonPointer('/~01/~10/~0~1')).toEqual(['~1', '/0', '~/']);
    expect(escapeJsonPointer('~1/')).toBe('~01~1');
    expect(formatJsonPointer(['spec', 'a/b', 0, ''])).toBe('/spec/a~1b/0/');
    expect(formatJsonPointer([])).toBe('');
  });

  test('printing and parsing any keys gives the same keys', () => {
    const key = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a') }));
    fc.assert(
      fc.property(fc.array(key), (keys) => {
        expect(parseJsonPointer(formatJsonPointer(keys))).toEqual(keys);
      }),
      { seed: 42, numRuns: 300 },
    );
  });
});
