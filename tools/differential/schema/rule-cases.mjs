/**
 * Schemas with rules to ask a real server about: rules of all kinds on one object, rules that are refused, rules around the limits
 * of what they may cost, and updates. Each is a definition of its own.
 */
import { Random } from './random.mjs';
import { randomSchema, randomValue } from './random-schema.mjs';

/**
 * @typedef {Record<string, unknown>} Json
 * @typedef {import('./cases.mjs').SchemaCase} SchemaCase
 * @typedef {import('./cases.mjs').UpdateCase} UpdateCase
 * @typedef {string | { rule: string, [key: string]: unknown }} Rule
 */

/** A schema with rules. @param {Json} schema @param {Rule[]} rules @returns {Json} */
const ruled = (schema, ...rules) => ({
  ...schema,
  'x-kubernetes-validations': rules.map((rule) => (typeof rule === 'string' ? { rule } : rule)),
});

/** @param {unknown} spec @returns {Json} */
const inSpec = (spec) => ({ type: 'object', properties: { spec } });

/** @param {unknown[]} values @returns {Json[]} */
const specs = (...values) => values.map((spec) => ({ spec }));

/** @param {Json} properties @param {Json} [more] @returns {Json} */
const object = (properties, more = {}) => ({ type: 'object', properties, ...more });

/** @param {Json} items @param {Json} [more] @returns {Json} */
const list = (items, more = {}) => ({ type: 'array', items, ...more });

/** @param {Json} values @param {Json} [more] @returns {Json} */
const map = (values, more = {}) => ({ type: 'object', additionalProperties: values, ...more });

const integer = { type: 'integer' };
const number = { type: 'number' };
const bool = { type: 'boolean' };
/** @param {number} [maxLength] @returns {Json} */
const string = (maxLength = 30) => ({ type: 'string', maxLength });
const embedded = { 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true };
/** @param {...string} keys @returns {Json} */
const keyed = (...keys) => ({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys });

const port = object({ name: string(), number: integer, host: string(), weight: number }, { required: ['name'] });

/** A schema with something of everything. */
const everything = object({
  name: string(),
  mode: { type: 'string', enum: ['fast', 'slow'] },
  min: integer,
  max: integer,
  ratio: number,
  on: bool,
  port: { 'x-kubernetes-int-or-string': true, maxLength: 10 },
  created: { type: 'string', format: 'date-time' },
  day: { type: 'string', format: 'date' },
  timeout: { type: 'string', format: 'duration' },
  blob: { type: 'string', format: 'byte', maxLength: 40 },
  namespace: string(),
  'x-dash.dot/slash': string(),
  under__score: string(),
  'not an identifier': string(),
  words: list(string(), { maxItems: 8 }),
  numbers: list(integer, { maxItems: 8 }),
  set: list(string(), { maxItems: 8, 'x-kubernetes-list-type': 'set' }),
  ports: list(port, { maxItems: 8, ...keyed('name') }),
  labels: map(string(), { maxProperties: 8 }),
  counts: map(integer, { maxProperties: 8 }),
  nested: object({ deep: object({ value: integer }) }),
  nullable: { ...string(), nullable: true },
  open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  any: { 'x-kubernetes-preserve-unknown-fields': true },
});

const full = {
  name: 'web-01',
  mode: 'fast',
  min: 1,
  max: 5,
  ratio: 0.5,
  on: true,
  port: '80%',
  created: '2026-01-01T00:00:00Z',
  day: '2026-02-03',
  timeout: '5m',
  blob: 'aGVsbG8=',
  namespace: 'ns',
  'x-dash.dot/slash': 'd',
  under__score: 'u',
  'not an identifier': 'n',
  words: ['a', 'b', 'c'],
  numbers: [3, 1, 2],
  set: ['x', 'y'],
  ports: [
    { name: 'http', number: 80, host: '10.0.0.1', weight: 1 },
    { name: 'https', number: 443, weight: 2.5 },
  ],
  labels: { app: 'web', tier: 'front' },
  counts: { a: 1, b: 2 },
  nested: { deep: { value: 7 } },
  nullable: null,
  open: { known: 1 },
  any: [1, { a: 2 }],
};

const other = {
  name: 'db',
  mode: 'slow',
  min: 9,
  max: 2,
  ratio: 7,
  on: false,
  port: 8080,
  created: '2026-06-01T12:30:00.5+02:00',
  day: '2020-02-29',
  timeout: '1h30m',
  blob: '',
  words: [],
  numbers: [1, 1],
  set: [],
  ports: [],
  labels: {},
  counts: { x: -1 },
  nested: {},
  nullable: 'set',
};

/** Rules over `everything`. @type {string[]} */
const expressions = [
  'self.min <= self.max',
  'self.min + 1 <= 10 && self.max * 2 == 10',
  'self.max / (self.min - 1) > 0',
  'self.ratio < 1.0 || self.ratio > 5.0',
  'self.ratio < 1 && self.min > 0.5',
  'double(self.min) / 2.0 == self.ratio',
  "self.name.startsWith('web') && self.name.size() < 10",
  "self.name.matches('^[a-z]+-[0-9]+$')",
  "self.name.matches('(?i)^WEB-[[:digit:]]+$')",
  "self.name.find('[0-9]+') == '01'",
  "self.name.split('-').size() == 2",
  "self.name.upperAscii() == 'WEB-01' && self.name.replace('web', 'db') == 'db-01'",
  "self.name.substring(0, 3) == 'web' && self.name.charAt(3) == '-'",
  "'%s-%d'.format([self.name, self.min]) == 'web-01-1'",
  "self.mode == 'fast' || self.mode == 'medium'",
  "self.mode in ['fast', 'medium']",
  'self.on ? self.min < self.max : self.min > self.max',
  "type(self.port) == string ? self.port.endsWith('%') : self.port > 80",
  'type(self.port) == int && self.port < 100',
  'self.port > 80',
  "self.created < timestamp('2026-03-01T00:00:00Z')",
  "self.created + duration('24h') > timestamp('2026-01-01T12:00:00Z')",
  'self.created.getFullYear() == 2026 && self.created.getMonth() == 0',
  "self.created.getHours('Europe/Berlin') == 1",
  "self.day == timestamp('2026-02-03T00:00:00Z')",
  "self.timeout <= duration('10m')",
  'self.timeout.getMinutes() == 5',
  "self.blob == b'hello' || size(self.blob) == 0",
  "self.__namespace__ == 'ns'",
  "self.namespace == 'ns'",
  "self.x__dash__dash__dot__dot__slash__slash == 'd'",
  "self.under__underscores__score == 'u'",
  'has(self.__namespace__)',
  'has(self.nullable)',
  "has(self.nullable) && self.nullable == 'set'",
  'has(self.nested.deep) && self.nested.deep.value > 1',
  'self.nested.deep.value > 1',
  'self.?nested.?deep.?value.orValue(10) == 7',
  "self.labels[?'zone'].orValue('none') == 'none'",
  "self.labels['app'] == 'web'",
  "'app' in self.labels && self.labels.app == 'web'",
  "self.labels.all(k, k.size() < 5 && self.labels[k] != '')",
  'self.counts.all(k, v, v > 0)',
  'self.counts.transformList(k, v, v * 2).sum() == 6',
  "self.counts.exists_one(k, k == 'a')",
  'self.counts.transformMap(k, v, v + 1).all(k, v, v > 1)',
  'self.words.all(w, w.size() == 1)',
  "self.words.exists(w, w == 'b')",
  "self.words.filter(w, w != 'a').size() == 2",
  "self.words.map(w, w + '!').join(',') == 'a!,b!,c!'",
  'self.words[1] == self.words[0]',
  'self.words == self.words && self.words.size() > 0',
  "self.words.isSorted() && self.words.indexOf('b') == 1",
  'self.numbers.sum() == 6 && self.numbers.min() == 1 && self.numbers.max() == 3',
  'self.numbers.isSorted()',
  'self.numbers.sort() == [1, 2, 3]',
  'self.numbers.distinct().size() == self.numbers.size()',
  "self.set + ['x'] == self.set",
  "sets.contains(self.set, ['x']) && !sets.intersects(self.set, ['z'])",
  "'x' in self.set",
  "self.ports.exists(p, p.name == 'http' && p.number < 100)",
  'self.ports.all(p, !has(p.host) || isIP(p.host))',
  'self.ports.all(p, has(p.host) && ip(p.host).family() == 4)',
  "self.ports.filter(p, p.name == 'http')[0].number == 80",
  'self.ports.map(p, p.weight).sum() == 3.5',
  'self.ports == self.ports && self.ports.size() == 2',
  "isURL('https://' + self.name) && url('https://example.com:80/a').getPort() == '80'",
  "quantity('1Gi').isGreaterThan(quantity('512Mi')) && isQuantity(self.name)",
  "semver('1.2.3').isLessThan(semver('1.10.0')) && isSemver(self.name)",
  "cidr('10.0.0.0/8').containsIP('10.1.2.3') && isCIDR(self.name)",
  '!format.dns1123Label().validate(self.name).hasValue()',
  "self.name == 'x' || 1 / 0 == 1 || true",
  'self.open == self.open',
  'true || self.min == self.max',
  '[1, 2, 3].exists(x, x == self.min)',
  "{'a': 1, 'b': 2}.exists(k, k == 'a')",
  'size(self.name) + size(self.words) + size(self.labels) > 3',
  'self.max - self.min >= 0 && -self.min < 0 && self.max % 2 == 1',
  'int(self.ratio) == 0 && string(self.min) == "1"',
  'uint(self.max) > 1u',
  'self == self',
  'dyn(self.name) == dyn(self.min)',
  'self.words.all(w, self.set.exists(s, s != w))',
  'has(self.name) && has(self.labels.app)',
  'self.min == self.max ? false : self.name.contains("-")',
];

/** @type {SchemaCase[]} */
const onEverything = expressions.map((rule) => ({
  name: `rule ${rule}`,
  schema: inSpec(ruled(everything, rule)),
  objects: specs(full, other, {}),
}));

/** Rules that say something about their failures. @type {[string, Rule][]} */
const words = [
  ['a message', { rule: 'self.n > 1', message: ' too small ' }],
  ['a rule of several lines', { rule: 'self.n >\n 1', message: 'too small' }],
  ['spaces around a rule', '   self.n > 1   '],
  ['messageExpression', { rule: 'self.n > 1', messageExpression: "self.s + ' is small'" }],
  ['both', { rule: 'self.n > 1', message: 'm', messageExpression: "self.s + ' is small'" }],
  ['an empty messageExpression value', { rule: 'self.n > 1', message: 'm', messageExpression: "'  '" }],
  [
    'a line break in the message made',
    { rule: 'self.n > 1', message: 'm', messageExpression: "self.s + '\\n' + self.s" },
  ],
  ['a long message made', { rule: 'self.n > 1', message: 'm', messageExpression: `'${'x'.repeat(5130)}'` }],
  ['a message of 5120 bytes', { rule: 'self.n > 1', message: 'm', messageExpression: `'${'x'.repeat(5120)}'` }],
  ['a messageExpression that fails', { rule: 'self.n > 1', messageExpression: "self.list[5] + 'x'" }],
  ['a messageExpression that reads oldSelf', { rule: 'self.n > 1', messageExpression: 'oldSelf.s' }],
  ['reason Forbidden', { rule: 'self.n > 1', reason: 'FieldValueForbidden' }],
  ['reason Required', { rule: 'self.n > 1', reason: 'FieldValueRequired', message: 'm' }],
  ['reason Duplicate', { rule: 'self.n > 1', reason: 'FieldValueDuplicate', message: 'm' }],
  ['reason Invalid', { rule: 'self.n > 1', reason: 'FieldValueInvalid', message: 'm' }],
  ['fieldPath', { rule: 'self.n > 1', fieldPath: '.n' }],
  ['fieldPath of something deep', { rule: 'self.n > 1', fieldPath: '.o.p', reason: 'FieldValueRequired' }],
  ['fieldPath of a map', { rule: 'self.n > 1', fieldPath: ".map['a.b']" }],
  ['fieldPath in brackets', { rule: 'self.n > 1', fieldPath: "['x.y']" }],
  [
    'fieldPath of a field without messageExpression value',
    { rule: 'self.n > 1', fieldPath: '.n', messageExpression: "''" },
  ],
];

/** @type {SchemaCase[]} */
const withWords = words.map(([name, rule]) => ({
  name,
  schema: inSpec(
    ruled(
      object({
        n: integer,
        s: string(),
        list: list(string(), { maxItems: 3 }),
        map: map(string(), { maxProperties: 3 }),
        o: object({ p: integer }),
        'x.y': integer,
      }),
      rule,
    ),
  ),
  objects: specs({ n: 2, s: 'a' }, { n: 1, s: 'a', list: [] }, { s: 'a' }),
}));

/** @type {SchemaCase[]} */
const places = [
  {
    name: 'rules at every level',
    schema: inSpec(
      ruled(
        object({
          list: list(ruled(string(), "self != 'x'"), { maxItems: 5 }),
          map: map(ruled(string(), "self != 'x'"), { maxProperties: 5 }),
          'odd name': ruled(string(), "self != 'x'"),
          namespace: ruled(string(), "self != 'x'"),
          lists: list(list(ruled(integer, 'self > 0'), { maxItems: 3 }), { maxItems: 3 }),
        }),
        'has(self.list)',
      ),
    ),
    objects: specs(
      { list: ['a', 'x'], map: { k: 'x' }, 'odd name': 'x', namespace: 'x', lists: [[1], [2, 0]] },
      { map: {} },
      { list: [] },
    ),
  },
  {
    name: 'the root of a resource',
    schema: ruled(object({}), "self.metadata.name == 'probe' && self.kind != '' && self.apiVersion.endsWith('/v1')", {
      rule: '!has(self.metadata.generateName)',
    }),
    objects: [{}, { metadata: { name: 'other' } }, { metadata: { name: 'x', generateName: 'a-' } }],
  },
  {
    name: 'the root with a restricted name',
    schema: ruled(
      object({ metadata: object({ name: { type: 'string', maxLength: 8 } }) }),
      'self.metadata.name.size() < 5',
    ),
    objects: [{}, { metadata: { name: 'four' } }, { metadata: { name: 'much-too-long' } }],
  },
  {
    name: 'a rule on the metadata',
    schema: object({ metadata: ruled(object({ name: string(20) }), "self.name != 'probe'") }),
    objects: [{}, { metadata: { name: 'other' } }],
  },
  {
    name: 'an embedded resource',
    schema: inSpec(ruled({ type: 'object', ...embedded }, "self.kind == 'Pod' && self.metadata.name.startsWith('a')")),
    objects: specs(
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } },
      { apiVersion: 'v1', kind: 'Node', metadata: { name: 'b' } },
      { apiVersion: 'v1', kind: 'Pod' },
      { kind: 'Pod' },
    ),
  },
  {
    name: 'embedded resources in a list, with fields of their own',
    schema: inSpec(
      list(
        {
          ...ruled(object({ spec: object({ n: integer }) }), 'has(self.metadata.name) && self.spec.n > 1'),
          'x-kubernetes-embedded-resource': true,
        },
        { maxItems: 4 },
      ),
    ),
    objects: specs(
      [{ apiVersion: 'v1', kind: 'A', metadata: { name: 'a' }, spec: { n: 1 } }],
      [{ apiVersion: 'v1', kind: 'A', metadata: { generateName: 'a' }, spec: { n: 2 } }],
    ),
  },
  {
    name: 'null and absent',
    schema: inSpec(
      ruled(
        object({
          a: { ...ruled(string(), "self == 'a'"), nullable: true },
          l: list({ ...string(), nullable: true }, { maxItems: 3 }),
        }),
        '!has(self.a)',
        'self.l.size() < 2',
      ),
    ),
    objects: specs({ a: null, l: [null] }, { a: 'a', l: [] }, { a: 'b', l: ['x'] }),
  },
  {
    name: 'rules beside other problems',
    schema: inSpec(
      ruled(
        object(
          {
            n: { ...integer, maximum: 5 },
            s: { ...string(5), minLength: 2, pattern: '^a' },
            e: { type: 'string', enum: ['x', 'y'] },
            set: list(string(), { maxItems: 3, 'x-kubernetes-list-type': 'set' }),
            l: list(integer, { maxItems: 2, minItems: 1 }),
          },
          { required: ['n'] },
        ),
        'self.n > 1',
      ),
    ),
    objects: specs(
      { n: 9, s: 'a' },
      { n: 1, s: 'bbb' },
      { n: 1, s: 'aaaaaaa' },
      { n: 1, e: 'z' },
      { n: 1, set: ['a', 'a'] },
      { n: 1, l: [] },
      { n: 1, l: [1, 2, 3] },
      { s: 'aa' },
      { n: 'x' },
      { n: 1 },
    ),
  },
  {
    name: 'several rules that fail, in their order',
    schema: inSpec(ruled(object({ n: ruled(integer, 'self > 1', 'self > 2') }), 'self.n > 3', 'self.n > 4')),
    objects: specs({ n: 0 }, { n: 3 }, { n: 5 }),
  },
  {
    name: 'rules of unknown fields',
    schema: inSpec(ruled({ ...object({ a: integer }), 'x-kubernetes-preserve-unknown-fields': true }, 'self.a > 0')),
    objects: specs({ a: 1, b: 2 }, { a: 0, b: 'x' }),
  },
  {
    name: 'int-or-string',
    schema: inSpec(ruled({ 'x-kubernetes-int-or-string': true }, 'type(self) == int ? self > 1 : self == "a"')),
    objects: specs(1, 2, 'a', 'b'),
  },
  {
    name: 'int-or-string that is not guarded',
    schema: inSpec(ruled({ 'x-kubernetes-int-or-string': true }, 'self > 1')),
    objects: specs(1, 2, 'a'),
  },
  {
    name: 'numbers that are integers, and large ones',
    schema: inSpec(ruled(object({ i: integer, n: number }), 'self.i < 9007199254740993', 'self.n == 1.0')),
    objects: specs({ i: 1, n: 1 }, { i: 9007199254740991, n: 1.5 }),
  },
  {
    name: 'transition rules do not hold for new objects',
    schema: inSpec(ruled(integer, 'self == oldSelf')),
    objects: specs(1),
  },
  {
    name: 'optionalOldSelf holds for new objects',
    schema: inSpec(
      ruled(
        integer,
        { rule: 'oldSelf.hasValue() || self > 1', optionalOldSelf: true },
        {
          rule: 'oldSelf.orValue(5) == 5',
          optionalOldSelf: true,
        },
      ),
    ),
    objects: specs(1, 2),
  },
  {
    name: 'a rule that costs too much when it runs',
    schema: inSpec(ruled(list(string(1), { maxItems: 1200 }), 'self.all(x, self.all(y, x == y))', 'false')),
    objects: specs(
      Array.from({ length: 1200 }, () => 'x'),
      ['x'],
    ),
  },
  {
    name: 'rules that cost too much together when they run',
    schema: inSpec(
      list(
        ruled(
          list(string(1), { maxItems: 400 }),
          'self.all(x, self.all(y, x == y))',
          'self.all(x, self.all(y, y == x))',
        ),
        { maxItems: 10 },
      ),
    ),
    objects: specs(
      Array.from({ length: 10 }, () => Array.from({ length: 400 }, () => 'x')),
      [['x', 'y']],
    ),
  },
  {
    name: 'the status',
    schema: object({ status: ruled(object({ n: integer }), 'self.n > 1') }),
    objects: [{ status: { n: 1 } }, { status: { n: 2 } }],
  },
];

/** Rules that a definition is refused for. @type {[string, Json][]} */
const refused = [
  ...[
    'self.nope > 1',
    'self.min >',
    'self.min > 1 &&',
    '(self.min',
    'self.min)',
    'self.min > "1"',
    "self.name + 1 == 'a'",
    'self.min == self.name',
    'self.name.nope()',
    'nope(self.name)',
    'nope.field == 1',
    'self',
    'self.min',
    'self.name',
    '1',
    'null',
    '[true]',
    'self.on ? 1 : 2',
    'self.port',
    'dyn(true)',
    'self.any == 1',
    'self.open.known == 1',
    'has(self)',
    'has(self.nope)',
    "has(self['name'])",
    'self.words.all(1, true)',
    'self.words.all(w)',
    'self.words.all(w, w)',
    'self.words.nope(w, true)',
    'self.labels.all(k, v, w, true)',
    "self.ports['a'] == 1",
    'self.words["a"] == "a"',
    'self.labels[1] == "a"',
    '[1, "a"].size() == 2',
    "{'a': 1, 'b': 'c'}.size() == 2",
    "self.name.matches('(')",
    "self.name.matches('a**')",
    "timestamp('x') == self.created",
    "duration('x') == self.timeout",
    "int('x') == 1",
    "quantity('x').sign() == 1",
    "ip('x').family() == 4",
    "semver('x').major() == 1",
    '9223372036854775808 > 1',
    "'a' == b'a'",
    "'unterminated",
    "self.name == 'a' // comment",
    'self.name == `a`',
    'self.`x-dash.dot/slash` == "d"',
    'for == 1',
    'true || self.x.y.z',
    'self.min = 1',
    'self.min == 1; true',
    'self.words.map(w, w == "a", w)',
    'self.created == self.timeout',
    'self.created + 1 == self.created',
    'oldSelf.hasValue()',
    'cel.bind(x, self.min, x > 1)',
    'math.greatest(1, 2) == 2',
    "authorizer.group('').resource('pods').check('get').allowed()",
    'object.spec == self',
    'request.name == "a"',
    'Self{}.min == 1',
    'self.ports.exists(p, p.nope == 1) && self.nope',
    "self.name.format([1]) == 'a'",
    "'%d'.format(['a']) == 'a'",
    "'%q'.format([1]) == 'a'",
    'self.ratio == 1 && self.ratio + 1 == 2.0',
    'self.min + self.ratio == 1.0',
    'self.?name == "a"',
    'optional.of(1)',
    'self.name.replace("a") == "b"',
    `${'('.repeat(300)}true${')'.repeat(300)}`,
    `${'!'.repeat(40)}true && ${'self.on && '.repeat(60)}self.nope`,
  ].map((rule) => /** @type {[string, Json]} */ ([`rule ${rule.slice(0, 60)}`, inSpec(ruled(everything, rule))])),
  ['messageExpression that is no text', inSpec(ruled(integer, { rule: 'self > 1', messageExpression: 'self' }))],
  [
    'messageExpression with an unknown field',
    inSpec(ruled(object({ a: string() }), { rule: 'true', messageExpression: 'self.b' })),
  ],
  ['messageExpression with a syntax error', inSpec(ruled(integer, { rule: 'self > 1', messageExpression: '"a' }))],
  [
    'messageExpression that costs too much',
    inSpec(ruled(list({ type: 'string' }), { rule: 'self.size() > 1', messageExpression: "self.join(',')" })),
  ],
  [
    'messageExpression with a number made text',
    inSpec(ruled(integer, { rule: 'self > 1', messageExpression: "'only ' + string(self)" })),
  ],
  ['messageExpression beside a bad rule', inSpec(ruled(integer, { rule: 'self', messageExpression: '1' }))],
  ['messageExpression of spaces', inSpec(ruled(integer, { rule: 'self > 1', messageExpression: '  ' }))],
  ['an empty rule', inSpec(ruled(integer, ' '))],
  ['an unknown reason', inSpec(ruled(integer, { rule: 'self > 1', reason: 'Bad' }))],
  ['a message of several lines', inSpec(ruled(integer, { rule: 'self > 1', message: 'a\nb' }))],
  ['a rule of several lines without a message', inSpec(ruled(integer, 'self\n> 1'))],
  ['an unknown fieldPath', inSpec(ruled(object({ a: integer }), { rule: 'self.a > 1', fieldPath: '.b' }))],
  [
    'a fieldPath of an element',
    inSpec(ruled(object({ a: list(integer) }), { rule: 'self.a.size() > 1', fieldPath: '.a[0]' })),
  ],
  ['a fieldPath with a bad escape', inSpec(ruled(map(string()), { rule: 'true', fieldPath: String.raw`['\q']` }))],
  ['a fieldPath without a dot', inSpec(ruled(object({ a: integer }), { rule: 'self.a > 1', fieldPath: 'a' }))],
  ['optionalOldSelf without oldSelf', inSpec(ruled(integer, { rule: 'self > 1', optionalOldSelf: true }))],
  ['optionalOldSelf false without oldSelf', inSpec(ruled(integer, { rule: 'self > 1', optionalOldSelf: false }))],
  [
    'optionalOldSelf, and oldSelf used as a plain value',
    inSpec(ruled(integer, { rule: 'self > oldSelf', optionalOldSelf: true })),
  ],
  ['oldSelf in a list', inSpec(list(ruled(integer, 'self > oldSelf'), { maxItems: 3 }))],
  [
    'oldSelf in a set',
    inSpec(list(ruled(integer, 'self > oldSelf'), { maxItems: 3, 'x-kubernetes-list-type': 'set' })),
  ],
  [
    'oldSelf deep in a list',
    inSpec(
      list(
        object({
          a: list(object({ b: ruled(integer, 'self > oldSelf') }, { required: ['b'] }), { maxItems: 3, ...keyed('b') }),
        }),
        { maxItems: 3 },
      ),
    ),
  ],
  [
    'rules of a schema with another problem',
    object({ spec: ruled(object({ a: { type: 'integer', default: 'x' } }), 'self.b') }),
  ],
  [
    'rules beside another problem',
    object({ a: ruled(integer, 'self.b'), b: { type: 'array', items: integer, uniqueItems: true } }),
  ],
  [
    'rules above another problem',
    inSpec(ruled(object({ b: { type: 'array', items: integer, uniqueItems: true } }), 'self.c')),
  ],
  ['rules in allOf', inSpec({ ...object({ a: integer }), allOf: [{ properties: { a: ruled({}, 'self > 1') } }] })],
  ['rules in anyOf', inSpec({ ...object({ a: integer }), anyOf: [ruled({}, 'self.a > 1')] })],
  ['rules of an untyped field', inSpec(object({ a: ruled({ 'x-kubernetes-preserve-unknown-fields': true }, 'true') }))],
  [
    'rules of an untyped field below rules',
    inSpec(ruled(object({ a: ruled({ 'x-kubernetes-preserve-unknown-fields': true }, 'true') }), 'true')),
  ],
  ['a default that breaks a rule', inSpec(object({ a: { ...ruled(integer, 'self > 1'), default: 1 } }))],
  [
    'a default that breaks a rule with optionalOldSelf',
    inSpec(object({ a: { ...ruled(integer, { rule: 'oldSelf.hasValue()', optionalOldSelf: true }), default: 1 } })),
  ],
  [
    'a default that keeps a rule',
    inSpec(object({ a: { ...ruled(integer, 'self > 1', 'self >= oldSelf'), default: 2 } })),
  ],
  ['a default whose rule does not compile', inSpec(object({ a: { ...ruled(integer, 'self.b'), default: 2 } }))],
  [
    'a default of an object that breaks the rule of a part',
    inSpec({ ...object({ a: ruled(integer, 'self > 1') }), default: { a: 1 } }),
  ],
  [
    'several bad rules',
    inSpec(ruled(object({ a: ruled(integer, 'self.x', 'self'), b: ruled(string(), 'self > 1') }), 'self.c', 'self.d')),
  ],
];

/** Rules near the limits of costs: the schema without a limit, and with ever smaller ones. @type {[string, Json][]} */
const costs = [
  ...[undefined, 5000, 1000, 500, 300, 100, 10].flatMap((maxItems) => {
    const limits = maxItems === undefined ? {} : { maxItems };
    return /** @type {[string, Json][]} */ ([
      [`all in all of ${maxItems}`, inSpec(ruled(list(string(20), limits), 'self.all(x, self.all(y, x == y))'))],
      [`a rule on elements of ${maxItems}`, inSpec(list(ruled({ type: 'string' }, "self.matches('^a*$')"), limits))],
      [
        `elements of elements of ${maxItems}`,
        inSpec(list(list(ruled(string(100), "self.contains('abc')"), limits), limits)),
      ],
      [
        `isSorted, sum and distinct of ${maxItems}`,
        inSpec(
          ruled(
            list(integer, limits),
            'self.isSorted() && self.sum() > 1 && self.distinct().size() > 1 && self.sort() == self',
          ),
        ),
      ],
      [
        `maps of ${maxItems}`,
        inSpec(
          ruled(
            map(
              object({ a: string(50), b: list(string(5), limits) }, { required: ['a'] }),
              maxItems === undefined ? {} : { maxProperties: maxItems },
            ),
            "self.all(k, self[k].a != k && self[k].b.all(x, x.startsWith('a')))",
          ),
        ),
      ],
      [`an unlimited map of elements of ${maxItems}`, inSpec(map(ruled(list(integer, limits), 'self.all(x, x > 0)')))],
      [
        `objects of ${maxItems}`,
        inSpec(
          ruled(
            list(port, { ...limits, ...keyed('name') }),
            'self.all(p, self.exists_one(q, q.name == p.name && q.host == p.host)) && self == oldSelf',
          ),
        ),
      ],
    ]);
  }),
  [
    'eight rules that are too expensive together',
    inSpec(
      object(
        Object.fromEntries(
          ['a', 'b', 'c', 'd'].map((name, at) => [
            name,
            ruled(
              list(string(20), { maxItems: 700 + 30 * at }),
              ...Array.from({ length: 5 }, () => 'self.all(x, self.all(y, x == y))'),
            ),
          ]),
        ),
      ),
    ),
  ],
  [
    'a messageExpression that is too expensive together with others',
    inSpec(
      ruled(
        list(string(20), { maxItems: 900 }),
        ...Array.from({ length: 11 }, () => ({ rule: 'self.all(x, self.all(y, x == y))', messageExpression: "'a'" })),
      ),
    ),
  ],
  [
    'strings of unlimited length',
    inSpec(
      ruled(
        object({ a: { type: 'string' }, b: { type: 'string' } }),
        'self.a + self.b == self.b + self.a',
        "self.a.split('').size() > 1",
        "self.a.replace('a', self.b) == 'c'",
      ),
    ),
  ],
  [
    'strings of formats',
    inSpec(
      ruled(
        object({ a: { type: 'string', format: 'date-time' }, l: list({ type: 'string', format: 'duration' }) }),
        "self.l.all(x, x > duration('1s'))",
        'self.a == oldSelf.a',
      ),
    ),
  ],
  [
    'strings of an enum',
    inSpec(ruled(list({ type: 'string', enum: ['a', 'bb'] }), 'self.all(x, x.matches("^a+b+$"))')),
  ],
  ['bytes', inSpec(ruled(list({ type: 'string', format: 'byte', maxLength: 100 }), "self.all(x, x != b'a')"))],
  [
    'int-or-string with a length',
    inSpec(ruled(list({ 'x-kubernetes-int-or-string': true, maxLength: 5 }), "self.all(x, string(x).matches('a'))")),
  ],
  [
    'int-or-string without a length',
    inSpec(ruled(list({ 'x-kubernetes-int-or-string': true }, { maxItems: 10 }), "self.all(x, x == 'a')")),
  ],
  [
    'required fields make elements larger',
    inSpec(
      list(
        ruled(
          object(
            { aVeryLongNameOfAField: string(5), another: integer },
            { required: ['aVeryLongNameOfAField', 'another'] },
          ),
          "self.aVeryLongNameOfAField.startsWith('abcdefghij') && self.another > 1 && self.another < 100",
        ),
      ),
    ),
  ],
  [
    'a default makes elements no larger',
    inSpec(
      list(
        ruled(
          object(
            { aVeryLongNameOfAField: { ...string(5), default: '' }, another: integer },
            { required: ['aVeryLongNameOfAField', 'another'] },
          ),
          "self.aVeryLongNameOfAField.startsWith('abcdefghij') && self.another > 1 && self.another < 100",
        ),
      ),
    ),
  ],
  ['a negative limit', inSpec(ruled(list(string(5), { maxItems: -1 }), 'self.all(x, self.all(y, x == y))'))],
  [
    'optional old values of unlimited lists',
    inSpec(
      ruled(object({ l: list({ type: 'string' }) }), {
        rule: 'oldSelf.optMap(o, o.l.all(x, x in self.l)).orValue(true)',
        optionalOldSelf: true,
      }),
    ),
  ],
  [
    'optional fields of unlimited lists',
    inSpec(ruled(object({ l: list({ type: 'string' }) }), "self.?l.orValue([]).all(x, x != 'a')")),
  ],
  [
    'optional old values of limited lists',
    inSpec(
      ruled(object({ l: list(string(5), { maxItems: 20 }) }), {
        rule: 'oldSelf.value().l.all(x, x in self.l)',
        optionalOldSelf: true,
      }),
    ),
  ],
  [
    'optional fields of old values',
    inSpec(
      ruled(object({ l: list(string(5), { maxItems: 20 }) }), {
        rule: 'oldSelf.?l.orValue([]).all(x, x in self.l)',
        optionalOldSelf: true,
      }),
    ),
  ],
];

/** @type {UpdateCase[]} */
export const ruleUpdates = [
  {
    name: 'transition rules everywhere',
    schema: inSpec(
      ruled(
        object({
          n: ruled(integer, 'self >= oldSelf'),
          map: map(ruled(integer, 'self >= oldSelf'), { maxProperties: 9 }),
          list: list(
            object({ k: string(), j: integer, n: ruled(integer, 'self >= oldSelf') }, { required: ['k', 'j'] }),
            { maxItems: 9, ...keyed('k', 'j') },
          ),
          plain: ruled(list(integer, { maxItems: 9 }), 'self.size() >= oldSelf.size()'),
          set: ruled(
            list(string(), { maxItems: 9, 'x-kubernetes-list-type': 'set' }),
            'oldSelf.all(x, x in self)',
            'self == oldSelf || self.size() > 2',
          ),
          nested: object({ a: object({ b: ruled(integer, 'self >= oldSelf') }) }),
          nullable: { ...ruled(string(), 'self == oldSelf'), nullable: true },
        }),
        '!has(oldSelf.n) || has(self.n)',
      ),
    ),
    updates: [
      { old: { spec: { n: 2 } }, object: { spec: { n: 1 } } },
      { old: { spec: { n: 2 } }, object: { spec: {} } },
      { old: { spec: {} }, object: { spec: { n: 1 } } },
      { old: {}, object: { spec: { n: 1 } } },
      { old: { spec: { map: { a: 1, b: 2 } } }, object: { spec: { map: { b: 1, c: 0 } } } },
      {
        old: {
          spec: {
            list: [
              { k: 'a', j: 1, n: 5 },
              { k: 'b', j: 1, n: 6 },
            ],
          },
        },
        object: {
          spec: {
            list: [
              { k: 'b', j: 1, n: 5 },
              { k: 'a', j: 2, n: 1 },
              { k: 'a', j: 1, n: 5 },
            ],
          },
        },
      },
      { old: { spec: { plain: [1, 2] } }, object: { spec: { plain: [1] } } },
      { old: { spec: { set: ['a', 'b'] } }, object: { spec: { set: ['b', 'a'] } } },
      { old: { spec: { set: ['a', 'b'] } }, object: { spec: { set: ['c'] } } },
      { old: { spec: { nested: { a: { b: 3 } } } }, object: { spec: { nested: { a: { b: 2 } } } } },
      { old: { spec: { nested: {} } }, object: { spec: { nested: { a: { b: 2 } } } } },
      { old: { spec: { nullable: null } }, object: { spec: { nullable: 'a' } } },
      { old: { spec: { nullable: 'b' } }, object: { spec: { nullable: 'a' } } },
    ],
  },
  {
    name: 'optional old values',
    schema: inSpec(
      ruled(
        object({
          n: ruled(integer, {
            rule: 'oldSelf.hasValue() ? self > oldSelf.value() : self == 1',
            optionalOldSelf: true,
            messageExpression: "'was ' + (oldSelf.hasValue() ? 'there' : 'not there')",
          }),
          l: map(ruled(string(), { rule: "oldSelf.orValue('') != 'b'", optionalOldSelf: true, message: 'm' }), {
            maxProperties: 3,
          }),
        }),
        {
          rule: 'oldSelf.?n.orValue(0) < 9',
          optionalOldSelf: true,
          messageExpression: "'old ' + (oldSelf.?n.hasValue() ? 'n' : 'none')",
        },
      ),
    ),
    updates: [
      { old: { spec: { n: 1 } }, object: { spec: { n: 2 } } },
      { old: { spec: { n: 2 } }, object: { spec: { n: 1 } } },
      { old: { spec: {} }, object: { spec: { n: 2 } } },
      { old: { spec: { n: 9 } }, object: { spec: { n: 10 } } },
      { old: { spec: { l: { x: 'b' } } }, object: { spec: { l: { x: 'b', y: 'c' } } } },
      { old: {}, object: { spec: { n: 3 } } },
    ],
  },
  {
    name: 'what an update has left alone',
    schema: inSpec(
      ruled(
        object({
          n: ruled(integer, 'self > 1', { rule: 'self > 2', message: 'more' }),
          s: ruled(string(), {
            rule: "self == 'a'",
            messageExpression: "self + ' is wrong'",
            reason: 'FieldValueForbidden',
          }),
          list: list(ruled(integer, 'self > 1'), { maxItems: 9 }),
          keyed: list(ruled(object({ k: string(), n: integer }, { required: ['k'] }), 'self.n > 1'), {
            maxItems: 9,
            ...keyed('k'),
          }),
          map: map(ruled(integer, 'self > 1'), { maxProperties: 9 }),
          other: string(),
          broken: ruled(list(integer, { maxItems: 2 }), 'self[1] > 0'),
          mixed: ruled(integer, 'self > 1', 'self > oldSelf'),
        }),
        { rule: 'self.n > 5', fieldPath: '.n' },
      ),
    ),
    updates: [
      { old: { spec: { n: 0 } }, object: { spec: { n: 0 } } },
      { old: { spec: { n: 0 } }, object: { spec: { n: 0, other: 'x' } } },
      { old: { spec: { n: 0 } }, object: { spec: { n: 1 } } },
      { old: { spec: { n: 9, s: 'b' } }, object: { spec: { n: 9, s: 'b', other: 'x' } } },
      { old: { spec: { n: 9, list: [0, 1] } }, object: { spec: { n: 9, list: [0, 1], other: 'x' } } },
      { old: { spec: { n: 9, list: [0, 1] } }, object: { spec: { n: 9, list: [0, 1, 2] } } },
      {
        old: {
          spec: {
            n: 9,
            keyed: [
              { k: 'a', n: 0 },
              { k: 'b', n: 0 },
            ],
          },
        },
        object: {
          spec: {
            n: 9,
            keyed: [
              { k: 'b', n: 0 },
              { k: 'a', n: 1 },
            ],
          },
        },
      },
      { old: { spec: { n: 9, map: { a: 0, b: 0 } } }, object: { spec: { n: 9, map: { b: 0, a: 1, c: 1 } } } },
      { old: { spec: { n: 9, broken: [1] } }, object: { spec: { n: 9, broken: [1], other: 'x' } } },
      { old: { spec: { n: 9, mixed: 1 } }, object: { spec: { n: 9, mixed: 1, other: 'x' } } },
      { old: { spec: { n: 9, mixed: 0 } }, object: { spec: { n: 9, mixed: 1 } } },
    ],
  },
  {
    name: 'an embedded resource that an update has left alone',
    schema: inSpec(
      object({
        pod: ruled(
          { type: 'object', ...embedded },
          "self.metadata.name != 'a'",
          'self.metadata.name == oldSelf.metadata.name',
        ),
        other: string(),
      }),
    ),
    updates: [
      {
        old: { spec: { pod: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } } } },
        object: { spec: { pod: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } }, other: 'x' } },
      },
      {
        old: { spec: { pod: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } } } },
        object: { spec: { pod: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'b' } } } },
      },
      {
        old: { spec: { pod: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } } } },
        object: { spec: { pod: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: {} } } },
      },
    ],
  },
  {
    name: 'rules at the root',
    schema: ruled(
      object({ spec: object({ n: integer }) }),
      'self.spec.n >= oldSelf.spec.n',
      "self.metadata.name.startsWith('old')",
      'self.spec.n < 9',
      "self.kind == 'X' || true",
    ),
    updates: [
      { old: { spec: { n: 2 } }, object: { spec: { n: 1 } } },
      { old: { spec: { n: 9 } }, object: { spec: { n: 9 } } },
      { old: { spec: { n: 9 } }, object: { spec: { n: 10 } } },
    ],
  },
];

const names = ['a', 'b', 'c'];

/** A rule that may fit a node. @param {Json} node @param {Random} random @returns {Rule} */
function randomRule(node, random) {
  const name = random.pick(names);
  const rule = random.pick(rulesFor(node, name));
  if (random.chance(0.7)) return rule;
  return {
    rule,
    ...(random.chance(0.5) && { message: 'no' }),
    ...(random.chance(0.3) && {
      reason: random.pick(['FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate']),
    }),
    ...(random.chance(0.3) && {
      messageExpression: random.pick(["'made'", "'a' + string(self)", 'self', `self.${name}`]),
    }),
    ...(random.chance(0.2) && { fieldPath: `.${name}` }),
  };
}

/** @param {Json} node @param {string} name @returns {string[]} */
function rulesFor(node, name) {
  switch (node['type']) {
    case 'string':
      return [
        "self != 'a'",
        'self.size() < 3',
        "self.matches('^[a-z]*$')",
        'self == oldSelf',
        "self < 'b'",
        'self.startsWith("a") || self.endsWith("c")',
      ];
    case 'integer':
      return [
        'self > 1',
        'self % 2 == 0',
        'self >= oldSelf',
        'self * self >= 0',
        '10 / self > 1',
        'double(self) < 2.5',
        'self in [1, 2, 3]',
      ];
    case 'number':
      return ['self > 1.5', 'self < 2', 'int(self) >= 0', 'self != oldSelf', 'self * 2.0 > self'];
    case 'boolean':
      return ['self', '!self', 'self == oldSelf', 'self || true'];
    case 'array':
      return [
        'self.size() < 2',
        'self.all(x, x == self[0])',
        'self.exists(x, x != self[0])',
        'self == oldSelf',
        'self.all(x, has(x.a))',
        'self.all(x, self.exists_one(y, y == x))',
        'self.isSorted()',
        'self + self == self',
        'self.map(x, x).size() == self.size()',
      ];
    case 'object':
      return [
        `has(self.${name})`,
        `!has(self.${name})`,
        `!has(self.${name}) || self.${name} == self.${name}`,
        `self.${name} == oldSelf.${name}`,
        `self.?${name}.hasValue()`,
        `self.${name} > 1`,
        `self.${name}.all(x, true)`,
        'self == self',
        "self.all(k, k != 'a')",
        `'${name}' in self`,
        'self.size() < 2',
        'self == oldSelf',
      ];
    default:
      return ['self == 1', 'type(self) == string', 'self > 1', "string(self) != 'a'"];
  }
}

/** Puts rules on some nodes of a schema. @param {Json} node @param {Random} random @returns {Json} */
function withRules(node, random) {
  const properties = /** @type {Record<string, Json> | undefined} */ (node['properties']);
  const items = /** @type {Json | undefined} */ (node['items']);
  const values = /** @type {Json | boolean | undefined} */ (node['additionalProperties']);
  const made = {
    ...node,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, withRules(part, random)])),
    }),
    ...(items && { items: withRules(items, random) }),
    ...(typeof values === 'object' && { additionalProperties: withRules(values, random) }),
    ...(node['type'] === 'array' &&
      random.chance(0.6) && { maxItems: 1 + random.below(random.chance(0.5) ? 5 : 2000) }),
    ...(node['type'] === 'string' && random.chance(0.6) && { maxLength: random.below(200) }),
  };
  const count = random.chance(0.4) ? 1 + random.below(2) : 0;
  return count === 0 ? made : ruled(made, ...Array.from({ length: count }, () => randomRule(made, random)));
}

/** Random schemas with rules. @param {number} count @param {number} seed @returns {SchemaCase[]} */
export function randomRuleCases(count, seed) {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, at) => {
    const spec = withRules(randomSchema(random), random);
    const objects = Array.from({ length: 4 }, () => ({ spec: randomValue(spec, random) }));
    return { name: `random rules ${at}`, schema: inSpec(spec), objects };
  });
}

/** @type {SchemaCase[]} */
export const ruleCases = [
  ...onEverything,
  ...withWords,
  ...places,
  ...[...refused, ...costs].map(([name, schema]) => ({ name, schema, objects: [] })),
];
