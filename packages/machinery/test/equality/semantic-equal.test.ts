import { parseJson, sameMoment, sameQuantity, scalarsAt, semanticDerivative, semanticEqual } from '@reeve/machinery';
import type { ScalarComparer } from '@reeve/machinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyJson } from '../json/json-arbitrary.ts';

const ignoringCase: ScalarComparer = (a, b) => String(a).toLowerCase() === String(b).toLowerCase();

describe('semanticEqual', () => {
  const same: [string, unknown, unknown][] = [
    ['absent and null', { spec: { nodeName: null } }, { spec: {} }],
    ['absent and the empty list', { spec: { containers: [] } }, { spec: {} }],
    ['null and the empty list', { finalizers: null }, { finalizers: [] }],
    ['absent and an empty map that is known', { metadata: { labels: {} } }, { metadata: {} }],
    ['absent and a known struct of empty fields', { metadata: { creationTimestamp: null, labels: {} } }, {}],
    ['an empty status and none', { status: {} }, {}],
    ['an integer as number and as bigint', { a: 1 }, { a: 1n }],
    ['undefined and absent', { a: undefined }, {}],
    ['nothing at all', null, undefined],
    ['the same deep inside a list', [{ resources: { limits: {} } }], [{}]],
    [
      'an amount in two notations',
      { limits: { cpu: '1', memory: '1Gi' } },
      { limits: { cpu: '1000m', memory: 1073741824 } },
    ],
    ['a moment in two zones', { startTime: '2026-01-01T00:00:00Z' }, { startTime: '2026-01-01T01:00:00.000+01:00' }],
  ];

  test.each(same)('%s are the same', (_name, a, b) => {
    expect(semanticEqual(a, b)).toBe(true);
    expect(semanticEqual(b, a)).toBe(true);
  });

  const different: [string, unknown, unknown][] = [
    ['an empty object that switches something on and none', { volumes: [{ emptyDir: {} }] }, { volumes: [{}] }],
    ['a selector of everything and none', { namespaceSelector: {} }, {}],
    ['the status subresource of a definition and none', { subresources: { status: {} } }, { subresources: {} }],
    ['fields of managers', { fieldsV1: { 'f:a': {} } }, { fieldsV1: { 'f:b': {} } }],
    ['zero and absent', { replicas: 0 }, {}],
    ['false and absent', { paused: false }, {}],
    ['the empty text and absent', { name: '' }, {}],
    ['lists of other lengths', { list: [null] }, { list: [] }],
    ['lists in another order', [1, 2], [2, 1]],
    ['other scalars', { a: 'x' }, { a: 'y' }],
    ['a number and its text', { a: 1 }, { a: '1' }],
    ['a list and an object', { a: [1] }, { a: { 0: 1 } }],
    ['amounts', { limits: { cpu: '1' } }, { limits: { cpu: '1001m' } }],
    ['an amount and none', { limits: { cpu: '0' } }, { limits: { cpu: 'zero' } }],
    ['moments', { startTime: '2026-01-01T00:00:00Z' }, { startTime: '2026-01-01T00:00:01Z' }],
    ['what should be moments and is not', { startTime: 'today' }, { startTime: 'now' }],
    ['what looks like amounts elsewhere', { annotations: { cpu: '1' } }, { annotations: { cpu: '1000m' } }],
    [
      'what looks like moments elsewhere',
      { data: { a: '2026-01-01T00:00:00Z' } },
      { data: { a: '2026-01-01T00:00:00.0Z' } },
    ],
    ['an own key with an inherited name and none', { constructor: 1 }, {}],
  ];

  test.each(different)('%s are different', (_name, a, b) => {
    expect(semanticEqual(a, b)).toBe(false);
    expect(semanticEqual(b, a)).toBe(false);
  });

  test('the caller says where empty objects count', () => {
    const [on, off] = [{ spec: { emptyDir: {}, labels: {} } }, {}];

    expect(semanticEqual(on, off, { emptyObject: 'absent' })).toBe(true);
    expect(semanticEqual({ labels: {} }, {}, { emptyObject: 'present' })).toBe(false);
    expect(semanticEqual(on, off, { emptyObject: (path) => path.at(-1) !== 'labels' })).toBe(false);
    expect(semanticEqual(on, off, { emptyObject: (path) => path.length < 4 })).toBe(true);
  });

  test('every value is the same as itself, also in a copy', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(semanticEqual(value, structuredClone(value))).toBe(true);
      }),
      { seed: 42, numRuns: 300 },
    );
  });

  test('nesting beyond a thousand levels is refused instead of exhausting the stack', () => {
    const text = '['.repeat(20_000) + ']'.repeat(20_000);

    expect(() => semanticEqual(parseJson(text), parseJson(text))).toThrow(
      expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }),
    );
  });
});

describe('semanticDerivative', () => {
  const actual = { name: 'web', replicas: 0, labels: { a: '1', b: '2' }, list: [{ n: 1, m: 2 }, { n: 2 }], on: false };

  const derived: [string, unknown][] = [
    ['nothing', {}],
    ['null', null],
    ['a part of a map', { labels: { b: '2' } }],
    ['fields left empty', { name: '', labels: {}, list: [], replicas: null, other: [] }],
    ['the beginning of a list, element by element', { list: [{ n: 1 }] }],
    ['zero and false, if so', { replicas: 0, on: false }],
    ['everything', structuredClone(actual)],
  ];

  test.each(derived)('wanting %s is satisfied', (_name, wanted) => {
    expect(semanticDerivative(wanted, actual)).toBe(true);
  });

  const missing: [string, unknown][] = [
    ['another scalar', { name: 'other' }],
    ['a key that is not there', { labels: { c: '3' } }],
    ['a longer list', { list: [{ n: 1 }, { n: 2 }, { n: 3 }] }],
    ['a list that is longer by an empty element', { list: [{ n: 1 }, { n: 2 }, {}] }],
    ['an element in another place', { list: [{ n: 2 }] }],
    ['zero where there is nothing', { missing: 0 }],
    ['a list where there is an object', { labels: ['a'] }],
    ['something where there is nothing', { other: { a: 1 } }],
  ];

  test.each(missing)('wanting %s is not', (_name, wanted) => {
    expect(semanticDerivative(wanted, actual)).toBe(false);
  });

  test('scalars are compared as told', () => {
    expect(semanticDerivative({ name: 'WEB' }, actual, { sameScalar: ignoringCase })).toBe(true);
    expect(semanticDerivative({ name: 'WEBS' }, actual, { sameScalar: ignoringCase })).toBe(false);
  });
});

describe('comparers by place', () => {
  const fitting: [string, unknown, unknown][] = [
    ['/a/b', { a: { b: 'x' } }, { a: { b: 'X' } }],
    ['/list/*/n', { list: [{ n: 'x' }, { n: 'y' }] }, { list: [{ n: 'X' }, { n: 'Y' }] }],
    ['/list/1', { list: ['q', 'x'] }, { list: ['q', 'X'] }],
    ['/**/n', { n: 'x', a: { n: 'y', list: [{ n: 'z' }] } }, { n: 'X', a: { n: 'Y', list: [{ n: 'Z' }] } }],
    ['/a/**/n', { a: { b: { c: { n: 'x' } } } }, { a: { b: { c: { n: 'X' } } } }],
    ['/a~1b', { 'a/b': 'x' }, { 'a/b': 'X' }],
    ['', 'x', 'X'],
    ['/**', { a: { b: ['x'] } }, { a: { b: ['X'] } }],
  ];

  test.each(fitting)('%s fits', (pattern, a, b) => {
    expect(semanticEqual(a, b, { sameScalar: scalarsAt({ [pattern]: ignoringCase }) })).toBe(true);
  });

  const elsewhere: [string, unknown, unknown][] = [
    ['/a', { a: { b: 'x' } }, { a: { b: 'X' } }],
    ['/a/b/c', { a: { b: 'x' } }, { a: { b: 'X' } }],
    ['/*', { a: { b: 'x' } }, { a: { b: 'X' } }],
    ['/**/n', { n: { m: 'x' } }, { n: { m: 'X' } }],
    ['/a/*/n', { a: { n: 'x' } }, { a: { n: 'X' } }],
  ];

  test.each(elsewhere)('%s does not fit elsewhere', (pattern, a, b) => {
    expect(semanticEqual(a, b, { sameScalar: scalarsAt({ [pattern]: ignoringCase }) })).toBe(false);
  });

  test('a pattern that is no pointer is refused', () => {
    expect(() => scalarsAt({ 'a/b': ignoringCase })).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
  });

  const known: [string, object, object][] = [
    [
      'a container',
      { spec: { containers: [{ resources: { requests: { cpu: '0.5' } } }] } },
      { spec: { containers: [{ resources: { requests: { cpu: '500m' } } }] } },
    ],
    ['a limit range', { spec: { limits: [{ max: { cpu: '1' } }] } }, { spec: { limits: [{ max: { cpu: '1000m' } }] } }],
    ['a quota', { spec: { hard: { pods: '1k' } } }, { spec: { hard: { pods: '1000' } } }],
    [
      'a volume',
      { volumes: [{ emptyDir: { sizeLimit: '1Gi' } }] },
      { volumes: [{ emptyDir: { sizeLimit: '1024Mi' } }] },
    ],
    ['a node', { status: { capacity: { memory: '1Mi' } } }, { status: { capacity: { memory: '1024Ki' } } }],
    [
      'a condition',
      { status: { conditions: [{ lastTransitionTime: '2026-01-01T00:00:00Z' }] } },
      { status: { conditions: [{ lastTransitionTime: '2026-01-01T00:00:00.000Z' }] } },
    ],
  ];

  test.each(known)('by default, those of %s are known', (_name, a, b) => {
    expect(semanticEqual(a, b)).toBe(true);
    expect(semanticEqual(a, b, { sameScalar: () => false })).toBe(false);
  });

  test('those for amounts and moments can be put to other places', () => {
    const sameScalar = scalarsAt({ '/spec/size': sameQuantity, '/spec/since': sameMoment });
    const [a, b] = [
      { spec: { size: '1Ki', since: '2026-01-01T00:00:00Z' } },
      { spec: { size: '1024', since: '2025-12-31T23:00:00-01:00' } },
    ];

    expect(semanticEqual(a, b, { sameScalar })).toBe(true);
    expect(semanticEqual(a, b)).toBe(false);
  });
});
