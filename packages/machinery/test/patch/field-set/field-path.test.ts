import {
  compareElements,
  compareFieldPaths,
  fieldElement,
  fieldPath,
  formatFieldPath,
  indexElement,
  InvalidInputError,
  keyElement,
  parseFieldPath,
  valueElement,
} from '@reeve/machinery';
import type { FieldPath } from '@reeve/machinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** Texts as upstream prints these paths. */
const printed: [text: string, path: FieldPath][] = [
  ['', []],
  ['.spec.replicas', fieldPath('spec', 'replicas')],
  ['.spec.containers[name="nginx"].image', fieldPath('spec', 'containers', keyElement({ name: 'nginx' }), 'image')],
  ['.ports[containerPort=80,protocol="TCP"]', fieldPath('ports', keyElement({ protocol: 'TCP', containerPort: 80 }))],
  ['.metadata.finalizers[="a/b"]', fieldPath('metadata', 'finalizers', valueElement('a/b'))],
  ['.args[2]', fieldPath('args', 2)],
  ['[=true][=null][=2.5][=-1]', [true, null, 2.5, -1].map(valueElement)],
  ['.', fieldPath('')],
  ['[="]\\"\\\\,="]', [valueElement(']"\\,=')]],
  [
    '[="\\a\\b\\f\\n\\r\\t\\v\\x00\\x7f\\u00a0\\u200b\\U000e0001 é😀"]',
    [valueElement('\x07\b\f\n\r\t\v\0\x7f\u00a0\u200b\u{e0001} é😀')],
  ],
];

describe('the text of a path', () => {
  test.each(printed)('%s', (text, path) => {
    expect(formatFieldPath(path)).toBe(text);
    expect(parseFieldPath(text)).toEqual(path);
  });

  test('names with dots are printed as they are, and lists and maps in values too', () => {
    expect(formatFieldPath(fieldPath('labels', 'app.kubernetes.io/name'))).toBe('.labels.app.kubernetes.io/name');
    expect(formatFieldPath([valueElement([1, 'a']), valueElement({ a: 1 })])).toBe('[=[1,"a"]][=a=1]');
  });

  test('any texts and numbers in keys and values can be read back', () => {
    const scalar = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null));
    const reads = fc.property(scalar, scalar, (key, value) => {
      const path = [keyElement({ a: key, b: value }), valueElement(value)];

      expect(parseFieldPath(formatFieldPath(path))).toEqual(path);
    });

    fc.assert(reads, { seed: 42, numRuns: 500 });
  });

  test.each([
    'spec',
    '.a[',
    '.a[]',
    '.a[x]',
    '.a[="]',
    '.a[="\\q"]',
    '.a[=x]',
    '.a[=[1]]',
    '.a[k="v"',
    '.a[k="v"x]',
    '.a]b[0',
  ])('%s is no path', (text) => {
    expect(() => parseFieldPath(text)).toThrow(InvalidInputError);
  });
});

describe('order', () => {
  const ascending = [
    fieldElement(''),
    fieldElement('a'),
    fieldElement('ab'),
    fieldElement('b'),
    fieldElement('\uff5e'),
    fieldElement('\u{1f600}'), // sorts by code point, not by UTF-16 unit
    keyElement({}),
    keyElement({ a: 1 }),
    keyElement({ a: 1, b: 1 }),
    keyElement({ a: 2 }),
    keyElement({ a: 'x' }),
    keyElement({ b: 0 }),
    valueElement(-1),
    valueElement(1.5),
    valueElement(9_007_199_254_740_993n),
    valueElement('1'),
    valueElement(false),
    valueElement(true),
    valueElement([]),
    valueElement([1]),
    valueElement([1, 0]),
    valueElement([2]),
    valueElement({}),
    valueElement({ a: 1 }),
    valueElement({ a: 1, b: 1 }),
    valueElement({ b: 0 }),
    valueElement(null),
    indexElement(0),
    indexElement(2),
    indexElement(10),
  ];

  test('elements are ordered by kind, then by what they say', () => {
    for (const [at, left] of ascending.entries()) {
      for (const [other, right] of ascending.entries()) {
        expect(Math.sign(compareElements(left, right)), `${at} and ${other}`).toBe(Math.sign(at - other));
      }
    }
  });

  test('a path comes before those that continue it', () => {
    const paths = ['.a', '.a.b', '.a[0]', '.b'].map(parseFieldPath);

    expect(paths.toReversed().toSorted(compareFieldPaths)).toEqual(paths);
    expect(compareFieldPaths(fieldPath('a'), fieldPath('a'))).toBe(0);
  });
});
