import { parseFieldSelector } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { isRefused, vectors } from '../vectors.ts';

interface Recorded {
  fieldSets: Record<string, string>[];
  parsed: { in: string; ok: boolean; canonical?: string; matches?: string; exactA?: string }[];
}

const { fieldSets, parsed } = vectors('field-selector') as Recorded;
const good = parsed.filter(({ ok }) => ok);
const bad = parsed.filter(({ ok }) => !ok);

describe('what upstream parses', () => {
  test('prints in the same canonical form', () => {
    expect(good.length).toBeGreaterThan(80);
    expect(good.map((vector) => [vector.in, String(parseFieldSelector(vector.in))])).toEqual(
      good.map((vector) => [vector.in, vector.canonical]),
    );
  });

  test('matches the same fields, from a map and from a function', () => {
    const fromMaps = good.map((vector) => {
      const query = parseFieldSelector(vector.in);
      return { ...vector, matches: fieldSets.map((fields) => (query.matches(fields) ? '1' : '0')).join('') };
    });
    const fromFunctions = good.map((vector) => {
      const query = parseFieldSelector(vector.in);
      return {
        ...vector,
        matches: fieldSets.map((fields) => (query.matches((path) => fields[path]) ? '1' : '0')).join(''),
      };
    });
    expect(fromMaps).toEqual(good);
    expect(fromFunctions).toEqual(good);
  });

  test('requires the same exact values', () => {
    expect(good.map((vector) => [vector.in, parseFieldSelector(vector.in).requiresExactMatch('a')])).toEqual(
      good.map((vector) => [vector.in, vector.exactA]),
    );
  });
});

test('what upstream refuses is refused', () => {
  expect(bad.length).toBeGreaterThan(50);
  expect(bad.filter((vector) => !isRefused(() => parseFieldSelector(vector.in)))).toEqual([]);
});

test.each([
  ['a=1,b', "can't understand 'b'. Write field=value or field!=value"],
  ['a=x\\y', 'invalid escape sequence: \\y'],
  ['a=x\\', 'invalid escape sequence: \\'],
  ['a=x=y', "unescaped character in value: '='. Write '\\='"],
])('%s is refused with what to write', (selector, problem) => {
  expect(() => parseFieldSelector(selector)).toThrow(problem);
});

test('terms are sorted as they print, so that == makes no difference', () => {
  expect(String(parseFieldSelector('a==z,a=b'))).toBe('a=b,a=z');
});
