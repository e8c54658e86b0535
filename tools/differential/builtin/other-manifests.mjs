/**
 * Everything that is not a pod and makes none, with as much left out as a server allows in one place or another.
 */
const requests = { storage: '1Gi' };
const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] };
const hook = {
  name: 'a.example.com',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  clientConfig: { service: { name: 's', namespace: 'default' } },
};
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const roleRef = { kind: 'ClusterRole', name: 'view' };
const cpuPolicy = { type: 'Pods', value: 1, periodSeconds: 60 };
const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } };
const shop = {
  group: 'example.com',
  scope: 'Namespaced',
  names: { plural: 'shops', kind: 'Shop' },
  versions: [version],
};
const shopMeta = { name: 'shops.example.com' };

/** @param {object} fields */
const service = (fields) => ({ spec: { clusterIP: '10.0.0.77', ports: [{ port: 80 }], ...fields } });
/** @param {object} fields */
const claim = (fields) => ({ spec: { accessModes: ['ReadWriteOnce'], resources: { requests }, ...fields } });
/** @param {object} fields */
const volume = (fields) => ({
  spec: { capacity: requests, accessModes: ['ReadWriteOnce'], hostPath: { path: '/tmp' }, ...fields },
});
/** @param {object} fields */
const autoscaler = (fields) => ({ spec: { scaleTargetRef: target, maxReplicas: 3, ...fields } });

export const otherManifests = {
  'v1/namespaces': {
    minimal: {},
    'labels and finalizers': { metadata: { labels: { a: 'b' } }, spec: { finalizers: ['example.com/x'] } },
    'kubernetes finalizer given': { spec: { finalizers: ['kubernetes'] } },
  },
  'v1/services': {
    minimal: service({}),
    'named port': service({ ports: [{ name: 'http', port: 80, targetPort: 'web' }] }),
    'two ports': service({
      ports: [
        { name: 'a', port: 80 },
        { name: 'b', port: 53, protocol: 'UDP', targetPort: 5353 },
      ],
    }),
    'client affinity': service({ sessionAffinity: 'ClientIP' }),
    'client affinity with timeout': service({
      sessionAffinity: 'ClientIP',
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 7 } },
    }),
    headless: service({ clusterIP: 'None', selector: { a: 'b' } }),
    'headless without ports': { spec: { clusterIP: 'None' } },
    'headless without selector': service({ clusterIP: 'None' }),
    'external name': { spec: { type: 'ExternalName', externalName: 'example.com' } },
    'node port': service({ type: 'NodePort', ports: [{ port: 80, nodePort: 30777 }] }),
    'load balancer': service({ type: 'LoadBalancer', ports: [{ port: 80, nodePort: 30778 }] }),
    'load balancer without node ports': service({ type: 'LoadBalancer', allocateLoadBalancerNodePorts: false }),
    'external traffic local': service({
      type: 'NodePort',
      externalTrafficPolicy: 'Local',
      internalTrafficPolicy: 'Local',
      ports: [{ port: 80, nodePort: 30779 }],
    }),
    'external addresses': service({ externalIPs: ['1.2.3.4'], publishNotReadyAddresses: true }),
    'prefers two families': service({ ipFamilyPolicy: 'PreferDualStack' }),
  },
  'v1/persistentvolumeclaims': {
    minimal: claim({}),
    block: claim({ volumeMode: 'Block', storageClassName: '' }),
    'data source': claim({ dataSource: { kind: 'PersistentVolumeClaim', name: 'p' } }),
    'data source reference': claim({ dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'p' } }),
  },
  'v1/persistentvolumes': {
    minimal: volume({}),
    given: volume({
      persistentVolumeReclaimPolicy: 'Delete',
      volumeMode: 'Block',
      hostPath: undefined,
      local: { path: '/x' },
      nodeAffinity: {
        required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'h', operator: 'In', values: ['n'] }] }] },
      },
    }),
  },
  'v1/secrets': {
    minimal: {},
    'string data': { data: { a: 'YQ==', b: 'Yg==' }, stringData: { b: 'new', c: 'ü' } },
    'string data alone': { stringData: { c: 'text' }, immutable: true },
    'basic auth': { type: 'kubernetes.io/basic-auth', stringData: { username: 'u' } },
  },
  'v1/configmaps': { minimal: {}, data: { data: { a: '1' }, binaryData: { b: 'AA==' } } },
  'v1/serviceaccounts': { minimal: {}, given: { automountServiceAccountToken: false, secrets: [{ name: 's' }] } },
  'v1/endpoints': {
    minimal: {},
    subsets: {
      subsets: [
        {
          addresses: [{ ip: '1.2.3.4' }],
          ports: [
            { name: 'a', port: 80 },
            { name: 'b', port: 81, protocol: 'UDP' },
          ],
        },
      ],
    },
  },
  'v1/nodes': { minimal: {}, given: { spec: { podCIDR: '10.1.0.0/24' }, status: { capacity: { cpu: '4' } } } },
  'v1/limitranges': {
    max: { spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] } },
    'max and min': {
      spec: { limits: [{ type: 'Container', max: { cpu: '2', memory: '1Gi' }, min: { cpu: '100m' } }] },
    },
    pod: { spec: { limits: [{ type: 'Pod', max: { cpu: '1' }, min: { cpu: '1m' } }] } },
  },
  'v1/resourcequotas': { minimal: { spec: { hard: { pods: '1' } } } },
  'v1/events': { minimal: { involvedObject: { namespace: 'default', kind: 'Pod', name: 'p' } } },
  'coordination.k8s.io/v1/leases': {
    minimal: { spec: {} },
    held: { spec: { holderIdentity: 'a', leaseDurationSeconds: 15 } },
    elected: { spec: { strategy: 'OldestEmulationVersion' } },
  },
  'discovery.k8s.io/v1/endpointslices': {
    minimal: { addressType: 'IPv4', endpoints: [] },
    ports: {
      addressType: 'IPv4',
      endpoints: [{ addresses: ['1.2.3.4'] }],
      ports: [{ port: 80 }, { name: 'v' }, { name: 'u', port: 1, protocol: 'UDP' }],
    },
  },
  'autoscaling/v2/horizontalpodautoscalers': {
    minimal: autoscaler({}),
    behavior: autoscaler({ behavior: { scaleDown: { stabilizationWindowSeconds: 60 } } }),
    'behavior up': autoscaler({ behavior: { scaleUp: { policies: [cpuPolicy] } } }),
    metrics: autoscaler({
      minReplicas: 2,
      metrics: [{ type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '1' } } }],
    }),
  },
  'autoscaling/v1/horizontalpodautoscalers': {
    minimal: autoscaler({}),
    given: autoscaler({ minReplicas: 2, targetCPUUtilizationPercentage: 50 }),
  },
  'policy/v1/poddisruptionbudgets': { minimal: { spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } } } },
  'networking.k8s.io/v1/networkpolicies': {
    minimal: { spec: { podSelector: {} } },
    egress: { spec: { podSelector: {}, egress: [{ ports: [{ port: 53, protocol: 'UDP' }, { port: 80 }] }] } },
    ingress: { spec: { podSelector: {}, ingress: [{ ports: [{ port: 'http' }], from: [{ podSelector: {} }] }] } },
    'types given': { spec: { podSelector: {}, policyTypes: ['Egress'] } },
  },
  'networking.k8s.io/v1/ingresses': {
    backend: { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
    rules: {
      spec: {
        ingressClassName: 'c',
        rules: [
          {
            host: 'a.example.com',
            http: {
              paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 's', port: { name: 'http' } } } }],
            },
          },
        ],
      },
    },
  },
  'networking.k8s.io/v1/ingressclasses': {
    minimal: { spec: { controller: 'example.com/c' } },
    parameters: { spec: { controller: 'example.com/c', parameters: { kind: 'K', name: 'n' } } },
  },
  'rbac.authorization.k8s.io/v1/clusterroles': { minimal: { rules: [] } },
  'rbac.authorization.k8s.io/v1/clusterrolebindings': {
    minimal: { roleRef },
    subjects: {
      roleRef,
      subjects: [
        { kind: 'User', name: 'u' },
        { kind: 'Group', name: 'g' },
        { kind: 'ServiceAccount', name: 's', namespace: 'default' },
      ],
    },
  },
  'rbac.authorization.k8s.io/v1/rolebindings': { subjects: { roleRef, subjects: [{ kind: 'User', name: 'u' }] } },
  'rbac.authorization.k8s.io/v1/roles': { minimal: {} },
  'storage.k8s.io/v1/storageclasses': {
    minimal: { provisioner: 'example.com/p' },
    given: { provisioner: 'p', reclaimPolicy: 'Retain', volumeBindingMode: 'WaitForFirstConsumer' },
  },
  'storage.k8s.io/v1/csidrivers': {
    minimal: { spec: {} },
    given: { spec: { attachRequired: false, fsGroupPolicy: 'File' } },
  },
  'storage.k8s.io/v1/csinodes': { minimal: { spec: { drivers: [] } } },
  'storage.k8s.io/v1/csistoragecapacities': { minimal: { storageClassName: 's' } },
  'storage.k8s.io/v1/volumeattachments': {
    minimal: { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p' } } },
  },
  'storage.k8s.io/v1/volumeattributesclasses': { minimal: { driverName: 'd', parameters: { a: 'b' } } },
  'scheduling.k8s.io/v1/priorityclasses': { minimal: { value: 1 }, never: { value: 2, preemptionPolicy: 'Never' } },
  'node.k8s.io/v1/runtimeclasses': { minimal: { handler: 'h' } },
  'admissionregistration.k8s.io/v1/validatingwebhookconfigurations': {
    minimal: {},
    webhook: { webhooks: [{ ...hook, rules: [rule] }] },
  },
  'admissionregistration.k8s.io/v1/mutatingwebhookconfigurations': {
    webhook: {
      webhooks: [{ ...hook, clientConfig: { url: 'https://example.com/x' }, rules: [{ ...rule, scope: 'Cluster' }] }],
    },
  },
  'admissionregistration.k8s.io/v1/validatingadmissionpolicies': {
    minimal: { spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'true' }] } },
  },
  'admissionregistration.k8s.io/v1/validatingadmissionpolicybindings': {
    minimal: { spec: { policyName: 'p', validationActions: ['Deny'] } },
    match: { spec: { policyName: 'p', validationActions: ['Deny'], matchResources: { resourceRules: [rule] } } },
  },
  'apiextensions.k8s.io/v1/customresourcedefinitions': {
    minimal: { metadata: shopMeta, spec: shop },
    'names given': {
      metadata: shopMeta,
      spec: { ...shop, names: { plural: 'shops', kind: 'Shop', singular: 'store', listKind: 'Shops' } },
    },
    'conversion webhook': {
      metadata: shopMeta,
      spec: {
        ...shop,
        conversion: {
          strategy: 'Webhook',
          webhook: {
            conversionReviewVersions: ['v1'],
            clientConfig: { service: { name: 's', namespace: 'default' } },
          },
        },
      },
    },
  },
  'apiregistration.k8s.io/v1/apiservices': {
    service: {
      metadata: { name: 'v1.x.example.com' },
      spec: {
        group: 'x.example.com',
        version: 'v1',
        groupPriorityMinimum: 1,
        versionPriority: 1,
        service: { name: 's', namespace: 'default' },
      },
    },
  },
  'flowcontrol.apiserver.k8s.io/v1/flowschemas': {
    minimal: { spec: { priorityLevelConfiguration: { name: 'exempt' } } },
  },
  'flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations': {
    limited: { spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } },
    queue: { spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } } },
  },
  'resource.k8s.io/v1/resourceclaims': {
    minimal: { spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'd' } }] } } },
  },
  'resource.k8s.io/v1/deviceclasses': { minimal: { spec: {} } },
  'resource.k8s.io/v1/devicetaintrules': {
    timed: {
      spec: {
        deviceSelector: { driver: 'd.example.com', pool: 'p', device: 'one' },
        taint: { key: 'example.com/t', value: 'v', effect: 'NoSchedule', timeAdded: '2026-01-01T00:00:00Z' },
      },
    },
  },
  'storagemigration.k8s.io/v1/storageversionmigrations': {
    minimal: { spec: { resource: { group: 'apps', resource: 'deployments' } } },
  },
  'resource.k8s.io/v1/resourceclaimtemplates': {
    minimal: { spec: { spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'd' } }] } } } },
    all: {
      spec: {
        spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'd', allocationMode: 'All' } }] } },
      },
    },
  },
  'resource.k8s.io/v1/resourceslices': {
    minimal: {
      spec: {
        driver: 'd.example.com',
        nodeName: 'n',
        pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
        devices: [],
      },
    },
  },
  'apps/v1/controllerrevisions': { minimal: { revision: 1, data: { a: 1 } } },
  'networking.k8s.io/v1/ipaddresses': {
    minimal: {
      metadata: { name: '10.9.0.1' },
      spec: { parentRef: { resource: 'services', name: 's', namespace: 'default' } },
    },
  },
  'networking.k8s.io/v1/servicecidrs': { minimal: { spec: { cidrs: ['10.9.0.0/24'] } } },
  'admissionregistration.k8s.io/v1/mutatingadmissionpolicies': {
    minimal: {
      spec: {
        reinvocationPolicy: 'Never',
        matchConstraints: { resourceRules: [rule] },
        mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "remove", path: "/spec"}]' } }],
      },
    },
  },
  'admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings': { minimal: { spec: { policyName: 'p' } } },
  'events.k8s.io/v1/events': {
    minimal: {
      eventTime: '2020-01-01T00:00:00.000000Z',
      reportingController: 'example.com/a',
      reportingInstance: 'i',
      action: 'a',
      reason: 'r',
      type: 'Normal',
      regarding: { namespace: 'default', kind: 'Pod', name: 'p' },
    },
  },
};
