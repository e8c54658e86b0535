import fc from 'fast-check';
import { expect, test } from 'vitest';
import { removeFromJson, setInJson } from '@reeve/scaffold';
import type { Json } from '@reeve/scaffold';

test('a value is put where it belongs, and everything else stays as it is written', () => {
  const text = '{\n    "b": [1,  2],\n    "a": { "x": "é\\"}" }\n}\n';
  expect(setInJson(text, ['a', 'x'], 'new')).toBe('{\n    "b": [1,  2],\n    "a": { "x": "new" }\n}\n');
  expect(setInJson(text, ['b', '-'], 3)).toBe('{\n    "b": [1,  2, 3],\n    "a": { "x": "é\\"}" }\n}\n');
  expect(setInJson(text, ['c', 'd'], true)).toBe(
    '{\n    "b": [1,  2],\n    "a": { "x": "é\\"}" },\n    "c": {\n        "d": true\n    }\n}\n',
  );
  expect(removeFromJson(text, ['b'])).toBe('{\n    "a": { "x": "é\\"}" }\n}\n');
  expect(removeFromJson(text, ['a', 'x'])).toBe('{\n    "b": [1,  2],\n    "a": {}\n}\n');
  expect(removeFromJson(text, ['c'])).toBe(text);
});

test('what is no JSON is refused before it is changed', () => {
  expect(() => setInJson('{ "a": 1, }', ['b'], 2)).toThrow(SyntaxError);
  expect(() => setInJson('{ "a": 1 }', ['a', 'b'], 2)).toThrow('there is a value where b is to be put');
});

/** Sets a member, as the edit is to do it. */
function set(value: Record<string, unknown>, [name = '', ...rest]: readonly string[], next: Json): unknown {
  const below = value[name];
  const isObject = typeof below === 'object' && below !== null && !Array.isArray(below);
  return {
    ...value,
    [name]: rest.length === 0 ? next : set(isObject ? (below as Record<string, unknown>) : {}, rest, next),
  };
}

test('any text gives the value that the edit means, with any indentation', () => {
  const key = fc.string({ minLength: 1, maxLength: 3 }).filter((name) => name !== '__proto__');
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const object = fc.dictionary(key, fc.oneof(leaf, fc.dictionary(key, leaf), fc.array(leaf, { maxLength: 3 })), {
    maxKeys: 4,
  });
  fc.assert(
    fc.property(
      object,
      fc.tuple(key, key),
      leaf,
      fc.constantFrom(undefined, 1, 4, '\t'),
      (value, [first, second], next, indent) => {
        const below = value[first];
        const path = typeof below === 'object' && below !== null && !Array.isArray(below) ? [first, second] : [first];
        const text = JSON.stringify(value, undefined, indent);
        const edited = setInJson(text, path, next);
        expect(JSON.parse(edited)).toEqual(JSON.parse(JSON.stringify(set(value, path, next))));
        expect(JSON.parse(removeFromJson(edited, path))).not.toHaveProperty(path);
      },
    ),
    { seed: 31, numRuns: 500 },
  );
});
