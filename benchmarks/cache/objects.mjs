/**
 * Objects as a cluster has them, the same in every run: pods in replicas of workloads (about 6 KB, nearly half of it managedFields), small
 * custom resources with sorted keys, and ConfigMaps. What is unique in real life (names, uids, addresses, times, container ids) is unique here.
 */

/** @typedef {{ metadata: Record<string, unknown>, [field: string]: unknown }} Made */

/** @type {Record<string, { path: string, apiVersion: string, kind: string, plural: string, group: string, version: string, make: (nth: number) => Made }>} */
export const datasets = {
  pods: {
    path: '/api/v1/pods',
    apiVersion: 'v1',
    kind: 'Pod',
    plural: 'pods',
    group: '',
    version: 'v1',
    make: makePod,
  },
  configmaps: {
    path: '/api/v1/configmaps',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    plural: 'configmaps',
    group: '',
    version: 'v1',
    make: makeConfigMap,
  },
  websites: {
    path: '/apis/demo.example.com/v1/websites',
    apiVersion: 'demo.example.com/v1',
    kind: 'Website',
    plural: 'websites',
    group: 'demo.example.com',
    version: 'v1',
    make: makeWebsite,
  },
};

/** Versions have ten digits, so that one can be written over another. */
export const firstVersion = 1_000_000_000;

const replicas = 40;

/** @param {number} nth */
function makePod(nth) {
  const workload = Math.floor(nth / replicas);
  const own = random(nth + 1);
  const shared = random(1_000_003 * (workload + 1));
  const app = `app-${workload}`;
  const templateHash = shared.letters(9);
  const set = `${app}-${templateHash}`;
  const ip = `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;
  const image = `registry.example.com/team/${app}:v1.${workload % 40}.${workload % 7}`;
  const imageId = `registry.example.com/team/${app}@sha256:${shared.hex(64)}`;
  const volume = `kube-api-access-${own.letters(5)}`;
  const [created = '', started = ''] = own.times(2);
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: set, uid: shared.uid() };
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name: `${set}-${own.letters(5)}`,
      generateName: `${set}-`,
      namespace: `ns-${workload % 50}`,
      uid: own.uid(),
      resourceVersion: String(firstVersion + nth),
      generation: 1,
      creationTimestamp: created,
      labels: {
        app,
        'app.kubernetes.io/managed-by': 'Helm',
        'app.kubernetes.io/name': app,
        'pod-template-hash': templateHash,
        tier: workload % 2 ? 'backend' : 'frontend',
      },
      annotations: {
        'checksum/config': shared.hex(64),
        'prometheus.io/port': '8080',
        'prometheus.io/scrape': 'true',
      },
      ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
      managedFields: podManagers(created, started, ip, owner.uid),
    },
    spec: {
      volumes: [{ name: volume, projected: { sources: tokenSources, defaultMode: 420 } }],
      containers: [
        {
          name: 'main',
          image,
          ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
          env: [
            { name: 'LOG_LEVEL', value: 'info' },
            { name: 'POD_NAME', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
          ],
          resources: { limits: { cpu: '500m', memory: '512Mi' }, requests: { cpu: '100m', memory: '128Mi' } },
          volumeMounts: [{ name: volume, readOnly: true, mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' }],
          livenessProbe: {
            httpGet: { path: '/healthz', port: 8080, scheme: 'HTTP' },
            initialDelaySeconds: 5,
            timeoutSeconds: 1,
            periodSeconds: 10,
            successThreshold: 1,
            failureThreshold: 3,
          },
          terminationMessagePath: '/dev/termination-log',
          terminationMessagePolicy: 'File',
          imagePullPolicy: 'IfNotPresent',
        },
      ],
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      serviceAccountName: app,
      serviceAccount: app,
      nodeName: `node-${nth % 200}.example.internal`,
      securityContext: {},
      schedulerName: 'default-scheduler',
      tolerations: ['not-ready', 'unreachable'].map((key) => ({
        key: `node.kubernetes.io/${key}`,
        operator: 'Exists',
        effect: 'NoExecute',
        tolerationSeconds: 300,
      })),
      priority: 0,
      enableServiceLinks: true,
      preemptionPolicy: 'PreemptLowerPriority',
    },
    status: {
      phase: 'Running',
      conditions: conditionTypes.map((type) => ({
        type,
        status: 'True',
        lastProbeTime: null,
        lastTransitionTime: type === 'Initialized' || type === 'PodScheduled' ? created : started,
      })),
      hostIP: `192.168.${nth % 200}.10`,
      hostIPs: [{ ip: `192.168.${nth % 200}.10` }],
      podIP: ip,
      podIPs: [{ ip }],
      startTime: created,
      containerStatuses: [
        {
          name: 'main',
          state: { running: { startedAt: started } },
          lastState: {},
          ready: true,
          restartCount: 0,
          image,
          imageID: imageId,
          containerID: `containerd://${own.hex(64)}`,
          started: true,
        },
      ],
      qosClass: 'Burstable',
    },
  };
}

const conditionTypes = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'];

const tokenSources = [
  { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
  { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
  { downwardAPI: { items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }] } },
];

/**
 * @param {string} created
 * @param {string} started
 * @param {string} ip
 * @param {string} owner
 */
function podManagers(created, started, ip, owner) {
  const controller = {
    'f:metadata': {
      'f:annotations': owned('.', 'checksum/config', 'prometheus.io/port', 'prometheus.io/scrape'),
      'f:generateName': {},
      'f:labels': owned(
        '.',
        'app',
        'app.kubernetes.io/managed-by',
        'app.kubernetes.io/name',
        'pod-template-hash',
        'tier',
      ),
      'f:ownerReferences': { '.': {}, [`k:{"uid":"${owner}"}`]: {} },
    },
    'f:spec': {
      'f:containers': {
        'k:{"name":"main"}': {
          ...owned('.', 'image', 'imagePullPolicy', 'name', 'terminationMessagePath', 'terminationMessagePolicy'),
          'f:env': {
            '.': {},
            'k:{"name":"LOG_LEVEL"}': owned('.', 'name', 'value'),
            'k:{"name":"POD_NAME"}': { ...owned('.', 'name'), 'f:valueFrom': { '.': {}, 'f:fieldRef': {} } },
          },
          'f:livenessProbe': {
            ...owned(
              '.',
              'failureThreshold',
              'initialDelaySeconds',
              'periodSeconds',
              'successThreshold',
              'timeoutSeconds',
            ),
            'f:httpGet': owned('.', 'path', 'port', 'scheme'),
          },
          'f:ports': {
            '.': {},
            'k:{"containerPort":8080,"protocol":"TCP"}': owned('.', 'containerPort', 'name', 'protocol'),
          },
          'f:resources': {
            '.': {},
            'f:limits': owned('.', 'cpu', 'memory'),
            'f:requests': owned('.', 'cpu', 'memory'),
          },
        },
      },
      ...owned(
        'dnsPolicy',
        'enableServiceLinks',
        'restartPolicy',
        'schedulerName',
        'securityContext',
        'serviceAccount',
      ),
      ...owned('serviceAccountName', 'terminationGracePeriodSeconds'),
    },
  };
  const kubelet = {
    'f:status': {
      'f:conditions': Object.fromEntries(
        conditionTypes
          .slice(0, 4)
          .map((type) => [`k:{"type":"${type}"}`, owned('.', 'lastProbeTime', 'lastTransitionTime', 'status', 'type')]),
      ),
      ...owned('containerStatuses', 'hostIP', 'hostIPs', 'phase', 'podIP', 'startTime'),
      'f:podIPs': { '.': {}, [`k:{"ip":"${ip}"}`]: owned('.', 'ip') },
    },
  };
  const common = { operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1' };
  return [
    { manager: 'kube-controller-manager', ...common, time: created, fieldsV1: controller },
    { manager: 'kubelet', ...common, time: started, subresource: 'status', fieldsV1: kubelet },
  ];
}

/** @param {number} nth */
function makeWebsite(nth) {
  const own = random(nth + 7);
  const [time] = own.times(1);
  const common = { apiVersion: 'demo.example.com/v1', fieldsType: 'FieldsV1', operation: 'Apply', time };
  return {
    apiVersion: 'demo.example.com/v1',
    kind: 'Website',
    metadata: {
      creationTimestamp: time,
      finalizers: ['demo.example.com/cleanup'],
      generation: 2,
      labels: { app: `site-${nth % 100}`, team: `team-${nth % 20}` },
      managedFields: [
        {
          ...common,
          fieldsV1: {
            'f:spec': {
              ...owned('domain', 'image', 'replicas'),
              'f:env': { 'k:{"name":"MODE"}': owned('.', 'name', 'value') },
            },
          },
          manager: 'kubectl',
        },
        {
          ...common,
          fieldsV1: {
            'f:status': {
              'f:conditions': {
                'k:{"type":"Ready"}': owned('.', 'lastTransitionTime', 'message', 'reason', 'status', 'type'),
              },
              ...owned('observedGeneration', 'url'),
            },
          },
          manager: 'reeve',
          subresource: 'status',
        },
      ],
      name: `site-${nth}`,
      namespace: `ns-${nth % 50}`,
      resourceVersion: String(firstVersion + nth),
      uid: own.uid(),
    },
    spec: {
      domain: `site-${nth}.example.com`,
      env: [{ name: 'MODE', value: 'prod' }],
      image: `registry.example.com/site:v1.${nth % 30}`,
      replicas: 1 + (nth % 5),
      tls: { enabled: true, issuer: 'letsencrypt' },
    },
    status: {
      conditions: [
        {
          lastTransitionTime: time,
          message: 'all replicas are available',
          observedGeneration: 2,
          reason: 'Reconciled',
          status: 'True',
          type: 'Ready',
        },
      ],
      observedGeneration: 2,
      url: `https://site-${nth}.example.com`,
    },
  };
}

/** @param {number} nth */
function makeConfigMap(nth) {
  const own = random(nth + 11);
  const [time] = own.times(1);
  return {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: {
      name: `config-${nth}`,
      namespace: `ns-${nth % 50}`,
      uid: own.uid(),
      resourceVersion: String(firstVersion + nth),
      creationTimestamp: time,
      labels: { app: `app-${nth % 500}` },
      managedFields: [
        {
          manager: 'kubectl',
          operation: 'Apply',
          apiVersion: 'v1',
          time,
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:data': owned('.', 'settings', 'mode', 'key') },
        },
      ],
    },
    data: { settings: `level=info\nname=config-${nth}\n${own.hex(200)}`, mode: 'production', key: own.hex(64) },
  };
}

/** @param {readonly string[]} fields */
const owned = (...fields) => Object.fromEntries(fields.map((field) => [field === '.' ? '.' : `f:${field}`, {}]));

/** Chance that is the same every time. @param {number} seed */
function random(seed) {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const text = (/** @type {number} */ length, /** @type {string} */ alphabet) =>
    Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join('');
  const hex = (/** @type {number} */ length) => text(length, '0123456789abcdef');
  return {
    hex,
    letters: (/** @type {number} */ length) => text(length, 'bcdfghjklmnpqrstvwxz2456789'),
    uid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    /** Moments a few seconds apart. */
    times: (/** @type {number} */ count) => {
      const first = Date.UTC(2026, 0, 1) + Math.floor(next() * 2.6e7) * 1000;
      return Array.from({ length: count }, (_, nth) => `${new Date(first + nth * 3000).toISOString().slice(0, 19)}Z`);
    },
  };
}
