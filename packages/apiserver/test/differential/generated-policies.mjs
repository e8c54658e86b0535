/**
 * Policies, and requests to try under them, made of a seed: expressions over ConfigMaps that hold, do not hold, fail or cost, with variables, conditions,
 * messages and reasons around them. The same seed gives the same policies.
 */
import { Random } from '../../../../tools/differential/schema/random.mjs';

/** @typedef {Record<string, unknown>} Json */

/**
 * @typedef {object} GeneratedPolicy
 * @property {string} title
 * @property {{ spec: Json, binding: Json }[]} policies
 * @property {Record<string, string>[]} requests The data of ConfigMaps.
 */

const keys = ['a', 'b', 'c', 'd'];
const values = ['', '1', '2', 'x', 'long enough', '10.0.0.1', '2020-01-01T00:00:00Z', 'é ü', '1Gi', 'a,b,c'];
const maps = [
  { a: '1' },
  { a: '1', b: 'x' },
  { a: 'long enough', c: 'a,b,c' },
  { a: '10.0.0.1', b: '1Gi', c: '2' },
  { b: '2020-01-01T00:00:00Z', d: 'é ü' },
  { a: '', b: '', c: '', d: '' },
];

/** @param {Random} random @returns {string} An expression for a text. */
function text(random, depth = 2) {
  const key = random.pick(keys);
  const value = JSON.stringify(random.pick(values));
  const choices = [
    () => `object.data.${key}`,
    () => value,
    () => `object.metadata.name`,
    () => `object.metadata.labels['a']`,
    () => `request.operation`,
    () => `request.?subResource.orValue(${value})`,
    () => `object.data.?${key}.orValue(${value})`,
    () => `namespaceObject.status.phase`,
  ];
  const deeper = [
    () => `(${text(random, depth - 1)} + ${text(random, depth - 1)})`,
    () => `${text(random, depth - 1)}.upperAscii()`,
    () => `${text(random, depth - 1)}.replace('a', ${value})`,
    () => `(${test(random, depth - 1)} ? ${text(random, depth - 1)} : ${text(random, depth - 1)})`,
    () => `string(size(${text(random, depth - 1)}))`,
    () => `${text(random, depth - 1)}.split(',')[${random.below(3)}]`,
    () => `dyn(variables.v${random.below(3)})`,
  ];
  const made = random.pick(depth > 0 ? [...choices, ...deeper, ...deeper] : choices)();
  return made.startsWith('dyn(') ? `string(${made.slice(4, -1)})` : made;
}

/** @param {Random} random @returns {string} An expression for a bool. */
function test(random, depth = 2) {
  const key = random.pick(keys);
  const simple = [
    () => `has(object.data.${key})`,
    () => `object.data.${key} == ${JSON.stringify(random.pick(values))}`,
    () => `size(object.data) > ${random.below(4)}`,
    () => `object.data.all(k, object.data[k] != ${JSON.stringify(random.pick(values))})`,
    () => `object.data.exists(k, k == '${key}' && size(object.data[k]) > ${random.below(5)})`,
    () => `'${key}' in object.data`,
    () => `request.operation in ['CREATE', 'UPDATE']`,
    () => `oldObject == null`,
    () => `object.metadata.?generateName.hasValue()`,
  ];
  if (depth === 0) return random.pick(simple)();
  const deeper = [
    () => `(${test(random, depth - 1)} && ${test(random, depth - 1)})`,
    () => `(${test(random, depth - 1)} || ${test(random, depth - 1)})`,
    () => `!(${test(random, depth - 1)})`,
    () => `${text(random, depth - 1)} < ${text(random, depth - 1)}`,
    () => `${text(random, depth - 1)}.matches('^[a-z0-9]*$')`,
    () => `int(${text(random, depth - 1)}) > ${random.below(3)}`,
    () => `isIP(${text(random, depth - 1)})`,
    () => `isQuantity(${text(random, depth - 1)}) && quantity(${text(random, depth - 1)}).isGreaterThan(quantity('1'))`,
    () => `duration(${text(random, depth - 1)}) > duration('1s')`,
    () => `${text(random, depth - 1)}.contains(${text(random, depth - 1)})`,
    () => `${text(random, depth - 1)} == ${text(random, depth - 1)}`,
  ];
  return random.pick([...simple, ...deeper, ...deeper])();
}

/** @param {Random} random */
function commonSpec(random) {
  return {
    failurePolicy: random.below(3) === 0 ? 'Ignore' : 'Fail',
    variables: Array.from({ length: 3 }, (_, index) => ({
      name: `v${index}`,
      expression: noVariables(random.below(2) === 0 ? text(random) : `string(${test(random)})`),
    })),
    ...(random.below(3) === 0 && { matchConditions: [{ name: 'one', expression: noVariables(test(random)) }] }),
  };
}

/** Conditions have no variables, and a variable none that comes later. @param {string} expression */
const noVariables = (expression) => expression.replaceAll(/string\(variables\.v\d\)/gu, "'v'");

/** @param {Random} random */
function validatingSpec(random) {
  return {
    ...commonSpec(random),
    validations: Array.from({ length: 1 + random.below(3) }, () => ({
      expression: test(random, 3),
      ...(random.below(3) === 0 && { reason: random.pick(['Forbidden', 'RequestEntityTooLarge']) }),
      ...(random.below(2) === 0 && { message: ' what was said ' }),
      ...(random.below(2) === 0 && { messageExpression: text(random) }),
    })),
  };
}

/** @param {Random} random */
function mutatingSpec(random) {
  return {
    ...commonSpec(random),
    reinvocationPolicy: random.below(2) === 0 ? 'IfNeeded' : 'Never',
    mutations: Array.from({ length: 1 + random.below(3) }, () =>
      random.below(2) === 0
        ? { patchType: 'ApplyConfiguration', applyConfiguration: { expression: configuration(random) } }
        : { patchType: 'JSONPatch', jsonPatch: { expression: patches(random) } },
    ),
  };
}

/** @param {Random} random */
function configuration(random) {
  const data = `data: {${Array.from({ length: 1 + random.below(2) }, () => `'${random.pick(keys)}${random.below(3)}': ${text(random)}`).join(', ')}}`;
  const labels = `metadata: Object.metadata{labels: {'l${random.below(3)}': ${random.pick(["'x'", "object.data.?a.orValue('none').substring(0, 1)", "'y'"])}}}`;
  return `Object{${random.pick([data, labels, `${data}, ${labels}`])}}`;
}

/** @param {Random} random */
function patches(random) {
  const operation = () => {
    const path = `'/data/${random.pick(keys)}'`;
    return random.pick([
      `JSONPatch{op: 'add', path: ${path}, value: ${text(random)}}`,
      `JSONPatch{op: 'replace', path: ${path}, value: ${text(random)}}`,
      `JSONPatch{op: 'remove', path: ${path}}`,
      `JSONPatch{op: 'test', path: ${path}, value: ${text(random)}}`,
      `JSONPatch{op: 'copy', from: ${path}, path: '/data/copied'}`,
      `JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('x/y'), value: 'z'}`,
    ]);
  };
  const list = `[${Array.from({ length: 1 + random.below(2) }, operation).join(', ')}]`;
  return random.below(3) === 0 ? `${test(random)} ? ${list} : []` : list;
}

/**
 * @param {'Validating' | 'Mutating'} type
 * @param {{ seed?: number, count?: number }} [options]
 * @returns {GeneratedPolicy[]}
 */
export function generatedPolicies(type, { seed = 1, count = 15 } = {}) {
  const random = new Random(seed);
  const id = type === 'Validating' ? 'A9' : 'A10';
  return Array.from({ length: count }, (_, index) => ({
    title: `generated ${type.toLowerCase()} policy ${seed}.${index} · ${id} generated`,
    policies: [
      {
        spec: type === 'Validating' ? validatingSpec(random) : mutatingSpec(random),
        binding:
          type === 'Validating' ? { validationActions: random.pick([['Deny'], ['Deny', 'Audit'], ['Warn']]) } : {},
      },
    ],
    requests: maps,
  }));
}
