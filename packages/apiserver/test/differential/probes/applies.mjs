/**
 * Server-side apply: what it makes of objects, who owns which field afterwards, and what it refuses.
 */
import { apply, bytes, del, edited, get, patch, post, put, text } from '../../../../../tools/differential/probe.mjs';
import {
  configMap,
  configMaps,
  define,
  defineWith,
  deployment,
  deployments,
  pods,
  podTemplate,
  services,
  specSchema,
  version,
  widget,
  widgets,
} from '../probe-objects.mjs';

/** @typedef {Record<string, unknown>} Json */

const one = `${configMaps}/one`;
const second = '/apis/<id>.example.com/v2/namespaces/<ns>/widgets';
const ownNamespace = '/api/v1/namespaces/<ns>';
const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };

/** @param {string} manager @param {Json} data @param {string} [options] @param {Json} [metadata] */
const applied = (manager, data, options = '', metadata = {}) =>
  apply(`${one}?fieldManager=${manager}${options}`, configMap('one', data, metadata));

/** @param {string} manager @param {Json} spec @param {string} [options] */
const appliedWidget = (manager, spec, options = '') =>
  apply(`${widgets}/one?fieldManager=${manager}${options}`, widget('one', { spec }), { unordered: true });

/** @param {string} manager @param {Json[]} ports @param {string} [options] */
const appliedPorts = (manager, ports, options = '') =>
  apply(`${services}/one?fieldManager=${manager}${options}`, service({ ports }));

/** @param {Json} spec */
function service(spec) {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name: 'one' }, spec };
}

const textType = { type: 'string' };
const listMap = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name'],
    properties: { name: textType, protocol: { ...textType, default: 'TCP' }, size: { type: 'integer' } },
  },
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name', 'protocol'],
};

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'an apply creates what is not there, and is repeated without a trace · P5',
    steps: [applied('a', { x: '1' }), applied('a', { x: '1' }), applied('a', { x: '2' }), get(one)],
  },
  {
    title: 'a manager is required, and force is for applies only · P5',
    steps: [
      apply(one, configMap('one')),
      apply(`${one}?fieldManager=`, configMap('one')),
      apply(`${one}?fieldManager=${'m'.repeat(129)}`, configMap('one')),
      patch('merge', `${one}?force=true`, {}),
      patch('merge', `${one}?force=false`, {}),
      apply(`${one}?fieldManager=a&force=yes`, configMap('one')),
    ],
  },
  {
    title: 'what is no longer applied goes, what others set stays · P5',
    steps: [
      applied('a', { x: '1', y: '2' }),
      patch('merge', `${one}?fieldManager=b`, { data: { z: '3' } }),
      applied('a', { x: '1' }),
      applied('a', {}),
      get(one),
    ],
  },
  {
    title: 'what two apply alike is shared, and goes with the last of them · P5',
    steps: [
      applied('a', { x: '1', y: '1' }),
      applied('b', { x: '1' }),
      applied('a', { y: '1' }),
      applied('b', {}),
      get(one),
    ],
  },
  {
    title: 'another value of what somebody manages is a conflict that names them · P5',
    steps: [
      applied('a', { x: '1', y: '1' }),
      applied('b', { x: '2' }),
      { ...applied('b', { x: '2', y: '2' }), unordered: true },
      patch('merge', `${one}?fieldManager=c`, { data: { x: '3' } }),
      applied('a', { x: '1', y: '1' }),
      applied('b', { x: '2' }, '&force=true'),
      applied('a', { y: '1' }),
      get(one),
    ],
  },
  {
    title: 'a conflict with several managers names each of them · P5',
    steps: [
      applied('a', { x: '1' }),
      patch('merge', `${one}?fieldManager=b`, { data: { y: '1' }, metadata: { labels: { l: '1' } } }),
      { ...applied('c', { x: '2', y: '2' }, '', { labels: { l: '2' } }), unordered: true },
      applied('c', { x: '2', y: '2' }, '&force=true', { labels: { l: '2' } }),
    ],
  },
  {
    title: 'an apply must be of the object and kind that the path names · P5',
    steps: [
      applied('a', { x: '1' }),
      apply(`${one}?fieldManager=a`, { ...configMap('one'), kind: 'Secret' }),
      apply(`${one}?fieldManager=a`, { ...configMap('one'), apiVersion: 'v2' }),
      apply(`${one}?fieldManager=a`, { data: {} }),
      apply(`${one}?fieldManager=a`, configMap('two')),
      apply(`${one}?fieldManager=a`, configMap('one', {}, { namespace: 'other' })),
      apply(`${configMaps}/two?fieldManager=a`, { ...configMap('two'), metadata: {} }),
      apply(`${one}?fieldManager=a`, configMap('one', {}, { managedFields: [] })),
      apply(`${one}?fieldManager=a`, configMap('one', {}, { managedFields: null })),
    ],
  },
  {
    title: 'an apply may insist on a version or a uid · P5',
    steps: [
      applied('a', { x: '1' }),
      applied('a', { x: '2' }, '', { resourceVersion: '1' }),
      applied('a', { x: '2' }, '', { uid: 'another' }),
      applied('b', { x: '2' }, '', { resourceVersion: '1' }),
      { ...get(one), as: 'now' },
      applied('a', { x: '3' }, '', { resourceVersion: '<now.metadata.resourceVersion>' }),
      apply(`${configMaps}/new?fieldManager=a`, configMap('new', {}, { resourceVersion: '5' })),
      apply(`${configMaps}/newer?fieldManager=a`, configMap('newer', {}, { uid: 'some' })),
      apply(`${configMaps}/named-x?fieldManager=a`, configMap('named-x', {}, { generateName: 'named-' })),
    ],
  },
  {
    title: 'bodies that cannot be applied · P5',
    steps: ['[1]', '5', '"text"', '', 'null', 'true'].map((body) => apply(`${one}?fieldManager=a`, text(body))),
  },
  {
    title: 'a body in YAML · P5',
    steps: [
      apply(
        `${one}?fieldManager=a`,
        text(
          '# a comment\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\ndata:\n  x: "1"\n  y: |\n    two\n    lines\n',
        ),
      ),
      apply(`${one}?fieldManager=a`, text('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\ndata:\n  x: 1\n')),
      apply(`${one}?fieldManager=a`, bytes('gw=='), { headers: { 'content-type': 'application/apply-patch+cbor' } }),
    ],
  },
  { title: 'a body that is no YAML', steps: [apply(`${one}?fieldManager=a`, text('a: b: c'))] },
  {
    title: 'values that are not of their type cannot be applied · P5',
    steps: [
      ...[
        { ...configMap('one'), strange: 1 },
        configMap('one', { x: 5 }),
        configMap('one', { x: {} }),
        configMap('one', { x: [] }),
        { ...configMap('one'), data: [] },
        { ...configMap('one'), immutable: 'yes' },
        configMap('one', {}, { labels: [] }),
        configMap('one', {}, { finalizers: ['a.b/c', 'a.b/c'] }),
        configMap('one', {}, { ownerReferences: [{ name: 'x' }] }),
        configMap('one', {}, { ownerReferences: [null] }),
        configMap('one', {}, { strange: 1 }),
      ].map((body) => apply(`${one}?fieldManager=a`, body)),
      apply(`${deployments}/d?fieldManager=a`, deployment('d', { replicas: 'two' })),
      apply(`${deployments}/d?fieldManager=a`, deployment('d', { replicas: { n: 2 } })),
      apply(
        `${deployments}/d?fieldManager=a`,
        deployment('d', { template: { spec: { containers: [{ name: 'c' }, { name: 'c' }] } } }),
      ),
      apply(
        `${deployments}/d?fieldManager=a`,
        deployment('d', { template: { spec: { containers: [{ image: 'c' }] } } }),
      ),
    ],
  },
  {
    title: 'keys that are there twice are told or refused · P11',
    steps: ['', '&fieldValidation=Warn', '&fieldValidation=Strict', '&fieldValidation=Ignore'].map((validation) =>
      apply(
        `${one}?fieldManager=a${validation}`,
        text('{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one"},\n"data":{"x":"1","x":"2"}}'),
        { show: ['warning'] },
      ),
    ),
  },
  {
    title: 'an apply that is only tried leaves nothing behind · P11',
    steps: [
      applied('a', { x: '1' }, '&dryRun=All'),
      get(one),
      applied('a', { x: '1' }),
      applied('a', { x: '2' }, '&dryRun=All'),
      applied('a', { x: '1' }, '&dryRun=All'),
      applied('b', { x: '2' }, '&dryRun=All'),
      get(one),
    ],
  },
  {
    title: 'ports are told apart by number and protocol, which is TCP where it is left out · P6',
    steps: [
      appliedPorts('a', [
        { name: 'web', port: 80 },
        { name: 'dns', port: 80, protocol: 'UDP' },
      ]),
      appliedPorts('b', [{ name: 'tls', port: 443 }], '&force=true'),
      appliedPorts('b', [{ name: 'other', port: 80, protocol: 'TCP' }]),
      appliedPorts('a', [{ name: 'dns', port: 80, protocol: 'UDP' }]),
      get(`${services}/one`),
    ],
  },
  {
    title: 'containers and what is in them belong to who applies them · P6',
    steps: [
      apply(`${deployments}/d?fieldManager=a`, deployment('d')),
      apply(`${deployments}/d?fieldManager=b`, {
        ...deployment('d'),
        spec: {
          selector: { matchLabels: { app: 'd' } },
          template: {
            metadata: { labels: { app: 'd' } },
            spec: {
              containers: [
                { name: 'side', image: 's', env: [{ name: 'E', value: '1' }], ports: [{ containerPort: 80 }] },
                { name: 'main', image: 'example/main:1', args: ['x'] },
              ],
            },
          },
        },
      }),
      apply(`${deployments}/d?fieldManager=a`, deployment('d', { template: podTemplate('d'), replicas: 3 })),
      apply(`${deployments}/d?fieldManager=b`, deployment('d', { replicas: 2 })),
      apply(`${deployments}/d?fieldManager=b`, deployment('d')),
      get(`${deployments}/d`),
    ],
  },
  {
    title: 'the selector of a Service is one field, its labels are many · P6',
    steps: [
      apply(`${services}/one?fieldManager=a`, service({ selector: { app: 'x' }, ports: [{ port: 80 }] })),
      apply(`${services}/one?fieldManager=b`, service({ selector: { tier: 'y' }, ports: [{ port: 80 }] })),
      apply(`${services}/one?fieldManager=b&force=true`, service({ selector: { tier: 'y' }, ports: [{ port: 80 }] })),
      apply(`${services}/one?fieldManager=b`, {
        ...service({ ports: [{ port: 80 }] }),
        metadata: { name: 'one', labels: { a: '1' } },
      }),
      apply(`${services}/one?fieldManager=a`, {
        ...service({ ports: [{ port: 80 }] }),
        metadata: { name: 'one', labels: { b: '1' } },
      }),
    ],
  },
  {
    title: 'lists and maps of a custom resource are as its schema says · P6',
    steps: [
      ...defineWith(
        specSchema({
          parts: listMap,
          tags: { type: 'array', items: textType, 'x-kubernetes-list-type': 'set' },
          order: { type: 'array', items: textType },
          nested: { type: 'object', additionalProperties: textType },
          whole: { type: 'object', properties: { a: textType, b: textType }, 'x-kubernetes-map-type': 'atomic' },
          open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          either: { 'x-kubernetes-int-or-string': true },
          object: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            'x-kubernetes-preserve-unknown-fields': true,
          },
        }),
      ),
      appliedWidget('a', {
        parts: [
          { name: 'p', size: 1 },
          { name: 'q', protocol: 'UDP' },
        ],
        tags: ['x', 'y'],
        order: ['1', '2'],
        nested: { k: 'v' },
        whole: { a: '1' },
        open: { deep: { list: [{ a: 1 }], text: 'x' } },
        either: '50%',
        object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'n', labels: { l: '1' } }, data: { x: '1' } },
      }),
      appliedWidget('b', {
        parts: [{ name: 'r' }, { name: 'p', protocol: 'TCP' }],
        tags: ['z', 'y'],
        nested: { m: 'w' },
      }),
      appliedWidget('b', { order: ['2'], whole: { b: '1' }, open: { deep: { list: [] } }, either: 1 }),
      appliedWidget('a', { parts: [{ name: 'q', protocol: 'UDP' }], tags: ['x'], nested: {} }),
      get(`${widgets}/one`),
      appliedWidget('c', { parts: [{ name: 'p' }, { name: 'p', protocol: 'TCP' }] }),
      appliedWidget('c', { tags: ['x', 'x'] }),
      appliedWidget('c', { unknown: 1 }),
      appliedWidget('c', { nested: 'x' }),
      appliedWidget('c', { parts: [{ size: 1 }] }),
    ],
  },
  {
    title: 'a custom resource that keeps everything is taken as it comes · P6',
    steps: [
      ...define(),
      appliedWidget('a', { list: [1, { a: 1 }], map: { x: { y: 1 } }, text: 't', none: null }),
      appliedWidget('b', { list: [1], map: { x: { z: 1 } } }),
      appliedWidget('b', { list: [1], map: { x: { z: 1 } } }, '&force=true'),
      appliedWidget('b', { map: 'text' }),
      appliedWidget('a', { map: { x: { y: 1 } } }),
      get(`${widgets}/one`),
    ],
  },
  {
    title: 'duplicates that an update has left do not stop an apply · P6',
    steps: [
      ...defineWith(specSchema({ tags: { type: 'array', items: textType } })),
      post(widgets, widget('one', { spec: { tags: ['x', 'x'] } })),
      appliedWidget('a', { tags: ['x', 'x', 'y'] }),
      apply(`${deployments}/d?fieldManager=a`, deployment('d')),
      patch('json', `${deployments}/d`, [
        {
          op: 'add',
          path: '/spec/template/spec/containers/0/env',
          value: [{ name: 'E', value: '1' }, { name: 'E', value: '2' }, { name: 'F' }],
        },
      ]),
      apply(`${deployments}/d?fieldManager=b`, {
        ...deployment('d'),
        spec: {
          selector: { matchLabels: { app: 'd' } },
          template: {
            metadata: { labels: { app: 'd' } },
            spec: { containers: [{ name: 'main', image: 'example/main:1', env: [{ name: 'G' }] }] },
          },
        },
      }),
    ],
  },
  {
    title: 'the main door does not manage the status, nor that of the status anything else · P7',
    steps: [
      apply(`${deployments}/d?fieldManager=a`, { ...deployment('d'), status: { replicas: 3 } }),
      apply(`${deployments}/d/status?fieldManager=s`, { ...deployment('d', { replicas: 5 }), status: { replicas: 2 } }),
      apply(`${deployments}/d/status?fieldManager=t`, { ...deployment('d'), status: { replicas: 3 } }),
      apply(`${deployments}/d/status?fieldManager=s`, {
        ...deployment('d', {}, { labels: { l: '1' }, annotations: { n: '1' } }),
        status: { observedGeneration: 1 },
      }),
      apply(`${deployments}/none/status?fieldManager=s`, { ...deployment('none'), status: { replicas: 2 } }),
      ...defineWith(
        {
          type: 'object',
          properties: {
            spec: { type: 'object', properties: { replicas: { type: 'integer' } } },
            status: { type: 'object', properties: { replicas: { type: 'integer' } } },
          },
        },
        { subresources: { status: {}, scale } },
      ),
      apply(`${widgets}/one?fieldManager=a`, widget('one', { spec: { replicas: 1 }, status: { replicas: 1 } })),
      apply(`${widgets}/one/status?fieldManager=s`, widget('one', { spec: { replicas: 2 }, status: { replicas: 1 } })),
      patch('merge', `${widgets}/one/status?fieldManager=t`, { spec: 'text', status: { replicas: 2 } }),
      apply(`${widgets}/none/status?fieldManager=s`, widget('none', { status: { replicas: 1 } })),
      get(`${widgets}/one`),
    ],
  },
  {
    title: 'pods, namespaces and services reset what their doors reset · P7',
    steps: [
      apply(`${pods}/p?fieldManager=a`, {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'p' },
        spec: { containers: [{ name: 'c', image: 'i' }] },
        status: { phase: 'Running' },
      }),
      apply(`${pods}/p/status?fieldManager=k`, {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'p', labels: { l: '1' } },
        status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
      }),
      apply(`${pods}/p/status?fieldManager=j`, {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'p' },
        status: {
          conditions: [
            { type: 'Ready', status: 'False' },
            { type: 'Odd', status: 'True' },
          ],
        },
      }),
      apply(`${ownNamespace}?fieldManager=a`, {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: '<ns>', labels: { l: '1' } },
        spec: { finalizers: ['example.com/x'] },
        status: { phase: 'Terminating' },
      }),
      appliedPorts('a', [{ port: 80 }]),
      apply(`${services}/one/status?fieldManager=s`, {
        ...service({ ports: [{ port: 81 }] }),
        status: {
          conditions: [
            { type: 'A', status: 'True', reason: 'R', message: '', lastTransitionTime: '2020-01-01T00:00:00Z' },
          ],
        },
      }),
    ],
  },
  {
    title: 'a Scale is applied to, and shares managers with its object · P11 · S2',
    steps: [
      apply(`${deployments}/d?fieldManager=a`, deployment('d', { replicas: 2 })),
      apply(`${deployments}/d/scale?fieldManager=s`, scaleOf(2)),
      apply(`${deployments}/d/scale?fieldManager=s`, scaleOf(3)),
      apply(`${deployments}/d/scale?fieldManager=s&force=true`, scaleOf(3)),
      get(`${deployments}/d`),
      apply(`${deployments}/d?fieldManager=a`, deployment('d', { replicas: 2 })),
      apply(`${deployments}/d?fieldManager=a`, deployment('d')),
      patch('merge', `${deployments}/d/scale?fieldManager=t`, { spec: { replicas: 4 } }),
      get(`${deployments}/d`),
      apply(`${deployments}/d/scale?fieldManager=s`, { ...scaleOf(3), kind: 'Deployment' }),
      apply(`${deployments}/none/scale?fieldManager=s`, scaleOf(3, 'none')),
      apply(`${deployments}/d/scale?fieldManager=s`, { ...scaleOf(3), strange: 1 }),
    ],
  },
  {
    title: 'applying to the Scale of a custom resource',
    steps: [
      ...defineWith(specSchema({ replicas: { type: 'integer' } }), { subresources: { scale } }),
      apply(`${widgets}/one?fieldManager=a`, widget('one', { spec: { replicas: 1 } })),
      apply(`${widgets}/one/scale?fieldManager=s`, scaleOf(2, 'one')),
      apply(`${widgets}/one/scale?fieldManager=s&force=true`, scaleOf(2, 'one')),
      patch('merge', `${widgets}/one/scale?fieldManager=t`, { spec: { replicas: 4 } }),
      get(`${widgets}/one`),
    ],
  },
  {
    title: 'managers of two versions of a custom resource · P8',
    steps: [
      ...define(
        { schema: { openAPIV3Schema: specSchema({ a: textType, b: textType }) } },
        {
          versions: ['v1', 'v2'].map((name) =>
            version(name, {
              storage: name === 'v1',
              schema: { openAPIV3Schema: specSchema({ a: textType, b: textType }) },
            }),
          ),
        },
      ),
      appliedWidget('a', { a: '1', b: '1' }),
      apply(`${second}/one?fieldManager=b`, {
        ...widget('one', { spec: { a: '2' } }),
        apiVersion: '<id>.example.com/v2',
      }),
      apply(`${second}/one?fieldManager=a`, {
        ...widget('one', { spec: { a: '2' } }),
        apiVersion: '<id>.example.com/v2',
      }),
      patch('merge', `${widgets}/one?fieldManager=u`, { spec: { b: '3' } }),
      patch('merge', `${second}/one?fieldManager=u`, { spec: { b: '4' } }),
      appliedWidget('a', { b: '5' }),
      get(`${widgets}/one`),
    ],
  },
  {
    title: 'managers of two versions of an autoscaler · P8',
    steps: [
      apply(`${autoscalers('v2')}/h?fieldManager=a`, autoscaler('v2', { minReplicas: 1, maxReplicas: 2 })),
      apply(
        `${autoscalers('v1')}/h?fieldManager=b`,
        autoscaler('v1', { maxReplicas: 3, targetCPUUtilizationPercentage: 50 }),
      ),
      apply(
        `${autoscalers('v1')}/h?fieldManager=b&force=true`,
        autoscaler('v1', { maxReplicas: 3, targetCPUUtilizationPercentage: 50 }),
      ),
      apply(`${autoscalers('v2')}/h?fieldManager=a`, autoscaler('v2', { minReplicas: 1 })),
      apply(`${autoscalers('v1')}/h?fieldManager=b`, autoscaler('v1', { maxReplicas: 3 })),
      get(`${autoscalers('v2')}/h`),
    ],
  },
  {
    title: 'a manager of a version that is not there is forgotten · P8',
    steps: [
      applied('a', { x: '1' }),
      patch('json', `${one}?fieldManager=b`, [
        {
          op: 'add',
          path: '/metadata/managedFields/-',
          value: managed('z', 'no.such/v1', { 'f:data': { 'f:x': {} } }),
        },
      ]),
      applied('c', { y: '1' }),
      get(one),
    ],
  },
  {
    title: 'kubectl takes over what its client-side apply has set · P9',
    steps: [
      post(
        `${configMaps}?fieldManager=kubectl-client-side-apply`,
        configMap('one', { x: '1', y: '1' }, lastApplied({ x: '1', y: '1' })),
      ),
      applied('other', { x: '2' }),
      applied('kubectl', { x: '2', y: '1' }),
      get(one),
      patch('merge', `${one}?fieldManager=someone`, { data: { y: '3' } }),
      applied('kubectl', { x: '2', y: '4' }),
      applied('kubectl', { x: '5' }, '&force=true'),
    ],
  },
  {
    title: 'what was there before the first apply has a manager of that name · P9',
    steps: [
      post(configMaps, configMap('one', { x: '1', y: '1' }, { labels: { l: '1' } })),
      patch('json', one, [{ op: 'replace', path: '/metadata/managedFields', value: [{}] }]),
      patch('merge', `${one}?fieldManager=u`, { data: { z: '1' } }),
      applied('a', { x: '2' }),
      applied('a', { x: '2' }, '&force=true'),
      get(one),
    ],
  },
  {
    title: 'an apply of something that is deleted in between creates it anew · P5',
    steps: [
      applied('a', { x: '1' }),
      del(one),
      applied('a', { y: '1' }),
      put(one, edited('none', configMap('one', { z: '1' }))),
    ],
  },
];

/** @param {number} replicas @param {string} [name] */
function scaleOf(replicas, name = 'd') {
  return { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name }, spec: { replicas } };
}

/** @param {string} of */
function autoscalers(of) {
  return `/apis/autoscaling/${of}/namespaces/<ns>/horizontalpodautoscalers`;
}

/** @param {string} of @param {Json} spec */
function autoscaler(of, spec) {
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
  return {
    apiVersion: `autoscaling/${of}`,
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'h' },
    spec: { scaleTargetRef, ...spec },
  };
}

/** @param {string} manager @param {string} apiVersion @param {Json} fieldsV1 */
function managed(manager, apiVersion, fieldsV1) {
  return { manager, operation: 'Update', apiVersion, fieldsType: 'FieldsV1', fieldsV1 };
}

/** @param {Json} data */
function lastApplied(data) {
  const text = `${JSON.stringify({ ...configMap('one', data), metadata: { annotations: {}, name: 'one', namespace: '<ns>' } })}\n`;
  return { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': text } };
}
