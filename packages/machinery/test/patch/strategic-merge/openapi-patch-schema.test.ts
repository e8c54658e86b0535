import {
  applyStrategicMergePatch,
  createStrategicMergePatch,
  InvalidInputError,
  patchSchemaFromOpenApi,
} from '@reeve/machinery';
import type { OpenApiPatchSchema } from '@reeve/machinery';
import { expect, test } from 'vitest';

/** A type with all the shapes that a published document has: references, wrapped references, maps, and itself. */
const types: Record<string, OpenApiPatchSchema> = {
  Menu: {
    properties: {
      dishes: {
        items: { allOf: [{ $ref: '#/components/schemas/Dish' }] },
        'x-kubernetes-patch-strategy': 'merge',
        'x-kubernetes-patch-merge-key': 'name',
      },
      tags: { items: {}, 'x-kubernetes-patch-strategy': 'merge' },
      chef: { allOf: [{ $ref: '#/components/schemas/Chef' }], 'x-kubernetes-patch-strategy': 'retainKeys' },
      sections: { additionalProperties: { $ref: '#/components/schemas/Menu' } },
      anything: { additionalProperties: true },
      selector: { $ref: '#/components/schemas/Chef', 'x-kubernetes-patch-strategy': 'replace' },
      guests: {
        items: {},
        'x-kubernetes-patch-strategy': 'merge,retainKeys',
        'x-kubernetes-patch-merge-key': 'seat',
      },
    },
  },
  Dish: { properties: { sides: { $ref: '#/components/schemas/Sides' } } },
  Sides: {
    items: { $ref: '#/components/schemas/Dish' },
    'x-kubernetes-patch-strategy': 'merge',
    'x-kubernetes-patch-merge-key': 'name',
  },
  Chef: { properties: {} },
  Lost: { properties: { field: { $ref: '#/components/schemas/Nowhere' } } },
  Loop: { $ref: '#/components/schemas/Loop' },
  Odd: { properties: { field: { 'x-kubernetes-patch-strategy': 'shuffle' } } },
};

const resolve = (ref: string) => types[ref.replace('#/components/schemas/', '')];
const schemaOf = (name: string) => patchSchemaFromOpenApi(types[name] ?? {}, resolve);
const menu = schemaOf('Menu');

test.each([
  [
    'a list with a merge key',
    { dishes: [{ name: 'a' }, { name: 'b' }] },
    { dishes: [{ name: 'b', x: 1 }] },
    { dishes: [{ name: 'a' }, { name: 'b', x: 1 }] },
  ],
  ['a list of scalars', { tags: ['a'] }, { tags: ['b'] }, { tags: ['b', 'a'] }],
  ['a replaced map', { selector: { a: 1 } }, { selector: { b: 1 } }, { selector: { b: 1 } }],
  [
    'a map without strategy',
    { anything: { a: { b: 1 } } },
    { anything: { a: { c: 1 } } },
    { anything: { a: { b: 1, c: 1 } } },
  ],
  [
    'map values that refer to the type itself',
    { sections: { x: { tags: ['a'] } } },
    { sections: { x: { tags: ['b'] } } },
    { sections: { x: { tags: ['b', 'a'] } } },
  ],
  ['a field nobody declared', { other: [1] }, { other: [2] }, { other: [2] }],
])('%s is patched as declared', (_, original, patch, patched) => {
  expect(applyStrategicMergePatch(original, patch, menu)).toEqual(patched);
});

test('retained keys are declared beside the reference', () => {
  const patch = createStrategicMergePatch(
    { chef: { french: true }, guests: [{ seat: 1, name: 'a' }] },
    { chef: { italian: true }, guests: [{ seat: 1, title: 'b' }] },
    menu,
  );

  expect(patch).toMatchObject({
    chef: { $retainKeys: ['italian'] },
    guests: [{ $retainKeys: ['seat', 'title'], seat: 1 }],
  });
});

test('a reference to a list type does not carry the strategy that its definition declares', () => {
  const patched = applyStrategicMergePatch({ sides: [{ name: 'a' }] }, { sides: [{ name: 'b' }] }, schemaOf('Dish'));

  expect(patched).toEqual({ sides: [{ name: 'b' }] });
});

test('a type is resolved once, when it is first looked at', () => {
  const asked: string[] = [];
  const schema = patchSchemaFromOpenApi(types['Menu'] ?? {}, (ref) => (asked.push(ref), resolve(ref)));
  expect(asked).toEqual([]);

  for (const round of [1, 2]) applyStrategicMergePatch({ chef: { a: 1 } }, { chef: { a: { round } } }, schema);

  expect(asked).toEqual(['#/components/schemas/Chef']);
});

test.each(['Lost', 'Loop', 'Odd'])('the faulty schema %s is refused when it is met', (name) => {
  const patch = { field: { a: { b: 1 } } };

  expect(() => applyStrategicMergePatch({ field: { a: { b: 2 } } }, patch, schemaOf(name))).toThrow(InvalidInputError);
});
