/**
 * Random sequences in which three managers apply, update, patch and delete the same few objects, the same for the same seed: a ConfigMap, a Service, a
 * Deployment, and a custom resource with every kind of list and map. What they leave behind, who manages which field of it, and which applies are in
 * conflict must be the same on both servers.
 */
import {
  configMaps,
  define,
  deployments,
  services,
  widgets,
} from '../../packages/apiserver/test/differential/probe-objects.mjs';
import { apply, del, edited, get, patch, post, put } from './probe.mjs';
import { Random } from './schema/random.mjs';

/**
 * @typedef {import('./probe.mjs').Step} Step
 * @typedef {Record<string, unknown>} Json
 * @typedef {(random: Random) => Json} Make
 *
 * @typedef {object} Subject A kind to play with.
 * @property {string} word
 * @property {string} path
 * @property {string} apiVersion
 * @property {string} kind
 * @property {Make} config The parts of the object, besides type and metadata, that somebody applies or sends.
 * @property {Make} change A merge patch.
 * @property {Make} [status] What somebody says of its status.
 * @property {boolean} [hasScale]
 * @property {boolean} [isBuiltIn]
 */

const managers = ['one', 'two', 'three'];
const names = ['a', 'b'];
const texts = ['1', '2'];
const listMap = (/** @type {Json} */ items, /** @type {string[]} */ keys) => ({
  type: 'array',
  items,
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': keys,
});
const text = { type: 'string' };

const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        replicas: { type: 'integer', default: 1 },
        colour: text,
        parts: listMap(
          {
            type: 'object',
            required: ['name'],
            properties: {
              name: text,
              protocol: { ...text, default: 'TCP' },
              size: { type: 'integer' },
              tags: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
              inner: { type: 'object', properties: { x: text, y: text } },
            },
          },
          ['name', 'protocol'],
        ),
        tags: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
        order: { type: 'array', items: { type: 'object', properties: { a: text } } },
        nested: {
          type: 'object',
          additionalProperties: { type: 'object', properties: { x: text, y: { ...text, default: 'd' } } },
        },
        whole: { type: 'object', properties: { a: text, b: text }, 'x-kubernetes-map-type': 'atomic' },
        open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        either: { 'x-kubernetes-int-or-string': true },
      },
    },
    status: {
      type: 'object',
      properties: {
        replicas: { type: 'integer' },
        conditions: listMap({ type: 'object', required: ['type'], properties: { type: text, status: text } }, ['type']),
      },
    },
  },
};

/** @param {Random} random @param {Record<string, () => unknown>} choices Some of these fields. */
function some(random, choices) {
  const taken = Object.entries(choices).filter(() => random.chance(0.45));
  return Object.fromEntries(taken.map(([name, make]) => [name, make()]));
}

/** @template Item @param {Random} random @param {readonly Item[]} items Some of these, in some order. */
function someOf(random, items) {
  const taken = items.filter(() => random.chance(0.5));
  return random.chance(0.3) ? taken.toReversed() : taken;
}

/** @type {Make} */
const configMapParts = (random) =>
  some(random, {
    data: () => some(random, { a: () => random.pick(texts), b: () => random.pick(texts), c: () => '' }),
    immutable: () => false,
  });

/** @type {Make} */
const serviceParts = (random) => ({
  spec: {
    ports: servicePorts(random),
    ...some(random, {
      selector: () => ({ app: random.pick(texts) }),
      sessionAffinity: () => random.pick(['None', 'ClientIP']),
      publishNotReadyAddresses: () => true,
      internalTrafficPolicy: () => random.pick(['Cluster', 'Local']),
    }),
  },
});

/** @param {Random} random Never none, which would not be valid. */
function servicePorts(random) {
  const all = [
    {
      name: 'web',
      port: 80,
      ...some(random, { targetPort: () => random.pick([8080, 'http']), protocol: () => 'TCP' }),
    },
    { name: 'dns', port: 80, protocol: 'UDP' },
    { name: 'tls', port: 443, ...some(random, { appProtocol: () => random.pick(texts) }) },
  ];
  const ports = someOf(random, all);
  return ports.length > 0 ? ports : all.slice(0, 1);
}

/** @type {Make} */
const deploymentParts = (random) => ({
  spec: {
    selector: { matchLabels: { app: 'x' } },
    template: {
      metadata: { labels: { app: 'x', ...some(random, { tier: () => random.pick(texts) }) } },
      spec: { containers: containers(random), ...some(random, { nodeSelector: () => ({ n: random.pick(texts) }) }) },
    },
    ...some(random, {
      replicas: () => random.below(3),
      paused: () => random.chance(0.5),
      strategy: () => random.pick([{ type: 'Recreate', rollingUpdate: null }, { rollingUpdate: { maxSurge: 1 } }]),
      minReadySeconds: () => random.below(3),
    }),
  },
});

/** @param {Random} random */
function containers(random) {
  const main = { name: 'main', image: `main:${random.pick(texts)}`, ...containerParts(random) };
  const { ports: _clashing, ...sideParts } = containerParts(random);
  const side = { name: 'side', image: 'side', ...sideParts };
  return random.pick([[main], [main, side], [side, main], [side]]);
}

/** @param {Random} random */
function containerParts(random) {
  return some(random, {
    env: () => someOf(random, [{ name: 'A', value: random.pick(texts) }, { name: 'B' }, { name: 'C', value: '3' }]),
    args: () => random.pick([['x'], ['x', 'y']]),
    ports: () => someOf(random, [{ containerPort: 80 }, { containerPort: 80, protocol: 'UDP' }, { containerPort: 81 }]),
    resources: () => ({ limits: { cpu: random.pick(['1', '500m']) } }),
    volumeMounts: () => [],
  });
}

/** @type {Make} */
const widgetParts = (random) => ({
  spec: some(random, {
    replicas: () => random.below(3),
    colour: () => random.pick(texts),
    parts: () =>
      someOf(random, [
        { name: 'p', ...partParts(random) },
        { name: 'q', protocol: 'UDP', ...partParts(random) },
        { name: 'q', ...partParts(random) },
      ]),
    tags: () => someOf(random, ['x', 'y', 'z']),
    order: () => someOf(random, [{ a: '1' }, { a: '1' }, { a: '2' }]),
    nested: () =>
      some(random, {
        n: () => some(random, { x: () => random.pick(texts), y: () => '2' }),
        m: () => ({ x: random.pick(texts) }),
      }),
    whole: () => some(random, { a: () => random.pick(texts), b: () => '2' }),
    open: () =>
      some(random, {
        a: () => random.pick([1, 'x', { deep: [1, 2] }, { deep: { er: random.pick(texts) } }, []]),
        b: () => ({ c: random.pick(texts) }),
        d: () => ({}),
      }),
    either: () => random.pick([1, '50%']),
  }),
});

/** @param {Random} random */
function partParts(random) {
  return some(random, {
    size: () => random.below(3),
    tags: () => someOf(random, ['s', 't']),
    inner: () => some(random, { x: () => random.pick(texts), y: () => '2' }),
  });
}

/** @param {string} type @param {Random} random */
function condition(type, random) {
  const lastTransitionTime = '2020-01-01T00:00:00Z';
  return { type, status: random.pick(['True', 'False']), reason: 'Because', message: '', lastTransitionTime };
}

/** @type {Subject[]} */
const subjects = [
  {
    word: 'configMap',
    path: configMaps,
    apiVersion: 'v1',
    kind: 'ConfigMap',
    isBuiltIn: true,
    config: configMapParts,
    change: (random) => ({ data: { [random.pick(['a', 'b', 'c'])]: random.pick(['1', '2', null]) } }),
  },
  {
    word: 'service',
    path: services,
    apiVersion: 'v1',
    kind: 'Service',
    isBuiltIn: true,
    config: serviceParts,
    change: (random) =>
      random.pick([
        { spec: { selector: random.pick([{ app: '1' }, { extra: 'e' }, null]) } },
        { spec: { sessionAffinity: random.pick(['None', 'ClientIP', null]) } },
        { spec: { publishNotReadyAddresses: random.pick([true, null]) } },
      ]),
    status: (random) => ({
      conditions: someOf(
        random,
        ['A', 'B'].map((type) => condition(type, random)),
      ),
    }),
  },
  {
    word: 'deployment',
    path: deployments,
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    isBuiltIn: true,
    hasScale: true,
    config: deploymentParts,
    change: (random) =>
      random.pick([
        { spec: { replicas: random.below(3) } },
        { spec: { paused: random.pick([true, null]) } },
        { spec: { template: { metadata: { annotations: { at: random.pick(['1', null]) } } } } },
        { spec: { template: { spec: { nodeSelector: random.pick([{ n: '1' }, null]) } } } },
      ]),
    status: (random) => ({
      replicas: random.below(3),
      conditions: someOf(random, [
        { type: 'Available', status: random.pick(['True', 'False']) },
        { type: 'Progressing', status: 'True' },
      ]),
    }),
  },
  {
    word: 'widget',
    path: widgets,
    apiVersion: '<id>.example.com/v1',
    kind: 'Widget',
    hasScale: true,
    config: widgetParts,
    change: (random) =>
      random.pick([
        { spec: { colour: random.pick(['1', null]) } },
        { spec: { tags: random.pick([['x'], ['z', 'x'], null]) } },
        { spec: { nested: random.pick([{ n: { x: '1' } }, { n: null }, { k: {} }, null]) } },
        { spec: { open: random.pick([{ a: { deep: { er: '1' } } }, { a: null, e: [] }, { b: 'text' }]) } },
        { spec: { whole: random.pick([{ a: '1' }, null]) } },
        { spec: { parts: random.pick([[{ name: 'p', size: 1 }], [{ name: 'p' }, { name: 'r' }]]) } },
        { status: { replicas: 1 } },
      ]),
    status: (random) =>
      some(random, {
        replicas: () => random.below(3),
        conditions: () => someOf(random, [{ type: 'A', status: random.pick(texts) }, { type: 'B' }]),
      }),
  },
];

/**
 * @param {number} seed
 * @param {number} length
 * @returns {import('./random-sequence.mjs').Sequence}
 */
export function randomApplies(seed, length) {
  const random = new Random(seed);
  const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
  return {
    opening: define({ schema: { openAPIV3Schema: schema }, subresources: { status: {}, scale } }),
    steps: Array.from({ length }, () => randomStep(random)),
    closing: [...subjects.map(({ path }) => get(path)), ...names.flatMap(release)],
  };
}

/** @param {string} name Addresses are few, so Services do not stay. @returns {Step[]} */
function release(name) {
  const path = `${services}/${name}`;
  return [
    patch('merge', path, { metadata: { finalizers: null } }, { quiet: true }),
    del(path, undefined, { quiet: true }),
  ];
}

/**
 * @param {Random} random
 * @returns {Step}
 */
function randomStep(random) {
  const subject = random.pick(subjects);
  const name = random.pick(names);
  /** @type {[weight: number, make: () => Step][]} */
  const choices = [
    [8, () => applied(subject, name, random)],
    [1, () => post(`${subject.path}?${manager(random)}`, object(subject, name, random))],
    [2, () => put(`${subject.path}/${name}?${manager(random)}`, updated(subject, name, random))],
    [2, () => patch('merge', `${subject.path}/${name}?${manager(random)}`, subject.change(random))],
    [0.7, () => patch('merge', `${subject.path}/${name}?${manager(random)}`, metadataChange(random))],
    [0.5, () => patch('json', `${subject.path}/${name}?${manager(random)}`, managersPatch(subject, random))],
    [
      subject.isBuiltIn ? 1 : 0,
      () => patch('strategic', `${subject.path}/${name}?${manager(random)}`, subject.change(random)),
    ],
    [subject.status ? 2 : 0, () => statusStep(subject, name, random)],
    [subject.hasScale ? 1 : 0, () => scaleStep(subject, name, random)],
    [1, () => get(`${subject.path}/${name}`, { as: `${subject.word}_${name}` })],
    [0.4, () => del(`${subject.path}/${name}`)],
  ];
  let rest = random.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
  const chosen = choices.find(([weight]) => (rest -= weight) < 0) ?? choices[0];
  return /** @type {[number, () => Step]} */ (chosen)[1]();
}

/** @param {Subject} subject @param {string} name @param {Random} random */
function object({ apiVersion, kind, config }, name, random) {
  return { apiVersion, kind, metadata: { name, ...metadata(random) }, ...config(random) };
}

/** @param {Subject} subject @param {string} name @param {Random} random */
function applied(subject, name, random) {
  return apply(`${subject.path}/${name}?${manager(random)}${options(random)}`, object(subject, name, random), {
    unordered: true,
  });
}

/** @param {Subject} subject @param {string} name @param {Random} random What was read last may be stale by now. */
function updated(subject, name, random) {
  return random.chance(0.6)
    ? edited(`${subject.word}_${name}`, { metadata: { resourceVersion: null }, ...subject.change(random) })
    : object(subject, name, random);
}

/** @param {Subject} subject @param {string} name @param {Random} random A real server creates Services at the door of their status. */
function statusStep({ path, apiVersion, kind, status = () => ({}) }, name, random) {
  /** @type {Json} */
  const body = { status: status(random), ...some(random, { metadata: () => metadata(random) }) };
  if (kind === 'Service' || random.chance(0.5))
    return patch('merge', `${path}/${name}/status?${manager(random)}`, body);
  return apply(
    `${path}/${name}/status?${manager(random)}${options(random)}`,
    { apiVersion, kind, ...body, metadata: { name, ...Object(body['metadata']) } },
    { unordered: true },
  );
}

/** @param {Subject} subject @param {string} name @param {Random} random A real server cannot apply to the Scale of a custom resource. */
function scaleStep({ path, isBuiltIn }, name, random) {
  const spec = random.pick([{ replicas: random.below(3) }, { replicas: 2 }]);
  if (!isBuiltIn || random.chance(0.5)) return patch('merge', `${path}/${name}/scale?${manager(random)}`, { spec });
  return apply(
    `${path}/${name}/scale?${manager(random)}${options(random)}`,
    { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name }, spec },
    { unordered: true },
  );
}

/** @param {Random} random No empty maps and lists: a real server stores those of a custom resource, does not show them, and loses them with the next write. */
function metadata(random) {
  return some(random, {
    labels: () => ({ l: random.pick(texts), ...some(random, { k: () => '1' }) }),
    annotations: () => ({ n: random.pick(texts) }),
    finalizers: () => random.pick([['example.com/hold'], ['example.com/hold', 'example.com/other']]),
  });
}

/** @param {Random} random */
function metadataChange(random) {
  return {
    metadata: random.pick([
      { labels: { l: random.pick(['1', '2', null]) } },
      { labels: null },
      { annotations: { n: random.pick(['1', null]) } },
      { finalizers: random.pick([null, ['example.com/hold'], ['example.com/other', 'example.com/hold']]) },
    ]),
  };
}

/** @param {Subject} subject @param {Random} random Managers can be forgotten, and made up. */
function managersPatch({ apiVersion }, random) {
  const path = '/metadata/managedFields';
  const four = {
    manager: 'four',
    operation: random.pick(['Apply', 'Update']),
    apiVersion,
    time: '2020-01-01T00:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:metadata': { 'f:labels': { 'f:l': {} } }, 'f:spec': { 'f:replicas': {}, 'f:colour': {} } },
  };
  return random.pick([
    [{ op: 'replace', path, value: [{}] }],
    [{ op: 'replace', path, value: [] }],
    [{ op: 'remove', path }],
    [{ op: 'add', path, value: [four] }],
    [{ op: 'add', path: `${path}/-`, value: four }],
    [{ op: 'add', path, value: [{ ...four, operation: 'Else' }] }],
    [{ op: 'add', path, value: [{ ...four, apiVersion: random.pick(['', 'no.such/v1']) }] }],
    [{ op: 'add', path, value: [{ ...four, fieldsV1: { odd: {} } }] }],
  ]);
}

/** @param {Random} random */
const manager = (random) => `fieldManager=${random.pick(managers)}`;

/** @param {Random} random */
const options = (random) => `${random.chance(0.35) ? '&force=true' : ''}${random.chance(0.08) ? '&dryRun=All' : ''}`;
