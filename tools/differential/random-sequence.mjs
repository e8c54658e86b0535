/**
 * Random sequences of requests on a ConfigMap, a Deployment and a custom resource, the same for the same seed. Few names and few values, so that
 * writers meet; some requests are meant to be refused. Left out is what a real server writes only because it
 * tracks field managers: a scale that changes nothing, and a status patch with a spec of the wrong type.
 */
import {
  define,
  deployment,
  widget,
  widgets,
  configMap,
  configMaps,
  deployments,
} from '../../packages/apiserver/test/differential/probe-objects.mjs';
import { del, edited, events, get, patch, post, put, watch } from './probe.mjs';
import { Random } from './schema/random.mjs';

/**
 * @typedef {import('./probe.mjs').Step} Step
 * @typedef {Record<string, unknown>} Json
 *
 * @typedef {object} Sequence A probe in three parts, of which only the middle is random.
 * @property {Step[]} opening
 * @property {Step[]} steps
 * @property {Step[]} closing
 *
 * @typedef {object} Subject A kind to play with.
 * @property {string} word
 * @property {string} path
 * @property {(name: string, random: Random) => Json} object
 * @property {(random: Random) => Json} change A merge patch.
 * @property {(random: Random) => Json[]} operations A JSON patch.
 * @property {boolean} isBuiltIn
 */

const names = ['a', 'b', 'c'];
const values = ['1', '2', ''];
const labels = ['x', 'y'];
const last = 'zz-last';
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
const metadata = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
const metadataList = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer', minimum: 1, maximum: 5, default: 2 },
        colour: { type: 'string', enum: ['red', 'blue'] },
        tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    status: { type: 'object', properties: { ready: { type: 'boolean' } } },
  },
};

/** @type {Subject[]} */
const subjects = [
  {
    word: 'configMap',
    path: configMaps,
    isBuiltIn: true,
    object: (name, random) => configMap(name, { k: random.pick(values) }, someMetadata(random)),
    change: (random) =>
      random.pick([
        { data: { k: random.pick(values) } },
        { data: { extra: random.pick(['v', null]) } },
        someMetadataChange(random),
        { immutable: random.pick([false, null]) },
      ]),
    operations: (random) => [
      random.pick([
        { op: 'replace', path: '/data/k', value: random.pick(values) },
        { op: 'remove', path: '/data/extra' },
        { op: 'add', path: '/data/extra', value: 'w' },
        { op: 'test', path: '/data/k', value: '1' },
        { op: 'add', path: '/metadata/labels', value: { l: 'x' } },
      ]),
    ],
  },
  {
    word: 'deployment',
    path: deployments,
    isBuiltIn: true,
    object: (name, random) =>
      deployment(
        name,
        random.pick([{}, { replicas: 2 }, { paused: true }, { strategy: { type: 'Recreate' } }, { replicas: -1 }]),
        someMetadata(random),
      ),
    change: (random) =>
      random.pick([
        { spec: { replicas: random.below(4) - 1 } },
        { spec: { paused: random.pick([true, null]) } },
        { spec: { template: { metadata: { annotations: { at: random.pick(values) } } } } },
        { spec: { strategy: { type: 'Recreate', rollingUpdate: null } } },
        { status: { replicas: 7 } },
        someMetadataChange(random),
      ]),
    operations: (random) => [
      random.pick([
        { op: 'replace', path: '/spec/replicas', value: random.below(3) },
        { op: 'add', path: '/spec/template/spec/containers/-', value: { name: 'more', image: 'x' } },
        { op: 'remove', path: '/spec/template/spec/containers/1' },
        { op: 'test', path: '/spec/replicas', value: 1 },
        { op: 'remove', path: '/spec/nothing' },
      ]),
    ],
  },
  {
    word: 'widget',
    path: widgets,
    isBuiltIn: false,
    object: (name, random) =>
      widget(
        name,
        random.pick([
          {},
          { spec: {} },
          { spec: { size: random.below(7) } },
          { spec: { colour: random.pick(['red', 'green']) } },
          { spec: { tags: ['a', 'b'], open: { deep: [1, { x: null }] }, unknown: 1 } },
          { status: { ready: true } },
        ]),
        someMetadata(random),
      ),
    change: (random) =>
      random.pick([
        { spec: { size: random.pick([1, 3, 9, null, 'x']) } },
        { spec: { colour: random.pick(['blue', null]) } },
        { spec: { tags: random.pick([['a'], ['a', 'a'], null]) } },
        { spec: { open: { [random.pick(names)]: random.pick([1, { y: [] }, null]) } } },
        { status: { ready: false } },
        someMetadataChange(random),
      ]),
    operations: (random) => [
      random.pick([
        { op: 'add', path: '/spec/size', value: random.below(6) },
        { op: 'remove', path: '/spec/colour' },
        { op: 'add', path: '/spec/tags/-', value: 'c' },
        { op: 'copy', from: '/spec/size', path: '/spec/open' },
        { op: 'test', path: '/spec/size', value: 2 },
      ]),
    ],
  },
];

/**
 * @param {number} seed
 * @param {number} length
 * @returns {Sequence}
 */
export function randomSequence(seed, length) {
  const random = new Random(seed);
  return {
    opening: [
      ...define({ schema: { openAPIV3Schema: schema }, subresources: { status: {} } }),
      ...subjects.flatMap(({ word, path }) => [
        get(path, { as: `${word}s`, quiet: true }),
        watch(word, `${path}?resourceVersion=<${word}s.metadata.resourceVersion>`),
      ]),
    ],
    steps: Array.from({ length }, () => randomStep(random)),
    closing: subjects.flatMap(({ word, path, object }) => [
      post(path, object(last, new Random(0)), { quiet: true }),
      get(path),
      events(word, 0, { until: { path: 'object.metadata.name', is: last } }),
    ]),
  };
}

/**
 * @param {Random} random
 * @returns {Step}
 */
function randomStep(random) {
  const subject = random.pick(subjects);
  const name = random.pick(names);
  return pickWeighted(random, [
    [
      4,
      () => post(`${subject.path}${dryRun(random)}`, subject.object(name, random), { as: `${subject.word}_${name}` }),
    ],
    [0.3, () => post(subject.path, { ...subject.object(name, random), metadata: { name, labels: { 'not ok': 'x' } } })],
    [3, () => update(subject, name, random)],
    [3, () => patch('merge', `${subject.path}/${name}${dryRun(random)}`, subject.change(random))],
    [2, () => patch('json', `${subject.path}/${name}`, subject.operations(random))],
    [subject.isBuiltIn ? 2 : 0, () => patch('strategic', `${subject.path}/${name}`, strategicChange(subject, random))],
    [2, () => deletion(subject, name, random)],
    [2, () => read(subject, name, random)],
    [2, () => get(`${subject.path}${selection(random)}`, accepting(random, metadataList))],
    [
      subject.word === 'configMap' ? 0 : 1,
      () => patch('merge', `${subject.path}/${name}/status`, statusChange(subject, random)),
    ],
    [0.5, () => del(`${subject.path}?labelSelector=l=${random.pick(labels)}`)],
  ])();
}

/**
 * @param {Random} random
 * @param {[weight: number, make: () => Step][]} choices
 * @returns {() => Step}
 */
function pickWeighted(random, choices) {
  let rest = random.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, make] of choices) {
    rest -= weight;
    if (rest < 0) return make;
  }
  return random.pick(choices)[1];
}

/** @param {Subject} subject @param {string} name @param {Random} random What was read last may be stale by now. */
function update({ word, path, object, change }, name, random) {
  const body = random.chance(0.6) ? edited(`${word}_${name}`, change(random)) : object(name, random);
  return put(`${path}/${name}${dryRun(random)}`, body);
}

/** @param {Subject} subject @param {string} name @param {Random} random Whole objects are remembered, to be edited later. */
function read({ word, path }, name, random) {
  const options = accepting(random, metadata);
  return get(`${path}/${name}`, options.headers ? options : { as: `${word}_${name}` });
}

/** @param {Subject} subject @param {string} name @param {Random} random */
function deletion({ word, path }, name, random) {
  const body = random.pick([
    undefined,
    { propagationPolicy: random.pick(['Foreground', 'Orphan', 'Background']) },
    { preconditions: { uid: `<${word}_${name}.metadata.uid>` } },
    { preconditions: { resourceVersion: '1' } },
  ]);
  return del(`${path}/${name}${dryRun(random)}`, body);
}

/** @param {Subject} subject @param {Random} random */
function strategicChange({ word, change }, random) {
  if (word === 'configMap') return change(random);
  const container = random.pick([
    { name: 'main', image: 'example/main:2' },
    { name: 'side', image: 's' },
    { name: 'side', $patch: 'delete' },
    { name: 'main', env: [{ name: 'E', value: random.pick(values) }] },
  ]);
  return { spec: { template: { spec: { containers: [container] } } } };
}

/** @param {Subject} subject @param {Random} random Only the status counts, and its type matters. */
function statusChange({ word }, random) {
  const status = word === 'widget' ? { ready: random.pick([true, false, 'x', null]) } : { replicas: random.below(3) };
  return random.pick([
    { status },
    { status, spec: null },
    { status, metadata: { labels: { l: random.pick(labels) } } },
  ]);
}

/** @param {Random} random */
function someMetadata(random) {
  return random.pick([
    {},
    {},
    { labels: { l: random.pick(labels) } },
    { finalizers: ['example.com/hold'] },
    { annotations: { n: random.pick(values) } },
    { generation: 5 },
  ]);
}

/** @param {Random} random */
function someMetadataChange(random) {
  return {
    metadata: random.pick([
      { labels: { l: random.pick([...labels, null]) } },
      { finalizers: random.pick([null, ['example.com/hold'], ['example.com/other']]) },
      { annotations: { n: random.pick([...values, null]) } },
      { resourceVersion: '1' },
    ]),
  };
}

/** @param {Random} random */
function dryRun(random) {
  return random.chance(0.1) ? '?dryRun=All' : '';
}

/** @param {Random} random */
function selection(random) {
  return random.pick([
    '',
    `?labelSelector=l=${random.pick(labels)}`,
    '?labelSelector=!l',
    `?fieldSelector=metadata.name=${random.pick(names)}`,
    '?limit=1',
    '?limit=2&labelSelector=l',
    '?fieldSelector=metadata.name!=a',
  ]);
}

/**
 * @param {Random} random
 * @param {string} alone
 * @returns {import('./probe.mjs').StepOptions}
 */
function accepting(random, alone) {
  return random.chance(0.7) ? {} : { headers: { accept: random.pick([table, alone]) } };
}
