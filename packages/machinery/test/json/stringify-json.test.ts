import { isDeepStrictEqual } from 'node:util';
import { parseJson, parseJsonWithNotes, stringifyJson } from '@reeve/machinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyJson, ordinaryJson } from './json-arbitrary.ts';

describe('stringifyJson', () => {
  test('prints bigints as digits, wherever they are', () => {
    const value = { id: 12345678901234567890n, list: [-9223372036854775808n, { deep: 2n ** 70n }], small: 1n };

    expect(stringifyJson(value)).toBe(
      '{"id":12345678901234567890,"list":[-9223372036854775808,{"deep":1180591620717411303424}],"small":1}',
    );
  });

  const awkward: [string, unknown][] = [
    ['undefined properties', { a: undefined, b: 1, c: undefined }],
    ['only undefined properties', { a: { b: undefined } }],
    ['undefined elements', [undefined, 1]],
    ['functions and symbols', { a: () => {}, b: Symbol('b'), c: [() => {}] }],
    ['numbers that are not finite', [Number.NaN, Number.POSITIVE_INFINITY, -0, 1e21, 1e-7]],
    ['a date', { when: new Date(0) }],
    [
      'toJSON at the root, and with its key',
      { toJSON: (key: string) => ({ key, part: { toJSON: (k: string) => k } }) },
    ],
    ['a key called toJSON', { toJSON: 'text' }],
    ['awkward strings', ['"', '\\', '\n', '\u2028', '\ud800', 'é', '\u0000']],
    ['awkward keys', JSON.parse('{"__proto__":1,"":2,"\\"":3}')],
    ['numeric keys', { b: 1, 2: 2, 1: 1 }],
    ['empty containers', { a: {}, b: [], c: [[], {}] }],
    ['a string', 'text'],
    ['null', null],
  ];

  test.each(awkward)('prints %s as JSON.stringify does, also when it writes itself', (_name, value) => {
    for (const indent of [0, 2, 20]) {
      const expected = JSON.stringify(value, undefined, indent);
      expect(stringifyJson(value, { indent })).toBe(expected);
      expect(stringifyJson(value, { indent, floats: new Set() })).toBe(expected);
    }
  });

  test('prints ordinary JSON as JSON.stringify does, whichever way it takes', () => {
    fc.assert(
      fc.property(ordinaryJson, fc.constantFrom(0, 1, 4), (value, indent) => {
        const expected = JSON.stringify(value, undefined, indent);
        expect(stringifyJson(value, { indent })).toBe(expected);
        expect(stringifyJson(value, { indent, floats: new Set() })).toBe(expected);
      }),
      { seed: 42, numRuns: 300 },
    );
  });

  test('prints what parseJson reads back as the same value, with bigints', () => {
    fc.assert(
      fc.property(anyJson, fc.constantFrom(0, 3), (value, indent) => {
        expect(isDeepStrictEqual(parseJson(stringifyJson(value, { indent })), value)).toBe(true);
      }),
      { seed: 42, numRuns: 1_000 },
    );
  });

  test('prints floats as floats where told to', () => {
    const value = { a: 1, b: [2, 3, { 'x/y': -0 }], c: 1.5, d: 1e21, e: 4 };
    const floats = new Set(['/a', '/b/1', '/b/2/x~1y', '/c', '/d']);

    expect(stringifyJson(value, { floats })).toBe('{"a":1.0,"b":[2,3.0,{"x/y":-0.0}],"c":1.5,"d":1e+21,"e":4}');
    expect(stringifyJson(7, { floats: new Set(['']) })).toBe('7.0');
  });

  test('prints a text with floats as it was, when the notes of parsing are given back', () => {
    const text = '{"a":1.0,"b":1,"c":[0.5,2.0,-0.0,{"~":{"d":3.0}}],"big":12345678901234567890}';
    const { value, floats } = parseJsonWithNotes(text);

    expect(stringifyJson(value, { floats })).toBe(text);
  });

  test('prints nesting of 100,000 levels', () => {
    const text = '{"a":['.repeat(50_000) + '1' + ']}'.repeat(50_000);

    expect(stringifyJson(parseJson(text)) === text).toBe(true);
  });

  test.each([undefined, () => {}, Symbol('s')])('refuses what JSON cannot express: %s', (value) => {
    expect(() => stringifyJson(value)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
  });

  test('refuses a value that contains itself, and says where', () => {
    const value: { list: unknown[] } = { list: [1] };
    value.list.push(value);

    expect(() => stringifyJson(value)).toThrow(/"\/list\/1" contains itself/);
  });

  test('a part that is there twice is no cycle', () => {
    const part = { n: 1n };

    expect(stringifyJson({ a: part, b: [part, part] })).toBe('{"a":{"n":1},"b":[{"n":1},{"n":1}]}');
  });
});
