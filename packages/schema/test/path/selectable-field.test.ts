import { describe, expect, test } from 'vitest';
import { checkSelectableFields, printFieldError, requireStructural, selectableField } from '@reeve/schema';

const schema = requireStructural({
  type: 'object',
  properties: {
    metadata: { type: 'object', properties: { name: { type: 'string' } } },
    spec: {
      type: 'object',
      properties: {
        color: { type: 'string' },
        size: { type: 'integer' },
        isRound: { type: 'boolean' },
        weight: { type: 'number' },
        list: { type: 'array', items: { type: 'string' } },
        map: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  },
});

describe('an object is selected by the text of a scalar', () => {
  test.each([
    ['.spec.color', 'spec.color', 'red'],
    ['.spec.size', 'spec.size', '5'],
    ['.spec.isRound', 'spec.isRound', 'false'],
    ['.spec.map.key', 'spec.map.key', 'value'],
  ])('%s', (path, name, value) => {
    const field = selectableField(schema, path);
    if ('problem' in field) throw new Error(field.problem);
    expect(field.name).toBe(name);
    expect(field.valueOf({ spec: { color: 'red', size: 5, isRound: false, map: { key: 'value' } } })).toBe(value);
    expect(field.valueOf({ spec: { color: null } })).toBe('');
  });
});

test('everything else is refused in the words of the server', () => {
  const paths = [
    '.spec.weight',
    '.spec.list',
    '.spec.list[0]',
    '.metadata.name',
    'spec.color',
    '.spec.nope',
    '',
    '.spec.',
    '.spec.color',
    '.spec.color',
  ];
  const errors = checkSelectableFields(
    paths.map((jsonPath) => ({ jsonPath })),
    schema,
    'spec.selectableFields',
  );
  const scalar =
    'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
  expect(errors.map(printFieldError)).toEqual([
    `spec.selectableFields[0].jsonPath: Invalid value: ".spec.weight": ${scalar}`,
    `spec.selectableFields[1].jsonPath: Invalid value: ".spec.list": ${scalar}`,
    'spec.selectableFields[2].jsonPath: Invalid value: ".spec.list[0]": is an invalid path: array notation is not allowed',
    'spec.selectableFields[3].jsonPath: Invalid value: ".metadata.name": must not point to fields in metadata',
    'spec.selectableFields[4].jsonPath: Invalid value: "spec.color": is an invalid path: expected [ or . but got: spec',
    'spec.selectableFields[5].jsonPath: Invalid value: ".spec.nope": is an invalid path: does not refer to a valid field',
    'spec.selectableFields[6].jsonPath: Required value',
    'spec.selectableFields[7].jsonPath: Invalid value: ".spec.": is an invalid path: unexpected end of JSON path',
    'spec.selectableFields[9].jsonPath: Duplicate value: ".spec.color"',
  ]);
});

test('nine fields are too many', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
  const wide = requireStructural({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  });
  const errors = checkSelectableFields(
    names.map((name) => ({ jsonPath: `.${name}` })),
    wide,
    'fields',
  );
  expect(errors.map(printFieldError)).toEqual(['fields: Too many: 9: must have at most 8 items']);
});
