import { canonicalJson, deepEqual, fnv1a64, parseJson, safeEncode, stableHash, stableNameHash } from '@reeve/machinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyJson, similarJson } from './json-arbitrary.ts';

describe('canonicalJson', () => {
  test('sorts keys at every level and prints nothing superfluous', () => {
    expect(canonicalJson({ b: [{ d: 1, c: undefined, 'c\n': null }], a: 'é' })).toBe(
      '{"a":"é","b":[{"c\\n":null,"d":1}]}',
    );
  });

  const numbers: [number | bigint, string][] = [
    [1, '1'],
    [1n, '1'],
    [-0, '0'],
    [1e21, '1000000000000000000000'],
    [10n ** 21n, '1000000000000000000000'],
    [1.5, '1.5'],
    [1e-7, '1e-7'],
  ];

  test.each(numbers)('prints the number %s as %s', (number, text) => {
    expect(canonicalJson(number)).toBe(text);
  });

  test('is JSON of the same value', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(deepEqual(parseJson(canonicalJson(value)), value)).toBe(true);
      }),
      { seed: 42, numRuns: 300 },
    );
  });

  test('refuses what JSON cannot express', () => {
    expect(() => canonicalJson(undefined)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
  });
});

describe('fnv1a64', () => {
  const vectors: [string, string][] = [
    ['', 'cbf29ce484222325'],
    ['a', 'af63dc4c8601ec8c'],
    ['foobar', '85944171f73967e8'],
    ['chongo was here!\n', '46810940eff5f915'],
  ];

  test.each(vectors)('of %j is the published value', (text, hash) => {
    expect(fnv1a64(text)).toBe(hash);
  });

  test('agrees with the definition in big integers, over UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        let hash = 0xcbf29ce484222325n;
        for (const byte of new TextEncoder().encode(text))
          hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
        expect(fnv1a64(text)).toBe(hash.toString(16).padStart(16, '0'));
      }),
      { seed: 42, numRuns: 300 },
    );
  });
});

describe('stable hashes', () => {
  test('equal values hash equally, whatever the order of keys and the type of integers', () => {
    const a = { spec: { replicas: 3, id: 2 ** 60 }, list: [1, 2] };
    const b = { list: [1n, 2], spec: { id: 2n ** 60n, replicas: 3, none: undefined } };

    expect(stableHash(a)).toBe(stableHash(b));
    expect(stableNameHash(a)).toBe(stableNameHash(b));
  });

  test('values hash equally exactly if they are equal', () => {
    fc.assert(
      fc.property(similarJson, similarJson, (a, b) => {
        expect(stableHash(a) === stableHash(b)).toBe(deepEqual(a, b));
      }),
      { seed: 42, numRuns: 500 },
    );
  });

  test('stay the same from release to release', () => {
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image: 'nginx:1' }] },
    };

    expect(stableHash(template)).toBe('6edeb256de96c5db');
    expect(stableNameHash(template)).toBe('6f9c97f657');
  });

  test('are label values and parts of names', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(stableHash(value)).toMatch(/^[0-9a-f]{16}$/);
        expect(stableNameHash(value)).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{1,10}$/);
      }),
      { seed: 42, numRuns: 200 },
    );
  });

  test('do not exhaust the stack at 100,000 levels', () => {
    expect(stableHash(parseJson('['.repeat(100_000) + ']'.repeat(100_000)))).toHaveLength(16);
  });

  test('safeEncode writes digits in the alphabet of generated names, each as another letter', () => {
    expect(safeEncode('0123456789')).toBe('456789bcdf');
    expect(safeEncode('')).toBe('');
  });
});
