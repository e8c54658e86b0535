/**
 * Objects in all the states that `kubectl get` tells apart. `status` is written through its own door; `isDeleted` marks an object that a finalizer holds back.
 * A text such as `@-90` stands for the time 90 seconds before the recording, `@@-90` for the same in microseconds.
 */
import { strategyManifests, trustedCertificate } from './strategy-manifests.mjs';

const podCertificateRequest = strategyManifests['certificates.k8s.io/v1/podcertificaterequests'];
const spec = { containers: [{ name: 'c', image: 'busybox' }] };
const two = {
  containers: [
    { name: 'c', image: 'busybox:1' },
    { name: 'd', image: 'nginx' },
  ],
};
const selector = { matchLabels: { a: 'b' } };
const template = { metadata: { labels: { a: 'b' } }, spec: two };
const once = { template: { spec: { ...spec, restartPolicy: 'Never' } } };
const held = { finalizers: ['example.com/held'] };

/** @param {object} state @param {object} [more] */
const running = (state, more) => ({
  name: 'c',
  image: 'i',
  imageID: '',
  restartCount: 0,
  ready: false,
  state,
  ...more,
});
/** @param {string} type @param {string} [status] @param {string} [reason] */
const condition = (type, status = 'True', reason = 'R') => ({
  type,
  status,
  reason,
  message: 'm',
  lastTransitionTime: '@-60',
});
/** @param {string} type @param {string} [status] @param {string} [reason] */
const podCondition = (type, status = 'True', reason = '') => ({ type, status, ...(reason && { reason }) });
/** @param {object} state */
const inPod = (state, phase = 'Running', more = {}) => ({
  spec,
  status: { phase, containerStatuses: [running(state)], ...more },
});
/** @param {object[]} statuses @param {object} [podSpec] @param {object} [more] */
const starting = (statuses, podSpec = {}, more = {}) => ({
  spec: {
    ...spec,
    initContainers: [
      { name: 'i', image: 'i' },
      { name: 'j', image: 'j' },
    ],
    ...podSpec,
  },
  status: { phase: 'Pending', initContainerStatuses: statuses, ...more },
});
const ended = { terminated: { exitCode: 0, finishedAt: '@-300' } };
const begun = { running: { startedAt: '@-600' } };
const sidecar = { name: 'i', image: 'i', restartPolicy: 'Always' };

const pods = {
  new: { spec },
  scheduled: { spec: { ...spec, nodeName: 'n1' } },
  gated: {
    spec: { ...spec, schedulingGates: [{ name: 'g' }] },
    status: { phase: 'Pending', conditions: [podCondition('PodScheduled', 'False', 'SchedulingGated')] },
  },
  running: {
    spec: { ...spec, nodeName: 'n1' },
    status: {
      phase: 'Running',
      podIPs: [{ ip: '10.1.0.5' }],
      podIP: '10.1.0.5',
      containerStatuses: [running(begun, { ready: true })],
    },
  },
  creating: inPod({ waiting: { reason: 'ContainerCreating' } }, 'Pending'),
  'pulling-fails': inPod({ waiting: { reason: 'ImagePullBackOff' } }, 'Pending'),
  crashing: {
    spec,
    status: {
      phase: 'Running',
      containerStatuses: [
        running(
          { waiting: { reason: 'CrashLoopBackOff' } },
          { restartCount: 5, lastState: { terminated: { exitCode: 1, finishedAt: '@-200' } } },
        ),
      ],
    },
  },
  restarted: {
    spec,
    status: {
      phase: 'Running',
      containerStatuses: [
        running(begun, {
          ready: true,
          restartCount: 2,
          lastState: { terminated: { exitCode: 1, finishedAt: '@-7200' } },
        }),
      ],
    },
  },
  'restarted-long-ago': {
    spec,
    status: { phase: 'Running', containerStatuses: [running(begun, { ready: true, restartCount: 2 })] },
  },
  completed: inPod({ terminated: { exitCode: 0, reason: 'Completed' } }, 'Succeeded'),
  error: inPod({ terminated: { exitCode: 2, reason: 'Error' } }, 'Failed'),
  'exit-code': inPod({ terminated: { exitCode: 3 } }, 'Failed'),
  signal: inPod({ terminated: { exitCode: 137, signal: 9 } }, 'Failed'),
  evicted: { spec, status: { phase: 'Failed', reason: 'Evicted' } },
  'half-completed': {
    spec: two,
    status: {
      phase: 'Running',
      containerStatuses: [
        running({ terminated: { exitCode: 0, reason: 'Completed' } }),
        { ...running(begun, { ready: true }), name: 'd' },
      ],
    },
  },
  'half-completed-ready': {
    spec: two,
    status: {
      phase: 'Running',
      conditions: [podCondition('Ready')],
      containerStatuses: [
        running({ terminated: { exitCode: 0, reason: 'Completed' } }),
        { ...running(begun, { ready: true }), name: 'd' },
      ],
    },
  },
  'completed-and-failed': {
    spec: two,
    status: {
      phase: 'Running',
      containerStatuses: [
        running({ terminated: { exitCode: 0, reason: 'Completed' } }),
        { ...running({ terminated: { exitCode: 1, reason: 'OOMKilled' } }), name: 'd' },
      ],
    },
  },
  'init-first': starting([{ ...running({ waiting: { reason: 'PodInitializing' } }), name: 'i' }]),
  'init-second': starting([
    { ...running(ended), name: 'i' },
    { ...running(begun), name: 'j' },
  ]),
  'init-crashing': starting([
    {
      ...running(
        { waiting: { reason: 'CrashLoopBackOff' } },
        { restartCount: 3, lastState: { terminated: { exitCode: 1, finishedAt: '@-90' } } },
      ),
      name: 'i',
    },
  ]),
  'init-error': starting([{ ...running({ terminated: { exitCode: 1, reason: 'Error' } }), name: 'i' }]),
  'init-exit-code': starting([{ ...running({ terminated: { exitCode: 4 } }), name: 'i' }]),
  'init-signal': starting([{ ...running({ terminated: { exitCode: 137, signal: 9 } }), name: 'i' }]),
  'init-done': starting(
    [
      { ...running(ended, { restartCount: 1 }), name: 'i' },
      { ...running(ended), name: 'j' },
    ],
    {},
    { containerStatuses: [running(begun, { ready: true })], phase: 'Running' },
  ),
  'init-said-done': starting(
    [{ ...running(begun), name: 'i' }],
    {},
    {
      conditions: [podCondition('Initialized')],
      containerStatuses: [running(begun, { ready: true })],
      phase: 'Running',
    },
  ),
  sidecar: starting(
    [{ ...running(begun, { started: true, ready: true, restartCount: 4 }), name: 'i' }],
    { initContainers: [sidecar] },
    { containerStatuses: [running(begun, { ready: true })], phase: 'Running' },
  ),
  'sidecar-starting': starting([{ ...running(begun, { started: false }), name: 'i' }], { initContainers: [sidecar] }),
  gates: {
    spec: { ...spec, readinessGates: [{ conditionType: 'example.com/a' }, { conditionType: 'example.com/b' }] },
    status: {
      phase: 'Running',
      nominatedNodeName: 'n9',
      conditions: [podCondition('example.com/a'), podCondition('example.com/b', 'False')],
    },
  },
  terminating: { metadata: held, spec, isDeleted: true },
  'terminating-over': { metadata: held, spec, status: { phase: 'Succeeded' }, isDeleted: true },
  'terminating-lost': { metadata: held, spec, status: { phase: 'Running', reason: 'NodeLost' }, isDeleted: true },
};

const workloads = {
  'v1/podtemplates': { one: { template } },
  'v1/replicationcontrollers': {
    one: { spec: { replicas: 2, template }, status: { replicas: 2, readyReplicas: 1, observedGeneration: 1 } },
  },
  'apps/v1/deployments': {
    new: { spec: { selector, template } },
    ready: {
      spec: {
        replicas: 3,
        selector: { ...selector, matchExpressions: [{ key: 'a', operator: 'In', values: ['b', 'c'] }] },
        template,
      },
      status: { replicas: 3, readyReplicas: 2, updatedReplicas: 3, availableReplicas: 1 },
    },
  },
  'apps/v1/replicasets': {
    one: { spec: { replicas: 3, selector, template }, status: { replicas: 2, readyReplicas: 1 } },
  },
  'apps/v1/statefulsets': {
    one: { spec: { replicas: 3, selector, template }, status: { replicas: 3, readyReplicas: 2 } },
  },
  'apps/v1/daemonsets': {
    one: {
      spec: { selector, template: { ...template, spec: { ...two, nodeSelector: { x: 'y', b: 'c' } } } },
      status: {
        desiredNumberScheduled: 5,
        currentNumberScheduled: 4,
        numberReady: 3,
        updatedNumberScheduled: 2,
        numberAvailable: 1,
        numberMisscheduled: 0,
      },
    },
    none: { spec: { selector, template } },
  },
  'apps/v1/controllerrevisions': {
    alone: { revision: 3, data: { a: 1 } },
    owned: {
      metadata: {
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 's', uid: '1', controller: true }],
      },
      revision: 4,
      data: { a: 1 },
    },
  },
  'batch/v1/jobs': {
    new: { spec: once },
    parallel: { spec: { ...once, parallelism: 3 } },
    single: { spec: { ...once, parallelism: 1 } },
    running: {
      spec: { ...once, completions: 4 },
      status: { startTime: '@-130', succeeded: 2, active: 1, uncountedTerminatedPods: {} },
    },
    suspended: { spec: { ...once, suspend: true }, status: { conditions: [condition('Suspended')] } },
    terminating: { metadata: held, spec: once, isDeleted: true },
  },
  'batch/v1/cronjobs': {
    new: { spec: { schedule: '*/5 * * * *', jobTemplate: { spec: once } } },
    busy: {
      spec: { schedule: '@daily', timeZone: 'Etc/UTC', suspend: true, jobTemplate: { spec: once } },
      status: {
        lastScheduleTime: '@-7300',
        active: [
          { kind: 'Job', name: 'a' },
          { kind: 'Job', name: 'b' },
        ],
      },
    },
  },
};

const network = {
  'v1/services': {
    plain: { spec: { clusterIP: '10.0.0.70', ports: [{ port: 80 }], selector: { a: 'b', c: 'd' } } },
    headless: { spec: { clusterIP: 'None' } },
    external: { spec: { type: 'ExternalName', externalName: 'example.com' } },
    node: {
      spec: {
        clusterIP: '10.0.0.71',
        type: 'NodePort',
        externalIPs: ['1.2.3.4', '1.2.3.5'],
        ports: [
          { name: 'a', port: 80, nodePort: 30070 },
          { name: 'b', port: 53, nodePort: 30071, protocol: 'UDP' },
        ],
      },
    },
    pending: { spec: { clusterIP: '10.0.0.72', type: 'LoadBalancer', ports: [{ port: 80, nodePort: 30072 }] } },
    balanced: {
      spec: {
        clusterIP: '10.0.0.73',
        type: 'LoadBalancer',
        externalIPs: ['1.2.3.4'],
        ports: [{ port: 80, nodePort: 30073 }],
      },
      status: { loadBalancer: { ingress: [{ ip: '9.9.9.9' }, { hostname: 'a.example.com' }, { ip: '8.8.8.8' }] } },
    },
  },
  'v1/endpoints': {
    none: {},
    few: { subsets: [{ addresses: [{ ip: '1.2.3.4' }, { ip: 'fd00::1' }], ports: [{ port: 80 }] }] },
    many: {
      subsets: [
        {
          addresses: [{ ip: '1.2.3.4' }, { ip: '1.2.3.5' }],
          ports: [
            { name: 'a', port: 80 },
            { name: 'b', port: 81 },
          ],
        },
        { addresses: [{ ip: '1.2.3.6' }] },
      ],
    },
    'not-ready': { subsets: [{ notReadyAddresses: [{ ip: '1.2.3.4' }], ports: [{ port: 80 }] }] },
  },
  'discovery.k8s.io/v1/endpointslices': {
    none: { addressType: 'IPv4', endpoints: [] },
    many: {
      addressType: 'IPv4',
      endpoints: [
        { addresses: ['1.2.3.4'] },
        { addresses: ['1.2.3.5'] },
        { addresses: ['1.2.3.6'] },
        { addresses: ['1.2.3.7'] },
      ],
      ports: [{ port: 80 }, { name: 'x' }, { name: 'y', port: 1 }, { name: 'z', port: 2 }],
    },
  },
  'networking.k8s.io/v1/ingresses': {
    plain: { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
    full: {
      spec: {
        ingressClassName: 'c',
        tls: [{ hosts: ['a.example.com'] }],
        rules: ['a', '', 'b', 'c', 'd'].map((name) => ({ ...(name && { host: `${name}.example.com` }) })),
      },
      status: { loadBalancer: { ingress: [{ ip: '9.9.9.9' }, { hostname: 'h.example.com' }] } },
    },
    three: { spec: { rules: ['a', 'b', 'c'].map((name) => ({ host: `${name}.example.com` })) } },
  },
  'networking.k8s.io/v1/ingressclasses': {
    plain: { spec: { controller: 'example.com/c' } },
    full: {
      metadata: { annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
      spec: { controller: 'example.com/c', parameters: { apiGroup: 'example.com', kind: 'K', name: 'n' } },
    },
    core: { spec: { controller: 'example.com/c', parameters: { kind: 'K', name: 'n' } } },
  },
  'networking.k8s.io/v1/networkpolicies': {
    all: { spec: { podSelector: {} } },
    some: { spec: { podSelector: selector } },
  },
  'networking.k8s.io/v1/servicecidrs': { one: { spec: { cidrs: ['10.9.0.0/24'] } } },
  'networking.k8s.io/v1/ipaddresses': {
    one: {
      metadata: { name: '10.9.0.1' },
      spec: { parentRef: { resource: 'services', name: 's', namespace: 'default' } },
    },
    two: {
      metadata: { name: '10.9.0.2' },
      spec: { parentRef: { group: 'example.com', resource: 'things', name: 't' } },
    },
  },
};

const volume = {
  capacity: { storage: '1Gi' },
  accessModes: ['ReadWriteOnce', 'ReadOnlyMany'],
  hostPath: { path: '/tmp' },
};
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

const storage = {
  'v1/persistentvolumes': {
    free: { spec: volume },
    bound: {
      spec: { ...volume, storageClassName: 'fast', claimRef: { namespace: 'default', name: 'c' } },
      status: { phase: 'Bound', reason: 'because' },
    },
    terminating: { spec: volume, isDeleted: true },
  },
  'v1/persistentvolumeclaims': {
    pending: { spec: { ...claim, storageClassName: 'slow' } },
    bound: {
      metadata: { annotations: { 'volume.beta.kubernetes.io/storage-class': 'old' } },
      spec: { ...claim, volumeName: 'v', volumeMode: 'Block' },
      status: { phase: 'Bound', capacity: { storage: '2Gi' }, accessModes: ['ReadWriteMany', 'ReadWriteOncePod'] },
    },
    terminating: { spec: claim, isDeleted: true },
  },
  'storage.k8s.io/v1/storageclasses': {
    plain: { provisioner: 'p' },
    default: {
      metadata: { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      provisioner: 'p',
      reclaimPolicy: 'Retain',
      allowVolumeExpansion: true,
      volumeBindingMode: 'WaitForFirstConsumer',
    },
  },
  'storage.k8s.io/v1/csidrivers': {
    plain: { spec: {} },
    full: {
      spec: {
        attachRequired: false,
        podInfoOnMount: true,
        storageCapacity: true,
        requiresRepublish: true,
        tokenRequests: [{ audience: 'a' }, { audience: 'b' }],
        volumeLifecycleModes: ['Persistent', 'Ephemeral'],
      },
    },
  },
  'storage.k8s.io/v1/csinodes': { one: { spec: { drivers: [{ name: 'd', nodeID: 'n' }] } } },
  'storage.k8s.io/v1/csistoragecapacities': { one: { storageClassName: 's' } },
  'storage.k8s.io/v1/volumeattachments': {
    one: { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p' } }, status: { attached: true } },
  },
  'storage.k8s.io/v1/volumeattributesclasses': { one: { driverName: 'd', parameters: { a: 'b' } } },
};

/** @param {string} name @param {object} target */
const resource = (name, target) => ({ type: 'Resource', resource: { name, target } });
const metric = { name: 'm' };
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const described = { kind: 'K', name: 'n' };

const autoscalers = {
  'autoscaling/v2/horizontalpodautoscalers': {
    new: { spec: { maxReplicas: 3, scaleTargetRef: target } },
    measured: {
      spec: {
        minReplicas: 2,
        maxReplicas: 3,
        scaleTargetRef: target,
        metrics: [
          resource('cpu', { type: 'Utilization', averageUtilization: 70 }),
          resource('memory', { type: 'AverageValue', averageValue: '1Gi' }),
        ],
      },
      status: {
        currentReplicas: 2,
        desiredReplicas: 2,
        currentMetrics: [
          { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 33, averageValue: '100m' } } },
          { type: 'Resource', resource: { name: 'memory', current: { averageValue: '500Mi' } } },
        ],
      },
    },
    kinds: {
      spec: {
        maxReplicas: 3,
        scaleTargetRef: target,
        metrics: [
          { type: 'External', external: { metric, target: { type: 'AverageValue', averageValue: '5' } } },
          { type: 'Pods', pods: { metric, target: { type: 'AverageValue', averageValue: '10' } } },
          { type: 'External', external: { metric, target: { type: 'Value', value: '5' } } },
        ],
      },
      status: {
        desiredReplicas: 1,
        currentMetrics: [
          { type: 'External', external: { metric, current: { averageValue: '4' } } },
          { type: 'Pods', pods: { metric, current: { averageValue: '9' } } },
        ],
      },
    },
    objects: {
      spec: {
        maxReplicas: 3,
        scaleTargetRef: target,
        metrics: [
          { type: 'Object', object: { metric, describedObject: described, target: { type: 'Value', value: '10' } } },
          {
            type: 'ContainerResource',
            containerResource: { name: 'cpu', container: 'c', target: { type: 'Utilization', averageUtilization: 5 } },
          },
        ],
      },
      status: {
        desiredReplicas: 1,
        currentMetrics: [{ type: 'Object', object: { metric, describedObject: described, current: { value: '7' } } }],
      },
    },
  },
  'policy/v1/poddisruptionbudgets': {
    least: {
      spec: { minAvailable: '50%', selector },
      status: { disruptionsAllowed: 2, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 },
    },
    most: { spec: { maxUnavailable: 1, selector } },
  },
};

const about = { namespace: 'default', kind: 'Pod', name: 'p' };

const cluster = {
  'v1/configmaps': { one: { data: { a: '1', b: '2' }, binaryData: { c: 'AA==' } } },
  'v1/secrets': { one: { type: 'example.com/t', data: { a: 'AA==' } } },
  'v1/serviceaccounts': { one: {} },
  'v1/limitranges': { one: { spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] } } },
  'v1/namespaces': { one: {}, terminating: { isDeleted: true } },
  'v1/resourcequotas': {
    new: { spec: { hard: { pods: '1' } } },
    full: {
      spec: { hard: { pods: '4', cpu: '2', 'limits.cpu': '3', 'requests.memory': '1Gi' } },
      status: {
        hard: { pods: '4', cpu: '2', 'limits.cpu': '3', 'requests.memory': '1Gi' },
        used: { pods: '1', 'limits.cpu': '500m', cpu: '1' },
      },
    },
  },
  'v1/nodes': {
    new: {},
    ready: {
      metadata: {
        labels: { 'node-role.kubernetes.io/worker': '', 'node-role.kubernetes.io/a': '', 'kubernetes.io/role': 'old' },
      },
      spec: { unschedulable: true },
      status: {
        conditions: [{ type: 'Ready', status: 'True' }],
        addresses: [
          { type: 'InternalIP', address: '10.0.1.1' },
          { type: 'ExternalIP', address: '5.5.5.5' },
        ],
        nodeInfo: {
          architecture: 'amd64',
          bootID: '',
          containerRuntimeVersion: 'containerd://2',
          kernelVersion: '6.1',
          kubeProxyVersion: '',
          kubeletVersion: 'v1.36.4',
          machineID: '',
          operatingSystem: 'linux',
          osImage: 'Debian',
          systemUUID: '',
        },
      },
    },
    broken: { status: { conditions: [{ type: 'Ready', status: 'False' }] } },
  },
  'v1/events': {
    bare: { involvedObject: about },
    old: {
      involvedObject: { ...about, fieldPath: 'spec.containers{c}' },
      type: 'Warning',
      reason: 'R',
      message: ' text \n',
      source: { component: 'c', host: 'h' },
      firstTimestamp: '@-300',
      lastTimestamp: '@-30',
      count: 4,
    },
    new: {
      involvedObject: about,
      type: 'Normal',
      reason: 'R',
      eventTime: '@@-400',
      action: 'a',
      reportingComponent: 'example.com/c',
      reportingInstance: 'i',
      series: { count: 7, lastObservedTime: '@@-50' },
    },
    unnamed: { involvedObject: { ...about, name: undefined } },
  },
  'coordination.k8s.io/v1/leases': { free: { spec: {} }, held: { spec: { holderIdentity: 'me' } } },
  'certificates.k8s.io/v1/certificatesigningrequests': {
    pending: {
      spec: { signerName: 'example.com/x', usages: ['client auth'], request: '@request', expirationSeconds: 7200 },
    },
    approved: {
      spec: { signerName: 'example.com/x', usages: ['client auth'], request: '@request' },
      approval: { conditions: [condition('Approved')] },
    },
    denied: {
      spec: { signerName: 'example.com/x', usages: ['client auth'], request: '@request' },
      approval: { conditions: [condition('Denied')] },
    },
  },
  'certificates.k8s.io/v1/clustertrustbundles': {
    one: { spec: { trustBundle: trustedCertificate } },
    signed: {
      metadata: { name: 'example.com:x:signed' },
      spec: { signerName: 'example.com/x', trustBundle: trustedCertificate },
    },
  },
  'certificates.k8s.io/v1/podcertificaterequests': {
    pending: podCertificateRequest,
    failed: {
      spec: {
        ...podCertificateRequest.spec,
        unverifiedUserAnnotations: { 'example.com/b': '2', 'example.com/a': '1' },
      },
      status: {
        conditions: [{ type: 'Failed', status: 'True', reason: 'R', message: '', lastTransitionTime: '@-300' }],
      },
    },
  },
  'storagemigration.k8s.io/v1/storageversionmigrations': {
    one: { spec: { resource: { resource: 'pods' } } },
    done: {
      spec: { resource: { group: 'apps', resource: 'deployments' } },
      status: {
        conditions: [
          { type: 'Running', status: 'False', reason: 'R', message: '', lastTransitionTime: '@-300' },
          { type: 'Succeeded', status: 'True', reason: 'R', message: '', lastTransitionTime: '@-300' },
        ],
      },
    },
  },
  'scheduling.k8s.io/v1/priorityclasses': {
    one: { value: 5, globalDefault: true },
    two: { value: -5, preemptionPolicy: 'Never' },
  },
  'node.k8s.io/v1/runtimeclasses': { one: { handler: 'h' } },
  'resource.k8s.io/v1/deviceclasses': { one: { spec: {} } },
  'resource.k8s.io/v1/devicetaintrules': {
    one: { spec: { taint: { key: 'example.com/t', value: 'v', effect: 'NoExecute', timeAdded: '@-4000' } } },
  },
  'resource.k8s.io/v1/resourceclaims': {
    pending: { spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'd' } }] } } },
    deleted: {
      metadata: held,
      spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'd' } }] } },
      isDeleted: true,
    },
  },
  'resource.k8s.io/v1/resourceclaimtemplates': {
    one: { spec: { spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'd' } }] } } } },
  },
  'resource.k8s.io/v1/resourceslices': {
    one: {
      spec: {
        driver: 'd.example.com',
        nodeName: 'n',
        pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
        devices: [],
      },
    },
    two: {
      spec: {
        driver: 'd.example.com',
        allNodes: true,
        pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
        devices: [],
      },
    },
  },
  'apiregistration.k8s.io/v1/apiservices': {},
  'apiextensions.k8s.io/v1/customresourcedefinitions': {
    one: {
      metadata: { name: 'shops.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'shops', kind: 'Shop' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    },
    several: {
      metadata: { name: 'stalls.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Cluster',
        names: { plural: 'stalls', kind: 'Stall', shortNames: ['st', 'sl'] },
        versions: ['v2', 'v1', 'v3'].map((name) => ({
          name,
          served: name !== 'v3',
          storage: name === 'v1',
          schema: { openAPIV3Schema: { type: 'object' } },
        })),
      },
    },
  },
  'v1/componentstatuses': {},
};

const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] };
const hook = {
  name: 'a.example.com',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  clientConfig: { url: 'https://example.com/x' },
};
const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' };
const binding = { policyName: 'p', validationActions: ['Deny'] };

const policies = {
  'admissionregistration.k8s.io/v1/validatingwebhookconfigurations': {
    one: { webhooks: [hook, { ...hook, name: 'b.example.com' }] },
  },
  'admissionregistration.k8s.io/v1/mutatingwebhookconfigurations': { none: {} },
  'admissionregistration.k8s.io/v1/validatingadmissionpolicies': {
    one: { spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'true' }] } },
    two: {
      spec: {
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        matchConstraints: { resourceRules: [rule] },
        validations: [{ expression: 'true' }, { expression: '1 == 1' }],
      },
    },
  },
  'admissionregistration.k8s.io/v1/validatingadmissionpolicybindings': {
    bare: { spec: binding },
    named: { spec: { ...binding, paramRef: { name: 'n', parameterNotFoundAction: 'Allow' } } },
    placed: { spec: { ...binding, paramRef: { name: 'n', namespace: 'default', parameterNotFoundAction: 'Allow' } } },
    selected: {
      spec: {
        ...binding,
        paramRef: {
          selector: { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'k', operator: 'In', values: ['x', 'y'] }] },
          parameterNotFoundAction: 'Allow',
        },
      },
    },
  },
  'admissionregistration.k8s.io/v1/mutatingadmissionpolicies': {
    one: {
      spec: {
        reinvocationPolicy: 'Never',
        matchConstraints: { resourceRules: [rule] },
        mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "remove", path: "/spec"}]' } }],
      },
    },
  },
  'admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings': { one: { spec: { policyName: 'p' } } },
  'rbac.authorization.k8s.io/v1/clusterrolebindings': {
    one: {
      roleRef,
      subjects: [
        { kind: 'User', name: 'u' },
        { kind: 'User', name: 'v' },
        { kind: 'Group', name: 'g' },
        { kind: 'ServiceAccount', name: 's', namespace: 'default' },
      ],
    },
  },
  'rbac.authorization.k8s.io/v1/rolebindings': { none: { roleRef } },
  'rbac.authorization.k8s.io/v1/clusterroles': { one: { rules: [] } },
  'rbac.authorization.k8s.io/v1/roles': { one: { rules: [] } },
  'flowcontrol.apiserver.k8s.io/v1/flowschemas': {},
  'flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations': {},
};

/** @type {Record<string, Record<string, any>>} */
export const tableManifests = {
  'v1/pods': pods,
  ...workloads,
  ...network,
  ...storage,
  ...autoscalers,
  ...cluster,
  ...policies,
};
