/**
 * What is served, in the words of the old and of the aggregated discovery documents.
 */
import { del, get, post, put } from '../../../../../tools/differential/probe.mjs';
import { crds, define, version, widgetDefinition } from '../probe-objects.mjs';

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const groupVersions = [
  'apps/v1',
  'batch/v1',
  'policy/v1',
  'autoscaling/v1',
  'autoscaling/v2',
  'networking.k8s.io/v1',
  'rbac.authorization.k8s.io/v1',
  'storage.k8s.io/v1',
  'coordination.k8s.io/v1',
  'apiextensions.k8s.io/v1',
  'admissionregistration.k8s.io/v1',
  'authentication.k8s.io/v1',
  'authorization.k8s.io/v1',
  'certificates.k8s.io/v1',
  'discovery.k8s.io/v1',
  'events.k8s.io/v1',
  'flowcontrol.apiserver.k8s.io/v1',
  'node.k8s.io/v1',
  'scheduling.k8s.io/v1',
  'apiregistration.k8s.io/v1',
  'resource.k8s.io/v1',
];

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  { title: '/api lists the versions of the core group · D1', fresh: true, steps: [get('/api'), get('/api/')] },
  {
    title: '/apis lists the groups in their published order · D1 · D3',
    fresh: true,
    steps: [get('/apis'), get('/apis/')],
  },
  { title: '/api/v1 lists the core resources · D1', fresh: true, steps: [get('/api/v1')] },
  ...groupVersions.map((name) => ({
    title: `/apis/${name} lists its resources · D1`,
    fresh: true,
    steps: [get(`/apis/${name}`)],
  })),
  {
    title: 'a group lists its versions and the preferred one · D1',
    fresh: true,
    steps: [get('/apis/autoscaling'), get('/apis/apps')],
  },
  {
    title: 'discovery documents are read only · D1',
    fresh: true,
    steps: [del('/apis/apps/v1'), post('/apis', {}), put('/api/v1', {}), del('/api')],
  },
  {
    title: 'the groups in one aggregated document · D2 · D3',
    fresh: true,
    steps: [get('/apis', { headers: { accept: aggregated } })],
  },
  {
    title: 'the core group in one aggregated document · D2',
    fresh: true,
    steps: [get('/api', { headers: { accept: aggregated } })],
  },
  {
    title: 'the aggregated document has an ETag, and is not sent again to who has it · D2',
    fresh: true,
    steps: [
      get('/apis', { headers: { accept: aggregated }, as: 'groups', show: ['etag'], pick: ['kind'] }),
      get('/apis', { headers: { accept: aggregated, 'if-none-match': '<groupsHeaders.etag>' }, show: ['etag'] }),
      get('/api', { headers: { accept: aggregated, 'if-none-match': '"nothing"' }, show: ['etag'], pick: ['kind'] }),
    ],
  },
  {
    title: 'an Accept header with several discovery types is answered in the best one · D2',
    fresh: true,
    steps: [
      get('/apis', {
        headers: {
          accept: `${aggregated},application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json`,
        },
        pick: ['kind', 'apiVersion'],
      }),
      get('/apis', {
        headers: {
          accept: 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json',
        },
        pick: ['kind', 'apiVersion'],
      }),
      get('/apis', {
        headers: { accept: 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList' },
        pick: ['kind', 'apiVersion', 'message', 'reason', 'code'],
      }),
      get('/apis', { headers: { accept: `${aggregated};profile=nopeer` }, pick: ['kind', 'apiVersion'] }),
    ],
  },
  { title: 'discovery in YAML · N2', fresh: true, steps: [get('/api', { headers: { accept: 'application/yaml' } })] },
  {
    title: 'an unknown group or version has no document · D1 · N10',
    fresh: true,
    steps: [
      get('/apis/unknown.example.com'),
      get('/apis/unknown.example.com/v1'),
      get('/apis/apps/v2'),
      get('/api/v2'),
    ],
  },
  {
    title: 'a definition makes its group appear · C1',
    steps: [...define(), get('/apis/<id>.example.com'), get('/apis/<id>.example.com/v1')],
  },
  {
    title: 'the aggregated document has the kinds of a definition · C13',
    steps: [
      post(
        crds,
        widgetDefinition(
          {
            subresources: {
              status: {},
              scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
            },
          },
          {
            names: {
              plural: 'widgets',
              singular: 'widget',
              kind: 'Widget',
              shortNames: ['wd', 'wi'],
              categories: ['all', 'things'],
            },
          },
        ),
        { quiet: true },
      ),
      get('/apis', {
        headers: { accept: aggregated },
        pick: ['items[metadata.name=<id>.example.com]'],
        until: { path: 'items[metadata.name=<id>.example.com].versions.0.freshness', is: 'Current' },
      }),
      get('/apis/<id>.example.com/v1', { until: { status: 200, path: 'resources.2.name', is: 'widgets/scale' } }),
    ],
  },
  {
    title: 'several versions of a definition come in order of preference · C12',
    steps: [
      post(
        crds,
        widgetDefinition(
          {},
          {
            versions: ['v1alpha1', 'v1', 'v2beta1', 'v2', 'odd'].map((name) =>
              version(name, { storage: name === 'v1' }),
            ),
          },
        ),
        { quiet: true },
      ),
      get('/apis/<id>.example.com', { until: { status: 200, path: 'versions.4.version', is: 'odd' } }),
    ],
  },
  {
    title: 'a deleted definition takes its group away',
    steps: [
      ...define(),
      del(`${crds}/widgets.<id>.example.com`, undefined, { quiet: true }),
      get('/apis/<id>.example.com/v1', { until: { status: 404 } }),
      get('/apis/<id>.example.com', { until: { status: 404 } }),
      get('/apis', { pick: ['groups[name=<id>.example.com]', 'kind'] }),
    ],
  },
];
