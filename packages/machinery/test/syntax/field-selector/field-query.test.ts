import {
  FieldQuery,
  escapeFieldValue,
  fieldRequirement,
  fieldsToQuery,
  parseFieldSelector,
  unescapeFieldValue,
} from '@reeve/machinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

test('fields make the query that requires them all, sorted', () => {
  expect(String(fieldsToQuery({ 'spec.nodeName': 'n1', 'metadata.name': 'a,b' }))).toBe(
    'metadata.name=a\\,b,spec.nodeName=n1',
  );
  expect(fieldsToQuery({})).toBe(FieldQuery.everything);
});

test('a field that is missing counts as empty', () => {
  expect(parseFieldSelector('a=').matches({})).toBe(true);
  expect(parseFieldSelector('a!=x').matches(() => undefined)).toBe(true);
  expect(parseFieldSelector('a!=').matches({})).toBe(false);
  expect(parseFieldSelector('constructor=').matches({})).toBe(true);
});

test('everything matches all and nothing matches none, whatever is added', () => {
  const some = parseFieldSelector('a=x');
  expect(FieldQuery.everything.matches({})).toBe(true);
  expect(FieldQuery.nothing.matches({ a: 'x' })).toBe(false);
  expect(some.and(FieldQuery.nothing)).toBe(FieldQuery.nothing);
  expect(String(FieldQuery.everything.and(some))).toBe('a=x');
  expect(parseFieldSelector(',,').isEverything).toBe(true);
  expect(FieldQuery.nothing.isEverything).toBe(false);
  expect(FieldQuery.nothing.equals(FieldQuery.everything)).toBe(false);
  expect(FieldQuery.nothing.transform(() => undefined)).toBe(FieldQuery.nothing);
});

test('nothing never prints as the text that selects everything', () => {
  expect(() => parseFieldSelector(String(FieldQuery.nothing))).toThrow("can't understand");
});

test('transform renames, rewrites, and drops what becomes empty', () => {
  const query = parseFieldSelector('a=1,b!=2,c=3,d=4');
  const replaced = query.transform((field, value) => {
    if (field === 'c') return undefined;
    return field === 'd' ? { field: '', value: '' } : { field: `spec.${field}`, value: `${value}0` };
  });
  expect(String(replaced)).toBe('spec.a=10,spec.b!=20');
  expect(String(query)).toBe('a=1,b!=2,c=3,d=4');
  expect(query.transform(() => undefined)).toBe(FieldQuery.everything);
});

test('the identity changes nothing, even where a field was written oddly', () => {
  const query = parseFieldSelector('a\\,b=c,!x=y');
  expect(query.transform((field, value) => ({ field, value })).equals(query)).toBe(true);
});

test.each(['a,b', 'a=b', 'a!', '='])('the field %s cannot be written, so it is refused', (field) => {
  expect(() => fieldRequirement(field, '=', 'x')).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
  expect(() => fieldsToQuery({ [field]: 'x' })).toThrow('cannot be selected by');
});

test('a query and its requirements cannot be changed', () => {
  const query = parseFieldSelector('a=x');
  expect([query, query.requirements, query.requirements[0]].every(Object.isFrozen)).toBe(true);
});

describe('for all queries', () => {
  const field = fc.constantFrom('metadata.name', 'metadata.namespace', 'spec.nodeName', 'a');
  const value = fc.oneof(
    fc.constantFrom('', 'x', 'y'),
    fc.string({ unit: fc.constantFrom('\\', ',', '=', '!', 'x', 'é'), maxLength: 8 }),
  );
  const requirement = fc
    .tuple(field, fc.constantFrom('=' as const, '!=' as const), value)
    .map(([path, operator, text]) => fieldRequirement(path, operator, text));
  const query = fc.array(requirement, { maxLength: 5 }).map((requirements) => FieldQuery.of(requirements));
  const fields = fc.dictionary(field, value);

  test('what is printed parses to an equal query that prints the same and matches the same', () => {
    const property = fc.property(query, fields, (printed, some) => {
      const parsed = parseFieldSelector(String(printed));
      expect(parsed.requirements).toEqual(printed.requirements);
      expect(parsed.equals(printed)).toBe(true);
      expect(String(parsed)).toBe(String(printed));
      expect(parsed.matches(some)).toBe(printed.matches(some));
    });
    fc.assert(property, { seed: 42, numRuns: 1000 });
  });

  test('both of two queries match exactly where their conjunction does', () => {
    const property = fc.property(query, query, fields, (one, other, some) => {
      expect(one.and(other).matches(some)).toBe(one.matches(some) && other.matches(some));
      expect(one.and(other).equals(other.and(one))).toBe(true);
    });
    fc.assert(property, { seed: 42, numRuns: 500 });
  });

  test('any value survives being escaped', () => {
    fc.assert(
      fc.property(
        fc.oneof(value, fc.string({ unit: fc.constantFrom('\\', ',', '=', '\0', '\n', '😀', '$&') })),
        (text) => {
          expect(unescapeFieldValue(escapeFieldValue(text))).toBe(text);
        },
      ),
      { seed: 42, numRuns: 500 },
    );
  });
});
