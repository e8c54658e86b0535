/** Objects of the core group. */
import { claimSpec, labels, node, podSpec, template } from './pod-parts.mjs';

/** @type {Record<string, object[]>} */
export const coreBodies = {
  '/api/v1/namespaces': [{ metadata: { name: 'estate', labels } }],
  '/api/v1/namespaces/default/configmaps': [
    {
      metadata: { name: 'settings', labels, annotations: { note: 'ünï\n"q"' }, finalizers: ['example.com/keep'] },
      immutable: false,
      data: { b: '2', a: '', z10: 'x', z9: '<&>\u2028' },
      binaryData: { raw: 'AP8Q' },
    },
    {
      metadata: {
        name: 'owned',
        ownerReferences: [
          {
            apiVersion: 'v1',
            kind: 'ConfigMap',
            name: 'settings',
            uid: '0f6a3b0e-5a3e-4f0c-9d7e-000000000001',
            controller: false,
            blockOwnerDeletion: true,
          },
        ],
      },
    },
  ],
  '/api/v1/namespaces/default/secrets': [
    { metadata: { name: 'keys' }, data: { one: '', two: 'AAECAw==' }, stringData: { three: 'ö' }, immutable: true },
  ],
  '/api/v1/namespaces/default/serviceaccounts': [
    {
      metadata: { name: 'reeve' },
      secrets: [{ name: 'keys' }],
      imagePullSecrets: [{ name: 'pull' }],
      automountServiceAccountToken: false,
    },
  ],
  '/api/v1/namespaces/default/services': [
    {
      metadata: { name: 'barn' },
      spec: {
        selector: labels,
        ports: [
          { name: 'web', port: 80, targetPort: 'web', appProtocol: 'h2c' },
          { name: 'num', port: 81, targetPort: 8081 },
        ],
        sessionAffinity: 'ClientIP',
        publishNotReadyAddresses: true,
      },
    },
  ],
  '/api/v1/namespaces/default/endpoints': [
    {
      metadata: { name: 'barn-2' },
      subsets: [
        {
          addresses: [{ ip: '10.1.0.1', nodeName: node, targetRef: { kind: 'Pod', name: 'p' } }],
          notReadyAddresses: [],
          ports: [{ port: 80, name: '' }],
        },
      ],
    },
  ],
  '/api/v1/namespaces/default/events': [
    {
      metadata: { name: 'e1' },
      involvedObject: { kind: 'Pod', namespace: 'default', name: 'p', fieldPath: 'spec' },
      reason: 'Did',
      message: 'it',
      firstTimestamp: '2026-01-02T03:04:05.6+01:00',
      lastTimestamp: null,
      count: 3,
      type: 'Normal',
      eventTime: '2026-01-02T03:04:05.678901Z',
      series: { count: 2, lastObservedTime: '1969-12-31T23:59:59.000001Z' },
      action: 'a',
      reportingComponent: 'reeve',
      reportingInstance: 'r-1',
    },
  ],
  '/api/v1/namespaces/default/pods': [{ metadata: { name: 'barn', labels }, spec: podSpec }],
  '/api/v1/namespaces/default/podtemplates': [{ metadata: { name: 't' }, template }],
  '/api/v1/namespaces/default/replicationcontrollers': [
    { metadata: { name: 'rc' }, spec: { replicas: 0, selector: { app: 'estate' }, template } },
  ],
  '/api/v1/namespaces/default/resourcequotas': [
    {
      metadata: { name: 'q' },
      spec: {
        hard: { cpu: '10', 'requests.storage': '5e9', pods: '1.0', memory: '1.500Gi', 'count/jobs.batch': '1k' },
        scopeSelector: { matchExpressions: [] },
      },
    },
  ],
  '/api/v1/namespaces/default/limitranges': [
    {
      metadata: { name: 'l' },
      spec: {
        limits: [
          {
            type: 'Container',
            max: { cpu: '2', memory: '1Gi' },
            min: { cpu: '1.234m', memory: '0' },
            maxLimitRequestRatio: { cpu: '1.5' },
          },
        ],
      },
    },
  ],
  '/api/v1/namespaces/default/persistentvolumeclaims': [{ metadata: { name: 'c' }, spec: claimSpec }],
  '/api/v1/persistentvolumes': [
    {
      metadata: { name: 'v' },
      spec: {
        capacity: { storage: '10Gi' },
        accessModes: ['ReadWriteOnce'],
        nfs: { server: 's', path: '/p', readOnly: false },
        mountOptions: ['ro'],
        claimRef: { kind: 'PersistentVolumeClaim', namespace: 'default', name: 'c' },
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }],
          },
        },
      },
    },
  ],
  '/api/v1/nodes': [
    {
      metadata: { name: node, labels },
      spec: {
        podCIDR: '10.9.0.0/24',
        podCIDRs: ['10.9.0.0/24'],
        providerID: 'x://1',
        unschedulable: true,
        taints: [{ key: 't', effect: 'NoSchedule', timeAdded: '2026-01-01T00:00:00Z' }],
      },
      status: { capacity: { cpu: '4', memory: '8Gi' } },
    },
  ],
};
