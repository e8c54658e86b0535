import { describe, expect, test } from 'vitest';
import { escapePropertyName, unescapePropertyName } from '@reeve/cel';

describe('a property is written in expressions as', () => {
  const names: [property: string, identifier: string | undefined][] = [
    ['name', 'name'],
    ['_name', '_name'],
    ['a9', 'a9'],
    ['x-prop', 'x__dash__prop'],
    ['a.b/c', 'a__dot__b__slash__c'],
    ['a__b', 'a__underscores__b'],
    ['a___b', 'a__underscores___b'],
    ['.a', '__dot__a'],
    ['namespace', '__namespace__'],
    ['in', '__in__'],
    ['true', '__true__'],
    ['namespaces', 'namespaces'],
    ['', undefined],
    ['9a', undefined],
    ['a b', undefined],
    ['é', undefined],
    ['$ref', undefined],
  ];
  for (const [property, identifier] of names) {
    test(`${JSON.stringify(property)} as ${identifier}`, () => {
      expect(escapePropertyName(property)).toBe(identifier);
      expect(identifier === undefined ? property : unescapePropertyName(identifier)).toBe(property);
    });
  }
});

test('an escape that does not exist stands for no property', () => {
  expect(unescapePropertyName('a__star__b')).toBeUndefined();
  expect(unescapePropertyName('a__in__b')).toBeUndefined();
});
