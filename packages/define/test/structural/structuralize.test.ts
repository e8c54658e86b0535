import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource, k } from '@reeve/define';
import type { AnySchema } from '@reeve/define';

/** The structural schema that a field gets. */
function emitted(field: AnySchema): unknown {
  const spec = z.object({ field: field as z.ZodType });
  const { crd } = defineResource({
    group: 'a.example.com',
    version: 'v1',
    kind: 'A',
    spec,
    onWarning: () => undefined,
  });
  const root = crd.spec.versions[0]?.schema?.openAPIV3Schema as Record<
    string,
    Record<string, Record<string, Record<string, unknown>>>
  >;
  return root['properties']?.['spec']?.['properties']?.['field'];
}

const cases: Record<string, readonly [AnySchema, unknown]> = {
  'a string': [z.string(), { type: 'string' }],
  'a boolean': [z.boolean(), { type: 'boolean' }],
  'an integer is 64 bits wide': [z.int(), { type: 'integer', format: 'int64' }],
  'an integer of 32 bits': [z.int32(), { type: 'integer', format: 'int32' }],
  'an integer with bounds that fit is 32 bits wide': [
    z.int().min(0).max(10),
    { type: 'integer', format: 'int32', minimum: 0, maximum: 10 },
  ],
  'an integer with one bound keeps it': [z.int().min(1), { type: 'integer', format: 'int64', minimum: 1 }],
  'a number': [z.number(), { type: 'number' }],
  'a float': [z.float32(), { type: 'number', format: 'float' }],
  'exclusive bounds': [
    z.number().gt(0).lt(1),
    { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true },
  ],
  'a multiple': [z.int().multipleOf(5), { type: 'integer', format: 'int64', multipleOf: 5 }],
  words: [z.enum(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
  'one word': [z.literal('a'), { type: 'string', enum: ['a'] }],
  'numbers to choose from are integers': [z.literal([1, 2]), { type: 'integer', enum: [1, 2] }],
  'a union of words is one enum': [z.union([z.literal('a'), z.enum(['b', 'a'])]), { type: 'string', enum: ['a', 'b'] }],
  'a union of restrictions': [
    z.union([z.string().regex(/^a/), z.string().min(3)]),
    { type: 'string', anyOf: [{ pattern: '^a' }, { minLength: 3 }] },
  ],
  'null beside a value': [z.string().nullable(), { type: 'string', nullable: true }],
  'null in a union': [z.union([z.string(), z.null()]), { type: 'string', nullable: true }],
  'a default': [z.string().default('x'), { type: 'string', default: 'x' }],
  'a list': [z.array(z.string()).min(1).max(3), { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 }],
  'a map': [z.record(z.string(), z.boolean()), { type: 'object', additionalProperties: { type: 'boolean' } }],
  'an object': [
    z.object({ a: z.string(), b: z.boolean().optional() }),
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'boolean' } }, required: ['a'] },
  ],
  'an open object keeps unknown fields': [
    z.looseObject({ a: z.string() }),
    {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      'x-kubernetes-preserve-unknown-fields': true,
    },
  ],
  'an intersection is one object': [
    z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a', 'b'] },
  ],
  'lengths and a pattern': [
    z
      .string()
      .min(1)
      .max(9)
      .regex(/^[a-z]+$/),
    { type: 'string', minLength: 1, maxLength: 9, pattern: '^[a-z]+$' },
  ],
  'several patterns': [
    z.string().startsWith('a').endsWith('b'),
    { type: 'string', allOf: [{ pattern: '^a.*' }, { pattern: '.*b$' }] },
  ],
  'formats that a server knows speak for themselves': [z.email(), { type: 'string', format: 'email' }],
  'a uuid': [z.uuid(), { type: 'string', format: 'uuid' }],
  'a moment': [z.iso.datetime(), { type: 'string', format: 'date-time' }],
  'an address': [z.ipv4(), { type: 'string', format: 'ipv4' }],
  'a range of addresses': [z.cidrv4(), { type: 'string', format: 'cidr' }],
  bytes: [z.base64(), { type: 'string', format: 'byte' }],
  'a template is a pattern': [z.templateLiteral(['v', z.int()]), { type: 'string', pattern: '^v-?\\d+$' }],
  'a description and a title': [
    z.string().describe('words').meta({ title: 'T' }),
    { type: 'string', description: 'words', title: 'T' },
  ],
  examples: [z.string().meta({ examples: ['a', 'b'] }), { type: 'string', example: 'a' }],
  'k.intOrString': [
    k.intOrString(),
    { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true },
  ],
  'k.time': [k.time(), { type: 'string', format: 'date-time' }],
  'k.duration': [k.duration(), { type: 'string', format: 'duration' }],
  'k.bytes': [k.bytes(), { type: 'string', format: 'byte' }],
  'k.set': [k.set(z.string()), { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' }],
  'k.atomic of a list': [
    k.atomic(z.array(z.string())),
    { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'atomic' },
  ],
  'k.atomic of a map': [
    k.atomic(z.record(z.string(), z.string())),
    { type: 'object', additionalProperties: { type: 'string' }, 'x-kubernetes-map-type': 'atomic' },
  ],
  'k.listMap': [
    k.listMap(z.object({ name: z.string() }), ['name']),
    {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
    },
  ],
  'k.preserveUnknown': [k.preserveUnknown(), { 'x-kubernetes-preserve-unknown-fields': true }],
  'k.embedded': [
    k.embedded(),
    {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
  ],
  'k.rule': [
    z.object({ a: z.int() }).meta(k.rules(k.rule('self.a > 1', { message: 'more' }), k.immutable())),
    {
      type: 'object',
      properties: { a: { type: 'integer', format: 'int64' } },
      required: ['a'],
      'x-kubernetes-validations': [
        { rule: 'self.a > 1', message: 'more' },
        { rule: 'self == oldSelf', message: 'field is immutable' },
      ],
    },
  ],
  'variants told apart by a field become one object': [
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('A'), x: z.string() }),
      z.object({ type: z.literal('B') }),
    ]),
    {
      type: 'object',
      properties: { type: { type: 'string', enum: ['A', 'B'] }, x: { type: 'string' } },
      required: ['type'],
      oneOf: [
        { properties: { type: { enum: ['A'] } }, required: ['type', 'x'] },
        { properties: { type: { enum: ['B'] } }, required: ['type'] },
      ],
      'x-kubernetes-validations': [
        {
          rule: "self.type != 'B' || !has(self.x)",
          message: 'x is not allowed when type is B',
          reason: 'FieldValueForbidden',
          fieldPath: '.x',
        },
      ],
    },
  ],
};

describe('the schema of a field', () => {
  for (const [name, [schema, expected]] of Object.entries(cases)) {
    test(name, () => {
      expect(emitted(schema)).toEqual(expected);
    });
  }
});

describe('JSON Schema by the same door', () => {
  const schemaOf = (json: Record<string, unknown>): unknown => {
    const { crd } = defineResource({ group: 'a.example.com', version: 'v1', kind: 'A', spec: k.json<object>(json) });
    const root = crd.spec.versions[0]?.schema?.openAPIV3Schema as Record<string, Record<string, unknown>>;
    return root['properties']?.['spec'];
  };

  test('is taken as it is when it is structural', () => {
    const json = { type: 'object', properties: { a: { type: 'integer' } } };
    expect(schemaOf(json)).toEqual(json);
  });

  test('is brought into form when it is another draft', () => {
    const json = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $defs: { port: { type: 'integer', exclusiveMinimum: 0 } },
      type: 'object',
      properties: { port: { $ref: '#/$defs/port' }, word: { const: 'x' }, maybe: { type: ['string', 'null'] } },
      required: ['port'],
    };
    expect(schemaOf(json)).toEqual({
      type: 'object',
      properties: {
        port: { type: 'integer', minimum: 0, exclusiveMinimum: true, format: 'int64' },
        word: { type: 'string', enum: ['x'] },
        maybe: { type: 'string', nullable: true },
      },
      required: ['port'],
    });
  });
});
