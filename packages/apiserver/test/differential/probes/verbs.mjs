/**
 * Create, read, update, delete: which verb on which path, and that names agree.
 */
import { del, edited, get, patch, post, put } from '../../../../../tools/differential/probe.mjs';
import { configMap, configMaps, define, deployment, deployments, leases, widget, widgets } from '../probe-objects.mjs';

const roles = '/apis/rbac.authorization.k8s.io/v1/namespaces/<ns>/roles';
const events = '/api/v1/namespaces/<ns>/events';

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'a ConfigMap from creation to deletion · V1',
    steps: [
      post(configMaps, configMap('one')),
      get(`${configMaps}/one`),
      put(`${configMaps}/one`, configMap('one', { a: '2' })),
      patch('merge', `${configMaps}/one`, { data: { b: '3' } }),
      get(configMaps),
      del(`${configMaps}/one`),
      get(`${configMaps}/one`),
    ],
  },
  {
    title: 'a Deployment from creation to deletion · V1',
    steps: [
      post(deployments, deployment('one')),
      get(`${deployments}/one`),
      put(`${deployments}/one`, deployment('one', { replicas: 2 })),
      patch('merge', `${deployments}/one`, { spec: { paused: true } }),
      del(`${deployments}/one`),
      get(`${deployments}/one`),
    ],
  },
  {
    title: 'a custom resource from creation to deletion · V1',
    steps: [
      ...define(),
      post(widgets, widget('one'), { as: 'one' }),
      get(`${widgets}/one`),
      put(`${widgets}/one`, edited('one', { spec: { size: 2 } })),
      patch('merge', `${widgets}/one`, { spec: { size: 3 } }),
      get(widgets),
      del(`${widgets}/one`),
      get(`${widgets}/one`),
    ],
  },
  {
    title: 'a cluster-wide object from creation to deletion · V1',
    steps: [
      post('/apis/scheduling.k8s.io/v1/priorityclasses', { metadata: { name: 'class-<id>' }, value: 7 }),
      get('/apis/scheduling.k8s.io/v1/priorityclasses/class-<id>'),
      del('/apis/scheduling.k8s.io/v1/priorityclasses/class-<id>'),
      get('/apis/scheduling.k8s.io/v1/priorityclasses/class-<id>'),
    ],
  },
  {
    title: 'a cluster-wide custom resource · V1',
    steps: [
      ...define({}, { scope: 'Cluster' }),
      post('/apis/<id>.example.com/v1/widgets', widget('one')),
      get('/apis/<id>.example.com/v1/widgets/one'),
      get('/apis/<id>.example.com/v1/namespaces/<ns>/widgets'),
      post('/apis/<id>.example.com/v1/namespaces/<ns>/widgets', widget('two')),
      post('/apis/<id>.example.com/v1/widgets', widget('three', {}, { namespace: 'x' })),
    ],
  },
  {
    title: 'objects of all namespaces in one list · V1 · L9',
    steps: [
      post('/api/v1/namespaces', { metadata: { name: 'also-<id>' } }, { quiet: true }),
      post(configMaps, configMap('b', {}, { labels: { probe: '<id>' } })),
      post('/api/v1/namespaces/also-<id>/configmaps', configMap('a', {}, { labels: { probe: '<id>' } })),
      post(configMaps, configMap('a', {}, { labels: { probe: '<id>' } })),
      get('/api/v1/configmaps?labelSelector=probe=<id>'),
    ],
  },
  {
    title: 'nothing is created in all namespaces at once · V1',
    steps: [
      post('/api/v1/configmaps', configMap('one', {}, { namespace: '<ns>' })),
      del('/api/v1/configmaps'),
      put('/api/v1/configmaps/one', {}),
      get('/api/v1/configmaps/one'),
    ],
  },
  {
    title: 'an update of what is missing creates a Lease · V1',
    steps: [
      put(`${leases}/new`, { metadata: { name: 'new' }, spec: { holderIdentity: 'me' } }),
      put(`${leases}/new`, { metadata: { name: 'new' }, spec: { holderIdentity: 'you' } }),
    ],
  },
  {
    title: 'an update of what is missing creates a Role and an Event · V1',
    steps: [
      put(`${roles}/new`, { metadata: { name: 'new' } }),
      put(`${events}/new`, {
        metadata: { name: 'new' },
        involvedObject: { kind: 'Pod', name: 'p', namespace: '<ns>' },
        reason: 'Because',
        type: 'Normal',
      }),
    ],
  },
  {
    title: 'an update of a missing ConfigMap, Deployment or custom resource is not found · V1',
    steps: [
      ...define(),
      put(`${configMaps}/new`, configMap('new')),
      put(`${deployments}/new`, deployment('new')),
      put(`${widgets}/new`, widget('new')),
      put(`${widgets}/new`, widget('new', {}, { resourceVersion: '1' })),
      put('/api/v1/namespaces/new-<id>', { metadata: { name: 'new-<id>' } }),
    ],
  },
  {
    title: 'an update that would create refuses a version or a uid · V1 · M3',
    steps: [
      put(`${leases}/new`, { metadata: { name: 'new', resourceVersion: '1' } }),
      put(`${leases}/new`, { metadata: { name: 'new', uid: '3d8b7f6e-0000-4000-8000-000000000000' } }),
    ],
  },
  {
    title: 'a patch, a deletion and a read of what is missing · V1',
    steps: [
      patch('merge', `${configMaps}/nothing`, {}),
      patch('json', `${configMaps}/nothing`, []),
      patch('strategic', `${configMaps}/nothing`, {}),
      del(`${configMaps}/nothing`),
      get(`${configMaps}/nothing`),
    ],
  },
  {
    title: 'what is missing in a named group · V1 · E1',
    steps: [get(`${deployments}/nothing`), del(`${deployments}/nothing`), get(`${leases}/nothing`)],
  },
  {
    title: 'the namespace of the body must be that of the path · V2',
    steps: [
      post(configMaps, configMap('one', {}, { namespace: 'other' })),
      post(configMaps, configMap('one', {}, { namespace: '<ns>' })),
      put(`${configMaps}/one`, configMap('one', {}, { namespace: 'other' })),
      put(`${configMaps}/one`, configMap('one', { b: '2' }, { namespace: '<ns>' })),
    ],
  },
  {
    title: 'the name of the body must be that of the path · V2',
    steps: [
      post(configMaps, configMap('one')),
      put(`${configMaps}/one`, configMap('two')),
      put(`${configMaps}/one`, { data: {} }),
      patch('merge', `${configMaps}/one`, { metadata: { name: 'two' } }),
      patch('merge', `${configMaps}/one`, { metadata: { namespace: 'other' } }),
    ],
  },
  {
    title: 'the kind of the body must be that of the path · V2',
    steps: [
      post(configMaps, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x' } }),
      post(configMaps, { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x' } }),
      post(configMaps, { apiVersion: 'v1', kind: 'Nonsense', metadata: { name: 'x' } }),
      post(configMaps, { apiVersion: 'v9', kind: 'ConfigMap', metadata: { name: 'x' } }),
      post(configMaps, { apiVersion: 'example.com/v1', kind: 'ConfigMap', metadata: { name: 'x' } }),
    ],
  },
  {
    title: 'kind and version may be left out of a built-in body · V2',
    steps: [
      post(configMaps, { metadata: { name: 'bare' } }),
      post(configMaps, { kind: 'ConfigMap', metadata: { name: 'kind' } }),
      post(configMaps, { apiVersion: 'v1', metadata: { name: 'version' } }),
      post(deployments, { kind: 'Deployment', metadata: { name: 'x' } }),
    ],
  },
  {
    title: 'the kind and version of a custom resource must be there and agree · V2',
    steps: [
      ...define(),
      post(widgets, { metadata: { name: 'x' } }),
      post(widgets, { kind: 'Widget', metadata: { name: 'x' } }),
      post(widgets, { apiVersion: '<id>.example.com/v1', metadata: { name: 'x' } }),
      post(widgets, { apiVersion: '<id>.example.com/v2', kind: 'Widget', metadata: { name: 'x' } }),
      post(widgets, { apiVersion: '<id>.example.com/v1', kind: 'Gadget', metadata: { name: 'x' } }),
      post(widgets, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } }),
    ],
  },
  {
    title: 'a patch does not change kind or version · V2',
    steps: [
      ...define(),
      post(configMaps, configMap('one')),
      patch('merge', `${configMaps}/one`, { kind: 'Secret' }),
      patch('merge', `${configMaps}/one`, { apiVersion: 'v2' }),
      post(widgets, widget('one')),
      patch('merge', `${widgets}/one`, { kind: 'Gadget' }),
      patch('merge', `${widgets}/one`, { apiVersion: 'example.com/v1' }),
    ],
  },
  {
    title: 'a name is required · V2 · E3',
    steps: [
      ...define(),
      post(configMaps, {}),
      post(configMaps, { metadata: {} }),
      post(deployments, {}),
      post(widgets, { apiVersion: '<id>.example.com/v1', kind: 'Widget' }),
    ],
  },
  {
    title: 'an existing name is a conflict that names the resource · V3',
    steps: [
      ...define(),
      post(configMaps, configMap('one')),
      post(configMaps, configMap('one')),
      post(deployments, deployment('one')),
      post(deployments, deployment('one')),
      post(widgets, widget('one')),
      post(widgets, widget('one')),
      post('/api/v1/namespaces', { metadata: { name: '<ns>' } }),
    ],
  },
  {
    title: 'a read at any version, at one, and at one to come · G1',
    steps: [
      post(configMaps, configMap('one'), { as: 'one' }),
      get(`${configMaps}/one?resourceVersion=<one.metadata.resourceVersion>`),
      get(`${configMaps}/one?resourceVersion=0`),
      get(`${configMaps}/one?resourceVersion=`),
    ],
  },
  {
    title: 'a read at a version that is none · G1',
    steps: [
      post(configMaps, configMap('one')),
      get(`${configMaps}/one?resourceVersion=abc`),
      get(`${configMaps}/one?resourceVersion=-1`),
      get(`${configMaps}/nothing?resourceVersion=abc`),
    ],
  },
  {
    title: 'a read at a version to come gives up after three seconds · G1 · L3',
    steps: [post(configMaps, configMap('one')), get(`${configMaps}/one?resourceVersion=900000000`)],
  },
  {
    title: 'objects in a namespace that is missing · V1',
    steps: [
      get('/api/v1/namespaces/missing-<id>/configmaps'),
      get('/api/v1/namespaces/missing-<id>/configmaps/x'),
      post('/api/v1/namespaces/missing-<id>/configmaps', configMap('x')),
    ],
  },
];
