/**
 * Tables, which are what kubectl prints.
 */
import { events, get, post, watch } from '../../../../../tools/differential/probe.mjs';
import {
  configMap,
  configMaps,
  define,
  deployment,
  deployments,
  leases,
  pod,
  pods,
  secrets,
  serviceAccounts,
  services,
  widget,
  widgets,
} from '../probe-objects.mjs';

const table = {
  headers: {
    accept:
      'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json',
  },
};
const only = { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } };
const columns = {
  additionalPrinterColumns: [
    { name: 'Size', type: 'integer', jsonPath: '.spec.size', description: 'How big.' },
    { name: 'Colour', type: 'string', jsonPath: '.spec.colour', priority: 1 },
    { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
    { name: 'On', type: 'boolean', jsonPath: '.spec.on' },
    { name: 'Ratio', type: 'number', jsonPath: '.spec.ratio', format: 'double' },
    { name: 'Born', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    { name: 'Last', type: 'date', jsonPath: '.spec.last' },
  ],
};

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'a ConfigMap as a table · N6',
    steps: [
      post(configMaps, configMap('one', { a: '1', b: '2' })),
      get(`${configMaps}/one`, table),
      get(configMaps, table),
    ],
  },
  { title: 'an empty list as a table · N6', steps: [get(configMaps, table), get(`${configMaps}/nothing`, table)] },
  {
    title: 'a table without, with metadata and with whole objects · N6',
    steps: [
      post(configMaps, configMap('one')),
      ...['None', 'Metadata', 'Object', 'Nonsense'].map((what) => get(`${configMaps}?includeObject=${what}`, table)),
    ],
  },
  {
    title: 'a table in pages · N6 · L4',
    steps: [
      post(configMaps, configMap('a')),
      post(configMaps, configMap('b')),
      get(`${configMaps}?limit=1&includeObject=None`, { ...table, as: 'page' }),
      get(`${configMaps}?limit=1&includeObject=None&continue=<page.metadata.continue>`, table),
    ],
  },
  {
    title: 'a table in the older version · N6',
    steps: [
      post(configMaps, configMap('one')),
      get(`${configMaps}/one`, { headers: { accept: 'application/json;as=Table;v=v1beta1;g=meta.k8s.io' } }),
    ],
  },
  {
    title: 'a watch of tables names the columns once · N6',
    steps: [
      get(configMaps, { as: 'list', quiet: true }),
      watch('w', `${configMaps}?resourceVersion=<list.metadata.resourceVersion>`, table),
      post(configMaps, configMap('one')),
      post(configMaps, configMap('two')),
      events('w', 2),
    ],
  },
  {
    title: 'discovery is no table · N6 · N5',
    fresh: true,
    steps: [get('/apis/apps/v1', only), get('/version', only), get('/api/v1/namespaces/default/nothings', only)],
  },
  {
    title: 'a custom resource as a table without columns of its own · N6 · C14',
    steps: [...define(), post(widgets, widget('one')), get(`${widgets}/one`, table), get(widgets, table)],
  },
  {
    title: 'printer columns of every type · C14 · C13',
    steps: [
      ...define(columns),
      post(
        widgets,
        widget('full', {
          spec: { size: 3, colour: 'red', on: true, ratio: 1.5, last: '2020-01-02T03:04:05Z' },
          status: {
            conditions: [
              { type: 'Other', status: 'False' },
              { type: 'Ready', status: 'True' },
            ],
          },
        }),
      ),
      post(widgets, widget('empty', {})),
      post(widgets, widget('odd', { spec: { size: 'three', colour: 7, on: 'yes', ratio: 'half', last: 'yesterday' } })),
      get(`${widgets}?includeObject=None`, table),
    ],
  },
  {
    title: 'printer columns of lists, maps and several values · C14',
    steps: [
      ...define({
        additionalPrinterColumns: [
          { name: 'All', type: 'string', jsonPath: '.spec.items[*].name' },
          { name: 'First', type: 'string', jsonPath: '.spec.items[0].name' },
          { name: 'List', type: 'string', jsonPath: '.spec.items' },
          { name: 'Map', type: 'string', jsonPath: '.spec' },
          { name: 'Escaped', type: 'string', jsonPath: '.metadata.annotations.example\\.com/a' },
        ],
      }),
      post(
        widgets,
        widget(
          'one',
          { spec: { items: [{ name: 'a' }, { name: 'b' }] } },
          { annotations: { 'example.com/a': 'noted' } },
        ),
      ),
      get(`${widgets}/one?includeObject=None`, table),
    ],
  },
  {
    title: 'a Deployment as a table · N6',
    steps: [
      post(deployments, deployment('web', { replicas: 3 }), { quiet: true }),
      get(`${deployments}?includeObject=None`, table),
    ],
  },
  {
    title: 'a Pod as a table · N6',
    steps: [post(pods, pod('web'), { quiet: true }), get(`${pods}?includeObject=None`, table)],
  },
  {
    title: 'a Secret as a table · N6',
    steps: [
      post(secrets, { metadata: { name: 's' }, stringData: { a: 'b' } }, { quiet: true }),
      get(`${secrets}?includeObject=None`, table),
    ],
  },
  {
    title: 'a Service as a table · N6',
    steps: [
      post(
        services,
        {
          metadata: { name: 's' },
          spec: {
            selector: { a: 'b' },
            ports: [{ port: 80 }, { name: 'x', port: 81, protocol: 'UDP' }].map((port, index) => ({
              name: `p${index}`,
              ...port,
            })),
            clusterIP: 'None',
          },
        },
        { quiet: true },
      ),
      get(`${services}?includeObject=None`, table),
    ],
  },
  {
    title: 'a ServiceAccount as a table · N6',
    steps: [
      post(serviceAccounts, { metadata: { name: 's' } }, { quiet: true }),
      get(`${serviceAccounts}/s?includeObject=None`, table),
    ],
  },
  { title: 'a Namespace as a table · N6', steps: [get('/api/v1/namespaces/<ns>?includeObject=None', table)] },
  {
    title: 'a Lease as a table · N6',
    steps: [
      post(leases, { metadata: { name: 'l' }, spec: { holderIdentity: 'me' } }, { quiet: true }),
      get(`${leases}?includeObject=None`, table),
    ],
  },
  {
    title: 'the columns of every resource in an empty table · N6',
    fresh: true,
    steps: [
      ...[
        'endpoints',
        'events',
        'limitranges',
        'persistentvolumeclaims',
        'podtemplates',
        'replicationcontrollers',
        'resourcequotas',
      ].map((name) => `/api/v1/namespaces/nothing/${name}`),
      ...['controllerrevisions', 'daemonsets', 'replicasets', 'statefulsets'].map(
        (name) => `/apis/apps/v1/namespaces/nothing/${name}`,
      ),
      ...['cronjobs', 'jobs'].map((name) => `/apis/batch/v1/namespaces/nothing/${name}`),
      ...['ingresses', 'networkpolicies'].map((name) => `/apis/networking.k8s.io/v1/namespaces/nothing/${name}`),
      '/api/v1/nodes',
      '/api/v1/persistentvolumes',
      '/apis/networking.k8s.io/v1/ingressclasses',
      '/apis/policy/v1/namespaces/nothing/poddisruptionbudgets',
      '/apis/autoscaling/v2/namespaces/nothing/horizontalpodautoscalers',
      '/apis/storage.k8s.io/v1/storageclasses',
      '/apis/storage.k8s.io/v1/volumeattachments',
      '/apis/rbac.authorization.k8s.io/v1/namespaces/nothing/roles',
      '/apis/rbac.authorization.k8s.io/v1/namespaces/nothing/rolebindings',
      '/apis/discovery.k8s.io/v1/namespaces/nothing/endpointslices',
      '/apis/certificates.k8s.io/v1/certificatesigningrequests',
      '/apis/node.k8s.io/v1/runtimeclasses',
    ].map((path) =>
      get(path, {
        ...table,
        pick: [
          'rows',
          'columnDefinitions.*.name',
          'columnDefinitions.*.type',
          'columnDefinitions.*.format',
          'columnDefinitions.*.priority',
        ],
      }),
    ),
  },
];
