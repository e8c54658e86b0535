/** Schemas of custom resources, parts of which Go reads with decoders of their own. */

/** @param {object} schema */
const definition = (schema) => ({
  metadata: { name: 'as.x.io' },
  spec: {
    group: 'x.io',
    scope: 'Namespaced',
    names: { plural: 'as', kind: 'A', singular: 'a', listKind: 'AList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', ...schema } } }],
  },
});
/** @param {object} schema */
const property = (schema) => definition({ properties: { a: schema } });

/** @type {import('./decode-cases.mjs').DecodeCases[]} */
export const schemaCases = [
  {
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    query: '&dryRun=All',
    at: ['/spec/versions/0/schema/openAPIV3Schema'],
    bodies: [
      property({ type: 'array', items: { type: 'string', tpye: 'x', Type: 'integer' } }),
      property({ type: 'array', items: { type: 5 } }),
      property({ type: 'array', items: [{ type: 5 }] }),
      property({ type: 'array', items: { items: { 'x-kubernetes-validations': [{ rule: 5 }] } } }),
      property({ type: 'object', additionalProperties: 5 }),
      property({ type: 'object', additionalProperties: null }),
      property({ type: 'object', additionalProperties: true }),
      property({ type: 'object', additionalProperties: { type: 'string', bogus: 1 } }),
      property({ type: 'object', additionalProperties: { type: true } }),
      property({ type: 'string', default: null, example: { a: 2, b: 1 } }),
      property({ type: 'string', enum: ['a', 'b'], nullable: false }),
      property({ type: 'number', minimum: 1.5, maximum: 1e25, multipleOf: 1e-7 }),
      property({ type: 'number', maximum: 'x' }),
      property({ type: 'string', maxLength: 1.5 }),
      definition({ properties: [] }),
      definition({ dependencies: { a: ['b', 5] } }),
      definition({ dependencies: { a: { type: 5 } } }),
      definition({ 'x-kubernetes-validations': {} }),
      definition({ bogus: 1, properties: { b: { type: 'string', bogus: 1 }, 'x.y': { type: 'string', bogus: 1 } } }),
      definition({ not: 5 }),
    ],
  },
];
