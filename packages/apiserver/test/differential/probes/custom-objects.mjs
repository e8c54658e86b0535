/**
 * Custom resources under a schema: pruning, defaults, validation, vendor extensions.
 */
import { edited, get, patch, post, put } from '../../../../../tools/differential/probe.mjs';
import { defineWith, specSchema, widget, widgets } from '../probe-objects.mjs';

/** @typedef {Record<string, unknown>} Json */

const str = { type: 'string' };
const int = { type: 'integer' };
const open = { 'x-kubernetes-preserve-unknown-fields': true };
/** @param {unknown} spec @param {number} [index] */
const created = (spec, index = 0) => post(widgets, widget(`w${index}`, { spec }));
/**
 * One property, and values for it.
 * @param {Json} schema
 * @param {unknown[]} values
 */
const tried = (schema, values) => [
  ...defineWith(specSchema({ a: schema })),
  ...values.map((a, index) =>
    post(widgets, widget(`w${index}`, { spec: { a } }), {
      pick: ['spec', 'message', 'reason', 'code', 'details'],
      unordered: true,
    }),
  ),
];
/**
 * @param {Json} properties
 * @param {unknown[]} specs
 */
const triedSpecs = (properties, specs) => [
  ...defineWith(specSchema(properties)),
  ...specs.map((spec, index) =>
    post(widgets, widget(`w${index}`, { spec }), {
      pick: ['spec', 'message', 'reason', 'code', 'details'],
      unordered: true,
    }),
  ),
];

const keyed = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['k', 'p'],
  items: { type: 'object', required: ['k'], properties: { k: str, p: { ...str, default: 'TCP' }, v: int } },
};

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'unknown fields are pruned, except where they are kept · C4',
    steps: [
      ...defineWith({
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: {
              known: str,
              open: { type: 'object', ...open, properties: { deep: { type: 'object', properties: { x: str } } } },
              list: { type: 'array', items: { type: 'object', properties: { a: str } } },
              map: { type: 'object', additionalProperties: { type: 'object', properties: { a: str } } },
            },
          },
        },
      }),
      post(
        widgets,
        widget('one', {
          unknown: 1,
          spec: {
            known: 'x',
            unknown: 'y',
            open: { any: 1, deep: { x: 'x', y: 'y' } },
            list: [{ a: 'a', b: 'b' }],
            map: { k: { a: 'a', b: 'b' } },
          },
        }),
      ),
      get(`${widgets}/one`),
      patch('merge', `${widgets}/one`, { spec: { more: 1, list: [{ b: 'c' }] } }),
    ],
  },
  {
    title: 'a schema without properties keeps nothing · C4',
    steps: [...defineWith({ type: 'object' }), created({ a: 1 })],
  },
  {
    title: 'a map of anything is kept · C4',
    steps: tried({ type: 'object', additionalProperties: true }, [{ x: 1, y: { z: [] } }]),
  },
  {
    title: 'defaults fill what is missing · C5',
    steps: triedSpecs(
      {
        text: { ...str, default: 'x' },
        size: { ...int, default: 3 },
        on: { type: 'boolean', default: true },
        list: { type: 'array', items: str, default: ['a'] },
        map: { type: 'object', default: {}, properties: { deep: { ...str, default: 'y' } } },
        items: { type: 'array', items: { type: 'object', properties: { p: { ...str, default: 'TCP' } } } },
        none: { type: 'object', properties: { deep: { ...str, default: 'z' } } },
      },
      [
        {},
        { text: 'own', size: 0, on: false, list: [], map: { deep: 'own' }, items: [{}, { p: 'UDP' }], none: {} },
        { text: null, map: null, list: null },
      ],
    ),
  },
  {
    title: 'defaults at the top · C5',
    steps: [
      ...defineWith({
        type: 'object',
        properties: {
          spec: { type: 'object', default: { a: 'given' }, properties: { a: str, b: { ...str, default: 'too' } } },
        },
      }),
      post(widgets, { ...widget('one'), spec: undefined }),
      post(widgets, widget('two', { spec: {} })),
      post(widgets, widget('three', { spec: null })),
    ],
  },
  {
    title: 'null is replaced by a default, and kept or left out where there is none · C5',
    steps: triedSpecs(
      {
        plain: str,
        nullable: { ...str, nullable: true },
        defaulted: { ...str, default: 'x' },
        both: { ...str, nullable: true, default: 'y' },
      },
      [{ plain: null }, { nullable: null }, { defaulted: null }, { both: null }, {}],
    ),
  },
  {
    title: 'the type of a value · C6',
    steps: [
      ...triedSpecs(
        {
          s: str,
          i: int,
          n: { type: 'number' },
          b: { type: 'boolean' },
          o: { type: 'object' },
          l: { type: 'array', items: str },
        },
        [
          { s: 1 },
          { i: 'x' },
          { i: 1.5 },
          { i: 1.0 },
          { n: 'x' },
          { b: 'true' },
          { o: [] },
          { l: {} },
          { l: [1] },
          { s: {} },
          { s: true, i: true, b: 1 },
          { i: 9007199254740993 },
        ],
      ),
    ],
  },
  { title: 'numbers have limits · C6', steps: [...tried({ ...int, minimum: 2, maximum: 4 }, [1, 2, 4, 5])] },
  {
    title: 'numbers have exclusive limits and steps · C6',
    steps: [
      ...tried(
        { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true, multipleOf: 0.25 },
        [0, 0.25, 0.3, 1, -1],
      ),
    ],
  },
  {
    title: 'integers have formats · C6',
    steps: triedSpecs({ a: { ...int, format: 'int32' }, b: { ...int, format: 'int64' } }, [
      { a: 2147483647 },
      { a: 2147483648 },
      { b: 2147483648 },
      { a: -2147483649 },
    ]),
  },
  {
    title: 'texts have lengths and patterns · C6',
    steps: [
      ...tried({ ...str, minLength: 2, maxLength: 3, pattern: '^[a-z]+$' }, ['a', 'ab', 'abcd', 'AB', 'éé', '💡💡💡']),
    ],
  },
  { title: 'values are one of several · C6', steps: [...tried({ ...str, enum: ['a', 'b'] }, ['a', 'c', '', null])] },
  { title: 'numbers are one of several · C6', steps: [...tried({ ...int, enum: [1, 2] }, [1, 3])] },
  {
    title: 'fields that must be there · C6',
    steps: [
      ...triedSpecs({ a: { type: 'object', required: ['x', 'y'], properties: { x: str, y: str } } }, [
        { a: {} },
        { a: { x: 'x' } },
        { a: { x: 'x', y: 'y' } },
      ]),
      post(widgets, { ...widget('none'), spec: undefined }),
    ],
  },
  {
    title: 'a spec that must be there · C6',
    steps: [
      ...defineWith({
        type: 'object',
        required: ['spec'],
        properties: { spec: { type: 'object', required: ['a'], properties: { a: str } } },
      }),
      post(widgets, widget('one', {})),
      post(widgets, widget('two', { spec: {} })),
      post(widgets, widget('three', { spec: { a: 'x' } })),
      patch('merge', `${widgets}/three`, { spec: null }),
    ],
  },
  {
    title: 'lists and maps have sizes · C6',
    steps: triedSpecs(
      {
        l: { type: 'array', minItems: 1, maxItems: 2, items: str },
        m: { type: 'object', minProperties: 1, maxProperties: 2, additionalProperties: int },
      },
      [
        { l: [] },
        { l: ['a', 'b', 'c'] },
        { m: {} },
        { m: { a: 1, b: 2, c: 3 } },
        { m: { a: 'x' } },
        { l: ['a'], m: { a: 1 } },
      ],
    ),
  },
  ...Object.entries({
    'date-time': ['2020-01-02T03:04:05Z', '2020-01-02T03:04:05.123+02:00', 'yesterday', '2020-01-02'],
    date: ['2020-02-29', '2021-02-29', 'x'],
    duration: ['1h', '5m30s', 'x', '5'],
    byte: ['AAEC', 'not base64!', ''],
    ipv4: ['1.2.3.4', '1.2.3.400', '::1'],
    ipv6: ['::1', '1.2.3.4', 'x'],
    cidr: ['10.0.0.0/8', '10.0.0.0', '::/0'],
    uuid: ['3d8b7f6e-0000-4000-8000-000000000000', 'x', '3D8B7F6E-0000-4000-8000-000000000000'],
    email: ['a@example.com', 'x'],
    hostname: ['a.example.com', 'a b', '-a'],
    uri: ['https://example.com/x', 'x', '/x'],
    mac: ['00:11:22:33:44:55', 'x'],
    password: ['anything'],
    odd: ['anything'],
  }).map(([format, values]) => ({ title: `the format ${format} · C6`, steps: tried({ ...str, format }, values) })),
  {
    title: 'all of, any of, one of, not · C6',
    steps: triedSpecs(
      {
        all: { ...str, allOf: [{ minLength: 2 }, { maxLength: 3 }] },
        any: { ...str, anyOf: [{ pattern: '^a' }, { pattern: 'z$' }] },
        one: { ...int, oneOf: [{ minimum: 5 }, { multipleOf: 2 }] },
        not: { ...str, not: { enum: ['bad'] } },
      },
      [
        { all: 'x' },
        { all: 'xxxx' },
        { any: 'abc' },
        { any: 'm' },
        { one: 6 },
        { one: 3 },
        { one: 7 },
        { one: 4 },
        { not: 'bad' },
        { not: 'good' },
      ],
    ),
  },
  {
    title: 'several problems at once · C6 · E1',
    steps: triedSpecs(
      {
        size: { ...int, minimum: 5 },
        colour: { ...str, enum: ['red'] },
        list: { type: 'array', items: { type: 'object', required: ['n'], properties: { n: int } } },
      },
      [{ size: 1, colour: 'blue', list: [{ n: 'x' }, {}] }],
    ),
  },
  {
    title: 'a number or a text · C7',
    steps: tried({ 'x-kubernetes-int-or-string': true }, [1, 'x', '50%', true, 1.5, {}]),
  },
  {
    title: 'a number or a text with a pattern · C7',
    steps: tried(
      { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }], pattern: '^[0-9]+%$' },
      [1, '50%', 'x'],
    ),
  },
  {
    title: 'an embedded object has types and metadata · C7',
    steps: tried({ type: 'object', 'x-kubernetes-embedded-resource': true, ...open }, [
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { any: 1 } },
      { kind: 'Pod' },
      { apiVersion: 'v1' },
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'NOT OK' } },
      { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { 'a b': 'c' } } },
      { apiVersion: 'a/b/c', kind: 'not ok' },
      { apiVersion: 'v1', kind: 'Pod', metadata: { odd: 1, name: 'x' } },
    ]),
  },
  {
    title: 'a list that is a set · C7',
    steps: [
      ...tried({ type: 'array', items: str, 'x-kubernetes-list-type': 'set' }, [['a', 'b'], ['a', 'b', 'a'], []]),
    ],
  },
  {
    title: 'a list that is a map · C7',
    steps: [
      ...tried(keyed, [
        [{ k: 'a' }, { k: 'b' }],
        [{ k: 'a' }, { k: 'a' }],
        [{ k: 'a' }, { k: 'a', p: 'UDP' }],
        [{ k: 'a', p: 'TCP' }, { k: 'a' }],
        [{}],
      ]),
    ],
  },
  {
    title: 'a duplicate key, an enum and a type in one answer · C7 · C6 · E1',
    steps: [
      ...triedSpecs({ colour: { ...str, enum: ['red'] }, size: int, ports: keyed }, [
        { colour: 'blue', size: 'big', ports: [{ k: 'a' }, { k: 'a' }] },
        { colour: 'blue', ports: [{ k: 'a' }, { k: 'a' }] },
      ]),
    ],
  },
  {
    title: 'an update is checked like a creation · C6',
    steps: [
      ...defineWith(specSchema({ a: { ...int, minimum: 1 } })),
      post(widgets, widget('one', { spec: { a: 1 } }), { as: 'one' }),
      put(`${widgets}/one`, edited('one', { spec: { a: 0 } })),
      patch('merge', `${widgets}/one`, { spec: { a: 'x' } }),
      patch('json', `${widgets}/one`, [{ op: 'replace', path: '/spec/a', value: -1 }]),
    ],
  },
  {
    title: 'the status is checked at its own path · C6 · S1',
    steps: [
      ...defineWith(
        {
          type: 'object',
          properties: {
            spec: { type: 'object', properties: { a: int } },
            status: { type: 'object', properties: { b: int } },
          },
        },
        { subresources: { status: {} } },
      ),
      post(widgets, widget('one', { spec: { a: 1 }, status: { b: 'x' } })),
      patch('merge', `${widgets}/one/status`, { status: { b: 'x' } }),
      patch('merge', `${widgets}/one/status`, { status: { b: 1, c: 2 } }),
    ],
  },
  {
    title: 'metadata is checked by its own rules, and restricted by the schema · C15',
    steps: [
      ...defineWith({
        type: 'object',
        properties: { metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 3 } } } },
      }),
      post(widgets, widget('abc', {})),
      post(widgets, widget('abcd', {})),
      post(widgets, widget('NOT OK', {})),
    ],
  },
];
