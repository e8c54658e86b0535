/**
 * Schemas and objects to ask a real server about, chosen by hand: for each keyword what passes, what fails, and the corners
 * where the server is not what one expects.
 */

/**
 * @typedef {Record<string, unknown>} Json
 * @typedef {{ name: string, schema: Json, objects: Json[] }} SchemaCase
 * @typedef {{ name: string, schema: Json, updates: { old: Json, object: Json }[] }} UpdateCase
 */

/** An object schema whose `spec` has these properties. @param {Json} properties @param {Json} [more] @returns {Json} */
export const specOf = (properties, more = {}) => ({
  type: 'object',
  properties: { spec: { type: 'object', properties, ...more } },
});

/** One object for each value of a field. @param {string} name @param {unknown[]} values */
const each = (name, values) => values.map((value) => ({ spec: { [name]: value } }));

/** @type {Record<string, string[]>} */
const formats = {
  bsonobjectid: ['507f1f77bcf86cd799439011', '507f1f77bcf86cd79943901', 'zz7f1f77bcf86cd799439011'],
  uri: [
    'http://a.example/b?c#d',
    '/a/b',
    'a/b',
    'http://a b/',
    'http://[::1]:80/',
    'http://[::1',
    'mailto:x',
    'http://u:p@h:x/',
    '%zz',
    '/%zz',
    'http://a%20b/',
    ':a',
    '*',
    'http://[fe80::1%25en0]/',
    'http://[1.2.3.4]/',
    'http://a:1:2/',
    'pg://a:1,b:2/',
    '//a/b',
    '/a b',
    '',
  ],
  email: [
    'a@b.c',
    'a@b',
    'a',
    '@b',
    'a@',
    'Ann <a@b.c>',
    '"a b"@c.d',
    'a b@c',
    'a@[1.2.3.4]',
    'a@[x]',
    'a..b@c',
    '.a@c',
    'a@b (Ann)',
    'a@b,c@d',
    'Ann Lee <a@b.c> x',
    '"x" <a@b>',
    '<a@b>',
    'ü@ü.de',
    'a@b.',
    '(c) a@b',
  ],
  hostname: [
    'a',
    'a.example',
    'a-b.example',
    'ab-cd',
    'a-bc',
    'a-',
    '-a',
    'a_b',
    'a..b',
    'a.b.',
    '1.2',
    'a.12',
    'ü.de',
    'x'.repeat(63) + '.example',
    'x'.repeat(64) + '.example',
    '💡.example',
    '',
  ],
  ipv4: ['1.2.3.4', '01.2.3.4', '1.2.3', '1.2.3.256', '::ffff:1.2.3.4', '::1', '1.2.3.4 ', ''],
  ipv6: [
    '::',
    '::1',
    '1:2:3:4:5:6:7:8',
    '1::8',
    '1:2:3:4:5:6:7::',
    '1:2:3:4:5:6:7:8::',
    '::1.2.3.4',
    '12345::',
    '1.2.3.4',
    'fe80::1%en0',
    ':::',
    '1::2::3',
    '::01.2.3.4',
    '',
  ],
  cidr: [
    '10.0.0.0/8',
    '010.0.0.0/8',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '::/0',
    '::/129',
    '10.0.0.0',
    '10.0.0.0/',
    '10.0.0.0/x',
    '10.0.0.0/-1',
  ],
  mac: [
    '01:23:45:67:89:ab',
    '01-23-45-67-89-AB',
    '0123.4567.89ab',
    '0123456789ab',
    '01:23:45:67:89',
    '01:23:45:67:89:ag',
    '01:23-45:67:89:ab',
    '01:23:45:67:89:ab:cd:ef',
    '',
  ],
  uuid: [
    '123e4567-e89b-12d3-a456-426614174000',
    '123E4567E89B12D3A456426614174000',
    '123e4567-e89b-12d3-a456-42661417400',
    'x',
  ],
  uuid3: ['123e4567-e89b-32d3-a456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
  uuid4: ['123e4567-e89b-42d3-a456-426614174000', '123e4567-e89b-42d3-c456-426614174000'],
  uuid5: ['123e4567-e89b-52d3-b456-426614174000', '123e4567-e89b-42d3-b456-426614174000'],
  isbn: ['0321751043', '978-0321751041', '0321751042', 'x'],
  isbn10: ['0-8044-2957-X', '0804429570', '978-0321751041'],
  isbn13: ['978-0-321-75104-1', '9780321751042', '0321751043'],
  creditcard: ['4111 1111 1111 1111', '4111111111111112', '123', ''],
  ssn: ['111-22-3333', '111 22 3333', '111223333', '111-22-333'],
  hexcolor: ['#fff', 'FFFFFF', '#ffff', ''],
  rgbcolor: ['rgb(255, 0 ,1)', 'rgb(256,0,0)', 'rgb(0,0)', 'rgb(01,0,0)'],
  byte: ['YQ==', 'YWI=', 'YWJj', 'YQ', '', 'YQ=', 'YQ===', 'Y-_a'],
  password: ['', 'x'],
  date: ['2024-02-29', '2023-02-29', '2024-2-9', '0000-01-01', '2024-13-01', '2024-01-00', 'x'],
  duration: [
    '1h30m',
    '5 minutes',
    '-1.5h',
    '0',
    '1',
    '',
    '.5s',
    '1d',
    '2w',
    '1 fortnight',
    'x 3 days y',
    '99999999999999999999h',
    '1µs',
    '+5ns',
    '1h 2',
  ],
  'date-time': [
    '2024-02-29T12:30:00Z',
    '2024-02-29t12:30:00z',
    '2024-02-29T12:30:00.5+01:00',
    '2024-02-29T12:30:00',
    '2024-02-29T24:00:00Z',
    '2024-02-29T12:30:60Z',
    '2023-02-29T12:30:00Z',
    '2024-02-29 12:30:00Z',
    '2024-02-29T12:30:00x5Z',
    '2024-02-29T12:30:00Zt',
  ],
  datetime: ['2024-02-29T12:30:00Z', 'x'],
  'k8s-short-name': ['a', 'a-b', 'A', '-a', 'a-', 'x'.repeat(64), 'a.b', ''],
  'k8s-long-name': ['a', 'a.b-c', 'A', 'a.-b', 'x'.repeat(64), 'a..b', `${'x.'.repeat(127)}x`, ''],
  'unknown-format': ['anything'],
};

const fieldOf = (/** @type {string} */ format) => format.replaceAll('-', '');

/** @type {SchemaCase[]} */
export const schemaCases = [
  {
    name: 'formats of strings',
    schema: specOf(
      Object.fromEntries(Object.keys(formats).map((format) => [fieldOf(format), { type: 'string', format }])),
    ),
    objects: Object.entries(formats).flatMap(([format, texts]) => each(fieldOf(format), texts)),
  },
  {
    name: 'types',
    schema: specOf({
      s: { type: 'string' },
      i: { type: 'integer' },
      n: { type: 'number' },
      b: { type: 'boolean' },
      o: { type: 'object' },
      l: { type: 'array', items: { type: 'string' } },
      ios: { 'x-kubernetes-int-or-string': true },
      any: { 'x-kubernetes-preserve-unknown-fields': true },
      i32: { type: 'integer', format: 'int32' },
      f: { type: 'number', format: 'float' },
      d: { type: 'string', format: 'date' },
    }),
    objects: ['s', 'i', 'n', 'b', 'o', 'l', 'ios', 'any', 'i32', 'f', 'd'].flatMap((name) =>
      each(name, ['2024-01-01', 1, 1.5, 1e20, true, null, {}, [], ['a'], [1, null]]),
    ),
  },
  {
    name: 'numbers',
    schema: specOf({
      max: { type: 'integer', maximum: 10 },
      exMax: { type: 'integer', maximum: 10, exclusiveMaximum: true },
      min: { type: 'number', minimum: 0.5 },
      exMin: { type: 'number', minimum: 0.5, exclusiveMinimum: true },
      odd: { type: 'integer', maximum: 10.5 },
      huge: { type: 'number', maximum: 1e30 },
      m3: { type: 'integer', multipleOf: 3 },
      mHalf: { type: 'number', multipleOf: 0.5 },
      mTenth: { type: 'number', multipleOf: 0.1 },
      mOdd: { type: 'integer', multipleOf: 0.5 },
      mNegative: { type: 'integer', multipleOf: -2 },
      e: { type: 'number', enum: [1, 2.5] },
      code: { 'x-kubernetes-int-or-string': true, enum: ['A', 5] },
    }),
    objects: [
      ...each('max', [10, 11, 1e21]),
      ...each('exMax', [9, 10]),
      ...each('min', [0, 0.5, 0.25, -1, 1e-7]),
      ...each('exMin', [0.5, 0, 1]),
      ...each('odd', [1, 11]),
      ...each('huge', [5, 5.5]),
      ...each('m3', [0, 3, 4, -3]),
      ...each('mHalf', [0.5, 0.75, 3, 1.5]),
      ...each('mTenth', [0.3, 0.35, 1]),
      ...each('mOdd', [1]),
      ...each('mNegative', [2]),
      ...each('e', [1, 1.9, 2, 2.5, '1']),
      ...each('code', ['A', 65, 5, 'B', 66]),
    ],
  },
  {
    name: 'strings',
    schema: specOf({
      long: { type: 'string', maxLength: 3 },
      one: { type: 'string', maxLength: 1 },
      short: { type: 'string', minLength: 2 },
      name: { type: 'string', pattern: '^[a-z]+$' },
      all: { type: 'string', minLength: 2, maxLength: 4, pattern: '^a' },
      lazy: { type: 'string', pattern: '(?i)^web-[[:digit:]]+$' },
      dot: { type: 'string', pattern: '^.$' },
      space: { type: 'string', pattern: '^\\s$' },
      sub: { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$' },
      quoted: { type: 'string', pattern: '^\'"\\\\$' },
    }),
    objects: [
      ...each('long', ['abc', 'abcd', '💡💡💡', '💡💡💡💡']),
      ...each('one', ['ab']),
      ...each('short', ['a', '💡', 'ab']),
      ...each('name', ['abc', 'A', '', 'a\n']),
      ...each('all', ['a', 'b', 'bb', 'ab', 'abcde']),
      ...each('lazy', ['WEB-1', 'x']),
      ...each('dot', ['\n', '\r', '\u2028', '💡', 'é']),
      ...each('space', [' ', '\u000b', '\u00a0', '\t']),
      ...each('sub', ['a.b-c', 'a..b']),
      ...each('quoted', ['"\t\u0000\u007f\u00a0\u200b💡é<>&\\']),
    ],
  },
  {
    name: 'enums and required',
    schema: specOf(
      {
        mode: { type: 'string', enum: ['a', 'b"c', ''] },
        nullMode: { type: 'string', enum: ['a'], nullable: true },
        level: { type: 'integer', enum: [1, 2] },
        deep: { type: 'object', properties: { a: { type: 'integer' } }, enum: [{ a: 1 }] },
        list: { type: 'array', items: { type: 'integer' }, enum: [[1, 2]] },
        flag: { type: 'boolean', enum: [true] },
        in: { type: 'object', properties: { x: { type: 'string' } }, required: ['x', 'y'] },
      },
      { required: ['mode'] },
    ),
    objects: [
      {},
      { spec: {} },
      { spec: null },
      { spec: { mode: null } },
      ...each('mode', ['a', 'x', '']),
      ...[
        { nullMode: null },
        { level: 3 },
        { deep: { a: 2 } },
        { deep: { a: 1 } },
        { list: [1, 3] },
        { list: [1, 2] },
        { flag: false },
        { in: {} },
        { in: { x: 'a', y: 1 } },
      ].map((more) => ({ spec: { mode: 'a', ...more } })),
    ],
  },
  {
    name: 'required at the root',
    schema: {
      type: 'object',
      properties: { spec: { type: 'object' }, status: { type: 'object' } },
      required: ['spec', 'status'],
    },
    objects: [{}, { spec: {} }, { spec: 1, status: {} }],
  },
  {
    name: 'sizes of lists and maps',
    schema: specOf({
      l: { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 2 },
      m: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1, maxProperties: 2 },
      one: { type: 'array', items: { type: 'integer' }, maxItems: 1 },
      none: { type: 'object', additionalProperties: false },
    }),
    objects: [
      ...each('l', [[], [1], [1, 2, 3], ['a', 1, 'b']]),
      ...each('m', [{}, { a: 1 }, { a: 1, b: 2, c: 3 }, { a: 'x' }, { 'a.b/c': 'x' }]),
      ...each('one', [[1, 2]]),
      ...each('none', [{}, { a: 1 }]),
    ],
  },
  {
    name: 'logical junctors',
    schema: specOf({
      any: { type: 'integer', anyOf: [{ minimum: 10 }, { maximum: 5, multipleOf: 2 }] },
      one: { type: 'integer', oneOf: [{ minimum: 10 }, { multipleOf: 2 }] },
      all: { type: 'integer', allOf: [{ minimum: 10 }, { multipleOf: 2 }] },
      not: { type: 'integer', not: { minimum: 10 } },
      obj: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'integer' } },
        oneOf: [{ required: ['a'] }, { required: ['b'], properties: { b: { minimum: 3 } } }],
      },
      nested: { type: 'string', allOf: [{ anyOf: [{ maxLength: 1 }, { pattern: '^x' }] }, { not: { enum: ['xx'] } }] },
      ios: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }], pattern: '^a' },
      ios2: {
        'x-kubernetes-int-or-string': true,
        allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { maximum: 3 }],
      },
      best: {
        type: 'object',
        properties: { a: { type: 'integer' }, b: { type: 'integer' } },
        anyOf: [{ properties: { a: { minimum: 5 } } }, { properties: { a: { minimum: 1 }, b: { minimum: 5 } } }],
      },
      noneNull: { type: 'integer', nullable: true, anyOf: [{ minimum: 10 }] },
    }),
    objects: [
      ...each('any', [10, 4, 7, 6]),
      ...each('one', [10, 11, 4, 3]),
      ...each('all', [10, 11, 4, 3]),
      ...each('not', [9, 10]),
      ...each('obj', [{}, { a: 'x' }, { b: 1 }, { b: 3 }, { a: 'x', b: 3 }, { a: 1 }]),
      ...each('nested', ['a', 'x', 'xx', 'bb', 'xxx']),
      ...each('ios', ['a', 'b', 1, true]),
      ...each('ios2', [3, 4, 'x', null, 1.5]),
      ...each('best', [{ a: 0, b: 0 }, { a: 1, b: 4 }, { a: 9 }]),
      ...each('noneNull', [null, 1, 'x']),
    ],
  },
  {
    name: 'list types',
    schema: specOf({
      set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
      numbers: { type: 'array', items: { type: 'number' }, 'x-kubernetes-list-type': 'set' },
      objects: {
        type: 'array',
        items: { type: 'object', 'x-kubernetes-map-type': 'atomic', 'x-kubernetes-preserve-unknown-fields': true },
        'x-kubernetes-list-type': 'set',
      },
      map: {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string' }, v: { type: 'integer' } }, required: ['name'] },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
      },
      map2: {
        type: 'array',
        items: {
          type: 'object',
          properties: { port: { type: 'integer' }, protocol: { type: 'string', default: 'TCP' } },
          required: ['port'],
        },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['port', 'protocol'],
      },
      deep: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
      },
    }),
    objects: [
      ...each('set', [
        ['a', 'b'],
        ['a', 'a'],
        ['a', 'b', 'a', 'a', 'b'],
      ]),
      ...each('numbers', [
        [1, 1.5, 1],
        [1.5, 1.5],
      ]),
      ...each('objects', [
        [
          { b: 1, a: '<' },
          { a: '<', b: 1 },
        ],
        [{}, {}],
      ]),
      ...each('map', [
        [{ name: 'a' }, { name: 'b' }],
        [
          { name: 'a', v: 1 },
          { name: 'a', v: 2 },
        ],
        [{}, {}],
        [{ name: 'a' }, 5],
        [null, null],
      ]),
      ...each('map2', [
        [{ port: 1 }, { port: 1, protocol: 'TCP' }],
        [{ port: 1 }, { port: 1, protocol: 'UDP' }],
      ]),
      ...each('deep', [{ k: ['a', 'a'] }]),
    ],
  },
  {
    name: 'rules are not checked on a broken object',
    schema: specOf(
      {
        a: { type: 'integer', enum: [1, 2] },
        l: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
      },
      { 'x-kubernetes-validations': [{ rule: 'true' }] },
    ),
    objects: [
      { spec: { a: 3 } },
      { spec: { a: 'x', l: ['a', 'a'] } },
      { spec: { a: 1, l: ['a', 'a'] } },
      { spec: { a: 1 } },
    ],
  },
  {
    name: 'pruning',
    schema: specOf({
      known: { type: 'object', properties: { a: { type: 'integer' } } },
      open: {
        type: 'object',
        'x-kubernetes-preserve-unknown-fields': true,
        properties: { inner: { type: 'object', properties: { a: { type: 'integer' } } } },
      },
      openList: {
        type: 'array',
        'x-kubernetes-preserve-unknown-fields': true,
        items: { type: 'object', properties: { a: { type: 'object', properties: { x: { type: 'integer' } } } } },
      },
      list: { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } },
      map: { type: 'object', additionalProperties: { type: 'object', properties: { a: { type: 'integer' } } } },
      anyMap: { type: 'object', additionalProperties: true },
      any: { 'x-kubernetes-preserve-unknown-fields': true },
      scalar: { type: 'string' },
      ios: { 'x-kubernetes-int-or-string': true },
      bare: { type: 'object' },
      proto: { type: 'object', properties: { __proto__: { type: 'string' }, constructor: { type: 'string' } } },
    }),
    objects: [
      { spec: { x: 1, known: { a: 1, b: 2 } }, extra: { deep: 1 } },
      { spec: { open: { x: { y: 1 }, inner: { a: 1, b: 2 } } } },
      { spec: { openList: [{ u: 1, a: { x: 1, y: 2 } }, [{ z: 1 }]] } },
      { spec: { list: [{ a: 1, b: 2 }, { c: 3 }], map: { k: { a: 1, b: 2 }, 'x.y': { z: 1 } } } },
      { spec: { anyMap: { k: { a: 1 }, l: [{ b: 1 }, [[{ c: 1 }]], 2], s: 'x' } } },
      { spec: { any: { a: [{ b: 1 }] }, bare: { a: 1 } } },
      { spec: { scalar: { a: 1 } } },
      { spec: { ios: { a: 1 } } },
      { spec: { known: [{ a: 1 }] } },
      { spec: 5, status: {} },
      JSON.parse(
        '{"spec":{"proto":{"__proto__":"x","constructor":"y","toString":"z"},"__proto__":{"a":1},"constructor":1}}',
      ),
    ],
  },
  {
    name: 'defaults and nulls',
    schema: specOf({
      a: { type: 'string', default: 'x' },
      nullable: { type: 'string', default: 'x', nullable: true },
      plain: { type: 'string' },
      plainNullable: { type: 'string', nullable: true },
      obj: {
        type: 'object',
        properties: {
          b: { type: 'integer', default: 1 },
          c: { type: 'object', default: {}, properties: { d: { type: 'boolean', default: true } } },
        },
      },
      filled: {
        type: 'object',
        default: { one: 1 },
        properties: { one: { type: 'integer' }, two: { type: 'integer', default: 2 } },
      },
      list: { type: 'array', items: { type: 'object', properties: { a: { type: 'integer', default: 1 } } } },
      texts: { type: 'array', items: { type: 'string', default: 'x' } },
      bare: { type: 'array', items: { type: 'string' } },
      map: {
        type: 'object',
        additionalProperties: { type: 'object', properties: { a: { type: 'integer', default: 1 } } },
      },
      mapText: { type: 'object', additionalProperties: { type: 'string', default: 'x' } },
      mapBare: { type: 'object', additionalProperties: { type: 'string' } },
      open: {
        type: 'object',
        'x-kubernetes-preserve-unknown-fields': true,
        properties: { a: { type: 'integer', default: 1 } },
      },
      any: { 'x-kubernetes-preserve-unknown-fields': true },
      ios: { 'x-kubernetes-int-or-string': true, default: '50%' },
    }),
    objects: [
      {},
      { spec: {} },
      { spec: { a: null, nullable: null, plain: null, plainNullable: null, ios: null } },
      { spec: { obj: {} } },
      { spec: { obj: null, filled: null } },
      { spec: { obj: { c: null, b: null } } },
      { spec: { filled: {} } },
      { spec: { list: [{}, null, { a: 5 }] } },
      { spec: { texts: ['a', null], bare: ['a'] } },
      { spec: { bare: [null] } },
      { spec: { map: { k: {}, l: null }, mapText: { k: null }, mapBare: { k: null, l: 'a' } } },
      { spec: { open: { z: null }, any: { a: null } } },
      { spec: { open: { a: null } } },
    ],
  },
  {
    name: 'embedded objects',
    schema: specOf({
      e: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      typed: {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        properties: {
          metadata: {
            type: 'object',
            properties: { labels: { type: 'object', additionalProperties: { type: 'string' }, default: { a: 'b' } } },
          },
          spec: { type: 'object', properties: { x: { type: 'integer' } } },
        },
      },
      m: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
      l: {
        type: 'array',
        items: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      },
      full: {
        type: 'object',
        default: { apiVersion: 'v1', kind: 'K', metadata: { name: 'x', unknown: 1 } },
        'x-kubernetes-embedded-resource': true,
        'x-kubernetes-preserve-unknown-fields': true,
      },
    }),
    objects: [
      ...each('e', [
        {},
        { apiVersion: 'v1', kind: 'P' },
        { apiVersion: 5, kind: 'P' },
        { apiVersion: 'v1', kind: null },
        { apiVersion: 'a/b/c', kind: '' },
        { apiVersion: 'v1', kind: 'x_y' },
        { apiVersion: 'v1', kind: 'K'.repeat(70) },
        { apiVersion: 'v1', kind: 'P', metadata: { name: 5 } },
        { apiVersion: 'v1', kind: 'P', metadata: 'x' },
        { apiVersion: 'v1', kind: 'P', metadata: null },
      ]),
      ...each('e', [
        {
          apiVersion: 'v1',
          kind: 'P',
          any: 1,
          metadata: {
            name: 'x',
            foo: 1,
            labels: { a: 'b' },
            annotations: {},
            creationTimestamp: null,
            generation: 0,
            finalizers: [],
          },
        },
        {
          apiVersion: 'v1',
          kind: 'P',
          metadata: {
            creationTimestamp: '2020-01-01T02:00:00+02:00',
            deletionTimestamp: '2020-01-01T02:00:00.5Z',
            deletionGracePeriodSeconds: 0,
          },
        },
        { apiVersion: 'v1', kind: 'P', metadata: { creationTimestamp: '2020-02-30T00:00:00Z' } },
        { apiVersion: 'v1', kind: 'P', metadata: { creationTimestamp: '2020-02-03' } },
      ]),
      ...each('typed', [
        { apiVersion: 'v1', kind: 'P', x: 1, spec: { x: 1, y: 2 } },
        { apiVersion: 'v1', kind: 'P', metadata: { bar: 1 } },
        { apiVersion: 'v1', kind: 'P', metadata: null },
        { apiVersion: 'v1', kind: 'P', metadata: { labels: null } },
      ]),
      {
        spec: {
          m: {
            k: {
              apiVersion: 'v1',
              kind: 'P',
              metadata: {
                zz: 1,
                ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: 'b', uid: 'c', extra: 1, controller: false }],
              },
            },
          },
        },
      },
      { spec: { m: { 'a.b': { apiVersion: 7 } } } },
      { spec: { l: [{ kind: 'P', metadata: { zz: 1 }, extra: 1 }] } },
    ],
  },
  {
    name: 'metadata of the object',
    schema: {
      type: 'object',
      properties: {
        metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 8 } } },
        spec: { type: 'object' },
      },
    },
    objects: [
      { foo: 1, labels: { a: 1 } },
      { labels: 'x' },
      { finalizers: 'x' },
      { finalizers: [1] },
      { generation: 'x' },
      { generation: 1.5 },
      { name: 5 },
      { annotations: { a: true } },
      { ownerReferences: {} },
      { ownerReferences: [5] },
      { managedFields: 'x' },
      { ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: 'b', uid: 'c', controller: 'x' }] },
      { creationTimestamp: 'x' },
      { creationTimestamp: 5 },
      { foo: 1, bar: { x: 1 }, ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: 'b', uid: 'c', zork: 1 }] },
      { Labels: {} },
      { labels: null, annotations: {} },
      { uid: 1, operation: 2 },
      { labels: { a: null } },
      { name: 'much-too-long' },
    ]
      .map((metadata) => ({ metadata: { name: 'probe', ...metadata } }))
      .concat([/** @type {any} */ ({ metadata: 'x' }), /** @type {any} */ ({ metadata: [] })]),
  },
];

/** @type {UpdateCase[]} */
export const updateCases = [
  {
    name: 'ratcheting',
    schema: specOf(
      {
        a: { type: 'string', maxLength: 3 },
        b: { type: 'string', maxLength: 3 },
        obj: {
          type: 'object',
          properties: { x: { type: 'integer', maximum: 5 }, y: { type: 'integer', maximum: 5 } },
          required: ['z'],
        },
        list: { type: 'array', items: { type: 'string', maxLength: 3 } },
        set: { type: 'array', items: { type: 'string', maxLength: 3 }, 'x-kubernetes-list-type': 'set' },
        map: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              v: { type: 'integer', maximum: 5 },
              w: { type: 'integer', maximum: 5 },
            },
            required: ['name'],
          },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
        },
        keyed: { type: 'object', additionalProperties: { type: 'integer', maximum: 5 } },
        open: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          properties: { x: { type: 'integer' } },
          maxProperties: 1,
        },
        one: { type: 'integer', oneOf: [{ maximum: 5 }, { minimum: 100 }] },
        other: { type: 'integer' },
        must: { type: 'string' },
        junctor: {
          type: 'object',
          properties: { x: { type: 'integer' }, y: { type: 'integer' } },
          allOf: [{ properties: { x: { maximum: 5 } } }],
        },
        mode: { type: 'string', enum: ['a', 'b'] },
      },
      { required: ['must'] },
    ),
    updates: [
      { old: { spec: { a: 'long!' } }, object: { spec: { a: 'long!', other: 1 } } },
      { old: { spec: { a: 'long!', must: 'x' } }, object: { spec: { a: 'long!', must: 'x', other: 1 } } },
      { old: { spec: { a: 'long!', must: 'x' } }, object: { spec: { a: 'longer!', must: 'x' } } },
      { old: { spec: { a: 'long!', must: 'x' } }, object: { spec: { b: 'long!', must: 'x' } } },
      { old: { spec: { obj: { x: 9, y: 9 }, must: 'x' } }, object: { spec: { obj: { x: 9, y: 9 }, must: 'y' } } },
      { old: { spec: { obj: { x: 9, y: 9 }, must: 'x' } }, object: { spec: { obj: { x: 9, y: 8 }, must: 'x' } } },
      { old: { spec: { list: ['long!', 'a'], must: 'x' } }, object: { spec: { list: ['long!', 'a'], must: 'y' } } },
      { old: { spec: { list: ['long!', 'a'], must: 'x' } }, object: { spec: { list: ['long!', 'b'], must: 'x' } } },
      { old: { spec: { set: ['long!', 'a'], must: 'x' } }, object: { spec: { set: ['long!', 'b'], must: 'x' } } },
      { old: { spec: { set: ['a', 'a'], must: 'x' } }, object: { spec: { set: ['a', 'a'], must: 'y' } } },
      { old: { spec: { set: ['a', 'a'], must: 'x' } }, object: { spec: { set: ['b', 'b', 'c', 'c'], must: 'x' } } },
      { old: { spec: { set: ['a'], must: 'x' } }, object: { spec: { set: ['a', 'a'], must: 'x' } } },
      {
        old: {
          spec: {
            map: [
              { name: 'p', v: 9, w: 1 },
              { name: 'q', v: 9 },
            ],
            must: 'x',
          },
        },
        object: {
          spec: {
            map: [
              { name: 'q', v: 9 },
              { name: 'p', v: 9, w: 2 },
            ],
            must: 'x',
          },
        },
      },
      {
        old: { spec: { map: [{ name: 'p', v: 9 }], must: 'x' } },
        object: {
          spec: {
            map: [
              { name: 'r', v: 9 },
              { name: 'p', v: 9 },
            ],
            must: 'x',
          },
        },
      },
      {
        old: { spec: { map: [{ name: 'p', v: 9 }], must: 'x' } },
        object: { spec: { map: [{ name: 'p', v: 8 }], must: 'x' } },
      },
      { old: { spec: { keyed: { a: 9, b: 9 }, must: 'x' } }, object: { spec: { keyed: { a: 9, b: 8 }, must: 'x' } } },
      { old: { spec: { open: { x: 1, y: 2 }, must: 'x' } }, object: { spec: { open: { x: 1, y: 2 }, must: 'y' } } },
      { old: { spec: { one: 50, must: 'x' } }, object: { spec: { one: 50, must: 'y' } } },
      { old: { spec: { one: 50, must: 'x' } }, object: { spec: { one: 51, must: 'x' } } },
      {
        old: { spec: { junctor: { x: 9, y: 1 }, must: 'x' } },
        object: { spec: { junctor: { x: 9, y: 2 }, must: 'x' } },
      },
      {
        old: { spec: { junctor: { x: 9, y: 1 }, must: 'x' } },
        object: { spec: { junctor: { x: 9, y: 1 }, must: 'y' } },
      },
      { old: { spec: { mode: 'z', must: 'x' } }, object: { spec: { mode: 'z', must: 'y' } } },
      { old: { spec: { mode: 'z', must: 'x' } }, object: { spec: { mode: 'y', must: 'x' } } },
      { old: { spec: { a: 5, must: 'x' } }, object: { spec: { a: 5, must: 'y' } } },
      { old: { spec: {} }, object: { spec: {} } },
      { old: { spec: {} }, object: { spec: { other: 1 } } },
    ],
  },
  {
    name: 'ratcheting by several keys',
    schema: specOf({
      ports: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            port: { type: 'integer' },
            protocol: { type: 'string', default: 'TCP' },
            v: { type: 'integer', maximum: 5 },
          },
          required: ['port'],
        },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['port', 'protocol'],
      },
      nested: {
        type: 'object',
        properties: {
          deep: { type: 'object', properties: { a: { type: 'string', pattern: '^x' }, b: { type: 'string' } } },
        },
      },
    }),
    updates: [
      {
        old: {
          spec: {
            ports: [
              { port: 1, v: 9 },
              { port: 1, protocol: 'UDP', v: 9 },
            ],
          },
        },
        object: {
          spec: {
            ports: [
              { port: 1, protocol: 'UDP', v: 9 },
              { port: 1, v: 8 },
            ],
          },
        },
      },
      { old: { spec: { ports: [{ port: 1, v: 9 }] } }, object: { spec: { ports: [{ port: 2, v: 9 }] } } },
      {
        old: { spec: { nested: { deep: { a: 'y', b: '1' } } } },
        object: { spec: { nested: { deep: { a: 'y', b: '2' } } } },
      },
      {
        old: { spec: { nested: { deep: { a: 'y', b: '1' } } } },
        object: { spec: { nested: { deep: { a: 'z', b: '1' } } } },
      },
    ],
  },
];
