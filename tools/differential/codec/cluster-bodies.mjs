/** What clusters are configured with: access, storage, priorities, leases. */
import { labels, node } from './pod-parts.mjs';

/** @type {Record<string, object[]>} */
export const clusterBodies = {
  '/apis/rbac.authorization.k8s.io/v1/clusterroles': [
    {
      metadata: { name: 'cr' },
      rules: [
        { verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: ['a'] },
        { verbs: ['get'], nonResourceURLs: ['/x'] },
      ],
    },
    { metadata: { name: 'cr2' }, aggregationRule: { clusterRoleSelectors: [{ matchLabels: labels }] }, rules: [] },
  ],
  '/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings': [
    {
      metadata: { name: 'rb' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cr' },
      subjects: [
        { kind: 'User', name: 'u' },
        { kind: 'ServiceAccount', name: 's', namespace: 'default' },
      ],
    },
  ],
  '/apis/storage.k8s.io/v1/storageclasses': [
    {
      metadata: { name: 'sc' },
      provisioner: 'example.com/p',
      parameters: { b: '1', a: '2' },
      allowVolumeExpansion: false,
      volumeBindingMode: 'WaitForFirstConsumer',
      allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['a'] }] }],
    },
  ],
  '/apis/storage.k8s.io/v1/csidrivers': [
    {
      metadata: { name: 'd.example.com' },
      spec: { attachRequired: false, tokenRequests: [{ audience: '', expirationSeconds: 600 }] },
    },
  ],
  '/apis/storage.k8s.io/v1/csinodes': [
    {
      metadata: { name: node },
      spec: { drivers: [{ name: 'd', nodeID: 'n', topologyKeys: ['k'], allocatable: { count: 0 } }] },
    },
  ],
  '/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities': [
    { metadata: { name: 'cap' }, storageClassName: 'sc', capacity: '1Ti', nodeTopology: {} },
  ],
  '/apis/scheduling.k8s.io/v1/priorityclasses': [
    { metadata: { name: 'low' }, value: -5, globalDefault: false, description: 'low' },
  ],
  '/apis/node.k8s.io/v1/runtimeclasses': [
    {
      metadata: { name: 'rtc' },
      handler: 'h',
      overhead: { podFixed: { cpu: '10m' } },
      scheduling: { nodeSelector: { a: 'b' } },
    },
  ],
  '/apis/coordination.k8s.io/v1/namespaces/default/leases': [
    {
      metadata: { name: 'l' },
      spec: {
        holderIdentity: '',
        leaseDurationSeconds: 15,
        acquireTime: '2026-01-02T03:04:05.000006Z',
        renewTime: '1969-12-31T23:59:59.999999Z',
        leaseTransitions: 0,
      },
    },
  ],
  '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices': [
    {
      metadata: { name: 'es' },
      addressType: 'IPv4',
      endpoints: [
        {
          addresses: ['10.1.0.1'],
          conditions: { ready: false },
          hints: { forZones: [{ name: 'a' }] },
          deprecatedTopology: { z: '1' },
        },
      ],
      ports: [{ name: '', port: 80 }],
    },
    { metadata: { name: 'es2' }, addressType: 'IPv6', endpoints: [], ports: null },
  ],
  '/apis/events.k8s.io/v1/namespaces/default/events': [
    {
      metadata: { name: 'e2' },
      eventTime: '2026-01-02T03:04:05.000000Z',
      reportingController: 'example.com/r',
      reportingInstance: 'r',
      action: 'a',
      reason: 'b',
      regarding: { kind: 'Pod', namespace: 'default' },
      type: 'Warning',
    },
  ],
  '/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations': [
    {
      metadata: { name: 'plc' },
      spec: {
        type: 'Limited',
        limited: {
          nominalConcurrencyShares: 0,
          limitResponse: { type: 'Queue', queuing: { queues: 4, handSize: 2, queueLengthLimit: 5 } },
        },
      },
    },
  ],
  '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas': [
    {
      metadata: { name: 'fs' },
      spec: {
        priorityLevelConfiguration: { name: 'plc' },
        matchingPrecedence: 9000,
        distinguisherMethod: { type: 'ByUser' },
        rules: [
          {
            subjects: [{ kind: 'User', user: { name: 'u' } }],
            resourceRules: [
              { verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] },
            ],
          },
        ],
      },
    },
  ],
};
