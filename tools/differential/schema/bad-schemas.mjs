/**
 * Schemas that a server refuses, or that look as if it should: one or a few for each rule.
 */
import { specOf } from './cases.mjs';

/** @param {Record<string, unknown>} schema A schema whose `spec.x` is the given one. */
const x = (schema) => specOf({ x: schema });
const list = (/** @type {Record<string, unknown>} */ more) =>
  x({
    type: 'array',
    items: { type: 'object', properties: { k: { type: 'string' }, o: { type: 'object' } }, required: ['k'] },
    ...more,
  });
const preserve = { 'x-kubernetes-preserve-unknown-fields': true };
const embedded = { 'x-kubernetes-embedded-resource': true };
const intOrString = { 'x-kubernetes-int-or-string': true };

/** @type {Record<string, Record<string, unknown>>} */
export const badSchemas = {
  empty: {},
  'no type at the root': { properties: {} },
  'a root that is no object': { type: 'array', items: { type: 'string' } },
  'a nullable root': { type: 'object', nullable: true },
  'additionalProperties at the root': { type: 'object', additionalProperties: { type: 'string' } },
  'no type in a field': x({}),
  'no type in items': x({ type: 'array', items: {} }),
  'no items': x({ type: 'array' }),
  'no type in additionalProperties': x({ type: 'object', additionalProperties: {} }),
  'an unknown type': x({ type: 'text' }),
  'type null': x({ type: 'null' }),
  'tuple items': x({ type: 'array', items: [{ type: 'string' }] }),
  $ref: x({ $ref: '#/definitions/a' }),
  '$ref beside a type': x({ type: 'string', $ref: '#/definitions/a' }),
  id: x({ type: 'string', id: 'a' }),
  $schema: { type: 'object', $schema: 'http://json-schema.org/draft-07/schema#' },
  patternProperties: x({ type: 'object', patternProperties: { '^a': { type: 'string' } } }),
  definitions: { type: 'object', definitions: { a: { type: 'string' } } },
  dependencies: x({ type: 'object', dependencies: { a: ['b'] } }),
  additionalItems: x({ type: 'array', items: { type: 'string' }, additionalItems: true }),
  uniqueItems: x({ type: 'array', items: { type: 'string' }, uniqueItems: true }),
  'properties and additionalProperties': x({
    type: 'object',
    properties: { a: { type: 'string' } },
    additionalProperties: { type: 'string' },
  }),
  'properties and additionalProperties false': x({
    type: 'object',
    properties: { a: { type: 'string' } },
    additionalProperties: false,
  }),
  'properties and additionalProperties true': x({
    type: 'object',
    properties: { a: { type: 'string' } },
    additionalProperties: true,
  }),
  'a pattern that is none': x({ type: 'string', pattern: '[a' }),
  'a pattern with a lookahead': x({ type: 'string', pattern: '^(?=a)' }),
  'a pattern in a clause': x({ type: 'string', anyOf: [{ pattern: 'a**' }] }),
  'preserve-unknown-fields false': x({ type: 'object', 'x-kubernetes-preserve-unknown-fields': false }),
  'preserve-unknown-fields on a string': x({ type: 'string', ...preserve }),
  'int-or-string and preserve': x({ ...intOrString, ...preserve }),
  'int-or-string and embedded': x({ ...intOrString, ...embedded }),
  'int-or-string with a type': x({ type: 'string', ...intOrString }),
  'int-or-string with types in anyOf': x({ ...intOrString, anyOf: [{ type: 'integer' }, { type: 'string' }] }),
  'int-or-string with types the wrong way around': x({
    ...intOrString,
    anyOf: [{ type: 'string' }, { type: 'integer' }],
  }),
  'int-or-string with more in anyOf': x({
    ...intOrString,
    anyOf: [{ type: 'integer', minimum: 1 }, { type: 'string' }],
  }),
  'int-or-string with allOf': x({
    ...intOrString,
    allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { pattern: 'a' }],
  }),
  'anyOf with types': x({ type: 'string', anyOf: [{ type: 'string' }] }),
  'clauses with everything': x({
    type: 'object',
    allOf: [
      {
        type: 'object',
        default: {},
        title: 't',
        description: 'd',
        nullable: true,
        additionalProperties: { type: 'string' },
        ...preserve,
        ...embedded,
        ...intOrString,
        'x-kubernetes-list-type': 'set',
        'x-kubernetes-list-map-keys': ['a'],
        'x-kubernetes-map-type': 'atomic',
        'x-kubernetes-validations': [{ rule: 'true' }],
      },
    ],
  }),
  'additionalProperties false in a clause': x({ type: 'object', allOf: [{ additionalProperties: false }] }),
  'metadata in a clause': { type: 'object', allOf: [{ properties: { metadata: {} } }] },
  'clauses about unknown fields at the root': {
    type: 'object',
    properties: { spec: { type: 'object' } },
    anyOf: [{ properties: { a: {}, spec: { properties: { b: {} }, items: {} } } }],
    not: { properties: { c: {} } },
  },
  'clauses about unknown fields inside': x({ type: 'object', anyOf: [{ properties: { a: { minimum: 1 } } }] }),
  'not with a type': x({ type: 'string', not: { type: 'integer' } }),
  'oneOf with items and types': x({
    type: 'array',
    items: { type: 'string' },
    oneOf: [{ items: { type: 'string', minLength: 1 } }],
  }),
  'embedded without properties': x({ type: 'object', ...embedded }),
  'embedded without type': x({ ...embedded, ...preserve }),
  'embedded on a string': x({ type: 'string', ...embedded, ...preserve }),
  'embedded with additionalProperties': x({
    type: 'object',
    ...embedded,
    ...preserve,
    additionalProperties: { type: 'string' },
  }),
  'embedded with metadata that is no object': x({
    type: 'object',
    ...embedded,
    properties: { metadata: { type: 'string' }, kind: { type: 'integer' }, apiVersion: { ...preserve } },
  }),
  'embedded inside metadata': x({
    type: 'object',
    ...embedded,
    ...preserve,
    properties: { metadata: { type: 'object', properties: { labels: { type: 'object', ...embedded, ...preserve } } } },
  }),
  'kind and apiVersion that are no strings': {
    type: 'object',
    properties: { kind: { type: 'integer' }, apiVersion: { type: 'object' } },
  },
  'metadata that is no object': { type: 'object', properties: { metadata: { type: 'string' } } },
  'metadata with labels': {
    type: 'object',
    properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } },
  },
  'metadata with a name': {
    type: 'object',
    properties: {
      metadata: {
        type: 'object',
        properties: { name: { type: 'string', pattern: '^a' }, generateName: { type: 'string' } },
      },
    },
  },
  'metadata with a description': { type: 'object', properties: { metadata: { type: 'object', description: 'd' } } },
  'metadata with required': { type: 'object', properties: { metadata: { type: 'object', required: ['name'] } } },
  'metadata inside spec': x({
    type: 'object',
    properties: { metadata: { type: 'object', properties: { labels: { type: 'string' } } } },
  }),
  'a default in metadata': {
    type: 'object',
    properties: { metadata: { type: 'object', properties: { name: { type: 'string', default: 'a' } } } },
  },
  'a default for kind': { type: 'object', properties: { kind: { type: 'string', default: 'a' } } },
  'a default of the wrong type': x({ type: 'integer', default: 'a' }),
  'a default that is too long': x({ type: 'string', maxLength: 2, default: 'abc' }),
  'a default with unknown fields': x({
    type: 'object',
    properties: { a: { type: 'integer' } },
    default: { a: 1, b: 2 },
  }),
  'a default that lacks what is required': x({
    type: 'object',
    properties: { a: { type: 'integer' } },
    required: ['a'],
    default: {},
  }),
  'a default that gets what is required from inside': x({
    type: 'object',
    properties: { a: { type: 'integer', default: 1 } },
    required: ['a'],
    default: {},
  }),
  'a default null': x({ type: 'string', default: null }),
  'a default for int-or-string': x({ ...intOrString, default: true }),
  'a default with an unknown format': x({ type: 'string', format: 'odd', default: 5 }),
  'a default that is not a date': x({ type: 'string', format: 'date', default: 'x' }),
  'a default outside an enum': x({ type: 'string', enum: ['a'], default: 'b' }),
  'a default inside additionalProperties': x({
    type: 'object',
    additionalProperties: { type: 'integer', default: 'a' },
  }),
  'a default in items': x({ type: 'array', items: { type: 'integer', default: 'a' } }),
  'a default of an embedded object': x({ type: 'object', ...embedded, ...preserve, default: { apiVersion: 'v1' } }),
  'a default of an embedded object with bad metadata': x({
    type: 'object',
    ...embedded,
    ...preserve,
    default: { apiVersion: 'v1', kind: 'K', metadata: { name: 5 } },
  }),
  'a default around an embedded object': x({
    type: 'object',
    properties: { e: { type: 'object', ...embedded, ...preserve } },
    default: { e: { kind: 'K' } },
  }),
  'a default in embedded metadata': x({
    type: 'object',
    ...embedded,
    ...preserve,
    properties: {
      metadata: {
        type: 'object',
        properties: { labels: { type: 'object', additionalProperties: { type: 'string' }, default: { a: 'b' } } },
      },
    },
  }),
  'a bad default in embedded metadata': x({
    type: 'object',
    ...embedded,
    ...preserve,
    properties: { metadata: { type: 'object', properties: { name: { type: 'string', default: 5 } } } },
  }),
  'a default in a map of embedded metadata': x({
    type: 'object',
    ...embedded,
    ...preserve,
    properties: {
      metadata: {
        type: 'object',
        properties: { labels: { type: 'object', additionalProperties: { type: 'string', default: 'a' } } },
      },
    },
  }),
  'a default for an embedded kind': x({
    type: 'object',
    ...embedded,
    ...preserve,
    properties: { kind: { type: 'string', default: 'a b' } },
  }),
  'list-type on an object': x({ type: 'object', 'x-kubernetes-list-type': 'set' }),
  'list-type without type': x({ ...preserve, 'x-kubernetes-list-type': 'set' }),
  'an unknown list-type': list({ 'x-kubernetes-list-type': 'bag' }),
  'map-type on a list': list({ 'x-kubernetes-map-type': 'atomic' }),
  'map-type without type': x({ ...preserve, 'x-kubernetes-map-type': 'atomic' }),
  'an unknown map-type': x({ type: 'object', 'x-kubernetes-map-type': 'fine' }),
  'a map without keys': list({ 'x-kubernetes-list-type': 'map' }),
  'keys without a map': list({ 'x-kubernetes-list-map-keys': ['k'] }),
  'keys on a set': list({ 'x-kubernetes-list-type': 'set', 'x-kubernetes-list-map-keys': ['k'] }),
  'a key that is no property': list({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['z'] }),
  'a key twice': list({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k', 'k'] }),
  'a key that is an object': list({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['o'] }),
  'a map of strings': x({
    type: 'array',
    items: { type: 'string' },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
  }),
  'a map without items': x({ type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] }),
  'a nullable key': x({
    type: 'array',
    items: { type: 'object', properties: { k: { type: 'string', nullable: true, default: 'a' } } },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
  }),
  'nullable items of a map': x({
    type: 'array',
    items: { type: 'object', nullable: true, properties: { k: { type: 'string' } }, required: ['k'] },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
  }),
  'nullable items of a set': x({
    type: 'array',
    items: { type: 'string', nullable: true },
    'x-kubernetes-list-type': 'set',
  }),
  'a set of objects': list({ 'x-kubernetes-list-type': 'set' }),
  'a set of sets': x({
    type: 'array',
    items: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
    'x-kubernetes-list-type': 'set',
  }),
  'a set of lists': x({
    type: 'array',
    items: { type: 'array', items: { type: 'string' } },
    'x-kubernetes-list-type': 'set',
  }),
  'an empty rule': x({ type: 'string', 'x-kubernetes-validations': [{ rule: ' ' }] }),
  'odd rules': x({
    type: 'object',
    properties: { a: { type: 'string' } },
    'x-kubernetes-validations': [
      { rule: 'true', message: ' ' },
      { rule: 'true', message: 'a\nb' },
      { rule: 'true\n&& true' },
      { rule: 'true', messageExpression: ' ' },
      { rule: 'true', reason: 'Odd' },
      { rule: 'true', fieldPath: ' ' },
      { rule: 'true', fieldPath: '.b' },
      { rule: 'true', fieldPath: '.a' },
      { rule: 'true', fieldPath: "['a']" },
      { rule: 'true', fieldPath: 'a' },
      { rule: 'true', fieldPath: '.a\n' },
    ],
  }),
  'several things': {
    type: 'object',
    properties: {
      spec: { properties: { a: { type: 'array' }, b: { type: 'string', pattern: '(' } } },
      status: { type: 'object', uniqueItems: true },
    },
  },
};
