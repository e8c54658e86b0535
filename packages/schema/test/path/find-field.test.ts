import { expect, test } from 'vitest';
import { findField, requireStructural } from '@reeve/schema';

const { root } = requireStructural({
  type: 'object',
  properties: { 'a.b': { type: 'object', additionalProperties: { type: 'integer' } }, "it's": { type: 'string' } },
});

test.each([
  ["['a.b']", ['a.b'], 'object'],
  ["['a.b'].any", ['a.b', 'any'], 'integer'],
  ["['a.b']['x]y']", ['a.b', 'x]y'], 'integer'],
  ["['it\\'s']", ["it's"], 'string'],
])('%s leads to a field', (path, names, type) => {
  expect(findField(root, path)).toMatchObject({ names, node: { type } });
});

test.each([
  ["['a.b'", 'unexpected end of JSON path'],
  ["['a.b'.x", 'expected ] but got .'],
  ['[0]', 'expected single quoted string but got 0'],
  ['.a.b', 'does not refer to a valid field'],
  ["['it\\'s'].x", 'does not refer to a valid field'],
])('%s leads nowhere', (path, problem) => {
  expect(findField(root, path)).toEqual({ problem });
});
