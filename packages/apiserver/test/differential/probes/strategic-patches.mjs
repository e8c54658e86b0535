/**
 * Strategic merge patches: lists with keys, and directives.
 */
import { patch, post, send, text } from '../../../../../tools/differential/probe.mjs';
import { configMap, configMaps, deployment, deployments, pod, pods, services } from '../probe-objects.mjs';

const one = `${deployments}/one`;
const template = { pick: ['spec.template.spec', 'message', 'reason', 'code', 'details'] };
const containers = [
  {
    name: 'a',
    image: 'a:1',
    env: [
      { name: 'X', value: '1' },
      { name: 'Y', value: '2' },
    ],
    ports: [{ containerPort: 80 }],
  },
  { name: 'b', image: 'b:1', args: ['one', 'two'], volumeMounts: [{ name: 'v', mountPath: '/v' }] },
];
const created = post(
  deployments,
  deployment('one', {
    template: {
      metadata: { labels: { app: 'one' } },
      spec: { containers, volumes: [{ name: 'v', emptyDir: {} }], tolerations: [{ key: 'k', operator: 'Exists' }] },
    },
  }),
  { quiet: true },
);
/** @param {unknown} spec */
const pods_ = (spec) => patch('strategic', one, { spec: { template: { spec } } }, template);

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'maps are merged and null removes · P3',
    steps: [
      post(configMaps, configMap('one', { a: '1', b: '2' })),
      patch('strategic', `${configMaps}/one`, { data: { a: 'x', b: null, c: '3' }, metadata: { labels: { l: 'v' } } }),
      patch('strategic', `${configMaps}/one`, { metadata: { labels: { l: null } } }),
      patch('strategic', `${configMaps}/one`, { data: null }),
    ],
  },
  {
    title: 'containers are merged by name · P3',
    steps: [
      created,
      pods_({ containers: [{ name: 'a', image: 'a:2' }] }),
      pods_({ containers: [{ name: 'c', image: 'c:1' }] }),
    ],
  },
  {
    title: 'lists inside lists are merged by their keys · P3',
    steps: [
      created,
      pods_({
        containers: [
          {
            name: 'a',
            env: [
              { name: 'Y', value: 'changed' },
              { name: 'Z', value: '3' },
            ],
            ports: [{ containerPort: 81 }, { containerPort: 80, name: 'http' }],
          },
        ],
      }),
      pods_({ containers: [{ name: 'b', volumeMounts: [{ mountPath: '/w', name: 'v' }], args: ['three'] }] }),
    ],
  },
  {
    title: 'an item of a list is deleted · P3',
    steps: [
      created,
      pods_({ containers: [{ name: 'b', $patch: 'delete' }] }),
      pods_({ containers: [{ name: 'a', env: [{ name: 'X', $patch: 'delete' }] }] }),
      pods_({ containers: [{ name: 'none', $patch: 'delete' }] }),
    ],
  },
  {
    title: 'a list or a map is replaced · P3',
    steps: [
      created,
      pods_({ containers: [{ $patch: 'replace' }, { name: 'new', image: 'n:1' }] }),
      patch(
        'strategic',
        one,
        { spec: { strategy: { $patch: 'replace', type: 'Recreate' } } },
        { pick: ['spec.strategy', 'message'] },
      ),
      patch('strategic', one, { metadata: { labels: { $patch: 'replace', a: 'b' } } }, { pick: ['metadata.labels'] }),
    ],
  },
  {
    title: 'the strategy of a Deployment keeps or loses its keys · P3',
    steps: [
      created,
      patch('strategic', one, { spec: { strategy: { type: 'Recreate' } } }, { pick: ['spec.strategy', 'message'] }),
      patch(
        'strategic',
        one,
        { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } },
        { pick: ['spec.strategy', 'message'] },
      ),
      patch(
        'strategic',
        one,
        {
          spec: {
            strategy: { $retainKeys: ['type', 'rollingUpdate'], type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } },
          },
        },
        { pick: ['spec.strategy', 'message'] },
      ),
    ],
  },
  {
    title: 'volumes keep only the keys that are named · P3',
    steps: [
      created,
      pods_({ volumes: [{ $retainKeys: ['name', 'configMap'], name: 'v', configMap: { name: 'c' } }] }),
      pods_({ volumes: [{ name: 'v', secret: { secretName: 's' } }] }),
    ],
  },
  {
    title: 'the order of a list is set · P3',
    steps: [
      created,
      pods_({
        $setElementOrder_containers: [{ name: 'b' }, { name: 'a' }],
        '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }],
      }),
      pods_({
        '$setElementOrder/containers': [{ name: 'c' }, { name: 'b' }, { name: 'a' }],
        containers: [{ name: 'c', image: 'c:1' }],
      }),
      pods_({ '$setElementOrder/containers': [{ name: 'a' }], containers: [{ name: 'b', image: 'b:2' }] }),
    ],
  },
  {
    title: 'values of primitive lists are merged and deleted · P3',
    steps: [
      post(configMaps, configMap('one', {}, { finalizers: ['example.com/a', 'example.com/b'] })),
      patch('strategic', `${configMaps}/one`, { metadata: { finalizers: ['example.com/c'] } }),
      patch('strategic', `${configMaps}/one`, {
        metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/a'] },
      }),
      patch('strategic', `${configMaps}/one`, {
        metadata: { '$setElementOrder/finalizers': ['example.com/c', 'example.com/b'] },
      }),
      patch('strategic', `${configMaps}/one`, {
        metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/b', 'example.com/c'] },
      }),
    ],
  },
  {
    title: 'lists without a key are replaced · P3',
    steps: [
      created,
      pods_({ tolerations: [{ key: 'other', operator: 'Exists' }] }),
      pods_({ containers: [{ name: 'b', command: ['x', 'y'] }] }),
    ],
  },
  {
    title: 'the ports of a Service are merged by number · P3',
    steps: [
      post(
        services,
        {
          metadata: { name: 's' },
          spec: {
            clusterIP: 'None',
            ports: [
              { name: 'a', port: 80 },
              { name: 'b', port: 81 },
            ],
          },
        },
        { quiet: true },
      ),
      patch(
        'strategic',
        `${services}/s`,
        {
          spec: {
            ports: [
              { port: 80, targetPort: 8080 },
              { name: 'c', port: 82 },
            ],
          },
        },
        { pick: ['spec.ports', 'message'] },
      ),
      patch(
        'strategic',
        `${services}/s`,
        { spec: { ports: [{ port: 81, $patch: 'delete' }] } },
        { pick: ['spec.ports', 'message'] },
      ),
    ],
  },
  {
    title: 'owner references are merged by uid · P3',
    steps: [
      post(
        configMaps,
        configMap('one', {}, { ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'a', uid: 'u1' }] }),
      ),
      patch('strategic', `${configMaps}/one`, {
        metadata: { ownerReferences: [{ uid: 'u2', apiVersion: 'v1', kind: 'X', name: 'b' }] },
      }),
      patch('strategic', `${configMaps}/one`, { metadata: { ownerReferences: [{ uid: 'u1', $patch: 'delete' }] } }),
    ],
  },
  {
    title: 'the conditions of a Pod are merged by type · P3 · S1',
    steps: [
      post(pods, pod('p'), { quiet: true }),
      patch(
        'strategic',
        `${pods}/p/status`,
        {
          status: {
            conditions: [
              { type: 'A', status: 'True' },
              { type: 'B', status: 'True' },
            ],
          },
        },
        { pick: ['status.conditions'] },
      ),
      patch(
        'strategic',
        `${pods}/p/status`,
        {
          status: {
            '$setElementOrder/conditions': [{ type: 'B' }, { type: 'A' }],
            conditions: [{ type: 'A', status: 'False' }],
          },
        },
        { pick: ['status.conditions'] },
      ),
    ],
  },
  {
    title: 'directives that are none · P3',
    steps: [
      created,
      pods_({ containers: [{ name: 'a', $patch: 'nonsense' }] }),
      pods_({ containers: [{ image: 'x' }] }),
      pods_({ containers: [{ $patch: 'delete' }] }),
      pods_({ containers: 'x' }),
      pods_({ $patch: 'nonsense' }),
      pods_({ '$setElementOrder/containers': [{ nothing: 'x' }] }),
      pods_({ '$setElementOrder/containers': 'x' }),
      patch('strategic', one, { $patch: 'delete' }),
      pods_({ '$deleteFromPrimitiveList/containers': ['x'] }),
      pods_({ containers: ['x'] }),
    ],
  },
  {
    title: 'documents that are no strategic patch · P3',
    steps: [
      created,
      patch('strategic', one, [], template),
      patch('strategic', one, 'x', template),
      patch('strategic', one, null, template),
      send('PATCH', one, text('{"spec"'), { headers: { 'content-type': 'application/strategic-merge-patch+json' } }),
      send('PATCH', one, text(''), { headers: { 'content-type': 'application/strategic-merge-patch+json' } }),
    ],
  },
  {
    title: 'unknown fields of a strategic patch in every mode · P3 · E4',
    steps: [
      created,
      ...['Strict', 'Warn', 'Ignore'].map((mode) =>
        patch(
          'strategic',
          `${one}?fieldValidation=${mode}`,
          { spec: { unknown: 1, template: { spec: { containers: [{ name: 'a', odd: true }] } } } },
          template,
        ),
      ),
    ],
  },
];
