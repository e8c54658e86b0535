import {
  compareFieldPaths,
  fieldElement,
  fieldPath,
  FieldSet,
  formatFieldPath,
  InvalidInputError,
  keyElement,
  parseFieldPath,
  valueElement,
} from '@reeve/machinery';
import type { FieldPath } from '@reeve/machinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyPath, anySet } from './field-set-arbitrary.ts';
import { fieldSetVectors } from './vectors.ts';

const texts = (set: FieldSet) => [...set].map(formatFieldPath);
const setOf = (...paths: string[]) => FieldSet.of(...paths.map(parseFieldPath));
/** Equal, with keys in the same order. */
const json = (set: FieldSet) => JSON.stringify(set.toFieldsV1());

describe('what upstream makes of two sets', () => {
  test.each(fieldSetVectors.map((vector, index) => ({ index, vector })))('vector $index', ({ vector }) => {
    const a = FieldSet.fromFieldsV1(vector.a);
    const b = FieldSet.fromFieldsV1(vector.b);

    expect(json(a)).toBe(JSON.stringify(vector.canonical));
    expect(a.size).toBe(vector.size);
    expect(texts(a)).toEqual(vector.paths);
    expect(json(a.leaves())).toBe(JSON.stringify(vector.leaves));
    expect(json(a.union(b))).toBe(JSON.stringify(vector.union));
    expect(json(a.intersection(b))).toBe(JSON.stringify(vector.intersection));
    expect(json(a.difference(b))).toBe(JSON.stringify(vector.difference));
    expect(json(a.recursiveDifference(b))).toBe(JSON.stringify(vector.recursiveDifference));
    expect(a.equals(b)).toBe(vector.equals);
  });
});

describe('membership', () => {
  const set = setOf('.spec.replicas', '.spec.containers[name="app"]', '.spec.containers[name="app"].image');

  test('exactly the paths that were put in are in', () => {
    expect(set.has(fieldPath('spec', 'replicas'))).toBe(true);
    expect(set.has(fieldPath('spec', 'containers', keyElement({ name: 'app' })))).toBe(true);
    expect(set.has(fieldPath('spec'))).toBe(false);
    expect(set.has(fieldPath('spec', 'containers', keyElement({ name: 'app' }), 'args'))).toBe(false);
    expect(set.has(fieldPath('status'))).toBe(false);
    expect(set.has([])).toBe(false);
  });

  test('a set does not change when a path is inserted', () => {
    const more = set.insert(fieldPath('status'));

    expect(texts(more)).toEqual(['.status', ...texts(set)]);
    expect(set.has(fieldPath('status'))).toBe(false);
  });

  test('inserting the empty path, or one that is there, gives the very set', () => {
    expect(set.insert([])).toBe(set);
    expect(set.insert(fieldPath('spec', 'replicas'))).toBe(set);
  });

  test('key fields have no order', () => {
    const ports = FieldSet.of(fieldPath('ports', keyElement({ protocol: 'TCP', containerPort: 80 })));

    expect(ports.has(fieldPath('ports', keyElement({ containerPort: 80, protocol: 'TCP' })))).toBe(true);
    expect(ports.has(fieldPath('ports', keyElement({ containerPort: 80 })))).toBe(false);
    expect(ports.toFieldsV1()).toEqual({ 'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': {} } });
  });

  test('a number and a bigint of the same value are the same element', () => {
    const one = FieldSet.of(fieldPath('set', valueElement(1)));

    expect(one.has(fieldPath('set', valueElement(1n)))).toBe(true);
  });

  test('entries walk one level, with what is below', () => {
    const [spec, ...others] = set.entries();

    expect(others).toEqual([]);
    expect(spec).toMatchObject({ element: { type: 'field', name: 'spec' }, isMember: false });
    expect(spec?.below.equals(set.withPrefix(fieldPath('spec')))).toBe(true);
    expect([...(spec?.below.entries() ?? [])].map(({ isMember }) => isMember)).toEqual([false, true]);
  });
});

describe('parts of a set', () => {
  const set = setOf('.a', '.a.b', '.a.b.c', '.d.e');

  test('withPrefix gives what continues a path, without it', () => {
    expect(texts(set.withPrefix(fieldPath('a')))).toEqual(['.b', '.b.c']);
    expect(texts(set.withPrefix(fieldPath('a', 'b')))).toEqual(['.c']);
    expect(set.withPrefix(fieldPath('x'))).toBe(FieldSet.empty);
    expect(set.withPrefix([])).toBe(set);
  });

  test('withoutPrefix leaves out a path and what continues it', () => {
    expect(texts(set.withoutPrefix(fieldPath('a', 'b')))).toEqual(['.a', '.d.e']);
    expect(texts(set.withoutPrefix(fieldPath('a')))).toEqual(['.d.e']);
    expect(set.withoutPrefix(fieldPath('x'))).toBe(set);
    expect(set.withoutPrefix([])).toBe(FieldSet.empty);
  });

  test('filter asks about every path', () => {
    const asked: string[] = [];
    const short = set.filter((path) => asked.push(formatFieldPath(path)) > 0 && path.length < 3);

    expect(asked.toSorted()).toEqual(['.a', '.a.b', '.a.b.c', '.d.e']);
    expect(texts(short)).toEqual(['.a', '.a.b', '.d.e']);
  });

  test('the text has one path per line, shorter ones of a level first', () => {
    expect(String(set)).toBe('.a\n.a.b\n.a.b.c\n.d.e');
    expect(String(FieldSet.empty)).toBe('');
  });
});

type Law = (a: FieldSet, b: FieldSet, c: FieldSet) => boolean;

const laws: [name: string, holds: Law][] = [
  ['the union is commutative', (a, b) => a.union(b).equals(b.union(a))],
  ['the union is associative', (a, b, c) => a.union(b.union(c)).equals(a.union(b).union(c))],
  ['the intersection is commutative', (a, b) => a.intersection(b).equals(b.intersection(a))],
  [
    'the intersection is associative',
    (a, b, c) => a.intersection(b.intersection(c)).equals(a.intersection(b).intersection(c)),
  ],
  [
    'the intersection distributes over the union',
    (a, b, c) => a.intersection(b.union(c)).equals(a.intersection(b).union(a.intersection(c))),
  ],
  ['the union absorbs the intersection', (a, b) => a.union(a.intersection(b)).equals(a)],
  ['the intersection absorbs the union', (a, b) => a.intersection(a.union(b)).equals(a)],
  ['difference and intersection make up the set', (a, b) => a.difference(b).union(a.intersection(b)).equals(a)],
  ['difference and intersection have nothing in common', (a, b) => a.difference(b).intersection(b).isEmpty],
  ['sizes of parts add up', (a, b) => a.difference(b).size + a.intersection(b).size === a.size],
  [
    'the recursive difference has what is neither in nor below the other set',
    (a, b) => a.recursiveDifference(b).equals(a.filter((path) => ![...b].some((prefix) => isPrefix(prefix, path)))),
  ],
  [
    'leaves are the paths that no other continues',
    (a) => a.leaves().equals(a.filter((path) => a.withPrefix(path).isEmpty)),
  ],
  ['a set is its paths, in any order', (a) => FieldSet.from([...a].toReversed()).equals(a)],
  ['a set has as many paths as its size says', (a) => [...a].length === a.size && a.isEmpty === (a.size === 0)],
  ['a set survives FieldsV1', (a) => FieldSet.fromFieldsV1(a.toFieldsV1()).equals(a)],
  ['the order of keys in FieldsV1 does not matter', (a) => FieldSet.fromFieldsV1(reversed(a.toFieldsV1())).equals(a)],
  ['a union that adds nothing is the very set', (a, b) => a.union(a.intersection(b)) === a],
  ['a difference that takes nothing is the very set', (a, b) => a.difference(b.difference(a)) === a],
  ['a filter that keeps everything gives the very set', (a) => a.filter(() => true) === a],
];

describe('laws', () => {
  test.each(laws)('%s', (_, holds) => {
    const law = fc.property(anySet, anySet, anySet, (a, b, c) => {
      expect(holds(a, b, c)).toBe(true);
    });

    fc.assert(law, { seed: 42, numRuns: 300 });
  });

  test('a path is in a union exactly if it is in one of the two', () => {
    const union = fc.property(anySet, anySet, anyPath, (a, b, path) => {
      expect(a.union(b).has(path)).toBe(a.has(path) || b.has(path));
      expect(a.insert(path).has(path)).toBe(true);
    });

    fc.assert(union, { seed: 42, numRuns: 300 });
  });
});

function isPrefix(prefix: FieldPath, path: FieldPath): boolean {
  return prefix.length <= path.length && compareFieldPaths(prefix, path.slice(0, prefix.length)) === 0;
}

/** The same FieldsV1 with its keys the other way round, at every level. */
function reversed(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields)
      .toReversed()
      .map(([key, inner]: [string, object]) => [key, reversed(inner)]),
  );
}

test('a path that is too deep is refused instead of exhausting the stack', () => {
  const path = fieldPath(...Array.from({ length: 10_000 }, () => 'a'));

  expect(() => FieldSet.of(path)).toThrow(InvalidInputError);
  expect(() => FieldSet.empty.insert(path)).toThrow(InvalidInputError);
});

describe('a set from its entries', () => {
  test('is the set that they came from, in whatever order they come', () => {
    fc.assert(
      fc.property(anySet, (set) => {
        const entries = [...set.entries()];
        expect(json(FieldSet.fromEntries(entries))).toBe(json(set));
        expect(json(FieldSet.fromEntries(entries.toReversed()))).toBe(json(set));
      }),
      { seed: 42 },
    );
  });

  test('joins the entries of one element and leaves out empty ones', () => {
    const [left, right] = [setOf('.a.x', '.b'), setOf('.a', '.a.y')];
    const entries = [...left.entries(), ...right.entries()];
    const nothing = { element: fieldElement('z'), isMember: false, below: FieldSet.empty };
    expect(FieldSet.fromEntries([...entries, nothing]).equals(left.union(right))).toBe(true);
    expect(FieldSet.fromEntries([nothing])).toBe(FieldSet.empty);
  });
});
