import { describe, expect, test } from 'vitest';
import type { JsonObject } from '@reeve/machinery';
import { printFieldError, structuralSchema } from '@reeve/schema';
import { badSchemas, causesOf, comparable } from '../fixtures.ts';

describe('a real API server refuses a schema for the same reasons', () => {
  for (const { name, schema, statusSubresource = false, refusal = { status: 201, causes: [] } } of badSchemas()
    .schemas) {
    test(`${name} · C3`, () => {
      const { violations, schema: structural } = structuralSchema(schema, { statusSubresource });
      const ours = { causes: causesOf(violations) };
      // The order of causes from different checks depends on how the server walks its maps.
      expect(comparable(ours, { anyOrder: true }).causes).toEqual(comparable(refusal, { anyOrder: true }).causes);
      expect(structural === undefined).toBe(violations.length > 0);
    });
  }
});

test('paths start where the caller says', () => {
  const path = 'spec.versions[1].schema.openAPIV3Schema';
  const { violations } = structuralSchema({ type: 'object', properties: { spec: {} } }, { path });
  expect(violations.map(({ field, type, detail }) => ({ field, type, detail }))).toEqual([
    {
      field: `${path}.properties[spec].type`,
      type: 'FieldValueRequired',
      detail: 'must not be empty for specified object fields',
    },
  ]);
});

describe('a keyword with a value of a wrong type is refused where it stands', () => {
  test.each<[JsonObject, string]>([
    [{ type: 5 }, 'x.type: Invalid value: "number": must be of type string'],
    [{ type: ['object', 'null'] }, 'x.type: Invalid value: "array": must be of type string'],
    [{ type: 'object', properties: [] }, 'x.properties: Invalid value: "array": must be of type object'],
    [{ type: 'object', properties: { a: true } }, 'x.properties[a]: Invalid value: "boolean": must be of type object'],
    [{ type: 'object', maxProperties: 1.5 }, 'x.maxProperties: Invalid value: "number": must be of type integer'],
    [{ type: 'object', exclusiveMaximum: 1 }, 'x.exclusiveMaximum: Invalid value: "number": must be of type boolean'],
    [{ type: 'object', required: ['a', 1] }, 'x.required[1]: Invalid value: "number": must be of type string'],
    [{ type: 'object', allOf: {} }, 'x.allOf: Invalid value: "object": must be of type array'],
    [
      { type: 'object', additionalProperties: 'yes' },
      'x.additionalProperties: Invalid value: "string": must be of type object',
    ],
  ])('%j', (schema, expected) => {
    expect(structuralSchema(schema, { path: 'x' }).violations.map(printFieldError)).toEqual([expected]);
  });
});

test('with a status subresource the root says nothing that would be lost', () => {
  const refused = structuralSchema({ type: 'object', maxProperties: 3 }, { path: 'x', statusSubresource: true });
  expect(refused.violations).toEqual([
    expect.objectContaining({
      field: 'x',
      detail: expect.stringMatching(/^only \[Description Type Format .* XValidations\] /) as string,
    }),
  ]);
  const accepted = structuralSchema(
    { type: 'object', description: 'd', required: ['spec'] },
    { statusSubresource: true },
  );
  expect(accepted.violations).toEqual([]);
});

test('rules are carried through for whoever evaluates them', () => {
  const rule = {
    rule: 'oldSelf.hasValue()',
    message: 'm',
    reason: 'FieldValueForbidden',
    fieldPath: '.a',
    optionalOldSelf: true,
    messageExpression: "'x'",
  };
  const { schema } = structuralSchema({
    type: 'object',
    properties: { a: { type: 'string' } },
    'x-kubernetes-validations': [rule],
  });
  expect(schema?.root.validations).toEqual([rule]);
});

test('defaults of embedded metadata follow the rules that are brought along', () => {
  const embedded = {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    properties: { metadata: { type: 'object', properties: { name: { type: 'string', default: 'Bad' } } } },
  };
  const { violations } = structuralSchema(
    { type: 'object', properties: { e: embedded } },
    {
      path: 'x',
      validateObjectMeta: ({ name }, field) => [
        {
          type: 'FieldValueInvalid',
          field: `${field}.name`,
          body: `Invalid value: ${JSON.stringify(name)}`,
          detail: '',
        },
      ],
    },
  );
  expect(violations.map(printFieldError)).toEqual([
    'x.properties[e].properties[metadata].properties[name].default: Invalid value: "Bad": must result in valid metadata: metadata.name: Invalid value: "Bad"',
  ]);
});
