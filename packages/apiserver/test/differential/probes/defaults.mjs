/**
 * What the server adds to built-in objects, and how it writes values.
 */
import { get, post, put } from '../../../../../tools/differential/probe.mjs';
import {
  configMap,
  configMaps,
  deployment,
  deployments,
  leases,
  pod,
  podTemplate,
  pods,
  replicaSets,
  secrets,
  serviceAccounts,
  services,
  statefulSets,
} from '../probe-objects.mjs';

const template = podTemplate('one');
const selector = { matchLabels: { app: 'one' } };
const jobs = '/apis/batch/v1/namespaces/<ns>/jobs';
const cronJobs = '/apis/batch/v1/namespaces/<ns>/cronjobs';
const networking = '/apis/networking.k8s.io/v1/namespaces/<ns>';
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const core = '/api/v1/namespaces/<ns>';
const named = { metadata: { name: 'one' } };
/** @param {Record<string, unknown>} resources */
const withResources = (resources) => pod('one', { containers: [{ name: 'a', image: 'x', resources }] });

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  { title: 'the defaults of a Pod · E7', steps: [post(pods, pod('one'))] },
  {
    title: 'the defaults of what a Pod holds · E7',
    steps: [
      post(
        pods,
        pod('one', {
          hostNetwork: true,
          volumes: [
            { name: 'c', configMap: { name: 'x' } },
            { name: 's', secret: { secretName: 'x' } },
            { name: 'h', hostPath: { path: '/x' } },
            { name: 'p', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
            { name: 'd', downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'metadata.labels' } }] } },
            { name: 'e', emptyDir: {} },
            { name: 'none' },
          ],
          initContainers: [{ name: 'init', image: 'example/init' }],
          containers: [
            {
              name: 'main',
              image: 'example/main:latest',
              ports: [{ containerPort: 80 }],
              livenessProbe: { httpGet: { port: 80 } },
              readinessProbe: { tcpSocket: { port: 'http' } },
              startupProbe: { grpc: { port: 1 }, periodSeconds: 3 },
              env: [{ name: 'N', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
              lifecycle: { preStop: { httpGet: { port: 80 } } },
              resources: { limits: { cpu: '1' } },
            },
            {
              name: 'digest',
              image: 'example/main@sha256:0000000000000000000000000000000000000000000000000000000000000000',
            },
          ],
        }),
      ),
    ],
  },
  {
    title: 'the defaults of a Deployment · E7',
    steps: [
      post(deployments, deployment('one')),
      post(deployments, deployment('two', { strategy: { type: 'Recreate' }, replicas: 0 }), {
        pick: ['spec.strategy', 'spec.replicas'],
      }),
      post(deployments, deployment('three', { strategy: { rollingUpdate: { maxSurge: 1 } } }), {
        pick: ['spec.strategy', 'message'],
      }),
    ],
  },
  {
    title: 'the defaults of a ReplicaSet · E7',
    steps: [post(replicaSets, { ...named, spec: { selector, template } })],
  },
  {
    title: 'the defaults of a StatefulSet · E7',
    steps: [
      post(statefulSets, {
        ...named,
        spec: {
          serviceName: 's',
          selector,
          template,
          volumeClaimTemplates: [
            {
              metadata: { name: 'd' },
              spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
            },
          ],
        },
      }),
    ],
  },
  {
    title: 'the defaults of a DaemonSet · E7',
    steps: [post('/apis/apps/v1/namespaces/<ns>/daemonsets', { ...named, spec: { selector, template } })],
  },
  {
    title: 'the defaults of a Job · E7',
    steps: [
      post(
        jobs,
        { ...named, spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'x' }] } } } },
        {
          pick: [
            'spec.parallelism',
            'spec.completions',
            'spec.backoffLimit',
            'spec.completionMode',
            'spec.suspend',
            'spec.manualSelector',
            'spec.podReplacementPolicy',
            'status',
            'metadata.generation',
          ],
        },
      ),
      post(
        jobs,
        {
          metadata: { name: 'two' },
          spec: {
            parallelism: 3,
            template: { spec: { restartPolicy: 'OnFailure', containers: [{ name: 'a', image: 'x' }] } },
          },
        },
        { pick: ['spec.parallelism', 'spec.completions', 'spec.backoffLimit'] },
      ),
    ],
  },
  {
    title: 'the selector of a Job is made from its uid · E7',
    steps: [
      post(
        jobs,
        { ...named, spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'x' }] } } } },
        { pick: ['spec.selector', 'spec.template.metadata', 'metadata.uid', 'metadata.labels'] },
      ),
    ],
  },
  {
    title: 'the defaults of a CronJob · E7',
    steps: [
      post(cronJobs, {
        ...named,
        spec: {
          schedule: '* * * * *',
          jobTemplate: {
            spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'x' }] } } },
          },
        },
      }),
    ],
  },
  {
    title: 'the defaults of a Service without an address · E7',
    steps: [
      post(services, {
        ...named,
        spec: {
          clusterIP: 'None',
          selector: { a: 'b' },
          ports: [{ port: 80 }, { name: 'x', port: 81, targetPort: 'http', protocol: 'UDP' }].map((port, index) => ({
            name: `p${index}`,
            ...port,
          })),
        },
      }),
      post(services, { metadata: { name: 'two' }, spec: { type: 'ExternalName', externalName: 'example.com' } }),
    ],
  },
  {
    title: 'the defaults of a Service with an address · E7',
    steps: [
      post(
        services,
        { ...named, spec: { selector: { a: 'b' }, ports: [{ port: 80 }] } },
        {
          pick: [
            'spec.clusterIP',
            'spec.clusterIPs',
            'spec.type',
            'spec.ipFamilies',
            'spec.ipFamilyPolicy',
            'spec.ports',
            'spec.sessionAffinity',
            'spec.internalTrafficPolicy',
            'status',
          ],
        },
      ),
      post(
        services,
        { metadata: { name: 'two' }, spec: { type: 'NodePort', ports: [{ port: 80 }] } },
        { pick: ['spec.type', 'spec.ports', 'spec.externalTrafficPolicy'] },
      ),
      post(
        services,
        {
          metadata: { name: 'three' },
          spec: { type: 'LoadBalancer', sessionAffinity: 'ClientIP', ports: [{ port: 80 }] },
        },
        {
          pick: [
            'spec.type',
            'spec.sessionAffinity',
            'spec.sessionAffinityConfig',
            'spec.allocateLoadBalancerNodePorts',
            'spec.externalTrafficPolicy',
          ],
        },
      ),
    ],
  },
  {
    title: 'the defaults of a Secret, and text that becomes data · E7 · E8',
    steps: [
      post(secrets, { ...named, data: { a: 'YQ==' }, stringData: { b: 'b', a: 'over' } }),
      post(secrets, { metadata: { name: 'two' } }),
      post(secrets, { metadata: { name: 'three' }, type: 'kubernetes.io/tls', data: { 'tls.crt': '', 'tls.key': '' } }),
      post(secrets, { metadata: { name: 'four' }, type: 'kubernetes.io/tls' }),
      get(`${secrets}/one`),
    ],
  },
  {
    title: 'the defaults of a ServiceAccount · E7',
    steps: [
      post(serviceAccounts, named),
      post(serviceAccounts, {
        metadata: { name: 'two' },
        automountServiceAccountToken: false,
        imagePullSecrets: [{ name: 'x' }],
        secrets: [{ name: 'y' }],
      }),
    ],
  },
  {
    title: 'the defaults of claims and volumes · E7',
    steps: [
      post(`${core}/persistentvolumeclaims`, {
        ...named,
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      }),
      post('/api/v1/persistentvolumes', {
        metadata: { name: 'volume-<id>' },
        spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
      }),
    ],
  },
  {
    title: 'the defaults of a StorageClass · E7',
    steps: [
      post('/apis/storage.k8s.io/v1/storageclasses', {
        metadata: { name: 'class-<id>' },
        provisioner: 'example.com/x',
      }),
    ],
  },
  {
    title: 'the defaults of an Ingress and a NetworkPolicy · E7',
    steps: [
      post(`${networking}/ingresses`, {
        ...named,
        spec: {
          rules: [
            {
              host: 'a.example.com',
              http: {
                paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } } }],
              },
            },
          ],
        },
      }),
      post(`${networking}/networkpolicies`, {
        ...named,
        spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }] },
      }),
      post(`${networking}/networkpolicies`, { metadata: { name: 'two' }, spec: { podSelector: {}, egress: [{}] } }),
    ],
  },
  {
    title: 'the defaults of a disruption budget and an autoscaler · E7',
    steps: [
      post('/apis/policy/v1/namespaces/<ns>/poddisruptionbudgets', { ...named, spec: { minAvailable: 1, selector } }),
      post('/apis/autoscaling/v2/namespaces/<ns>/horizontalpodautoscalers', {
        ...named,
        spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x' } },
      }),
      post('/apis/autoscaling/v1/namespaces/<ns>/horizontalpodautoscalers', {
        metadata: { name: 'two' },
        spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'x' } },
      }),
      get('/apis/autoscaling/v1/namespaces/<ns>/horizontalpodautoscalers/one'),
      get('/apis/autoscaling/v2/namespaces/<ns>/horizontalpodautoscalers/two'),
    ],
  },
  {
    title: 'the defaults of roles and bindings · E7',
    steps: [
      post(`${rbac}/namespaces/<ns>/roles`, {
        ...named,
        rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
      }),
      post(`${rbac}/namespaces/<ns>/rolebindings`, {
        ...named,
        roleRef: { kind: 'Role', name: 'one' },
        subjects: [
          { kind: 'User', name: 'u' },
          { kind: 'Group', name: 'g' },
          { kind: 'ServiceAccount', name: 's', namespace: '<ns>' },
        ],
      }),
    ],
  },
  {
    title: 'the defaults of quotas and limits · E7 · E8',
    steps: [
      post(`${core}/resourcequotas`, { ...named, spec: { hard: { pods: '10', 'requests.cpu': '1000m' } } }),
      post(`${core}/limitranges`, {
        ...named,
        spec: { limits: [{ type: 'Container', max: { cpu: '2' }, default: { memory: '1024Ki' } }] },
      }),
    ],
  },
  {
    title: 'the defaults of endpoint slices, priority classes and runtime classes · E7',
    steps: [
      post('/apis/discovery.k8s.io/v1/namespaces/<ns>/endpointslices', {
        ...named,
        addressType: 'IPv4',
        endpoints: [{ addresses: ['1.2.3.4'] }],
        ports: [{ port: 80 }],
      }),
      post('/apis/scheduling.k8s.io/v1/priorityclasses', { metadata: { name: 'class-<id>' }, value: 5 }),
      post('/apis/node.k8s.io/v1/runtimeclasses', { metadata: { name: 'class-<id>' }, handler: 'x' }),
    ],
  },
  {
    title: 'the defaults of webhook configurations · E7',
    steps: [
      post('/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {
        metadata: { name: 'hooks-<id>' },
        webhooks: [
          {
            name: 'a.example.com',
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
            clientConfig: { service: { namespace: 'x', name: 'y' } },
            rules: [
              { operations: ['CREATE'], apiGroups: ['none.example.com'], apiVersions: ['v1'], resources: ['nothings'] },
            ],
          },
        ],
      }),
      post('/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations', {
        metadata: { name: 'hooks-<id>' },
        webhooks: [
          {
            name: 'a.example.com',
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
            clientConfig: { url: 'https://example.com' },
            rules: [
              { operations: ['*'], apiGroups: ['none.example.com'], apiVersions: ['v1'], resources: ['nothings'] },
            ],
          },
        ],
      }),
    ],
  },
  {
    title: 'the defaults of a ReplicationController and a PodTemplate · E7',
    steps: [
      post(`${core}/replicationcontrollers`, { ...named, spec: { template } }),
      post(`${core}/podtemplates`, { ...named, template }),
    ],
  },
  {
    title: 'the defaults of a Node · E7',
    steps: [
      post('/api/v1/nodes', { metadata: { name: 'node-<id>' } }),
      post('/api/v1/nodes', {
        metadata: { name: 'two-<id>' },
        spec: { podCIDR: '10.1.0.0/24' },
        status: { capacity: { cpu: '4000m' } },
      }),
    ],
  },
  {
    title: 'an update is given its defaults again · E7',
    steps: [
      post(deployments, deployment('one'), { quiet: true }),
      put(`${deployments}/one`, deployment('one', { replicas: null, strategy: { type: 'Recreate' } }), {
        pick: ['spec.replicas', 'spec.strategy', 'metadata.generation'],
      }),
    ],
  },
  {
    title: 'quantities are written in their shortest form · E8',
    steps: [
      '1000m',
      '1500m',
      '0.5',
      '1e3',
      '1024Mi',
      '1000Ki',
      '0',
      '1.0',
      '100n',
      '12E',
      '0.0001',
      '1Ki',
      '2048',
      '1.5Gi',
      '0.1Gi',
      '+5',
      '1E3',
    ].map((memory, index) =>
      post(
        pods,
        {
          ...withResources({ requests: { memory, cpu: '1000m' }, limits: { memory } }),
          metadata: { name: `q${index}` },
        },
        { pick: ['spec.containers.0.resources', 'message', 'reason'] },
      ),
    ),
  },
  {
    title: 'quantities that are none · E8 · E1',
    steps: ['abc', '1 Gi', '', '1GB', '--1', '1.2.3', '1e', 'Ki', '-1', '1mm'].map((memory) =>
      post(pods, withResources({ requests: { memory } }), {
        pick: ['spec.containers.0.resources', 'message', 'reason', 'code'],
      }),
    ),
  },
  {
    title: 'quantities given as numbers · E8',
    steps: [
      post(pods, withResources({ requests: { cpu: 1, memory: 1024 } }), {
        pick: ['spec.containers.0.resources', 'message'],
      }),
      post(
        pods,
        { ...withResources({ requests: { cpu: 0.5 } }), metadata: { name: 'two' } },
        { pick: ['spec.containers.0.resources', 'message'] },
      ),
      post(pods, withResources({ requests: { cpu: true } }), { pick: ['message'] }),
    ],
  },
  {
    title: 'a number or a text where both are allowed · E8',
    steps: [
      post(deployments, deployment('one', { strategy: { rollingUpdate: { maxSurge: 2, maxUnavailable: '10%' } } }), {
        pick: ['spec.strategy'],
      }),
      post(deployments, deployment('two', { strategy: { rollingUpdate: { maxSurge: '2' } } }), {
        pick: ['spec.strategy', 'message'],
      }),
      post(deployments, deployment('three', { strategy: { rollingUpdate: { maxSurge: 1.5 } } }), { pick: ['message'] }),
      post(deployments, deployment('four', { strategy: { rollingUpdate: { maxSurge: true } } }), { pick: ['message'] }),
    ],
  },
  {
    title: 'times are written in UTC, with their precision · E8 · Y3',
    steps: [
      post(leases, {
        ...named,
        spec: { renewTime: '2020-01-02T03:04:05.123456Z', acquireTime: '2020-01-02T03:04:05Z' },
      }),
      ...[
        '2020-01-02T03:04:05.123456789Z',
        '2020-01-02T03:04:05.1Z',
        '2020-01-02T05:04:05+02:00',
        '2020-01-02',
        'yesterday',
        '',
        null,
        5,
        '2020-13-01T00:00:00Z',
        '2020-01-02t03:04:05z',
        '2020-01-02T03:04:05.123Z',
      ].map((renewTime, index) =>
        post(leases, { metadata: { name: `t${index}` }, spec: { renewTime } }, { pick: ['spec', 'message', 'code'] }),
      ),
    ],
  },
  {
    title: 'times of whole seconds · E8',
    steps: ['2020-01-02T03:04:05Z', '2020-01-02T03:04:05.999Z', '2020-01-02T05:04:05+02:00', 'yesterday', null].map(
      (firstTimestamp, index) =>
        post(
          `${core}/events`,
          { metadata: { name: `e${index}` }, involvedObject: { namespace: '<ns>' }, firstTimestamp },
          { pick: ['firstTimestamp', 'message', 'code'] },
        ),
    ),
  },
  {
    title: 'bytes are base64 · E8',
    steps: [
      post(secrets, { ...named, data: { a: 'AAEC', b: '' } }),
      post(secrets, { metadata: { name: 'two' }, data: { a: 'not base64' } }),
      post(secrets, { metadata: { name: 'three' }, data: { a: 'AAE' } }),
      post(secrets, { metadata: { name: 'four' }, data: { a: 'AA\nEC' } }),
      post(secrets, { metadata: { name: 'five' }, data: { a: '_-8=' } }),
      post(secrets, { metadata: { name: 'six' }, data: { a: null } }),
      post(configMaps, { metadata: { name: 'seven' }, binaryData: { b: '/w==' } }),
      post(secrets, { metadata: { name: 'eight' }, data: { a: 5 } }),
    ],
  },
  {
    title: 'null is absent in built-in objects · E8',
    steps: [
      post(
        deployments,
        deployment('one', {
          replicas: null,
          paused: null,
          strategy: null,
          template: {
            metadata: { labels: { app: 'one' }, annotations: null },
            spec: { containers: [{ name: 'a', image: 'x', env: null, resources: null, command: null }] },
          },
        }),
      ),
      post(configMaps, { metadata: { name: 'one', labels: { a: null } }, data: { a: null } }),
      post(configMaps, configMap('two', {})),
    ],
  },
];
