/**
 * Who manages which field after every write that is no apply.
 */
import { edited, get, patch, post, protobuf, put } from '../../../../../tools/differential/probe.mjs';
import {
  configMap,
  configMaps,
  define,
  deployment,
  deployments,
  leases,
  pods,
  pod,
  secrets,
  services,
  widget,
  widgets,
} from '../probe-objects.mjs';

const one = `${configMaps}/one`;
const protobufType = { 'content-type': 'application/vnd.kubernetes.protobuf' };
const table = { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } };
const metadataOnly = { headers: { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' } };
const inProtobuf = { headers: { accept: 'application/vnd.kubernetes.protobuf' } };

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'a new object is managed by who creates it, with what defaults fill in · M9',
    steps: [
      post(configMaps, configMap('one', { a: '1' }, { labels: { l: '1' }, annotations: { n: '1' } })),
      post(deployments, deployment('d')),
      post(pods, pod('p', { volumes: [{ name: 'v', emptyDir: {} }] })),
      post(services, {
        metadata: { name: 's' },
        spec: { ports: [{ port: 80 }, { port: 80, protocol: 'UDP', name: 'u' }] },
      }),
      post(secrets, { metadata: { name: 's' }, stringData: { a: 'b' } }),
      post(leases, {
        metadata: { name: 'l' },
        spec: { holderIdentity: 'me', renewTime: '2020-01-01T00:00:00.000000Z' },
      }),
    ],
  },
  {
    title: 'the manager is named by the request, or by its User-Agent · M9',
    steps: [
      post(`${configMaps}?fieldManager=named`, configMap('one')),
      ...['kubectl/v1.36 (linux)', 'plain', '/odd', '', `${'x'.repeat(130)}/1`, 'sp ace\ttab/1'].map((agent, index) =>
        post(configMaps, configMap(`by-${index}`), { headers: { 'user-agent': agent } }),
      ),
    ],
  },
  {
    title: 'an update takes what it changes, and keeps what it had · M9',
    steps: [
      post(`${configMaps}?fieldManager=a`, configMap('one', { x: '1', y: '1' })),
      put(`${one}?fieldManager=b`, configMap('one', { x: '2', y: '1', z: '1' })),
      put(`${one}?fieldManager=b`, configMap('one', { y: '1' })),
      put(`${one}?fieldManager=a`, configMap('one', { y: '2' })),
      put(`${one}?fieldManager=c`, configMap('one', { y: '2' })),
      get(one),
    ],
  },
  {
    title: 'every kind of patch takes what it changes · M9',
    steps: [
      post(`${configMaps}?fieldManager=a`, configMap('one', { x: '1', y: '1', z: '1' })),
      patch('json', `${one}?fieldManager=j`, [{ op: 'replace', path: '/data/x', value: '2' }]),
      patch('merge', `${one}?fieldManager=m`, { data: { y: '2' } }),
      patch('strategic', `${one}?fieldManager=s`, { data: { z: '2' } }),
      patch('strategic', `${one}?fieldManager=s`, { data: { x: null } }),
      patch('merge', `${one}?fieldManager=n`, { data: { y: '2' } }),
    ],
  },
  {
    title: 'a status is managed through its own door · M9',
    steps: [
      post(`${deployments}?fieldManager=a`, { ...deployment('d'), status: { replicas: 1 } }),
      patch('merge', `${deployments}/d/status?fieldManager=a`, { status: { replicas: 2 } }),
      patch('merge', `${deployments}/d/status?fieldManager=b`, {
        status: { replicas: 3 },
        metadata: { labels: { l: '1' } },
      }),
      patch('merge', `${deployments}/d?fieldManager=c`, { status: { replicas: 4 }, spec: { paused: true } }),
      patch('merge', `${deployments}/d/scale?fieldManager=d`, { spec: { replicas: 2 } }),
      patch('merge', `${deployments}/d/scale?fieldManager=e`, { spec: { replicas: 2 } }),
      get(`${deployments}/d`),
    ],
  },
  {
    title: 'a custom resource is managed as any other · M9',
    steps: [
      ...define({ subresources: { status: {} } }),
      post(`${widgets}?fieldManager=a`, widget('one', { spec: { a: [1], m: { x: 1 } }, status: { s: 1 } })),
      put(`${widgets}/one?fieldManager=b`, edited('none', { ...widget('one', { spec: { a: [1] } }) })),
      patch('merge', `${widgets}/one?fieldManager=b`, { spec: { m: { y: 1 } } }),
      patch('merge', `${widgets}/one/status?fieldManager=c`, { status: { t: 1 }, spec: { z: 1 } }),
      patch('json', `${widgets}/one?fieldManager=d`, [{ op: 'remove', path: '/spec/m' }]),
    ],
  },
  {
    title: 'an empty list of managers forgets them, for good · M9',
    steps: [
      post(configMaps, configMap('one', { x: '1' })),
      patch('json', one, [{ op: 'replace', path: '/metadata/managedFields', value: [{}] }]),
      patch('merge', one, { data: { y: '1' } }),
      post(configMaps, configMap('two', { x: '1' })),
      patch('json', `${configMaps}/two`, [{ op: 'replace', path: '/metadata/managedFields', value: [] }]),
      post(configMaps, configMap('three', { x: '1' })),
      patch('merge', `${configMaps}/three`, { metadata: { managedFields: [] } }),
      post(configMaps, configMap('four', { x: '1' })),
      patch('merge', `${configMaps}/four`, { metadata: { managedFields: [{}] } }),
      post(configMaps, configMap('five', { x: '1' })),
      patch('strategic', `${configMaps}/five`, { metadata: { managedFields: [{}] } }),
      post(configMaps, configMap('six', { x: '1' })),
      put(`${configMaps}/six`, configMap('six', { x: '1' }, { managedFields: [] })),
      ...define(),
      post(widgets, widget('one')),
      patch('merge', `${widgets}/one`, { metadata: { managedFields: [{}] } }),
      post(widgets, widget('two')),
      patch('merge', `${widgets}/two`, { metadata: { managedFields: [] } }),
    ],
  },
  {
    title: 'managers that a client sends are kept where they can be read · M9',
    steps: [
      post(`${configMaps}?fieldManager=a`, configMap('one', { x: '1' })),
      patch('merge', `${one}?fieldManager=b`, {
        metadata: { managedFields: [entry('z', { 'f:data': { 'f:x': {} } })] },
      }),
      patch('merge', `${one}?fieldManager=b`, { metadata: { managedFields: [] } }),
      post(`${configMaps}?fieldManager=a`, configMap('two', { x: '1' })),
      ...[
        { operation: 'Other' },
        { apiVersion: '' },
        { fieldsType: '' },
        { fieldsType: 'FieldsV2' },
        { fieldsV1: { odd: {} } },
        { fieldsV1: { 'q:odd': {} } },
        { fieldsV1: { 'k:{"a"': {} } },
        { fieldsV1: 'text' },
      ].map((change) =>
        patch('merge', `${configMaps}/two?fieldManager=b`, {
          metadata: { managedFields: [{ ...entry('z', {}), ...change }] },
        }),
      ),
      post(
        `${configMaps}?fieldManager=c`,
        configMap('three', { x: '1' }, { managedFields: [entry('z', { 'f:data': { 'f:y': {} } })] }),
      ),
      patch('merge', `${configMaps}/three`, {
        metadata: { managedFields: [entry('z', { 'f:data': { 'f:gone': {} } })] },
      }),
    ],
  },
  {
    title: 'a write that changes nothing changes no manager and no time · M9 · M5',
    steps: [
      post(`${deployments}?fieldManager=a`, deployment('d'), { as: 'before' }),
      put(`${deployments}/d?fieldManager=b`, deployment('d')),
      patch('merge', `${deployments}/d?fieldManager=b`, {}),
      patch('merge', `${deployments}/d?fieldManager=b`, { spec: { replicas: 1 } }),
      put(`${deployments}/d?fieldManager=b`, edited('before')),
      get(`${deployments}/d`),
    ],
  },
  {
    title: 'more than ten managers that update are put together · P10',
    steps: [
      post(`${configMaps}?fieldManager=m0`, configMap('one', { k0: '1' })),
      ...Array.from({ length: 10 }, (_, index) =>
        patch('merge', `${one}?fieldManager=m${index + 1}`, { data: { [`k${index + 1}`]: '1' } }, { quiet: true }),
      ),
      get(one),
    ],
  },
  {
    title: 'managers are shown in every form of an object · M9',
    steps: [
      post(configMaps, configMap('one', { a: '1' })),
      get(one, table),
      get(one, metadataOnly),
      get(one, inProtobuf),
      get(configMaps, { headers: { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' } }),
      post(
        configMaps,
        protobuf({ apiVersion: 'v1', kind: 'ConfigMap', fields: { 1: { 1: 'two' }, 2: { 1: 'k', 2: 'v' } } }),
        { headers: protobufType },
      ),
    ],
  },
];

/** @param {string} manager @param {Record<string, unknown>} fieldsV1 */
function entry(manager, fieldsV1) {
  return {
    manager,
    operation: 'Update',
    apiVersion: 'v1',
    time: '2020-01-01T00:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1,
  };
}
