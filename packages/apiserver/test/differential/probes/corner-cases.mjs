/**
 * What users saw from outside and asked about: requests at the edges of what a server is asked every day.
 */
import { apply, del, get, patch, post, put, send, text } from '../../../../../tools/differential/probe.mjs';
import { configMap, configMaps, crds, deployment, deployments } from '../probe-objects.mjs';

const namespaces = '/api/v1/namespaces';
const roles = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
const table = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } };
const warned = { show: ['warning'] };
const cabinet = (/** @type {object} */ rest, version = 'v1') => ({
  apiVersion: `<id>.example.com/${version}`,
  kind: 'Cabinet',
  metadata: { name: 'one' },
  ...rest,
});
const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const version = (/** @type {string} */ name, /** @type {object} */ rest) => ({
  name,
  served: true,
  storage: false,
  schema: { openAPIV3Schema: open },
  ...rest,
});
/** Cabinets of the cluster, in several versions. */
const cabinets = (/** @type {object[]} */ ...versions) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'cabinets.<id>.example.com' },
  spec: {
    group: '<id>.example.com',
    scope: 'Cluster',
    names: { plural: 'cabinets', singular: 'cabinet', kind: 'Cabinet', listKind: 'CabinetList' },
    versions,
  },
});
const cabinetsPath = (name = 'v1') => `/apis/<id>.example.com/${name}/cabinets`;
/** @param {string} name */
const served = (name) => get(cabinetsPath(name), { until: { status: 200 }, pick: ['kind'] });

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'an object to be created that carries a version',
    steps: [
      post(`${configMaps}?dryRun=All`, configMap('one', {}, { resourceVersion: '7' })),
      post(configMaps, configMap('one', {}, { resourceVersion: '7' })),
      post(`${configMaps}?dryRun=All`, configMap('one', {}, { resourceVersion: '0' })),
      post(`${configMaps}?dryRun=All`, configMap('one', {}, { resourceVersion: 'x' })),
      put(`${configMaps}/two?dryRun=All`, configMap('two', {}, { resourceVersion: '7' })),
      apply(`${configMaps}/three?dryRun=All&fieldManager=a`, configMap('three', {}, { resourceVersion: '7' })),
    ],
  },
  {
    title: 'a Table of what is not kept',
    steps: [
      post(
        '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
        { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } },
        table,
      ),
      post('/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: 'x' } }, table),
      post('/apis/authentication.k8s.io/v1/selfsubjectreviews', {}, table),
      post(`${namespaces}/<ns>/serviceaccounts`, { metadata: { name: 'one' } }, { quiet: true }),
      post(`${namespaces}/<ns>/serviceaccounts/one/token`, { spec: { audiences: ['a'] } }, table),
    ],
  },
  {
    title: 'the components of a cluster',
    steps: [
      get('/api/v1/componentstatuses', { pick: ['kind', 'metadata'], ...warned }), // they come in any order
      get('/api/v1/componentstatuses/etcd-0', warned),
      get('/api/v1/componentstatuses/scheduler'),
      get('/api/v1/componentstatuses/controller-manager'),
      get('/api/v1/componentstatuses/nobody'),
      get('/api/v1/componentstatuses?labelSelector=a%3Db'),
      get('/api/v1/componentstatuses?fieldSelector=metadata.name%3Detcd-0'),
      get('/api/v1/componentstatuses?fieldSelector=metadata.name%3Detcd-0', table),
      get('/api/v1/componentstatuses?fieldSelector=x%3Dy'),
      get('/api/v1/componentstatuses?watch=true'),
      del('/api/v1/componentstatuses/etcd-0'),
    ],
  },
  {
    title: 'a change of an object of the cluster whose body names a namespace',
    steps: [
      post(roles, { metadata: { name: 'x-<id>', namespace: 'somewhere' }, rules }),
      put(`${roles}/x-<id>`, { metadata: { name: 'x-<id>', namespace: 'somewhere' }, rules }),
      patch('merge', `${roles}/x-<id>`, { metadata: { namespace: 'somewhere', labels: { a: 'b' } } }),
      apply(`${roles}/x-<id>?fieldManager=a&force=true`, {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'x-<id>', namespace: 'somewhere', labels: { c: 'd' } },
      }),
      apply(`${roles}/y-<id>?fieldManager=a`, {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'y-<id>', namespace: 'somewhere' },
        rules,
      }),
      del(`${roles}/x-<id>`, undefined, { quiet: true }),
      del(`${roles}/y-<id>`, undefined, { quiet: true }),
      post(crds, cabinets(version('v1', { storage: true })), { quiet: true }),
      served('v1'),
      post(cabinetsPath(), cabinet({ metadata: { name: 'one', namespace: 'somewhere' } })),
      patch('merge', `${cabinetsPath()}/one`, { metadata: { namespace: 'somewhere', labels: { a: 'b' } } }),
      apply(
        `${cabinetsPath()}/one?fieldManager=a`,
        cabinet({ metadata: { name: 'one', namespace: 'elsewhere' }, a: 1 }),
      ),
    ],
  },
  {
    title: 'managers of fields in a version that is served no more · P8',
    steps: [
      post(crds, cabinets(version('v1', { storage: true }), version('v2', {}), version('v3', {})), { quiet: true }),
      served('v3'),
      apply(`${cabinetsPath('v2')}/one?fieldManager=a`, cabinet({ a: 1 }, 'v2')),
      apply(`${cabinetsPath('v3')}/one?fieldManager=b`, cabinet({ b: 1 }, 'v3')),
      patch(
        'merge',
        `${crds}/cabinets.<id>.example.com`,
        {
          spec: { versions: [version('v1', { storage: true }), version('v2', { served: false }), version('v3', {})] },
        },
        { quiet: true },
      ),
      get(cabinetsPath('v2'), { until: { status: 404 }, quiet: true }),
      patch('merge', `${cabinetsPath()}/one?fieldManager=c`, { c: 1 }),
      apply(`${cabinetsPath()}/one?fieldManager=a`, cabinet({ a: 2 })),
      get(`${cabinetsPath()}/one`),
      patch(
        'merge',
        `${crds}/cabinets.<id>.example.com`,
        {
          spec: { versions: [version('v1', { storage: true }), version('v3', {})] },
        },
        { quiet: true },
      ),
      patch('merge', `${cabinetsPath()}/one?fieldManager=c`, { c: 2 }),
    ],
  },
  {
    title: 'reads of a version that is deprecated warn, too · C12',
    steps: [
      post(
        crds,
        cabinets(
          version('v1', { storage: true }),
          version('v2', { deprecated: true, deprecationWarning: 'cabinets of old' }),
          version('v3', { deprecated: true }),
        ),
        { quiet: true },
      ),
      served('v3'),
      post(cabinetsPath('v2'), cabinet({}, 'v2'), { ...warned, quiet: true }),
      get(cabinetsPath('v2'), { ...warned, pick: ['kind'] }),
      get(`${cabinetsPath('v2')}/one`, { ...warned, pick: ['kind'] }),
      get(`${cabinetsPath('v3')}/one`, { ...warned, pick: ['kind'] }),
      get(`${cabinetsPath('v3')}/none`, { ...warned, pick: ['kind'] }),
      get(`${cabinetsPath('v1')}/one`, { ...warned, pick: ['kind'] }),
      del(`${cabinetsPath('v2')}/one?dryRun=All`, undefined, { ...warned, pick: ['kind'] }),
    ],
  },
  {
    title: 'YAML in flow form',
    steps: [
      send('POST', configMaps, text('{apiVersion: v1, kind: ConfigMap, metadata: {name: one}, data: {a: "1"}}\n'), {
        headers: { 'content-type': 'application/yaml' },
      }),
      send('POST', configMaps, text('{apiVersion: v1, kind: ConfigMap, metadata: {name: two}}\n')),
      send('POST', configMaps, text('{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "three"},}\n'), {
        headers: { 'content-type': 'application/yaml' },
      }),
      send('PATCH', `${configMaps}/four?fieldManager=a`, text('{apiVersion: v1, kind: ConfigMap, data: {a: "1"}}\n'), {
        headers: { 'content-type': 'application/apply-patch+yaml' },
      }),
      send('PATCH', `${configMaps}/five?fieldManager=a`, text('{apiVersion: v1, kind: ConfigMap\n'), {
        headers: { 'content-type': 'application/apply-patch+yaml' },
      }),
      send('POST', configMaps, text('{apiVersion: v1, kind: ConfigMap\n'), {
        headers: { 'content-type': 'application/yaml' },
      }),
    ],
  },
  {
    title: 'a delete that would go on where an object cannot be read · X1',
    steps: [
      post(configMaps, configMap('one')),
      del(`${configMaps}/one`, { ignoreStoreReadErrorWithClusterBreakingPotential: true }),
      del(`${configMaps}/one`, { ignoreStoreReadErrorWithClusterBreakingPotential: true, dryRun: ['All'] }),
      del(`${configMaps}/none`, { ignoreStoreReadErrorWithClusterBreakingPotential: true }),
      del(`${configMaps}/one`, {
        ignoreStoreReadErrorWithClusterBreakingPotential: true,
        propagationPolicy: 'Background',
        gracePeriodSeconds: 0,
        preconditions: { uid: 'x' },
      }),
      del(configMaps, { ignoreStoreReadErrorWithClusterBreakingPotential: true }),
      del(`${configMaps}/one?ignoreStoreReadErrorWithClusterBreakingPotential=true`),
      del(`${configMaps}/one`, { ignoreStoreReadErrorWithClusterBreakingPotential: false }),
    ],
  },
  {
    title: 'a put and an apply that create fill in what a post does',
    steps: [
      put(`${namespaces}/<ns>/limitranges/one`, {
        metadata: { name: 'one', generateName: 'x-', selfLink: 'y' },
        spec: { limits: [{ type: 'Pod', max: { cpu: '1' } }] },
      }),
      apply(`${deployments}/one?fieldManager=a`, {
        ...deployment('one'),
        metadata: { name: 'one', generateName: 'x-' },
      }),
    ],
  },
];
