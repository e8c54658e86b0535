import { describe, expect, test } from 'vitest';
import { Environment, kubernetesLibraries, listType, mapType, objectType, types } from '@reeve/cel';

const fields = objectType('Fields', {
  name: types.string,
  count: types.int,
  ratio: types.double,
  any: types.dyn,
  list: listType(types.int),
  map: mapType(types.string, types.string),
  created: types.timestamp,
  timeout: types.duration,
  set: listType(types.string, { merge: { type: 'set' } }),
});
const plain = objectType('Plain', { name: types.string, count: types.int, any: types.dyn, list: listType(types.int) });

/** Whether two objects of a type are equal, which two expressions say. */
function areEqual(type: typeof fields, one: unknown, other: unknown): unknown {
  const environment = new Environment({ libraries: kubernetesLibraries, variables: { one: type, other: type } });
  const { program } = environment.compile('one == other && !(one != other)');
  return program?.evaluate({ one, other });
}

describe('objects of a type are equal', () => {
  const pairs: [why: string, one: unknown, other: unknown, expected: boolean][] = [
    ['if they are one', { name: 'a' }, { name: 'a' }, true],
    ['in whatever order their properties are', { name: 'a', count: 1 }, { count: 1, name: 'a' }, true],
    ['with integers of more than 53 bits', { count: 9007199254740993n }, { count: 9007199254740993n }, true],
    ['with a number and a bigint that are the same', { count: 5 }, { count: 5n }, true],
    ['with properties that are not declared', { extra: { a: [1] } }, { extra: { a: [1] } }, true],
    ['but not if one has more', { name: 'a' }, { name: 'a', count: 1 }, false],
    ['but not if a list has another order', { list: [1, 2] }, { list: [2, 1] }, false],
    [
      'but not if something inside of what is not declared differs',
      { extra: { a: [1] } },
      { extra: { a: [2] } },
      false,
    ],
    ['but not if null stands for nothing', { any: null }, {}, false],
  ];
  for (const [why, one, other, expected] of pairs) {
    test(why, () => {
      expect(areEqual(fields, one, other)).toBe(expected);
      expect(areEqual(plain, one, other)).toBe(expected);
    });
  }
});

describe('what different JSON may say is compared as a value', () => {
  test('timestamps of two offsets', () => {
    const [one, other] = [{ created: '2024-01-01T00:00:00Z' }, { created: '2024-01-01T01:00:00+01:00' }];
    expect(areEqual(fields, one, other)).toBe(true);
  });

  test('durations in two units', () => {
    expect(areEqual(fields, { timeout: '1h' }, { timeout: '60m' })).toBe(true);
    expect(areEqual(fields, { timeout: '1h' }, { timeout: '61m' })).toBe(false);
  });

  test('sets in two orders', () => {
    expect(areEqual(fields, { set: ['a', 'b'] }, { set: ['b', 'a'] })).toBe(true);
  });
});

test('objects of a type that contains itself are compared to their ends', () => {
  const children = new Map();
  const tree = objectType('Tree', children);
  children.set('children', { type: listType(tree) });
  const nested = (leaf: string): unknown => ({ children: [{ children: [{ name: leaf }] }] });
  expect(areEqual(tree, nested('a'), nested('a'))).toBe(true);
  expect(areEqual(tree, nested('a'), nested('b'))).toBe(false);
});
