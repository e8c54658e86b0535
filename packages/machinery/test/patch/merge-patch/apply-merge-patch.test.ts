import { applyMergePatch, deepEqual, deepFreeze, parseJson } from '@reeve/machinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyJson, similarJson } from '../../json/json-arbitrary.ts';

describe('applyMergePatch', () => {
  /** The table of RFC 7386, appendix A: document, patch, result. */
  const cases: [string, string, string][] = [
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]', '["c"]'],
    ['{"a":"foo"}', 'null', 'null'],
    ['{"a":"foo"}', '"bar"', '"bar"'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
    // and beyond the appendix
    ['{"a":{"b":1}}', '{"a":{}}', '{"a":{"b":1}}'],
    ['{"a":1}', '{"a":{}}', '{"a":{}}'],
    ['{"a":[1,null]}', '{"a":[null,{"b":null}]}', '{"a":[null,{"b":null}]}'],
    ['{"a":1}', '{"b":null}', '{"a":1}'],
    ['{"a":12345678901234567890}', '{"b":12345678901234567891}', '{"a":12345678901234567890,"b":12345678901234567891}'],
    ['{}', '{"__proto__":{"polluted":1}}', '{"__proto__":{"polluted":1}}'],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"a":null,"b":2}}', '{"__proto__":{"b":2}}'],
    ['{"__proto__":1,"a":1}', '{"__proto__":null}', '{"a":1}'],
    ['{}', '{"constructor":{"prototype":{"a":1}}}', '{"constructor":{"prototype":{"a":1}}}'],
  ];

  test.each(cases)('%s with %s is %s', (document, patch, expected) => {
    const before = deepFreeze(parseJson(document));

    expect(deepEqual(applyMergePatch(before, deepFreeze(parseJson(patch))), parseJson(expected))).toBe(true);
    expect(deepEqual(before, parseJson(document))).toBe(true);
  });

  test('what the patch leaves alone is shared', () => {
    const document = deepFreeze({ a: { n: 1, deep: { m: 1 } }, b: { n: 2 } });
    const patched = applyMergePatch(document, { a: { n: 9 } });

    expect(patched).toEqual({ a: { n: 9, deep: { m: 1 } }, b: { n: 2 } });
    expect(patched.a.deep).toBe(document.a.deep);
    expect(patched.b).toBe(document.b);
  });

  const idle: [string, unknown][] = [
    ['nothing', {}],
    ['what is there', { a: { n: 1, list: [1, { x: 2 }] } }],
    ['the deletion of what is not there', { a: { none: null }, other: null }],
    ['undefined properties', { a: undefined, e: undefined, other: undefined }],
  ];

  test.each(idle)('a patch that says %s gives the very same document', (_name, patch) => {
    const document = deepFreeze({ a: { n: 1, list: [1, { x: 2 }] }, e: null });

    expect(applyMergePatch(document, patch)).toBe(document);
  });

  test('applying a patch twice is applying it once', () => {
    fc.assert(
      fc.property(fc.oneof(similarJson, anyJson), fc.oneof(similarJson, anyJson), (document, patch) => {
        const once = applyMergePatch(deepFreeze(document), deepFreeze(patch));
        expect(deepEqual(applyMergePatch(once, patch), once)).toBe(true);
      }),
      { seed: 42, numRuns: 500 },
    );
  });

  test('a patch beyond a thousand levels is refused instead of exhausting the stack', () => {
    const deep = parseJson('{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000));

    expect(() => applyMergePatch({}, deep)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
    expect(applyMergePatch(deep, { b: 1 })).toHaveProperty('b', 1);
  });
});
