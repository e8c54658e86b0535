/**
 * What is there from the beginning.
 */
import { get } from '../../../../../tools/differential/probe.mjs';

const names = { pick: ['kind', 'items.*.metadata.name', 'items.*.metadata.namespace'] };
const rbac = '/apis/rbac.authorization.k8s.io/v1';

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'the namespaces of a fresh server · Y1',
    fresh: true,
    steps: [
      get('/api/v1/namespaces', {
        until: { path: 'items.3.metadata.name', is: 'kube-system' },
        pick: ['kind', 'items.*.metadata.name', 'items.*.metadata.labels', 'items.*.spec', 'items.*.status'],
      }),
    ],
  },
  {
    title: 'the service of the server itself · Y1',
    fresh: true,
    steps: [
      get('/api/v1/namespaces/default/services/kubernetes', {
        until: { status: 200 },
        pick: [
          'metadata.name',
          'metadata.labels',
          'spec.clusterIP',
          'spec.ports.*.name',
          'spec.ports.*.port',
          'spec.ports.*.protocol',
          'spec.type',
          'spec.sessionAffinity',
          'spec.ipFamilies',
          'spec.ipFamilyPolicy',
          'status',
        ],
      }),
      get('/api/v1/services', names),
    ],
  },
  {
    title: 'the priority classes of a fresh server · Y1',
    fresh: true,
    steps: [
      get('/apis/scheduling.k8s.io/v1/priorityclasses', {
        until: { path: 'items.1.metadata.name', is: 'system-node-critical' },
        pick: ['kind', 'items.*.metadata.name', 'items.*.value', 'items.*.preemptionPolicy', 'items.*.globalDefault'],
      }),
    ],
  },
  {
    title: 'the flow control of a fresh server · Y1',
    fresh: true,
    steps: [
      get('/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas', {
        ...names,
        until: { path: 'items.10.kind', is: undefined },
      }),
      get('/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations', names),
    ],
  },
  {
    title: 'the group versions of a fresh server as objects · Y1',
    fresh: true,
    steps: [
      get('/apis/apiregistration.k8s.io/v1/apiservices', {
        until: { path: 'items[metadata.name=v1.apps].status.conditions.0.status', is: 'True' },
        pick: [
          'kind',
          'items.*.metadata.name',
          'items.*.spec',
          'items.*.status.conditions.*.type',
          'items.*.status.conditions.*.status',
        ],
      }),
    ],
  },
  {
    title: 'the ConfigMaps of a fresh server · Y1',
    fresh: true,
    steps: [get('/api/v1/configmaps', { ...names, until: { path: 'items.1.metadata.namespace', is: 'kube-system' } })],
  },
  {
    title: 'the addresses of a fresh server · Y1',
    fresh: true,
    steps: [
      get('/apis/networking.k8s.io/v1/servicecidrs', {
        pick: ['kind', 'items.*.metadata.name', 'items.*.spec'],
        until: { path: 'items.0.metadata.name', is: 'kubernetes' },
      }),
      get('/apis/networking.k8s.io/v1/ipaddresses', {
        pick: ['kind', 'items.*.spec', 'items.*.metadata.labels'],
        until: { path: 'items.0.spec.parentRef.name', is: 'kubernetes' },
      }),
    ],
  },
  {
    title: 'the roles of a fresh server · Y1',
    fresh: true,
    steps: [
      get(`${rbac}/clusterroles`, { pick: ['kind', 'items.*.metadata.name'] }),
      get(`${rbac}/clusterrolebindings`, { pick: ['kind', 'items.*.metadata.name'] }),
      get(`${rbac}/roles`, names),
      get(`${rbac}/rolebindings`, names),
    ],
  },
  {
    title: 'a fresh server has nothing else · Y1',
    fresh: true,
    steps: [
      '/api/v1/pods',
      '/api/v1/nodes',
      '/api/v1/secrets',
      '/api/v1/serviceaccounts',
      '/apis/apps/v1/deployments',
      '/api/v1/persistentvolumes',
      '/apis/storage.k8s.io/v1/storageclasses',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      '/apis/batch/v1/jobs',
      '/apis/networking.k8s.io/v1/ingresses',
    ].map((path) => get(path, names)),
  },
];
