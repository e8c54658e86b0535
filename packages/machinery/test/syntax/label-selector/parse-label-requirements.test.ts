import { parseLabelSelector } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { isRefused, vectors } from '../vectors.ts';

interface Recorded {
  labelSets: Record<string, string>[];
  parsed: { in: string; ok: boolean; canonical?: string; matches?: string; exactA?: string }[];
}

const { labelSets, parsed } = vectors('label-selector') as Recorded;

/** Upstream takes a NUL for the end of a word or of the selector. */
const good = parsed.filter((vector) => vector.ok && !vector.in.includes('\0'));
const bad = parsed.filter((vector) => !vector.ok);

/** A digit for every set of labels: whether the selector matches it. */
const matchesOf = (selector: string) => {
  const query = parseLabelSelector(selector);
  return labelSets.map((labels) => (query.matches(labels) ? '1' : '0')).join('');
};

describe('what upstream parses', () => {
  test('prints in the same canonical form', () => {
    expect(good.length).toBeGreaterThan(150);
    expect(good.map((vector) => [vector.in, String(parseLabelSelector(vector.in))])).toEqual(
      good.map((vector) => [vector.in, vector.canonical]),
    );
  });

  test('matches the same labels', () => {
    expect(good.map((vector) => [vector.in, matchesOf(vector.in)])).toEqual(
      good.map((vector) => [vector.in, vector.matches]),
    );
  });

  test('requires the same exact values', () => {
    expect(good.map((vector) => [vector.in, parseLabelSelector(vector.in).requiresExactMatch('a')])).toEqual(
      good.map((vector) => [vector.in, vector.exactA]),
    );
  });
});

test('what upstream refuses is refused', () => {
  expect(bad.length).toBeGreaterThan(100);
  expect(bad.filter((vector) => !isRefused(() => parseLabelSelector(vector.in)))).toEqual([]);
});

test.each([
  [',a', 'position 0', "found ',', expected: !, identifier, or 'end of string'"],
  ['a,', 'position 2', "found '', expected: identifier after ','"],
  ['a,,b', 'position 2', "found ',', expected: identifier after ','"],
  ['a b', 'position 2', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, >, <"],
  ['!', 'position 1', "unable to parse requirement: found '', expected: identifier"],
  ['!a=b', 'position 2', "found '=', expected: ',' or 'end of string'"],
  ['a in b', 'position 5', "unable to parse requirement: found 'b', expected: '('"],
  ['a in (b', 'position 7', "unable to parse requirement: found '', expected: ',', ')' or identifier"],
  ['a=(b)', 'position 2', "unable to parse requirement: found '(', expected: identifier"],
  ['a=b c', 'position 4', "found 'c', expected: ',' or 'end of string'"],
  ['x,-a=b', 'position 2', 'unable to parse requirement: key "-a": name part must be'],
  ['x,a=-b', 'position 2', 'unable to parse requirement: value "-b": must be empty, or letters'],
  ['a>x', 'position 0', `unable to parse requirement: value "x": operator '>' needs an integer`],
])('%s is refused with the place and what was expected there', (selector, position, problem) => {
  expect(() => parseLabelSelector(selector)).toThrow(
    `Label selector ${JSON.stringify(selector)}, ${position}: ${problem}`,
  );
  expect(() => parseLabelSelector(selector)).toThrow('Write requirements such as app=web');
});

test('in and notin are words wherever no operator is due', () => {
  const query = parseLabelSelector('in in (in,notin),notin=in,!notin');
  expect(query.matches({ in: 'notin' })).toBe(false);
  expect(parseLabelSelector('in in (in,notin)').matches({ in: 'notin' })).toBe(true);
  expect(parseLabelSelector('notin=in').matches({ notin: 'in' })).toBe(true);
});

test('empty parentheses are the empty value', () => {
  expect(parseLabelSelector('x in ()').matches({ x: '' })).toBe(true);
  expect(parseLabelSelector('x in ()').matches({ x: 'a' })).toBe(false);
  expect(parseLabelSelector('x notin ()').matches({ x: '' })).toBe(false);
});

test('a NUL is an ordinary character, which no label has', () => {
  expect(() => parseLabelSelector('a\0')).toThrow('unable to parse requirement');
});

test('a selector may have more requirements than a function may have arguments', () => {
  expect(parseLabelSelector(Array(150_000).fill('a').join(',')).requirements).toHaveLength(150_000);
});
