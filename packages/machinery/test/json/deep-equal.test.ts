import { canonicalJson, deepEqual, parseJson } from '@reeve/machinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { similarJson } from './json-arbitrary.ts';

describe('deepEqual', () => {
  const equal: [string, unknown, unknown][] = [
    ['scalars', 'a', 'a'],
    ['an integer as number and as bigint', 1, 1n],
    ['a large float and the same integer', 2 ** 60, 2n ** 60n],
    ['bigints', 2n ** 70n, 2n ** 70n],
    ['zeros', 0, -0],
    ['keys in another order', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
    ['an undefined property and none', { a: 1, b: undefined }, { a: 1 }],
    ['undefined properties of different names', { a: undefined }, { b: undefined }],
    ['lists', [1, [2, { a: 3 }]], [1, [2, { a: 3n }]]],
    ['own keys called __proto__', JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":1}}')],
  ];

  test.each(equal)('%s are equal', (_name, a, b) => {
    expect(deepEqual(a, b)).toBe(true);
    expect(deepEqual(b, a)).toBe(true);
  });

  const different: [string, unknown, unknown][] = [
    ['a number and its text', 1, '1'],
    ['neighbours beyond 2^53', 2n ** 53n, 2n ** 53n + 1n],
    ['a float and an integer', 1.5, 1n],
    ['null and zero', null, 0],
    ['null and absent', { a: null }, {}],
    ['false and absent', { a: false }, {}],
    ['an object and a list', {}, []],
    ['an object and null', {}, null],
    ['lists in another order', [1, 2], [2, 1]],
    ['lists of other lengths', [1], [1, 2]],
    ['as many keys, other names', { a: 1 }, { b: 1 }],
    ['a deep difference', { a: [{ b: { c: 1 } }] }, { a: [{ b: { c: 2 } }] }],
    ['an inherited name and an own key', { constructor: {} }, {}],
    ['an own __proto__ and none', JSON.parse('{"__proto__":{}}'), {}],
    ['an own __proto__ and another key', JSON.parse('{"__proto__":{}}'), { a: 1 }],
  ];

  test.each(different)('%s are different', (_name, a, b) => {
    expect(deepEqual(a, b)).toBe(false);
    expect(deepEqual(b, a)).toBe(false);
  });

  test('values are equal exactly if their canonical texts are', () => {
    fc.assert(
      fc.property(similarJson, similarJson, (a, b) => {
        expect(deepEqual(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
        expect(deepEqual(a, structuredClone(a))).toBe(true);
      }),
      { seed: 42, numRuns: 500 },
    );
  });

  test('nesting of 100,000 levels does not exhaust the stack', () => {
    const [opening, closing] = ['{"a":['.repeat(50_000), ']}'.repeat(50_000)];
    const one = () => parseJson(`${opening}1${closing}`);

    expect(deepEqual(one(), one())).toBe(true);
    expect(deepEqual(one(), parseJson(`${opening}2${closing}`))).toBe(false);
  });
});
