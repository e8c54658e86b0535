import { expect, test } from 'vitest';
import { requireStructural, unrecognizedFormats } from '@reeve/schema';

test('formats that mean nothing for the type they stand beside are told', () => {
  const schema = requireStructural({
    type: 'object',
    properties: {
      a: { type: 'string', format: 'odd' },
      b: { type: 'string', format: 'int32' },
      c: { type: 'integer', format: 'int32' },
      d: { type: 'number', format: 'int64', anyOf: [{ format: 'double' }, { format: 'date' }] },
      e: { type: 'array', items: { type: 'boolean', format: 'date' } },
      f: { 'x-kubernetes-int-or-string': true, format: 'date-time' },
    },
  });
  expect(unrecognizedFormats(schema)).toEqual(['odd', 'int32', 'int64', 'double', 'date']);
});
