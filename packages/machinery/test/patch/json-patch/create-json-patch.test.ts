import { applyJsonPatch, createJsonPatch, deepEqual, deepFreeze, parseJson } from '@reeve/machinery';
import type { JsonPatchOperation } from '@reeve/machinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyJson, similarJson } from '../../json/json-arbitrary.ts';
import { applyWithFastJsonPatch, plainJson } from './fast-json-patch.ts';

describe('createJsonPatch', () => {
  const cases: [string, unknown, unknown, JsonPatchOperation[]][] = [
    ['equal documents', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
    ['an integer as number and bigint', { a: 1 }, { a: 1n }, []],
    ['a changed scalar', { a: { b: 1 } }, { a: { b: 2 } }, [{ op: 'replace', path: '/a/b', value: 2 }]],
    ['an added key', {}, { 'a/b': null }, [{ op: 'add', path: '/a~1b', value: null }]],
    ['a removed key', { 'a~b': 1 }, {}, [{ op: 'remove', path: '/a~0b' }]],
    ['an undefined property', { a: 1 }, { a: undefined }, [{ op: 'remove', path: '/a' }]],
    ['null to something', { a: null }, { a: {} }, [{ op: 'replace', path: '/a', value: {} }]],
    ['a list to an object', { a: [] }, { a: {} }, [{ op: 'replace', path: '/a', value: {} }]],
    ['another document', 1, [1], [{ op: 'replace', path: '', value: [1] }]],
    ['an insertion in front', [1, 2], [0, 1, 2], [{ op: 'add', path: '/0', value: 0 }]],
    ['an insertion in the middle', [1, 3], [1, 2, 3], [{ op: 'add', path: '/1', value: 2 }]],
    ['an append', [1], [1, 2], [{ op: 'add', path: '/1', value: 2 }]],
    ['a removal in the middle', [1, 2, 3], [1, 3], [{ op: 'remove', path: '/1' }]],
    [
      'several removals, from the end',
      [1, 2, 3, 4],
      [4],
      [
        { op: 'remove', path: '/2' },
        { op: 'remove', path: '/1' },
        { op: 'remove', path: '/0' },
      ],
    ],
    [
      'a change in an element of many',
      [{ n: 1 }, { n: 2, m: [1] }, { n: 3 }],
      [{ n: 1 }, { n: 2, m: [1, 2] }, { n: 3 }],
      [{ op: 'add', path: '/1/m/1', value: 2 }],
    ],
    ['a repeated element', [1, 1], [1, 1, 1], [{ op: 'add', path: '/2', value: 1 }]],
  ];

  test.each(cases)('%s', (_name, before, after, patch) => {
    expect(createJsonPatch(before, after)).toEqual(patch);
    expect(deepEqual(applyJsonPatch(before, patch), after)).toBe(true);
  });

  test('applying the patch to the first document gives the second', () => {
    fc.assert(
      fc.property(fc.oneof(similarJson, anyJson), fc.oneof(similarJson, anyJson), (before, after) => {
        const patched = applyJsonPatch(deepFreeze(before), createJsonPatch(before, deepFreeze(after)));
        expect(deepEqual(patched, after)).toBe(true);
      }),
      { seed: 42, numRuns: 600 },
    );
  });

  test('another implementation comes to the same with it', () => {
    fc.assert(
      fc.property(plainJson, plainJson, (before, after) => {
        expect(applyWithFastJsonPatch(before, createJsonPatch(before, after))).toEqual(after);
      }),
      { seed: 43, numRuns: 500 },
    );
  });

  test('documents beyond a thousand levels are refused instead of exhausting the stack', () => {
    const [opening, closing] = ['['.repeat(20_000), ']'.repeat(20_000)];
    const [one, two] = [parseJson(`${opening}1${closing}`), parseJson(`${opening}2${closing}`)];

    expect(() => createJsonPatch(one, two)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
  });
});
