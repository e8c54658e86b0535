/**
 * What an update may leave wrong: only what it did not change, as far as the server can tell.
 */
import { expect, test } from 'vitest';
import type { ReadonlyJson, ReadonlyJsonObject } from '@reeve/machinery';
import { compileSchema } from '@reeve/schema';

const engineOf = (field: ReadonlyJsonObject) =>
  compileSchema({
    type: 'object',
    properties: { spec: { type: 'object', properties: { field } } },
  });
const object = (field: ReadonlyJson) => ({
  apiVersion: 'example.com/v1',
  kind: 'A',
  metadata: { name: 'a' },
  spec: { field },
});

test('an update reports the wrong element of an atomic list that changed elsewhere, since its elements have no identity', () => {
  const engine = engineOf({
    type: 'array',
    items: { type: 'object', properties: { n: { type: 'integer', minimum: 1 } } },
  });
  const errors = engine.validateUpdate(object([{ n: 0 }, { n: 2 }]), object([{ n: 0 }, { n: 1 }]));
  expect(errors.map(({ field }) => field)).toEqual(['spec.field[0].n']);
});

test('an update reports a map that has lost a property and has too few now', () => {
  const engine = engineOf({ type: 'object', minProperties: 2, additionalProperties: { type: 'string' } });
  const errors = engine.validateUpdate(object({ a: 'x' }), object({ a: 'x', b: 'y' }));
  expect(errors.map(({ field }) => field)).toEqual(['spec.field']);
});

test('null is refused for a field that has a type and is not nullable', () => {
  const errors = engineOf({ type: 'string' }).validate(object(null));
  expect(errors.map(({ field, type }) => `${field}: ${type}`)).toEqual(['spec.field: FieldValueTypeInvalid']);
  expect(engineOf({ type: 'string', nullable: true }).validate(object(null))).toEqual([]);
});
