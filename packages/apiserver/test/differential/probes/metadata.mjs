/**
 * Object metadata: what the server owns, what it checks, and how two writers meet.
 */
import { del, edited, patch, post, put } from '../../../../../tools/differential/probe.mjs';
import {
  configMap,
  configMaps,
  define,
  defineWith,
  deployment,
  deployments,
  leases,
  pods,
  secrets,
  services,
  specSchema,
  widget,
  widgets,
} from '../probe-objects.mjs';

const uid = '3d8b7f6e-0000-4000-8000-000000000000';
const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid };
const roles = '/apis/rbac.authorization.k8s.io/v1/namespaces/<ns>/roles';

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: "uid, creation time and self link are the server's · M1",
    steps: [
      post(configMaps, configMap('one', {}, { uid, creationTimestamp: '2020-01-01T00:00:00Z', selfLink: '/x' }), {
        as: 'one',
      }),
      put(`${configMaps}/one`, edited('one', { metadata: { creationTimestamp: '2020-01-01T00:00:00Z' } })),
      patch('merge', `${configMaps}/one`, { metadata: { creationTimestamp: null } }),
    ],
  },
  {
    title: 'a version on creation is refused · M1',
    steps: [
      ...define(),
      post(configMaps, configMap('one', {}, { resourceVersion: '1' })),
      post(widgets, widget('one', {}, { resourceVersion: '1' })),
      post(configMaps, configMap('zero', {}, { resourceVersion: '0' })),
      post(configMaps, configMap('empty', {}, { resourceVersion: '' })),
    ],
  },
  {
    title: 'a version on creation that is none is ignored · M1',
    steps: [post(configMaps, configMap('odd', {}, { resourceVersion: 'abc' }))],
  },
  {
    title: 'deletion time and grace of a client are ignored · M1',
    steps: [
      post(
        configMaps,
        configMap('one', {}, { deletionTimestamp: '2020-01-01T00:00:00Z', deletionGracePeriodSeconds: 5 }),
        { as: 'one' },
      ),
      put(`${configMaps}/one`, edited('one', { metadata: { deletionTimestamp: '2020-01-01T00:00:00Z' } })),
    ],
  },
  {
    title: 'the generation of a Deployment counts changes of its spec · M2',
    steps: [
      post(deployments, deployment('one', {}, { generation: 7 })),
      patch('merge', `${deployments}/one`, { spec: { replicas: 2 } }),
      patch('merge', `${deployments}/one`, { metadata: { labels: { a: 'b' } } }),
      patch('merge', `${deployments}/one`, { metadata: { generation: 99 } }),
      patch('merge', `${deployments}/one/status`, { status: { observedGeneration: 2 } }),
      del(`${deployments}/one`),
    ],
  },
  {
    title: 'a ConfigMap, a Secret and a Role have no generation, and keep one that is sent · M2',
    steps: [
      post(configMaps, configMap('none')),
      post(configMaps, configMap('one', {}, { generation: 7 })),
      patch('merge', `${configMaps}/one`, { data: { a: '2' } }),
      post(secrets, { metadata: { name: 's' } }),
      post(roles, { metadata: { name: 'r', generation: 3 } }),
    ],
  },
  {
    title: 'the generation of a custom resource without a status counts everything but metadata · M2',
    steps: [
      ...define(),
      post(widgets, widget('one', { spec: {}, other: { a: 1 } }, { generation: 7 })),
      patch('merge', `${widgets}/one`, { spec: { a: 1 } }),
      patch('merge', `${widgets}/one`, { status: { a: 1 } }),
      patch('merge', `${widgets}/one`, { metadata: { labels: { a: 'b' } } }),
    ],
  },
  {
    title: 'the generation of a custom resource with a status · M2 · S1',
    steps: [
      ...define({ subresources: { status: {} } }),
      post(widgets, widget('one', { spec: {}, status: { a: 0 } })),
      patch('merge', `${widgets}/one`, { spec: { a: 1 } }),
      patch('merge', `${widgets}/one`, { status: { a: 1 } }),
      patch('merge', `${widgets}/one/status`, { status: { a: 2 } }),
      patch('merge', `${widgets}/one`, { metadata: { annotations: { a: 'b' } } }),
    ],
  },
  {
    title: 'an update with a stale version is a conflict · M3 · E1',
    steps: [
      ...define(),
      post(configMaps, configMap('one'), { as: 'one' }),
      put(`${configMaps}/one`, configMap('one', { a: '2' })),
      put(`${configMaps}/one`, edited('one', { data: { a: '3' } })),
      post(deployments, deployment('one'), { as: 'web', quiet: true }),
      patch('merge', `${deployments}/one`, { spec: { replicas: 2 } }, { quiet: true }),
      put(`${deployments}/one`, edited('web')),
      post(widgets, widget('one'), { as: 'w' }),
      patch('merge', `${widgets}/one`, { spec: { size: 2 } }),
      put(`${widgets}/one`, edited('w')),
    ],
  },
  {
    title: 'an update without a version is unconditional where the kind allows it · M3',
    steps: [
      ...define(),
      post(configMaps, configMap('one')),
      put(`${configMaps}/one`, configMap('one', { a: '2' })),
      put(`${configMaps}/one`, configMap('one', { a: '3' }, { resourceVersion: '' })),
      post(widgets, widget('one')),
      put(`${widgets}/one`, widget('one', { spec: { size: 2 } })),
      put(`${widgets}/one`, widget('one', { spec: { size: 2 } }, { resourceVersion: '' })),
      post(leases, { metadata: { name: 'l' } }),
      put(`${leases}/l`, { metadata: { name: 'l' }, spec: { holderIdentity: 'x' } }),
    ],
  },
  {
    title: 'an update with a version that is none · M3',
    steps: [
      ...define(),
      post(configMaps, configMap('one')),
      put(`${configMaps}/one`, configMap('one', {}, { resourceVersion: 'abc' })),
      put(`${configMaps}/one`, configMap('one', { a: '2' }, { resourceVersion: '0' })),
      put(`${configMaps}/one`, configMap('one', {}, { resourceVersion: '1' })),
      post(widgets, widget('one')),
      put(`${widgets}/one`, widget('one', {}, { resourceVersion: 'abc' })),
    ],
  },
  {
    title: 'a patch with a version is conditional · M3',
    steps: [
      post(configMaps, configMap('one'), { as: 'one' }),
      patch('merge', `${configMaps}/one`, {
        metadata: { resourceVersion: '<one.metadata.resourceVersion>' },
        data: { a: '2' },
      }),
      patch('merge', `${configMaps}/one`, {
        metadata: { resourceVersion: '<one.metadata.resourceVersion>' },
        data: { a: '3' },
      }),
      patch('json', `${configMaps}/one`, [{ op: 'replace', path: '/metadata/resourceVersion', value: '1' }]),
      patch('strategic', `${configMaps}/one`, { metadata: { resourceVersion: '1' } }),
    ],
  },
  {
    title: 'an update or a patch with another uid is a conflict · M4',
    steps: [
      ...define(),
      post(configMaps, configMap('one')),
      put(`${configMaps}/one`, configMap('one', {}, { uid })),
      patch('merge', `${configMaps}/one`, { metadata: { uid } }),
      post(widgets, widget('one'), { as: 'w' }),
      put(`${widgets}/one`, edited('w', { metadata: { uid } })),
    ],
  },
  {
    title: 'a deletion with preconditions · M4',
    steps: [
      post(configMaps, configMap('one'), { as: 'one' }),
      del(`${configMaps}/one`, { preconditions: { uid } }),
      del(`${configMaps}/one`, { preconditions: { resourceVersion: '1' } }),
      del(`${configMaps}/one`, {
        preconditions: { uid: '<one.metadata.uid>', resourceVersion: '<one.metadata.resourceVersion>' },
      }),
    ],
  },
  {
    title: 'a write that changes nothing keeps the version · M5',
    steps: [
      ...define(),
      post(configMaps, configMap('one'), { as: 'one' }),
      put(`${configMaps}/one`, edited('one')),
      put(`${configMaps}/one`, configMap('one')),
      patch('merge', `${configMaps}/one`, {}),
      patch('strategic', `${configMaps}/one`, { data: { a: '1' } }),
      patch('json', `${configMaps}/one`, []),
      post(deployments, deployment('one'), { quiet: true, as: 'web' }),
      put(`${deployments}/one`, deployment('one')),
      post(widgets, widget('one'), { as: 'w' }),
      put(`${widgets}/one`, edited('w')),
      patch('merge', `${widgets}/one`, { spec: { size: 1 } }),
    ],
  },
  {
    title: 'a name is generated from a base · M6',
    steps: [
      post(configMaps, { metadata: { generateName: 'some-' } }),
      post(configMaps, { metadata: { generateName: 'some-', name: 'own' } }),
      post(configMaps, { metadata: { generateName: 'a'.repeat(70) } }, { pick: ['metadata.generateName', 'kind'] }),
      post(deployments, { ...deployment('x'), metadata: { generateName: 'web-' } }, { pick: ['metadata'] }),
    ],
  },
  {
    title: 'names that are no DNS subdomain · M7 · E3',
    steps: ['UPPER', '-a', 'a-', 'a_b', 'a..b', '.a', 'a b', 'é', 'a'.repeat(254), 'a/b', 'a%b', '.', '..'].map(
      (name) => post(configMaps, configMap(name)),
    ),
  },
  {
    title: 'names of namespaces and services are labels · M7',
    steps: [
      post('/api/v1/namespaces', { metadata: { name: 'a.b' } }),
      post('/api/v1/namespaces', { metadata: { name: 'a'.repeat(64) } }),
      post('/api/v1/namespaces', { metadata: { name: 'UPPER' } }),
      ...['1a', 'a.b', 'UPPER', 'a'.repeat(64), 'a-'].map((name) =>
        post(services, { metadata: { name }, spec: { ports: [{ port: 1 }], clusterIP: 'None' } }),
      ),
    ],
  },
  {
    title: 'names of roles are path segments · M7',
    steps: ['a:b', 'UPPER', 'a b', '.', '..', 'a/b', 'a%b'].map((name) => post(roles, { metadata: { name } })),
  },
  {
    title: 'names of custom resources are DNS subdomains · M7',
    steps: [...define(), ...['UPPER', 'a_b', 'a.b', '-', 'a'.repeat(254)].map((name) => post(widgets, widget(name)))],
  },
  {
    title: 'labels that are none · M8 · E3',
    steps: [
      { '': 'x' },
      { 'a b': 'x' },
      { a: 'b c' },
      { ['a'.repeat(64)]: 'x' },
      { a: 'x'.repeat(64) },
      { 'UPPER.example.com/a': 'x' },
      { 'a/b/c': 'x' },
      { '/a': 'x' },
      { 'a/': 'x' },
      { a: '-x' },
      { a: '' },
    ].map((labels, index) => post(configMaps, configMap(`l${index}`, {}, { labels }))),
  },
  {
    title: 'annotations that are none · M8',
    steps: [
      { '': 'x' },
      { 'a b': 'x' },
      { UPPER: 'x' },
      { 'a/b/c': 'x' },
      { a: 'anything goes: é "x"\n' },
      { ['a'.repeat(64)]: 'x' },
    ].map((annotations, index) => post(configMaps, configMap(`a${index}`, {}, { annotations }))),
  },
  {
    title: 'annotations of more than 256 KiB are too long · M8',
    steps: [post(configMaps, configMap('big', {}, { annotations: { a: 'x'.repeat(256 * 1024) } }))],
  },
  {
    title: 'labels and annotations of custom resources are checked · M8 · C15',
    steps: [
      ...define(),
      post(widgets, widget('one', {}, { labels: { a: 'b c' } })),
      post(widgets, widget('one', {}, { annotations: { 'a b': 'x' } })),
      post(widgets, widget('one', {}, { finalizers: ['a b'] })),
    ],
  },
  {
    title: 'finalizers that are none · M8 · E5',
    steps: [
      ['a b'],
      [''],
      ['plain'],
      ['example.com/ok'],
      ['foregroundDeletion', 'orphan'],
      ['UPPER/a'],
      ['example.com/ok', 'example.com/ok'],
    ].map((finalizers, index) => post(configMaps, configMap(`f${index}`, {}, { finalizers }))),
  },
  {
    title: 'owner references need all their parts · M8',
    steps: [
      {},
      { apiVersion: 'v1', kind: 'X', name: 'x' },
      { ...owner, apiVersion: '' },
      { ...owner, kind: '' },
      { ...owner, name: '' },
      { ...owner, uid: '' },
      { ...owner, apiVersion: 'a/b/c' },
      { ...owner, kind: 'Event' },
      { ...owner, apiVersion: 'v1', kind: 'Namespace' },
    ].map((reference, index) => post(configMaps, configMap(`o${index}`, {}, { ownerReferences: [reference] }))),
  },
  {
    title: 'only one owner is the controller · M8',
    steps: [
      post(
        configMaps,
        configMap(
          'one',
          {},
          {
            ownerReferences: [
              { ...owner, controller: true },
              { ...owner, uid: uid.replace('3', '4'), controller: true },
            ],
          },
        ),
      ),
      post(
        configMaps,
        configMap(
          'two',
          {},
          {
            ownerReferences: [
              { ...owner, controller: true },
              { ...owner, uid: uid.replace('3', '4'), controller: false },
            ],
          },
        ),
      ),
    ],
  },
  {
    title: 'the same owner twice is a warning · M8 · E5',
    steps: [
      post(configMaps, configMap('one', {}, { ownerReferences: [owner, owner] })),
      post(configMaps, configMap('two', {}, { ownerReferences: [owner, { ...owner, name: 'other' }] })),
    ],
  },
  {
    title: 'an empty map or list in metadata is left out · M8 · M10',
    steps: [
      post(configMaps, {
        metadata: { name: 'one', labels: {}, annotations: {}, finalizers: [], ownerReferences: [] },
        data: {},
        binaryData: {},
      }),
      post(configMaps, { metadata: { name: 'two', labels: null, annotations: null, finalizers: null }, data: null }),
    ],
  },
  {
    title: 'a template has no creation time · M10',
    steps: [
      post(
        deployments,
        deployment('one', {
          template: {
            metadata: { creationTimestamp: null, labels: { app: 'one' } },
            spec: { containers: [{ name: 'main', image: 'x' }] },
          },
        }),
        { pick: ['spec.template.metadata'] },
      ),
      post(
        pods,
        { metadata: { name: 'p', creationTimestamp: null }, spec: { containers: [{ name: 'main', image: 'x' }] } },
        { pick: ['metadata'] },
      ),
    ],
  },
  {
    title: 'metadata of the wrong type is refused · M8 · E1',
    steps: [
      ...define(),
      ...[
        { labels: 'x' },
        { labels: { a: 1 } },
        { annotations: [] },
        { finalizers: 'x' },
        { finalizers: [1] },
        { ownerReferences: {} },
        { generation: 'x' },
        { creationTimestamp: 'yesterday' },
        { deletionGracePeriodSeconds: 'x' },
        { name: 1 },
        { resourceVersion: 1 },
      ].map((metadata) => post(configMaps, { metadata: { name: 'one', ...metadata } })),
      post(configMaps, { metadata: 'x' }),
      post(configMaps, { metadata: [] }),
    ],
  },
  {
    title: 'metadata of a custom resource of the wrong type · C15',
    steps: [
      ...define(),
      ...[
        { labels: 'x' },
        { labels: { a: 1 } },
        { annotations: [] },
        { finalizers: 'x' },
        { ownerReferences: {} },
        { generation: 'x' },
        { creationTimestamp: 'yesterday' },
        { unknown: 'x' },
        { clusterName: 'x' },
      ].map((metadata, index) => post(widgets, widget(`w${index}`, {}, metadata))),
      post(widgets, { ...widget('x'), metadata: 'x' }),
      post(widgets, { ...widget('x'), metadata: null }),
    ],
  },
  {
    title: 'metadata below the spec of a custom resource is ordinary · C15 · C4',
    steps: [
      ...defineWith(specSchema({ metadata: { type: 'object', properties: { name: { type: 'integer' } } } })),
      post(widgets, widget('one', { spec: { metadata: { name: 5, labels: { a: 'b' } } } })),
    ],
  },
];
