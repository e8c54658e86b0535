import { LabelQuery, labelRequirement, parseLabelSelector } from '@reeve/machinery';
import type { LabelOperator, LabelRequirement } from '@reeve/machinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

test.each(['a!=x', 'a notin (x)', '!a'])('%s matches labels without the key', (selector) => {
  expect(parseLabelSelector(selector).matches({})).toBe(true);
  expect(parseLabelSelector(selector).matches({ a: 'x' })).toBe(false);
});

test.each([
  ['a>5', '6', true],
  ['a>5', '5', false],
  ['a<5', '4', true],
  ['a<5', '-4', true],
  ['a<5', '5', false],
  ['a<5', 'four', false],
  ['a>5', '9223372036854775808', false],
  ['a>9007199254740992', '9007199254740993', true],
])('%s against %s: %s', (selector, value, expected) => {
  expect(parseLabelSelector(selector).matches({ a: value })).toBe(expected);
  expect(parseLabelSelector(selector).matches({})).toBe(false);
});

test('everything matches all and nothing matches none, whatever is added', () => {
  const some = parseLabelSelector('a');
  expect(LabelQuery.everything.matches(undefined)).toBe(true);
  expect(LabelQuery.nothing.matches({ a: 'x' })).toBe(false);
  expect(LabelQuery.nothing.and(some)).toBe(LabelQuery.nothing);
  expect(some.and(LabelQuery.nothing)).toBe(LabelQuery.nothing);
  expect(String(LabelQuery.everything.and(some))).toBe('a');
  expect(parseLabelSelector('').isEverything).toBe(true);
  expect(some.isEverything || some.isNothing || LabelQuery.nothing.isEverything).toBe(false);
});

test('nothing never prints as the text that selects everything', () => {
  expect(String(LabelQuery.everything)).toBe('');
  expect(() => parseLabelSelector(String(LabelQuery.nothing))).toThrow(
    expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }),
  );
});

test('keys that objects inherit are not labels', () => {
  expect(parseLabelSelector('constructor').matches({})).toBe(false);
  expect(parseLabelSelector('!toString').matches({})).toBe(true);
});

test.each([
  ['a=1', 'a==1', true],
  ['a=1', 'a in (1)', true],
  ['a!=1', 'a notin (1)', true],
  ['a in (1,2)', 'a in (2,1,2)', true],
  ['a,b', 'b,a', true],
  ['a=1,a!=2', 'a!=2,a=1', true],
  ['a,a', 'a', true],
  ['a', '!a', false],
  ['a=1', 'a=2', false],
  ['a', 'a,b', false],
  ['a>1', 'a<1', false],
])('%s and %s are equal: %s', (one, other, expected) => {
  expect(parseLabelSelector(one).equals(parseLabelSelector(other))).toBe(expected);
  expect(parseLabelSelector(other).equals(parseLabelSelector(one))).toBe(expected);
});

test('nothing and everything are not equal', () => {
  expect(LabelQuery.nothing.equals(LabelQuery.everything)).toBe(false);
  expect(LabelQuery.nothing.equals(LabelQuery.nothing)).toBe(true);
});

test('a query and its requirements cannot be changed', () => {
  const query = parseLabelSelector('a in (x,y)');
  expect([query, query.requirements, query.requirements[0], query.requirements[0]?.values].every(Object.isFrozen)).toBe(
    true,
  );
});

test.each([
  ['a', 'in', [], "operator 'in' needs at least one value"],
  ['a', '=', [], "operator '=' needs exactly one value, found 0"],
  ['a', '!=', ['x', 'y'], "operator '!=' needs exactly one value, found 2"],
  ['a', 'exists', ['x'], "operator 'exists' takes no values, found 1"],
  ['a', '>', ['1.5'], "operator '>' needs an integer"],
  ['-', 'exists', [], 'key "-": name part'],
  ['a', 'in', ['x', 'y z'], 'value "y z": must be empty, or letters'],
] as const)('a requirement on %s with %s %j is refused', (key, operator, values, problem) => {
  expect(() => labelRequirement(key, operator, values)).toThrow(problem);
});

describe('for all queries', () => {
  const values = fc.constantFrom('', 'a', 'in', 'notin', 'x.y', '7', '12', 'A_b-C');
  const keys = fc.constantFrom('a', 'in', 'notin', 'example.com/a', 'B.c', 'x');
  const requirement: fc.Arbitrary<LabelRequirement> = fc.oneof(
    fc
      .tuple(keys, fc.constantFrom<LabelOperator>('exists', '!'))
      .map(([key, operator]) => labelRequirement(key, operator)),
    fc
      .tuple(keys, fc.constantFrom<LabelOperator>('=', '==', '!='), values)
      .map(([key, operator, value]) => labelRequirement(key, operator, [value])),
    fc
      .tuple(keys, fc.constantFrom<LabelOperator>('>', '<'), fc.nat({ max: 20 }))
      .map(([key, operator, bound]) => labelRequirement(key, operator, [String(bound)])),
    fc
      .tuple(keys, fc.constantFrom<LabelOperator>('in', 'notin'), fc.array(values, { minLength: 1, maxLength: 4 }))
      .map(([key, operator, set]) => labelRequirement(key, operator, set)),
  );
  const query = fc.array(requirement, { maxLength: 6 }).map((requirements) => LabelQuery.of(requirements));
  const labels = fc.dictionary(keys, values);

  test('what is printed parses to an equal query that prints the same', () => {
    const property = fc.property(query, (printed) => {
      const parsed = parseLabelSelector(String(printed));
      expect(parsed.requirements).toEqual(printed.requirements);
      expect(parsed.equals(printed)).toBe(true);
      expect(String(parsed)).toBe(String(printed));
    });
    fc.assert(property, { seed: 42, numRuns: 1000 });
  });

  test('both of two queries match exactly where their conjunction does', () => {
    const property = fc.property(query, query, labels, (one, other, some) => {
      expect(one.and(other).matches(some)).toBe(one.matches(some) && other.matches(some));
      expect(one.and(other).equals(other.and(one))).toBe(true);
    });
    fc.assert(property, { seed: 42, numRuns: 1000 });
  });

  test('another spelling and order is an equal query that matches alike', () => {
    const sets: Partial<Record<LabelOperator, LabelOperator>> = { '=': 'in', '==': '=', '!=': 'notin' };
    const property = fc.property(query, labels, (one, some) => {
      const respelled = one.requirements.map(({ key, operator, values: set }) =>
        labelRequirement(key, sets[operator] ?? operator, set),
      );
      const other = LabelQuery.of(respelled.toReversed());
      expect(other.equals(one)).toBe(true);
      expect(other.matches(some)).toBe(one.matches(some));
    });
    fc.assert(property, { seed: 42, numRuns: 1000 });
  });

  test('matching requires the exact value that is announced', () => {
    const property = fc.property(query, labels, keys, (some, present, key) => {
      const exact = some.requiresExactMatch(key);
      const isFree = exact === undefined || !some.matches(present);
      expect(isFree || present[key] === exact).toBe(true);
    });
    fc.assert(property, { seed: 42, numRuns: 2000 });
  });
});
