/** Parts that several bodies share. */

export const labels = { app: 'estate', 'example.com/part': 'barn' };
export const selector = {
  matchLabels: { app: 'estate' },
  matchExpressions: [{ key: 'tier', operator: 'NotIn', values: ['a', 'b'] }],
};
export const container = {
  name: 'barn',
  image: 'registry.example.com/barn:1',
  command: ['run', '--fast'],
  args: ['é', ''],
  workingDir: '/srv',
  ports: [
    { name: 'web', containerPort: 8080, hostPort: 0, protocol: 'TCP' },
    { containerPort: 53, protocol: 'UDP' },
  ],
  envFrom: [{ prefix: 'P_', configMapRef: { name: 'settings', optional: false } }, { secretRef: { name: 'keys' } }],
  env: [
    { name: 'A', value: 'b' },
    { name: 'IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
    { name: 'CPU', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '1m' } } },
    { name: 'KEY', valueFrom: { secretKeyRef: { name: 'keys', key: 'one', optional: true } } },
  ],
  resources: { limits: { cpu: '1500m', memory: '1.5Gi' }, requests: { memory: 134217728, cpu: 0.25 } },
  volumeMounts: [{ name: 'scratch', mountPath: '/tmp', readOnly: false, subPathExpr: '$(A)' }],
  livenessProbe: {
    httpGet: { path: '/', port: 'web', httpHeaders: [{ name: 'X', value: '1' }] },
    initialDelaySeconds: 3,
  },
  readinessProbe: { tcpSocket: { port: 8080 }, terminationGracePeriodSeconds: null },
  lifecycle: { preStop: { exec: { command: ['sleep', '1'] } } },
  securityContext: { capabilities: { add: ['NET_ADMIN'] }, runAsUser: 0, privileged: false },
};
export const podSpec = {
  containers: [container],
  initContainers: [
    { name: 'first', image: 'x', restartPolicy: 'Always', startupProbe: { grpc: { port: 9000, service: '' } } },
  ],
  volumes: [
    { name: 'scratch', emptyDir: { medium: 'Memory', sizeLimit: '64Mi' } },
    {
      name: 'settings',
      configMap: { name: 'settings', items: [{ key: 'a', path: 'b', mode: 256 }], defaultMode: 420 },
    },
    {
      name: 'all',
      projected: {
        sources: [{ serviceAccountToken: { path: 't', expirationSeconds: 3600 } }, { secret: { name: 's' } }],
      },
    },
    {
      name: 'claim',
      ephemeral: {
        volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
      },
    },
  ],
  nodeSelector: { zone: 'a', arch: 'arm64' },
  tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 0 }],
  affinity: {
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, podAffinityTerm: { labelSelector: selector, topologyKey: 'zone' } },
      ],
    },
  },
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', minDomains: null },
  ],
  hostAliases: [{ ip: '10.0.0.1', hostnames: ['barn'] }],
  dnsConfig: { nameservers: ['10.0.0.2'], options: [{ name: 'ndots', value: '2' }] },
  terminationGracePeriodSeconds: 0,
  serviceAccountName: 'reeve',
  securityContext: {
    fsGroup: 0,
    sysctls: [{ name: 'net.core.somaxconn', value: '1' }],
    seccompProfile: { type: 'RuntimeDefault' },
  },
};
export const template = {
  metadata: { labels, creationTimestamp: null },
  spec: { containers: [{ name: 'barn', image: 'x' }] },
};
export const jobTemplate = { ...template, spec: { ...template.spec, restartPolicy: 'Never' } };
export const claimSpec = {
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '10Gi' } },
  storageClassName: '',
  volumeMode: 'Filesystem',
  dataSource: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's' },
};
export const node = 'field-1';
