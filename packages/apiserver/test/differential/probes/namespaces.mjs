/**
 * Namespaces of a server without controllers.
 */
import { del, get, patch, post, put } from '../../../../../tools/differential/probe.mjs';
import { configMap, configMaps } from '../probe-objects.mjs';

const namespaces = '/api/v1/namespaces';

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'a new namespace is active, with its name as a label and a finalizer',
    steps: [post(namespaces, { metadata: { name: 'new-<id>' } }), get(`${namespaces}/new-<id>`)],
  },
  {
    title: 'an update sets the name label of a namespace back',
    steps: [
      post(namespaces, {
        metadata: { name: 'new-<id>', labels: { 'kubernetes.io/metadata.name': 'other', own: 'label' } },
      }),
      patch('merge', `${namespaces}/new-<id>`, { metadata: { labels: { 'kubernetes.io/metadata.name': null } } }),
      patch('merge', `${namespaces}/new-<id>`, { metadata: { labels: { 'kubernetes.io/metadata.name': 'x' } } }),
    ],
  },
  {
    title: "the spec and status of a new namespace are the server's",
    steps: [
      post(namespaces, {
        metadata: { name: 'new-<id>' },
        spec: { finalizers: ['example.com/own'] },
        status: { phase: 'Terminating' },
      }),
      put(`${namespaces}/new-<id>`, { metadata: { name: 'new-<id>' }, spec: { finalizers: [] } }),
    ],
  },
  {
    title: 'a namespace with a generated name · M6',
    steps: [post(namespaces, { metadata: { generateName: 'made-' } })],
  },
  {
    title: 'a deleted namespace stays, because nobody empties it · NS3',
    steps: [
      post(namespaces, { metadata: { name: 'old-<id>' } }),
      post(`${namespaces}/old-<id>/configmaps`, configMap('kept')),
      del(`${namespaces}/old-<id>`),
      get(`${namespaces}/old-<id>`),
      get(`${namespaces}/old-<id>/configmaps/kept`),
      del(`${namespaces}/old-<id>`),
    ],
  },
  {
    title: 'nothing is created in a namespace that is being deleted · NS3',
    steps: [
      post(namespaces, { metadata: { name: 'old-<id>' } }),
      del(`${namespaces}/old-<id>`),
      post(`${namespaces}/old-<id>/configmaps`, configMap('late')),
      get(`${namespaces}/old-<id>/configmaps`),
    ],
  },
  {
    title: 'what is in a namespace that is being deleted can be changed and deleted · NS3',
    steps: [
      post(namespaces, { metadata: { name: 'old-<id>' } }),
      post(`${namespaces}/old-<id>/configmaps`, configMap('one')),
      del(`${namespaces}/old-<id>`),
      patch('merge', `${namespaces}/old-<id>/configmaps/one`, { data: { b: '2' } }),
      del(`${namespaces}/old-<id>/configmaps/one`),
    ],
  },
  {
    title: 'a namespace ends with its last finalizer · NS3',
    steps: [
      post(namespaces, { metadata: { name: 'old-<id>' } }, { as: 'n' }),
      del(`${namespaces}/old-<id>`),
      put(`${namespaces}/old-<id>/finalize`, { metadata: { name: 'old-<id>' }, spec: { finalizers: [] } }),
      get(`${namespaces}/old-<id>`),
    ],
  },
  {
    title: 'the namespaces of the system cannot be deleted',
    fresh: true,
    steps: ['default', 'kube-system', 'kube-public'].map((name) => del(`${namespaces}/${name}`)),
  },
  {
    title: 'nothing is created in a namespace that is missing',
    steps: [
      post(`${namespaces}/missing-<id>/configmaps`, configMap('one')),
      post('/apis/apps/v1/namespaces/missing-<id>/deployments', { metadata: { name: 'x' } }),
    ],
  },
  {
    title: 'the status of a namespace · S1',
    steps: [
      patch('merge', `${namespaces}/<ns>/status`, {
        status: { conditions: [{ type: 'Odd', status: 'True', reason: 'Because', message: 'why not' }] },
        metadata: { labels: { a: 'b' } },
      }),
      get(`${namespaces}/<ns>/status`),
      post(configMaps, configMap('one'), { quiet: true }),
    ],
  },
];
