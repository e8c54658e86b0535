/**
 * Objects that a server refuses, new ones and changes of old ones, for all the reasons that clients meet in practice. `change` is merged into what was stored.
 */
const container = { name: 'c', image: 'busybox' };
const spec = { containers: [container] };
const selector = { matchLabels: { a: 'b' } };
const template = { metadata: { labels: { a: 'b' } }, spec };
const once = { template: { spec: { ...spec, restartPolicy: 'Never' } } };
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const volume = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/tmp' } };
const backend = { service: { name: 's', port: { number: 80 } } };
const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' };

/** @param {object} fields */
const inContainer = (fields) => ({ spec: { containers: [{ ...container, ...fields }] } });
/** @param {object} fields */
const inPod = (fields) => ({ spec: { ...spec, ...fields } });
/** @param {object} fields */
const workload = (fields) => ({ spec: { selector, template, ...fields } });
/** @param {object} fields */
const service = (fields) => ({ spec: { clusterIP: '10.0.0.77', ports: [{ port: 80 }], ...fields } });
/** @param {object} fields */
const port = (fields) => service({ ports: [fields] });
/** @param {object} fields */
const autoscaler = (fields) => ({ spec: { scaleTargetRef: target, maxReplicas: 3, ...fields } });

/** @type {Record<string, Record<string, any>>} */
export const refusedNew = {
  'v1/pods': {
    'no spec': {},
    'no containers': { spec: { containers: [] } },
    'no name': { spec: { containers: [{ image: 'i' }] } },
    'bad name': { spec: { containers: [{ name: 'C_1', image: 'i' }] } },
    'no image': { spec: { containers: [{ name: 'c' }] } },
    'image with space': inContainer({ image: ' i ' }),
    'same name twice': { spec: { containers: [container, container] } },
    'same name as init': { spec: { containers: [container], initContainers: [container] } },
    'pull policy': inContainer({ imagePullPolicy: 'Sometimes' }),
    'restart policy': inPod({ restartPolicy: 'Perhaps' }),
    'dns policy': inPod({ dnsPolicy: 'Never' }),
    'dns none without servers': inPod({ dnsPolicy: 'None' }),
    'negative deadline': inPod({ activeDeadlineSeconds: 0 }),
    'port zero': inContainer({ ports: [{ containerPort: 0 }] }),
    'port too big': inContainer({ ports: [{ containerPort: 70000 }] }),
    'port name': inContainer({ ports: [{ containerPort: 80, name: 'much-too-long-a-name' }] }),
    'port names twice': inContainer({
      ports: [
        { containerPort: 80, name: 'a' },
        { containerPort: 81, name: 'a' },
      ],
    }),
    'port protocol': inContainer({ ports: [{ containerPort: 80, protocol: 'HTTP' }] }),
    'host ports twice': inContainer({
      ports: [
        { containerPort: 80, hostPort: 1 },
        { containerPort: 81, hostPort: 1 },
      ],
    }),
    'env without name': inContainer({ env: [{ value: 'x' }] }),
    'env name': inContainer({ env: [{ name: 'a=b', value: 'x' }] }),
    'env value and source': inContainer({
      env: [{ name: 'A', value: 'x', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
    }),
    'env field path': inContainer({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'spec.nope' } } }] }),
    'env without source': inContainer({ env: [{ name: 'A', valueFrom: {} }] }),
    'request over limit': inContainer({ resources: { limits: { cpu: '1' }, requests: { cpu: '2' } } }),
    'negative request': inContainer({ resources: { requests: { cpu: '-1' } } }),
    'resource name': inContainer({ resources: { requests: { bogus: '1' } } }),
    'mount without volume': inContainer({ volumeMounts: [{ name: 'v', mountPath: '/x' }] }),
    'mount without path': {
      spec: { volumes: [{ name: 'v' }], containers: [{ ...container, volumeMounts: [{ name: 'v' }] }] },
    },
    'mounts twice': {
      spec: {
        volumes: [{ name: 'v' }],
        containers: [
          {
            ...container,
            volumeMounts: [
              { name: 'v', mountPath: '/x' },
              { name: 'v', mountPath: '/x' },
            ],
          },
        ],
      },
    },
    'volume without name': inPod({ volumes: [{ emptyDir: {} }] }),
    'volume names twice': inPod({ volumes: [{ name: 'v' }, { name: 'v' }] }),
    'volume with two sources': inPod({ volumes: [{ name: 'v', emptyDir: {}, hostPath: { path: '/x' } }] }),
    'mount of a wrong volume': {
      spec: {
        volumes: [{ name: 'v', emptyDir: {}, hostPath: { path: '/x' } }],
        containers: [{ ...container, volumeMounts: [{ name: 'v', mountPath: '/x' }] }],
      },
    },
    'config map volume without name': inPod({ volumes: [{ name: 'v', configMap: {} }] }),
    'secret volume without name': inPod({ volumes: [{ name: 'v', secret: {} }] }),
    'claim volume without name': inPod({ volumes: [{ name: 'v', persistentVolumeClaim: { claimName: '' } }] }),
    'probe without handler': inContainer({ livenessProbe: {} }),
    'probe with two handlers': inContainer({ livenessProbe: { exec: { command: ['x'] }, tcpSocket: { port: 1 } } }),
    'probe port': inContainer({ livenessProbe: { httpGet: { port: 0 } } }),
    'liveness success threshold': inContainer({ livenessProbe: { exec: { command: ['x'] }, successThreshold: 2 } }),
    'negative probe': inContainer({ readinessProbe: { exec: { command: ['x'] }, periodSeconds: -1 } }),
    'init container with probe': inPod({
      initContainers: [{ name: 'i', image: 'i', livenessProbe: { exec: { command: ['x'] } } }],
    }),
    'token of nobody': inPod({
      volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }],
    }),
    'node selector': inPod({ nodeSelector: { 'a b': 'c' } }),
    'service account name': inPod({ serviceAccountName: 'A' }),
    'toleration operator': inPod({ tolerations: [{ key: 'k', operator: 'Is' }] }),
    'toleration without key': inPod({ tolerations: [{ operator: 'Equal', value: 'x' }] }),
    hostname: inPod({ hostname: 'A.b' }),
    several: { spec: { restartPolicy: 'x', containers: [{ name: '', image: '' }] } },
  },
  'apps/v1/deployments': {
    'no spec': {},
    'no selector': { spec: { template } },
    'empty selector': workload({ selector: {} }),
    'other labels': workload({ selector: { matchLabels: { a: 'c' } } }),
    'bad selector': workload({ selector: { matchLabels: { 'a b': 'c' } } }),
    'selector operator': workload({ selector: { matchExpressions: [{ key: 'a', operator: 'Is' }] } }),
    'selector in without values': workload({ selector: { matchExpressions: [{ key: 'a', operator: 'In' }] } }),
    'selector exists with values': workload({
      selector: { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] },
    }),
    'restart never': workload({ template: { ...template, spec: { ...spec, restartPolicy: 'Never' } } }),
    'negative replicas': workload({ replicas: -1 }),
    'negative seconds': workload({ minReadySeconds: -1 }),
    'negative history': workload({ revisionHistoryLimit: -1 }),
    'deadline too short': workload({ minReadySeconds: 10, progressDeadlineSeconds: 10 }),
    strategy: workload({ strategy: { type: 'Sudden' } }),
    'recreate with numbers': workload({ strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } }),
    'both zero': workload({ strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } }),
    percent: workload({ strategy: { rollingUpdate: { maxSurge: 'x' } } }),
    'too much unavailable': workload({ strategy: { rollingUpdate: { maxUnavailable: '101%' } } }),
    'no containers': workload({ template: { metadata: { labels: { a: 'b' } }, spec: { containers: [] } } }),
    'template label': workload({ template: { metadata: { labels: { a: 'b', 'x y': 'z' } }, spec } }),
    ...Object.fromEntries(
      ['a/b/c', '/b', 'B/', 'A_/b', `${'x'.repeat(254)}/b`, 'x'.repeat(64)].map((key) => [
        `label ${key.slice(0, 10)} of ${key.length}`,
        workload({ template: { metadata: { labels: { a: 'b', [key]: 'v' } }, spec } }),
      ]),
    ),
    'label value': workload({ template: { metadata: { labels: { a: 'b', c: 'x y' } }, spec } }),
    'long label value': workload({ template: { metadata: { labels: { a: 'b', c: 'x'.repeat(64) } }, spec } }),
    'template container': workload({
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'A' }] } },
    }),
  },
  'apps/v1/replicasets': {
    'no selector': { spec: { template } },
    'other labels': workload({ selector: { matchLabels: { a: 'c' } } }),
    'negative replicas': workload({ replicas: -1 }),
    'restart never': workload({ template: { ...template, spec: { ...spec, restartPolicy: 'Never' } } }),
  },
  'apps/v1/statefulsets': {
    'no selector': { spec: { template } },
    'other labels': workload({ selector: { matchLabels: { a: 'c' } } }),
    'management policy': workload({ podManagementPolicy: 'Chaos' }),
    'update strategy': workload({ updateStrategy: { type: 'Sudden' } }),
    'negative replicas': workload({ replicas: -1 }),
    'negative partition': workload({ updateStrategy: { rollingUpdate: { partition: -1 } } }),
    'service name': workload({ serviceName: 'A' }),
    'on failure': workload({ template: { ...template, spec: { ...spec, restartPolicy: 'OnFailure' } } }),
  },
  'apps/v1/daemonsets': {
    'no selector': { spec: { template } },
    'other labels': workload({ selector: { matchLabels: { a: 'c' } } }),
    'update strategy': workload({ updateStrategy: { type: 'Sudden' } }),
    'both zero': workload({ updateStrategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } }),
    'both given': workload({ updateStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } } }),
    'restart never': workload({ template: { ...template, spec: { ...spec, restartPolicy: 'Never' } } }),
  },
  'v1/replicationcontrollers': {
    'no template': { spec: { selector: { a: 'b' } } },
    'other labels': { spec: { selector: { a: 'c' }, template } },
    'negative replicas': { spec: { replicas: -1, template } },
  },
  'batch/v1/jobs': {
    'no spec': {},
    'restart always': { spec: { template: { spec } } },
    'negative parallelism': { spec: { ...once, parallelism: -1 } },
    'negative numbers': {
      spec: { ...once, completions: -1, backoffLimit: -1, activeDeadlineSeconds: -1, ttlSecondsAfterFinished: -1 },
    },
    'selector given': { spec: { ...once, selector } },
    'manual selector without labels': { spec: { ...once, manualSelector: true, selector } },
    'completion mode': { spec: { ...once, completionMode: 'Sorted' } },
    'indexed without completions': { spec: { ...once, completionMode: 'Indexed', parallelism: 1 } },
    'long name': { metadata: { name: 'x'.repeat(64) }, spec: once },
  },
  'batch/v1/cronjobs': {
    'no schedule': { spec: { schedule: '', jobTemplate: { spec: once } } },
    schedule: { spec: { schedule: 'soon', jobTemplate: { spec: once } } },
    'schedule with zone': { spec: { schedule: 'TZ=UTC * * * * *', jobTemplate: { spec: once } } },
    ...Object.fromEntries(
      [
        '60 * * * *',
        'a * * * *',
        '5-1 * * * *',
        '*/0 * * * *',
        '1-2-3 * * * *',
        '1/2/3 * * * *',
        '* * 0 * *',
        '* * * * 7',
        '* * * foo *',
        '1,99 * * * *',
        '-1 * * * *',
        '* * * * * *',
        '@sometimes',
        '@every soon',
        '0/-5 * * * *',
        '1-2-3/x * * * *',
        'a/2/3 * * * *',
        '@every',
        '@every 1',
        '@every 5y',
        '99999999999999999999 * * * *',
      ].map((schedule) => [`schedule ${schedule}`, { spec: { schedule, jobTemplate: { spec: once } } }]),
    ),
    concurrency: { spec: { schedule: '* * * * *', concurrencyPolicy: 'Maybe', jobTemplate: { spec: once } } },
    zone: { spec: { schedule: '* * * * *', timeZone: 'Nowhere/Land', jobTemplate: { spec: once } } },
    history: {
      spec: {
        schedule: '* * * * *',
        successfulJobsHistoryLimit: -1,
        failedJobsHistoryLimit: -1,
        jobTemplate: { spec: once },
      },
    },
    'long name': { metadata: { name: 'x'.repeat(53) }, spec: { schedule: '* * * * *', jobTemplate: { spec: once } } },
    'restart always': { spec: { schedule: '* * * * *', jobTemplate: { spec: { template: { spec } } } } },
  },
  'v1/services': {
    'no ports': { spec: { clusterIP: '10.0.0.77' } },
    'port zero': port({ port: 0 }),
    'port too big': port({ port: 70000 }),
    'port name': port({ port: 80, name: 'A' }),
    protocol: port({ port: 80, protocol: 'HTTP' }),
    'target port': port({ port: 80, targetPort: 70000 }),
    'target port name': port({ port: 80, targetPort: 'much_too_long_a_name' }),
    'two ports without names': service({ ports: [{ port: 80 }, { port: 81 }] }),
    'same port twice': service({
      ports: [
        { name: 'a', port: 80 },
        { name: 'b', port: 80 },
      ],
    }),
    'same name twice': service({
      ports: [
        { name: 'a', port: 80 },
        { name: 'a', port: 81 },
      ],
    }),
    type: service({ type: 'Public' }),
    affinity: service({ sessionAffinity: 'Always' }),
    'affinity timeout': service({
      sessionAffinity: 'ClientIP',
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 0 } },
    }),
    'external name missing': { spec: { type: 'ExternalName' } },
    'external name': { spec: { type: 'ExternalName', externalName: 'A_b' } },
    'node port on cluster ip': port({ port: 80, nodePort: 30000 }),
    selector: service({ selector: { 'a b': 'c' } }),
    'cluster ip': service({ clusterIP: 'nonsense' }),
    'traffic policy': service({ internalTrafficPolicy: 'Near' }),
    'external traffic policy on cluster ip': service({ externalTrafficPolicy: 'Local' }),
    'external ip': service({ externalIPs: ['x'] }),
  },
  'v1/configmaps': {
    key: { data: { 'a b': 'c' } },
    'long key': { data: { ['x'.repeat(254)]: 'c' } },
    'key twice': { data: { a: 'b' }, binaryData: { a: 'AA==' } },
    dots: { data: { '..': 'x' } },
  },
  'v1/secrets': {
    key: { data: { 'a b': 'AA==' } },
    'service account token': { type: 'kubernetes.io/service-account-token' },
    'docker config': { type: 'kubernetes.io/dockerconfigjson' },
    'docker config text': { type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': 'x' } },
    'basic auth': { type: 'kubernetes.io/basic-auth' },
    'ssh auth': { type: 'kubernetes.io/ssh-auth' },
    tls: { type: 'kubernetes.io/tls' },
  },
  'v1/persistentvolumeclaims': {
    'no modes': { spec: { resources: { requests: { storage: '1Gi' } } } },
    mode: { spec: { ...claim, accessModes: ['Sometimes'] } },
    'no storage': { spec: { accessModes: ['ReadWriteOnce'] } },
    'zero storage': { spec: { ...claim, resources: { requests: { storage: '0' } } } },
    class: { spec: { ...claim, storageClassName: 'A' } },
    'pod mode with others': { spec: { ...claim, accessModes: ['ReadWriteOnce', 'ReadWriteOncePod'] } },
    'volume mode': { spec: { ...claim, volumeMode: 'Tape' } },
  },
  'v1/persistentvolumes': {
    'no capacity': { spec: { ...volume, capacity: undefined } },
    'no modes': { spec: { ...volume, accessModes: [] } },
    'no source': { spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] } },
    'reclaim policy': { spec: { ...volume, persistentVolumeReclaimPolicy: 'Burn' } },
  },
  'v1/namespaces': { finalizer: { spec: { finalizers: ['mine'] } } },
  'v1/resourcequotas': {
    'resource name': { spec: { hard: { bogus: '1' } } },
    negative: { spec: { hard: { pods: '-1' } } },
    fraction: { spec: { hard: { pods: '500m' } } },
    scope: { spec: { hard: { pods: '1' }, scopes: ['Nowhere'] } },
  },
  'v1/limitranges': {
    'min over max': { spec: { limits: [{ type: 'Container', max: { cpu: '1' }, min: { cpu: '2' } }] } },
    'type twice': {
      spec: {
        limits: [
          { type: 'Pod', max: { cpu: '1' } },
          { type: 'Pod', max: { cpu: '1' } },
        ],
      },
    },
  },
  'coordination.k8s.io/v1/leases': {
    duration: { spec: { leaseDurationSeconds: 0 } },
    transitions: { spec: { leaseTransitions: -1 } },
  },
  'policy/v1/poddisruptionbudgets': {
    both: { spec: { minAvailable: 1, maxUnavailable: 1, selector } },
    percent: { spec: { minAvailable: '101%', selector } },
    negative: { spec: { maxUnavailable: -1, selector } },
    eviction: { spec: { minAvailable: 1, selector, unhealthyPodEvictionPolicy: 'Never' } },
  },
  'autoscaling/v2/horizontalpodautoscalers': {
    'no maximum': { spec: { scaleTargetRef: target } },
    'minimum over maximum': autoscaler({ minReplicas: 4 }),
    'minimum zero': autoscaler({ minReplicas: 0 }),
    'target without kind': { spec: { maxReplicas: 1, scaleTargetRef: { name: 'd', apiVersion: 'apps/v1' } } },
    'target without name': { spec: { maxReplicas: 1, scaleTargetRef: { kind: 'Deployment', apiVersion: 'apps/v1' } } },
    'target group': { spec: { maxReplicas: 1, scaleTargetRef: { kind: 'Deployment', name: 'd' } } },
  },
  'networking.k8s.io/v1/ingresses': {
    'no rules': { spec: {} },
    'path type': { spec: { rules: [{ http: { paths: [{ path: '/', backend }] } }] } },
    'path without slash': { spec: { rules: [{ http: { paths: [{ path: 'x', pathType: 'Prefix', backend }] } }] } },
    'backend without port': { spec: { defaultBackend: { service: { name: 's' } } } },
    'backend without name': { spec: { defaultBackend: { service: { name: '', port: { number: 80 } } } } },
    host: { spec: { rules: [{ host: 'A_b' }] } },
    'host is address': { spec: { rules: [{ host: '1.2.3.4' }] } },
    class: { spec: { ingressClassName: 'A', defaultBackend: backend } },
    'no paths': { spec: { rules: [{ http: { paths: [] } }] } },
  },
  'networking.k8s.io/v1/networkpolicies': {
    selector: { spec: { podSelector: { matchLabels: { 'a b': 'c' } } } },
    type: { spec: { podSelector: {}, policyTypes: ['Sideways'] } },
    port: { spec: { podSelector: {}, ingress: [{ ports: [{ port: 70000 }] }] } },
    peer: { spec: { podSelector: {}, ingress: [{ from: [{}] }] } },
    block: { spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: 'x' } }] }] } },
  },
  'rbac.authorization.k8s.io/v1/clusterroles': {
    'rule without verbs': { rules: [{ apiGroups: [''], resources: ['pods'] }] },
    'rule without groups': { rules: [{ resources: ['pods'], verbs: ['get'] }] },
    'rule without resources': { rules: [{ apiGroups: [''], verbs: ['get'] }] },
    'rule with both': { rules: [{ apiGroups: [''], resources: ['pods'], nonResourceURLs: ['/x'], verbs: ['get'] }] },
  },
  'rbac.authorization.k8s.io/v1/roles': {
    urls: { rules: [{ nonResourceURLs: ['/x'], verbs: ['get'] }] },
  },
  'rbac.authorization.k8s.io/v1/rolebindings': {
    'no name': { roleRef: { ...roleRef, name: '' } },
    kind: { roleRef: { ...roleRef, kind: 'Pod' } },
    group: { roleRef: { ...roleRef, apiGroup: 'x' } },
    'subject kind': { roleRef, subjects: [{ kind: 'Robot', name: 'r' }] },
    'subject without name': { roleRef, subjects: [{ kind: 'User', name: '' }] },
    'user with group': { roleRef, subjects: [{ kind: 'User', name: 's', apiGroup: 'x' }] },
  },
  'storage.k8s.io/v1/storageclasses': {
    'no provisioner': {},
    policy: { provisioner: 'p', reclaimPolicy: 'Burn' },
    binding: { provisioner: 'p', volumeBindingMode: 'Later' },
  },
  'scheduling.k8s.io/v1/priorityclasses': {
    'too high': { value: 1000000001 },
    'system name': { metadata: { name: 'system-mine' }, value: 1 },
    policy: { value: 1, preemptionPolicy: 'Sometimes' },
  },
  'v1/endpoints': {
    'no addresses': { subsets: [{ ports: [{ port: 80 }] }] },
    address: { subsets: [{ addresses: [{ ip: 'x' }] }] },
    loopback: { subsets: [{ addresses: [{ ip: '127.0.0.1' }] }] },
    port: { subsets: [{ addresses: [{ ip: '1.2.3.4' }], ports: [{ port: 0 }] }] },
  },
  'discovery.k8s.io/v1/endpointslices': {
    'no type': { endpoints: [] },
    type: { addressType: 'IPX', endpoints: [] },
    address: { addressType: 'IPv4', endpoints: [{ addresses: ['fd00::1'] }] },
    'no address': { addressType: 'IPv4', endpoints: [{ addresses: [] }] },
  },
  'v1/events': {
    'newer without parts': {
      eventTime: '2020-01-01T00:00:00.000000Z',
      involvedObject: { kind: 'Pod', name: 'p', namespace: 'default' },
    },
    'other namespace': { involvedObject: { kind: 'Pod', name: 'p', namespace: 'other' } },
  },
};

/** @type {Record<string, any>} */
const event = {
  eventTime: '2020-01-01T00:00:00.000000Z',
  reportingController: 'example.com/a',
  reportingInstance: 'i',
  action: 'a',
  reason: 'r',
  type: 'Normal',
  regarding: { namespace: 'default', kind: 'Pod', name: 'p' },
};

Object.assign(refusedNew, {
  'events.k8s.io/v1/events': {
    bare: { regarding: event['regarding'] },
    'no parts': { eventTime: event['eventTime'], regarding: event['regarding'], type: 'Odd' },
    'parts of old': {
      ...event,
      deprecatedCount: 1,
      deprecatedSource: { component: 'c' },
      deprecatedFirstTimestamp: '2020-01-01T00:00:00Z',
      deprecatedLastTimestamp: '2020-01-01T00:00:00Z',
    },
    'long parts': {
      ...event,
      reportingInstance: 'x'.repeat(129),
      action: 'x'.repeat(129),
      reason: 'x'.repeat(129),
      note: 'x'.repeat(1025),
    },
    series: { ...event, series: { count: 1, lastObservedTime: '2020-01-01T00:00:00.000000Z' } },
    controller: { ...event, reportingController: 'a b' },
  },
});

/** @type {Record<string, Record<string, { old: any, change: any }>>} */
export const refusedChanges = {
  'v1/pods': {
    image: { old: { spec }, change: { spec: { containers: [{ ...container, image: '' }] } } },
    'new container': { old: { spec }, change: { spec: { containers: [container, { name: 'd', image: 'i' }] } } },
    'node name': { old: { spec: { ...spec, nodeName: 'n' } }, change: { spec: { nodeName: 'm' } } },
    command: { old: { spec }, change: { spec: { restartPolicy: 'Never' } } },
    'toleration removed': {
      old: { spec: { ...spec, tolerations: [{ key: 'k', operator: 'Exists' }] } },
      change: { spec: { tolerations: [] } },
    },
  },
  'apps/v1/deployments': {
    selector: {
      old: workload({}),
      change: { spec: { selector: { matchLabels: { a: 'c' } }, template: { metadata: { labels: { a: 'c' } } } } },
    },
    'selector only': { old: workload({}), change: { spec: { selector: { matchLabels: { a: 'c' } } } } },
  },
  'apps/v1/replicasets': {
    selector: {
      old: workload({}),
      change: { spec: { selector: { matchLabels: { a: 'c' } }, template: { metadata: { labels: { a: 'c' } } } } },
    },
  },
  'apps/v1/daemonsets': {
    selector: {
      old: workload({}),
      change: { spec: { selector: { matchLabels: { a: 'c' } }, template: { metadata: { labels: { a: 'c' } } } } },
    },
  },
  'apps/v1/statefulsets': {
    selector: {
      old: workload({}),
      change: { spec: { selector: { matchLabels: { a: 'c' } }, template: { metadata: { labels: { a: 'c' } } } } },
    },
    service: { old: workload({ serviceName: 's' }), change: { spec: { serviceName: 't' } } },
    claims: {
      old: workload({}),
      change: { spec: { volumeClaimTemplates: [{ metadata: { name: 'd' }, spec: claim }] } },
    },
    'pod management': { old: workload({}), change: { spec: { podManagementPolicy: 'Parallel' } } },
  },
  'batch/v1/jobs': {
    completions: { old: { spec: once }, change: { spec: { completions: 5 } } },
    template: {
      old: { spec: once },
      change: { spec: { template: { spec: { containers: [{ ...container, image: 'x' }] } } } },
    },
    mode: { old: { spec: { ...once, completions: 1 } }, change: { spec: { completionMode: 'Indexed' } } },
  },
  'v1/services': {
    'cluster ip': { old: service({}), change: { spec: { clusterIP: '10.0.0.78', clusterIPs: ['10.0.0.78'] } } },
    'no ports': { old: service({}), change: { spec: { ports: [] } } },
  },
  'v1/configmaps': {
    immutable: { old: { immutable: true, data: { a: 'b' } }, change: { data: { a: 'c' } } },
    'immutable binary': { old: { immutable: true, data: { a: 'b' } }, change: { binaryData: { b: 'AA==' } } },
    'mutable again': { old: { immutable: true, data: { a: 'b' } }, change: { immutable: false } },
  },
  'v1/secrets': {
    type: { old: { type: 'example.com/a' }, change: { type: 'example.com/b' } },
    immutable: { old: { immutable: true, data: { a: 'AA==' } }, change: { data: { a: 'BB==' } } },
    'mutable again': { old: { immutable: true }, change: { immutable: false } },
  },
  'v1/persistentvolumeclaims': {
    modes: { old: { spec: claim }, change: { spec: { accessModes: ['ReadWriteMany'] } } },
    class: { old: { spec: { ...claim, storageClassName: 'a' } }, change: { spec: { storageClassName: 'b' } } },
    shrunk: { old: { spec: claim }, change: { spec: { resources: { requests: { storage: '1Mi' } } } } },
  },
  'v1/persistentvolumes': {
    source: { old: { spec: volume }, change: { spec: { hostPath: { path: '/other' } } } },
  },
  'rbac.authorization.k8s.io/v1/rolebindings': {
    role: { old: { roleRef }, change: { roleRef: { name: 'edit' } } },
  },
  'rbac.authorization.k8s.io/v1/clusterrolebindings': {
    role: { old: { roleRef }, change: { roleRef: { name: 'edit' } } },
  },
  'storage.k8s.io/v1/storageclasses': {
    provisioner: { old: { provisioner: 'p' }, change: { provisioner: 'q' } },
    parameters: { old: { provisioner: 'p' }, change: { parameters: { a: 'b' } } },
    policy: { old: { provisioner: 'p' }, change: { reclaimPolicy: 'Retain' } },
    binding: { old: { provisioner: 'p' }, change: { volumeBindingMode: 'WaitForFirstConsumer' } },
  },
  'scheduling.k8s.io/v1/priorityclasses': {
    value: { old: { value: 1 }, change: { value: 2 } },
  },
  'networking.k8s.io/v1/ingressclasses': {
    controller: { old: { spec: { controller: 'example.com/a' } }, change: { spec: { controller: 'example.com/b' } } },
  },
  'discovery.k8s.io/v1/endpointslices': {
    type: { old: { addressType: 'IPv4', endpoints: [] }, change: { addressType: 'IPv6' } },
  },
  'v1/resourcequotas': {
    scopes: { old: { spec: { hard: { pods: '1' } } }, change: { spec: { scopes: ['BestEffort'] } } },
  },
  'events.k8s.io/v1/events': {
    parts: {
      old: event,
      change: { note: 'n', reason: 's', type: 'Warning', action: 'b', related: { kind: 'Node', name: 'n' } },
    },
    regarding: { old: event, change: { regarding: { name: 'q' }, reportingController: 'example.com/b' } },
    time: { old: event, change: { eventTime: '2020-01-02T00:00:00.000000Z' } },
  },
  'apps/v1/controllerrevisions': {
    data: { old: { revision: 1, data: { a: 1 } }, change: { data: { a: 2 } } },
  },
};
