/**
 * Objects that a server takes and warns about, and a few that it has nothing to say about.
 */
const container = { name: 'c', image: 'busybox' };
const spec = { containers: [container] };
const selector = { matchLabels: { a: 'b' } };
const template = { metadata: { labels: { a: 'b' } }, spec };
const once = { template: { spec: { ...spec, restartPolicy: 'Never' } } };
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const volume = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/tmp' } };
const oldClass = { annotations: { 'volume.beta.kubernetes.io/storage-class': 'x' } };
const dotted = { name: 'a.b' };

/** @param {object} fields */
const inContainer = (fields) => ({ spec: { containers: [{ ...container, ...fields }] } });
/** @param {object} fields */
const inPod = (fields) => ({ spec: { ...spec, ...fields } });
/** @param {object} fields */
const service = (fields) => ({ spec: { clusterIP: '10.0.0.77', ports: [{ port: 80 }], ...fields } });

/** @type {Record<string, Record<string, any>>} */
export const warningManifests = {
  'v1/pods': {
    plain: { spec },
    'name with dots': { metadata: dotted, spec },
    'long name': { metadata: { name: 'x'.repeat(64) }, spec },
    'variable twice': inContainer({ env: [{ name: 'A', value: '1' }, { name: 'B' }, { name: 'A', value: '2' }] }),
    'ports twice': {
      spec: {
        containers: [
          { ...container, ports: [{ containerPort: 1 }, { containerPort: 1 }] },
          {
            name: 'd',
            image: 'i',
            ports: [
              { containerPort: 1, name: 'x' },
              { containerPort: 1, protocol: 'UDP' },
            ],
          },
        ],
      },
    },
    'old node labels': inPod({
      nodeSelector: { 'beta.kubernetes.io/os': 'linux', 'failure-domain.beta.kubernetes.io/zone': 'z' },
    }),
    'old node labels in affinity': inPod({
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'beta.kubernetes.io/arch', operator: 'Exists' }] }],
          },
        },
      },
    }),
    'part of a byte': inContainer({ resources: { requests: { memory: '100m', cpu: '1m' } } }),
    'critical annotation': { metadata: { annotations: { 'scheduler.alpha.kubernetes.io/critical-pod': '' } }, spec },
    'pull secrets': inPod({ imagePullSecrets: [{ name: '' }, { name: 'a' }, { name: 'a' }] }),
    'host aliases': inPod({
      hostAliases: [
        { ip: '1.2.3.4', hostnames: ['a'] },
        { ip: '1.2.3.4', hostnames: ['b'] },
      ],
    }),
    volumes: inPod({
      volumes: [
        { name: 'v', gitRepo: { repository: 'x' } },
        { name: 'w', cephfs: { monitors: ['a'] } },
      ],
    }),
    'spread over nothing': inPod({
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' }],
    }),
  },
  'apps/v1/deployments': {
    plain: { spec: { selector, template } },
    'name with dots': { metadata: dotted, spec: { selector, template } },
    template: {
      spec: {
        selector,
        template: { ...template, spec: { ...spec, nodeSelector: { 'beta.kubernetes.io/os': 'linux' } } },
      },
    },
  },
  'apps/v1/replicasets': { 'name with dots': { metadata: dotted, spec: { selector, template } } },
  'apps/v1/daemonsets': { 'name with dots': { metadata: dotted, spec: { selector, template } } },
  'apps/v1/statefulsets': { history: { spec: { selector, template, revisionHistoryLimit: -1 } } },
  'v1/replicationcontrollers': { 'name with dots': { metadata: dotted, spec: { template } } },
  'batch/v1/jobs': { 'name with dots': { metadata: dotted, spec: once } },
  'batch/v1/cronjobs': {
    'name with dots': { metadata: dotted, spec: { schedule: '* * * * *', jobTemplate: { spec: once } } },
  },
  'v1/services': {
    plain: service({}),
    'external addresses': service({ externalIPs: ['1.2.3.4'] }),
    'headless balancer': service({ clusterIP: 'None', loadBalancerIP: '1.2.3.4' }),
    'headless affinity': service({ clusterIP: 'None', sessionAffinity: 'ClientIP' }),
    'headless external addresses': service({ clusterIP: 'None', externalIPs: ['1.2.3.4'] }),
  },
  'networking.k8s.io/v1/ingresses': {
    annotation: {
      metadata: { annotations: { 'kubernetes.io/ingress.class': 'x' } },
      spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } },
    },
  },
  'v1/persistentvolumes': {
    annotation: { metadata: oldClass, spec: volume },
    recycle: { spec: { ...volume, persistentVolumeReclaimPolicy: 'Recycle' } },
  },
  'v1/persistentvolumeclaims': {
    annotation: { metadata: oldClass, spec: claim },
    'part of a byte': { spec: { ...claim, resources: { requests: { storage: '100m' } } } },
  },
  'storage.k8s.io/v1/storageclasses': {
    topology: {
      provisioner: 'p',
      allowedTopologies: [
        { matchLabelExpressions: [{ key: 'failure-domain.beta.kubernetes.io/zone', values: ['a'] }] },
      ],
    },
  },
  'v1/serviceaccounts': {
    annotation: { metadata: { annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' } } },
  },
  'v1/nodes': { 'external id': { spec: { externalID: 'x' } } },
  'node.k8s.io/v1/runtimeclasses': {
    'node selector': { handler: 'h', scheduling: { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } } },
  },
  'discovery.k8s.io/v1/endpointslices': {
    names: { addressType: 'FQDN', endpoints: [{ addresses: ['a.example.com'] }] },
  },
  'v1/configmaps': { plain: {} },
  'v1/secrets': {
    'no certificate': { type: 'kubernetes.io/tls', stringData: { 'tls.crt': 'x', 'tls.key': 'y' } },
  },
};
