import {
  applyMergePatch,
  createMergePatch,
  createThreeWayMergePatch,
  deepEqual,
  deepFreeze,
  parseJson,
  requireUnchanged,
} from '@reeve/machinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { similarObject } from '../../json/json-arbitrary.ts';

const invalid = expect.objectContaining({ code: 'REEVE_INVALID_INPUT' });

describe('createMergePatch', () => {
  const cases: [string, object, object, object][] = [
    ['equal documents', { a: { b: [1] } }, { a: { b: [1n] } }, {}],
    ['a changed scalar', { a: { b: 1, c: 2 } }, { a: { b: 3, c: 2 } }, { a: { b: 3 } }],
    ['an added key', {}, { a: { b: {} } }, { a: { b: {} } }],
    ['a removed key', { a: { b: 1, c: 1 } }, { a: { c: 1 } }, { a: { b: null } }],
    ['everything removed', { a: 1, b: 2 }, {}, { a: null, b: null }],
    ['a list, as a whole', { a: [1, 2] }, { a: [1, 3] }, { a: [1, 3] }],
    ['an object instead of a scalar', { a: 1 }, { a: {} }, { a: {} }],
    ['an emptied object', { a: { b: 1 } }, { a: {} }, { a: { b: null } }],
    ['a null that disappears', { a: null }, {}, { a: null }],
    ['a null that appears, which asks for deletion', {}, { a: null }, { a: null }],
    ['a null instead of a value', { a: 1 }, { a: null }, { a: null }],
    ['a null that stays', { a: null, b: 1 }, { a: null, b: 2 }, { b: 2 }],
    ['undefined, which counts as absent', { a: 1, c: undefined }, { a: undefined, b: undefined }, { a: null }],
    ['an inherited name', {}, { constructor: 1 }, { constructor: 1 }],
  ];

  test.each(cases)('%s', (_name, before, after, patch) => {
    expect(createMergePatch(deepFreeze(before), deepFreeze(after))).toEqual(patch);
  });

  test('applying the patch to the first document gives the second', () => {
    fc.assert(
      fc.property(similarObject, similarObject, (before, after) => {
        const patched = applyMergePatch(deepFreeze(before), createMergePatch(before, deepFreeze(after)));
        expect(deepEqual(patched, after)).toBe(true);
      }),
      { seed: 42, numRuns: 1_000 },
    );
  });

  test('lists and documents beyond a thousand levels are refused', () => {
    const [one, two] = [1, 2].map((n) => parseJson('{"a":'.repeat(20_000) + String(n) + '}'.repeat(20_000)) as object);

    expect(() => createMergePatch([], {})).toThrow(invalid);
    expect(() => createMergePatch(one ?? {}, two ?? {})).toThrow(invalid);
  });
});

describe('createThreeWayMergePatch', () => {
  const cases: [string, { original?: object; modified: object; current: object; patch: object }][] = [
    ['nothing to do', { original: { a: 1 }, modified: { a: 1 }, current: { a: 1, live: 2 }, patch: {} }],
    ['what is new is added', { original: {}, modified: { a: { b: 1 } }, current: { a: {} }, patch: { a: { b: 1 } } }],
    ['drift is corrected', { original: { a: 1 }, modified: { a: 1 }, current: { a: 2 }, patch: { a: 1 } }],
    [
      'what was given up is deleted',
      { original: { a: 1, b: 1 }, modified: { b: 1 }, current: { a: 1, b: 1 }, patch: { a: null } },
    ],
    [
      'also deep inside',
      { original: { s: { a: 1 } }, modified: { s: {} }, current: { s: { a: 1, x: 1 } }, patch: { s: { a: null } } },
    ],
    ['what others added stays', { original: { a: 1 }, modified: { a: 1 }, current: { a: 1, s: { x: 1 } }, patch: {} }],
    ['what others deleted comes back', { original: { a: 1 }, modified: { a: 1 }, current: {}, patch: { a: 1 } }],
    ['without an original nothing is deleted', { modified: { a: 1 }, current: { b: 1 }, patch: { a: 1 } }],
    [
      'lists are replaced',
      { original: { l: [1] }, modified: { l: [1, 2] }, current: { l: [1, 9] }, patch: { l: [1, 2] } },
    ],
    ['an empty object is a value', { original: {}, modified: { a: {} }, current: {}, patch: { a: {} } }],
    [
      'an object of which only deletions are left',
      { original: { a: { b: 1 } }, modified: { a: {} }, current: { a: {} }, patch: { a: { b: null } } },
    ],
    [
      'deletion and addition meet',
      {
        original: { a: { b: 1, c: 1 } },
        modified: { a: { c: 2 } },
        current: { a: { b: 1, c: 1 } },
        patch: { a: { b: null, c: 2 } },
      },
    ],
    [
      'a whole object replaces what is no object',
      { original: { a: 1 }, modified: { a: { b: 1 } }, current: { a: 1 }, patch: { a: { b: 1 } } },
    ],
    [
      'a null asks for deletion, also of what others added',
      {
        original: {},
        modified: { a: null, s: { b: null } },
        current: { a: 1, s: { b: 1 } },
        patch: { a: null, s: { b: null } },
      },
    ],
  ];

  test.each(cases)('%s', (_name, { original, modified, current, patch }) => {
    expect(createThreeWayMergePatch(original, modified, current)).toEqual(patch);
  });

  test('after applying it, all that was wanted is there, and what others added still is', () => {
    fc.assert(
      fc.property(similarObject, similarObject, similarObject, (original, modified, current) => {
        const patched = applyMergePatch(current, createThreeWayMergePatch(original, modified, current));
        expect(deepEqual(createThreeWayMergePatch({}, modified, patched), {})).toBe(true);
        const deletions = createThreeWayMergePatch(original, {}, {});
        const left = applyMergePatch(applyMergePatch(current, deletions), modified);
        expect(deepEqual(patched, left)).toBe(true);
      }),
      { seed: 42, numRuns: 500 },
    );
  });

  test('a patch that breaks a precondition is not made', () => {
    const preconditions = [requireUnchanged('kind'), requireUnchanged('metadata', 'name')];
    const current = { kind: 'A', metadata: { name: 'a' } };
    const failure = expect.objectContaining({ code: 'REEVE_PATCH_PRECONDITION' });

    expect(() => createThreeWayMergePatch(current, { ...current, kind: 'B' }, current, { preconditions })).toThrow(
      failure,
    );
    expect(() => createThreeWayMergePatch(current, { kind: 'A', metadata: {} }, current, { preconditions })).toThrow(
      failure,
    );
    expect(createThreeWayMergePatch(current, { ...current, spec: 1 }, current, { preconditions })).toEqual({ spec: 1 });
  });

  test('documents beyond a thousand levels are refused instead of exhausting the stack', () => {
    const deep = parseJson('{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)) as object;

    expect(() => createThreeWayMergePatch({}, deep, {})).toThrow(invalid);
  });
});
