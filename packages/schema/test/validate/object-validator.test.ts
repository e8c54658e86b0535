import { describe, expect, test } from 'vitest';
import type { JsonObject } from '@reeve/machinery';
import { parseJson } from '@reeve/machinery';
import { compileSchema, printFieldError } from '@reeve/schema';
import type { FieldError } from '@reeve/schema';

const open = { 'x-kubernetes-preserve-unknown-fields': true };
const texts = (errors: readonly FieldError[]): string[] => errors.map(printFieldError);

describe('integers of 64 bits keep their digits', () => {
  const engine = compileSchema({
    type: 'object',
    properties: {
      i: { type: 'integer' },
      i64: { type: 'integer', format: 'int64' },
      i32: { type: 'integer', format: 'int32' },
      big: parseJson('{ "type": "integer", "enum": [9007199254740993] }'),
      limited: { type: 'integer', maximum: 9_007_199_254_740_992 },
      number: { type: 'number', minimum: 0 },
    },
  });
  const type = (name: string, actual: string, expected: string): string =>
    `${name}: Invalid value: "${actual}": ${name} in body must be of type ${expected}: "${actual}"`;
  const range = (name: string, format: string): string =>
    `<nil>: Invalid value: "": Checked value must be of type integer ${format} in ${name}`;

  test.each<[string, string[]]>([
    ['{ "i": 9223372036854775807 }', []],
    ['{ "i": -9223372036854775808 }', []],
    ['{ "i": 9223372036854775808 }', [type('i', 'number', 'integer'), range('i', '(default format)')]],
    ['{ "i": 1e3 }', []],
    ['{ "i": 1e18 }', [type('i', 'number', 'integer')]],
    ['{ "i": 1000000.0001 }', [range('i', '(default format)')]],
    ['{ "i64": 9223372036854775808 }', [type('i64', 'float64', 'int64'), range('i64', 'with format int64')]],
    ['{ "i32": 2147483648 }', [range('i32', 'with format int32')]],
    ['{ "big": 9007199254740993 }', []],
    ['{ "big": 9007199254740995 }', ['big: Unsupported value: 9007199254740995: supported values: "9007199254740993"']],
    ['{ "limited": 9007199254740992 }', []],
    [
      '{ "limited": 9007199254740993 }',
      ['limited: Invalid value: 9007199254740993: limited in body should be less than or equal to 9007199254740992'],
    ],
    ['{ "number": 9223372036854775808 }', []],
    [
      '{ "number": -9223372036854775809 }',
      ['number: Invalid value: -9.223372036854776e+18: number in body should be greater than or equal to 0'],
    ],
  ])('%s · C6', (json, expected) => {
    const object = parseJson(json) as JsonObject;
    expect(texts(engine.validate(object))).toEqual(expected);
  });
});

describe('a cause says by its type what is wrong', () => {
  const engine = compileSchema({
    type: 'object',
    properties: {
      set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set', maxItems: 2 },
      mode: { type: 'string', enum: ['a'] },
      name: { type: 'string', maxLength: 1, pattern: '^a' },
      inner: { type: 'object', required: ['x'] },
    },
  });
  test.each<[JsonObject, FieldError['type']]>([
    [{ inner: {} }, 'FieldValueRequired'],
    [{ name: 'b' }, 'FieldValueInvalid'],
    [{ mode: 'b' }, 'FieldValueNotSupported'],
    [{ set: ['a', 'a'] }, 'FieldValueDuplicate'],
    [{ set: 'a' }, 'FieldValueTypeInvalid'],
    [{ name: 'aa' }, 'FieldValueTooLong'],
    [{ set: ['a', 'b', 'c'] }, 'FieldValueTooMany'],
  ])('%j is %s · E3', (object, expected) => {
    expect(engine.validate(object).map(({ type }) => type)).toEqual([expected]);
  });
});

describe('a scale subresource needs counts', () => {
  const engine = compileSchema(
    { type: 'object', properties: { spec: open, status: open } },
    {
      scale: {
        specReplicasPath: '.spec.replicas',
        statusReplicasPath: '.status.replicas',
        labelSelectorPath: '.status.selector',
      },
    },
  );
  test.each<[JsonObject, string[]]>([
    [{ spec: { replicas: 1 }, status: { replicas: 0, selector: 'a=b' } }, []],
    [{}, []],
    [
      { spec: { replicas: null } },
      ['.spec.replicas: Invalid value: 0: .spec.replicas accessor error: <nil> is of the type <nil>, expected int64'],
    ],
    [{ spec: { replicas: -1 } }, ['.spec.replicas: Invalid value: -1: should be a non-negative integer']],
    [
      { spec: { replicas: 2147483648 } },
      ['.spec.replicas: Invalid value: 2147483648: should be less than or equal to 2147483647'],
    ],
    [
      { spec: { replicas: 'abc' } },
      ['.spec.replicas: Invalid value: 0: .spec.replicas accessor error: abc is of the type string, expected int64'],
    ],
    [
      { spec: { replicas: 1.5 } },
      ['.spec.replicas: Invalid value: 0: .spec.replicas accessor error: 1.5 is of the type float64, expected int64'],
    ],
    [
      { spec: { replicas: { b: [1, 'x'], a: null } } },
      [
        '.spec.replicas: Invalid value: 0: .spec.replicas accessor error: map[a:<nil> b:[1 x]] is of the type map[string]interface {}, expected int64',
      ],
    ],
    [
      { spec: 5 },
      [
        '.spec.replicas: Invalid value: 0: .spec.replicas accessor error: 5 is of the type int64, expected map[string]interface{}',
      ],
    ],
    [
      { status: { selector: true } },
      [
        '.status.selector: Invalid value: "": .status.selector accessor error: true is of the type bool, expected string',
      ],
    ],
  ])('%j', (object, expected) => {
    expect(texts(engine.validate(object))).toEqual(expected);
  });
});

describe('a status is validated by itself', () => {
  const engine = compileSchema({
    type: 'object',
    properties: {
      spec: { type: 'object', required: ['x'] },
      status: {
        type: 'object',
        required: ['must'],
        properties: {
          must: { type: 'string' },
          phase: { type: 'string', maxLength: 3 },
          counts: { type: 'object', additionalProperties: { type: 'integer' } },
          set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        },
      },
    },
  });
  test.each<[JsonObject, JsonObject, string[]]>([
    [{ status: {} }, {}, ['status.must: Required value']],
    [{ status: 'x' }, {}, ['status: Invalid value: "string":  in body must be of type object: "string"']],
    [
      { status: { must: 'x', counts: { a: 'b' } } },
      {},
      ['status.counts.a: Invalid value: "string": counts.a in body must be of type integer: "string"'],
    ],
    [{ status: { must: 'x', set: ['a', 'a'] } }, {}, ['status.set[1]: Duplicate value: "a"']],
    [{ status: { must: 'x', set: ['a', 'a'] } }, { status: { set: ['b', 'b'] } }, []],
    [{ status: { must: 'x', phase: 'long' } }, { status: { must: 'y', phase: 'long' } }, []],
    [
      { status: { must: 'x', phase: 'longer' } },
      { status: { phase: 'long' } },
      ['status.phase: Too long: may not be more than 3 bytes'],
    ],
    [{ spec: {} }, {}, []],
  ])('%j after %j', (object, old, expected) => {
    expect(texts(engine.validateStatusUpdate(object, old))).toEqual(expected);
  });
});

test('the metadata of embedded objects is validated by whoever knows the rules', () => {
  const seen: unknown[] = [];
  const failure: FieldError = { type: 'FieldValueInvalid', field: 'x', body: 'y', detail: '' };
  const engine = compileSchema(
    {
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'object', 'x-kubernetes-embedded-resource': true, ...open } },
      },
    },
    {
      validateObjectMeta: (metadata, field) => {
        seen.push([metadata, field]);
        return [failure];
      },
    },
  );
  const object = { list: [{ apiVersion: 'v1', kind: 'A', metadata: { name: 'b' } }] };
  expect(engine.validate(object)).toEqual([failure]);
  expect(seen).toEqual([[{ name: 'b' }, 'list[0].metadata']]);
});

test('an update is tolerated only where nothing has changed, however the object is written', () => {
  const engine = compileSchema({
    type: 'object',
    properties: { a: { type: 'object', additionalProperties: { type: 'integer', maximum: 1 } } },
  });
  expect(engine.validateUpdate({ a: { x: 5, y: 6 } }, { a: { y: 6, x: 5 } })).toEqual([]);
  expect(texts(engine.validateUpdate({ a: { x: 5, y: 7 } }, { a: { y: 6, x: 5 } }))).toEqual([
    'a.y: Invalid value: 7: a.y in body should be less than or equal to 1',
  ]);
});
