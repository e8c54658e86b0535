import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { applyJsonPatch, deepFreeze, parseJson } from '@reeve/machinery';
import type { JsonPatchOperation } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

const require = createRequire(import.meta.url);

interface SuiteCase {
  readonly comment?: string;
  readonly doc: unknown;
  readonly patch: JsonPatchOperation[];
  readonly expected?: unknown;
  readonly error?: string;
  readonly disabled?: boolean;
}

/** The tests of the package json-patch-test-suite that apply to every implementation. */
function suite(file: 'tests.json' | 'spec_tests.json'): [string, SuiteCase][] {
  const text = readFileSync(require.resolve(`json-patch-test-suite/${file}`), 'utf8');
  const cases = JSON.parse(text) as SuiteCase[];
  return cases
    .map((entry, at): [string, SuiteCase] => [`${file} ${at}: ${entry.comment ?? JSON.stringify(entry.patch)}`, entry])
    .filter(([, entry]) => entry.disabled !== true);
}

describe('the JSON Patch test suite', () => {
  const all = [...suite('tests.json'), ...suite('spec_tests.json')];
  const failing = all.filter(([, { error }]) => error !== undefined);
  const passing = all.filter(([, { error }]) => error === undefined);

  test('is there', () => {
    expect(failing.length).toBeGreaterThan(20);
    expect(passing.length).toBeGreaterThan(60);
  });

  test.each(passing)('%s', (_name, { doc, patch, expected }) => {
    const before = structuredClone(doc);

    expect(applyJsonPatch(deepFreeze(doc), deepFreeze(patch))).toEqual(expected ?? before);
    expect(doc).toEqual(before);
  });

  test.each(failing)('%s (fails)', (_name, { doc, patch }) => {
    expect(() => applyJsonPatch(doc, patch)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^REEVE_(PATCH_|INVALID_INPUT)/) as string }),
    );
  });
});

describe('the result', () => {
  test('shares what the patch did not touch, and the document stays as it is', () => {
    const document = deepFreeze({ a: { list: [{ n: 1 }, { n: 2 }] }, b: { n: 3 } });

    const patched = applyJsonPatch(document, [
      { op: 'replace', path: '/a/list/0/n', value: 9 },
      { op: 'add', path: '/a/list/-', value: { n: 4 } },
    ]);

    expect(patched).toEqual({ a: { list: [{ n: 9 }, { n: 2 }, { n: 4 }] }, b: { n: 3 } });
    expect(patched.b).toBe(document.b);
    expect(patched.a.list[1]).toBe(document.a.list[1]);
    expect(document).toEqual({ a: { list: [{ n: 1 }, { n: 2 }] }, b: { n: 3 } });
  });

  test('is the document itself if there is nothing to do', () => {
    const document = { a: 1 };

    expect(applyJsonPatch(document, [])).toBe(document);
    expect(applyJsonPatch(document, [{ op: 'test', path: '/a', value: 1 }])).toBe(document);
    expect(applyJsonPatch(document, [{ op: 'move', from: '', path: '' }])).toBe(document);
  });

  test('takes values of the patch without changing them by later operations', () => {
    const value = { n: 1, list: [1] };

    const patched = applyJsonPatch<unknown>({}, [
      { op: 'add', path: '/a', value },
      { op: 'add', path: '/b', value },
      { op: 'replace', path: '/a/n', value: 2 },
      { op: 'add', path: '/b/list/-', value: 2 },
    ]);

    expect(patched).toEqual({ a: { n: 2, list: [1] }, b: { n: 1, list: [1, 2] } });
    expect(value).toEqual({ n: 1, list: [1] });
  });

  test('a copy and its source go their own ways', () => {
    const patched = applyJsonPatch<unknown>({ a: { n: 1, deep: { m: 1 } } }, [
      { op: 'replace', path: '/a/deep/m', value: 2 },
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'replace', path: '/a/deep/m', value: 3 },
      { op: 'replace', path: '/b/n', value: 4 },
      { op: 'copy', from: '', path: '/all' },
      { op: 'replace', path: '/all/a/n', value: 5 },
    ]);

    expect(patched).toEqual({
      a: { n: 1, deep: { m: 3 } },
      b: { n: 4, deep: { m: 2 } },
      all: { a: { n: 5, deep: { m: 3 } }, b: { n: 4, deep: { m: 2 } } },
    });
  });

  test('keys of any name are ordinary, and no prototype is reached', () => {
    const patched = applyJsonPatch<Record<string, unknown>>({}, [
      { op: 'add', path: '/__proto__', value: { polluted: true } },
      { op: 'add', path: '/__proto__/more', value: 1 },
      { op: 'add', path: '/constructor', value: 2 },
    ]);

    expect(JSON.stringify(patched)).toBe('{"__proto__":{"polluted":true,"more":1},"constructor":2}');
    expect(Object.getPrototypeOf(patched)).toBe(Object.prototype);
    expect(() => applyJsonPatch({}, [{ op: 'add', path: '/__proto__/polluted', value: 1 }])).toThrow(/does not have/);
    expect(() => applyJsonPatch({}, [{ op: 'add', path: '/constructor/prototype', value: 1 }])).toThrow(
      /does not have/,
    );
  });

  test('bigints are kept, and equal the number of the same value', () => {
    const document = parseJson('{"big":12345678901234567890,"one":1}');

    expect(
      applyJsonPatch(document, [
        { op: 'test', path: '/big', value: 12345678901234567890n },
        { op: 'test', path: '/one', value: 1n },
        { op: 'move', from: '/big', path: '/moved' },
      ]),
    ).toEqual({ one: 1, moved: 12345678901234567890n });
  });

  test('paths of 20,000 levels do not exhaust the stack', () => {
    const document = parseJson('['.repeat(20_000) + '1' + ']'.repeat(20_000));
    const path = '/0'.repeat(20_000);

    expect(() =>
      applyJsonPatch(document, [
        { op: 'test', path, value: 1 },
        { op: 'replace', path, value: 2 },
        { op: 'test', path, value: 2 },
      ]),
    ).not.toThrow();
  });
});

describe('failures', () => {
  test('a test that does not hold says which, where, what was expected and what is there', () => {
    const patch: JsonPatchOperation[] = [
      { op: 'add', path: '/b', value: 1 },
      { op: 'test', path: '/a/list', value: [1, 3] },
    ];

    expect(() => applyJsonPatch({ a: { list: [1, 2] } }, patch)).toThrow(
      expect.objectContaining({
        code: 'REEVE_PATCH_TEST_FAILED',
        index: 1,
        path: '/a/list',
        expected: [1, 3],
        actual: [1, 2],
        message: expect.stringContaining('expects [1,3] at "/a/list", and it is [1,2]') as string,
      }),
    );
  });

  test('a test of a place that is not there fails as a test', () => {
    expect(() => applyJsonPatch({}, [{ op: 'test', path: '/a', value: null }])).toThrow(
      expect.objectContaining({ code: 'REEVE_PATCH_TEST_FAILED', actual: undefined }),
    );
  });

  test('long values are shortened in the message', () => {
    const operation: JsonPatchOperation = { op: 'test', path: '', value: 'x'.repeat(10_000) };

    expect(() => applyJsonPatch({}, [operation])).toThrow(/^.{1,300}$/);
  });

  const missing: [string, JsonPatchOperation, string][] = [
    ['add below a missing parent', { op: 'add', path: '/x/y', value: 1 }, '/x/y'],
    ['add below a scalar', { op: 'add', path: '/n/y', value: 1 }, '/n/y'],
    ['add beyond the end of a list', { op: 'add', path: '/list/3', value: 1 }, '/list/3'],
    ['add at a leading zero', { op: 'add', path: '/list/01', value: 1 }, '/list/01'],
    ['add at a negative index', { op: 'add', path: '/list/-1', value: 1 }, '/list/-1'],
    ['remove what is not there', { op: 'remove', path: '/x' }, '/x'],
    ['remove after the end', { op: 'remove', path: '/list/2' }, '/list/2'],
    ['remove at the end mark', { op: 'remove', path: '/list/-' }, '/list/-'],
    ['replace what is not there', { op: 'replace', path: '/x', value: 1 }, '/x'],
    ['replace at the end mark', { op: 'replace', path: '/list/-', value: 1 }, '/list/-'],
    ['move from nowhere', { op: 'move', from: '/x', path: '/y' }, '/x'],
    ['move to nowhere', { op: 'move', from: '/n', path: '/x/y' }, '/x/y'],
    ['move within a list beyond its end', { op: 'move', from: '/list/0', path: '/list/2' }, '/list/2'],
    ['copy from nowhere', { op: 'copy', from: '/x', path: '/y' }, '/x'],
    ['copy to nowhere', { op: 'copy', from: '/n', path: '/x/y' }, '/x/y'],
    ['an inherited name', { op: 'remove', path: '/toString' }, '/toString'],
    ['the length of a list', { op: 'replace', path: '/list/length', value: 0 }, '/list/length'],
  ];

  test.each(missing)('%s names the place that is missing', (_name, operation, path) => {
    const document = deepFreeze({ n: 1, list: [1, 2] });

    expect(() => applyJsonPatch(document, [{ op: 'test', path: '/n', value: 1 }, operation])).toThrow(
      expect.objectContaining({ code: 'REEVE_PATCH_PATH_MISSING', index: 1, op: operation.op, path }),
    );
  });

  test('a malformed operation is refused before anything else', () => {
    const patch = [{ op: 'test', path: '', value: 0 }, { op: 'spam' }] as unknown as JsonPatchOperation[];

    expect(() => applyJsonPatch({}, patch)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
  });
});

describe('options', () => {
  test('the number of operations is limited, to 10,000 unless told otherwise', () => {
    const patch = Array.from({ length: 10_001 }, (): JsonPatchOperation => ({ op: 'add', path: '/-', value: 1 }));

    expect(applyJsonPatch<unknown[]>([], patch.slice(1))).toHaveLength(10_000);
    expect(() => applyJsonPatch([], patch)).toThrow(/10001 operations, where at most 10000/);
    expect(() => applyJsonPatch([], patch.slice(0, 3), { maxOperations: 2 })).toThrow(/at most 2/);
  });

  test('the bytes that are copied are limited, to 3 MiB unless told otherwise', () => {
    const doubling = Array.from({ length: 30 }, (_, at): JsonPatchOperation => ({
      op: 'copy',
      from: '',
      path: `/${at}`,
    }));
    const copies: JsonPatchOperation[] = [
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'copy', from: '/a', path: '/c' },
    ];

    expect(() => applyJsonPatch({ a: 'xx' }, doubling)).toThrow(/at most 3145728/);
    expect(() => applyJsonPatch({ a: 'xé' }, copies, { maxCopyBytes: 10 })).not.toThrow();
    expect(() => applyJsonPatch({ a: 'xé' }, copies, { maxCopyBytes: 9 })).toThrow(/copies of 10 bytes/);
  });

  test('negative indexes count from the end where the API server allows them', () => {
    const patch: JsonPatchOperation[] = [
      { op: 'test', path: '/-1', value: 3 },
      { op: 'replace', path: '/-3', value: 'first' },
      { op: 'remove', path: '/-2' },
      { op: 'add', path: '/-1', value: 'last' },
      { op: 'add', path: '/-2', value: 'before' },
    ];

    expect(applyJsonPatch<unknown[]>([1, 2, 3], patch, { negativeIndices: true })).toEqual([
      'first',
      3,
      'before',
      'last',
    ]);
    expect(applyJsonPatch([1, 2], [{ op: 'remove', path: '/01' }], { negativeIndices: true })).toEqual([1]);
    expect(() => applyJsonPatch([1], [{ op: 'remove', path: '/-2' }], { negativeIndices: true })).toThrow(
      /does not have/,
    );
  });

  test('an absent key counts as null where the API server has it so', () => {
    const document = { list: [], map: {} };
    const apply = (operation: JsonPatchOperation) => () =>
      applyJsonPatch<unknown>(document, [operation], { absentIsNull: true });

    expect(apply({ op: 'test', path: '/map/a', value: null })()).toBe(document);
    expect(apply({ op: 'test', path: '/map/a', value: 0 })).toThrow(/expects 0/);
    expect(apply({ op: 'test', path: '/list/0', value: null })).toThrow(/there is nothing/);
    expect(apply({ op: 'test', path: '/none/a', value: null })).toThrow(/there is nothing/);
    expect(apply({ op: 'replace', path: '/map/a', value: 1 })()).toEqual({ list: [], map: { a: 1 } });
    expect(apply({ op: 'replace', path: '/list/0', value: 1 })).toThrow(/does not have/);
    expect(apply({ op: 'copy', from: '/map/a', path: '/b' })()).toEqual({ list: [], map: {}, b: null });
    expect(apply({ op: 'move', from: '/map/a', path: '/b' })).toThrow(/does not have/);
    expect(apply({ op: 'remove', path: '/map/a' })).toThrow(/does not have/);
  });
});
