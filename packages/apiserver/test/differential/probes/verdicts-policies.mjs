/**
 * What the server says of autoscalers, budgets, nodes, namespaces, events, webhooks and certificates that are a little different from good ones.
 */
import { changes, newOnes } from '../verdict-probe.mjs';

const metadata = { name: 'one' };
const name = { name: 'x-<id>' };
const autoscalers = '/apis/autoscaling/v2/namespaces/<ns>/horizontalpodautoscalers';
const olderAutoscalers = '/apis/autoscaling/v1/namespaces/<ns>/horizontalpodautoscalers';
const budgets = '/apis/policy/v1/namespaces/<ns>/poddisruptionbudgets';
const admission = '/apis/admissionregistration.k8s.io/v1';
const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'one' };
const cpu = { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } };

const autoscaler = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata,
  spec: { scaleTargetRef, maxReplicas: 3, metrics: [cpu] },
};
const olderAutoscaler = {
  apiVersion: 'autoscaling/v1',
  kind: 'HorizontalPodAutoscaler',
  metadata,
  spec: { scaleTargetRef, maxReplicas: 3 },
};
const budget = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata,
  spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } },
};
const node = { apiVersion: 'v1', kind: 'Node', metadata: name };
const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: name };
const hook = {
  name: 'x.example.com',
  clientConfig: { url: 'https://example.com/x' },
  rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
};
const validating = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: name,
  webhooks: [hook],
};
const mutating = { ...validating, kind: 'MutatingWebhookConfiguration' };
const runtimeClass = { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: name, handler: 'x' };
/** @param {object} metric */
const metric = (metric) => ({ 'spec/metrics': [metric] });
/** @param {string} path @param {unknown} value */
const inHook = (path, value) => ({ [`webhooks/0/${path}`]: value });
const pem =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIZE1JR0VBZ0VBTUNJeEVUQVBCZ05WQkFNTUNITnZiV1ZpYjJSNU1RMHdDd1lEVlFRS0RBUnpiMjFsTUZrdwpFd1lIS29aSXpqMENBUVlJS29aSXpqMERBUWNEUWdBRUxuRzNPL0xOQ1k1T1JiY0NuR3BPczJBZmdMT2phYlFXCkpWcllJb3pMTE5zdERudHpOWHlBaXVIRDhrNGNoVFNpS0gzYkVtNXRBdGJ0VnA4bjJaK0pMcUFBTUFvR0NDcUcKU000OUJBTUNBMGdBTUVVQ0lRRDJ2cVFlaXQ2S2FBWXd5YVRJNUFZeHF1WjlZOERReFJZOCs5Q3pTSXltQlFJZwpTRkh2ZHA5czJlbzJpajF2NmNSTkhINml6L0FhN0tmTnlWNmtrUnhMOEwwPQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K';

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  newOnes('verdicts on HorizontalPodAutoscalers · E6 · E7', autoscalers, autoscaler, {
    'a good one': {},
    'no spec': { spec: undefined },
    'no most': { 'spec/maxReplicas': undefined },
    'the least over the most': { 'spec/minReplicas': 5 },
    'the least at zero': { 'spec/minReplicas': 0 },
    'the least below zero': { 'spec/minReplicas': -1 },
    'no target': { 'spec/scaleTargetRef': undefined },
    'a target without a name': { 'spec/scaleTargetRef/name': undefined },
    'a target without a kind': { 'spec/scaleTargetRef/kind': undefined },
    'a target with a name that is none': { 'spec/scaleTargetRef/name': 'a/b', 'spec/scaleTargetRef/kind': 'a/b' },
    'a target of no group': { 'spec/scaleTargetRef/apiVersion': 'v1' },
    'a target of old': { 'spec/scaleTargetRef': { apiVersion: 'v1', kind: 'ReplicationController', name: 'r' } },
    'no metrics': { 'spec/metrics': undefined },
    'a metric that is none': metric({}),
    'a metric of another type': metric({ type: 'Luck' }),
    'a metric without its part': metric({ type: 'Resource' }),
    'a metric with another part': metric({ type: 'Pods', resource: cpu.resource }),
    'a metric with two parts': metric({
      ...cpu,
      pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '1' } },
    }),
    'a resource without a name': metric({
      type: 'Resource',
      resource: { target: { type: 'Utilization', averageUtilization: 5 } },
    }),
    'a target that is none': metric({ type: 'Resource', resource: { name: 'cpu', target: { type: 'Much' } } }),
    'a target without a number': metric({
      type: 'Resource',
      resource: { name: 'cpu', target: { type: 'Utilization' } },
    }),
    'a target of zero': metric({
      type: 'Resource',
      resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 0 } },
    }),
    'a target with two numbers': metric({
      type: 'Resource',
      resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 5, averageValue: '1' } },
    }),
    pods: metric({
      type: 'Pods',
      pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '1' } },
    }),
    'pods without a number': metric({
      type: 'Pods',
      pods: { metric: { name: 'm' }, target: { type: 'AverageValue' } },
    }),
    'an object': metric({
      type: 'Object',
      object: {
        describedObject: { kind: 'K', name: 'n' },
        metric: { name: 'm' },
        target: { type: 'Value', value: '5' },
      },
    }),
    'an object that is none': metric({ type: 'Object', object: { metric: {}, target: { type: 'Value' } } }),
    'something outside': metric({
      type: 'External',
      external: { metric: { name: 'm', selector: { matchLabels: { a: 'b' } } }, target: { type: 'Value', value: '5' } },
    }),
    'something outside without a name': metric({
      type: 'External',
      external: { metric: {}, target: { type: 'Value', value: '5' } },
    }),
    'something outside with both numbers': metric({
      type: 'External',
      external: { metric: { name: 'm' }, target: { type: 'Value', value: '5', averageValue: '5' } },
    }),
    'a container': metric({
      type: 'ContainerResource',
      containerResource: { name: 'cpu', container: 'c', target: { type: 'Utilization', averageUtilization: 5 } },
    }),
    'no container': metric({
      type: 'ContainerResource',
      containerResource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 5 } },
    }),
    'a behaviour': {
      'spec/behavior': { scaleDown: { policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] } },
    },
    'a behaviour that is none': {
      'spec/behavior': {
        scaleUp: {
          stabilizationWindowSeconds: -1,
          selectPolicy: 'Some',
          policies: [{ type: 'Luck', value: 0, periodSeconds: 0 }],
        },
      },
    },
    'a behaviour for too long': {
      'spec/behavior': {
        scaleUp: { stabilizationWindowSeconds: 3601, policies: [{ type: 'Pods', value: 1, periodSeconds: 1801 }] },
      },
    },
    'a behaviour without policies': { 'spec/behavior': { scaleUp: { policies: [] } } },
  }),
  newOnes('verdicts on older HorizontalPodAutoscalers · E6 · E7', olderAutoscalers, olderAutoscaler, {
    'a good one': {},
    'a share': { 'spec/targetCPUUtilizationPercentage': 50 },
    'a share below one': { 'spec/targetCPUUtilizationPercentage': -1 },
    'no most': { 'spec/maxReplicas': undefined },
  }),
  newOnes('verdicts on PodDisruptionBudgets · E6', budgets, budget, {
    'a good one': {},
    'no spec': { spec: undefined },
    'both numbers': { 'spec/maxUnavailable': 1 },
    'a number below zero': { 'spec/minAvailable': -1 },
    'a share': { 'spec/minAvailable': '50%' },
    'a share over all': { 'spec/minAvailable': '150%' },
    'a share that is none': { 'spec/minAvailable': 'half' },
    'a selector that is none': { 'spec/selector': { matchLabels: { 'a b': 'c' } } },
    'no selector': { 'spec/selector': undefined },
    'a policy': { 'spec/unhealthyPodEvictionPolicy': 'AlwaysAllow' },
    'a policy that is none': { 'spec/unhealthyPodEvictionPolicy': 'Never' },
  }),
  changes('verdicts on changes of a PodDisruptionBudget · E6', budgets, budget, {
    'another number': { 'spec/minAvailable': 2 },
    'another selector': { 'spec/selector': { matchLabels: { c: 'd' } } },
    'a number below zero': { 'spec/minAvailable': -1 },
  }),
  changes(
    'verdicts on the status of a PodDisruptionBudget · E6',
    budgets,
    budget,
    {
      'a good one': {
        status: { observedGeneration: 1, disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2 },
      },
      'numbers below zero': {
        status: { disruptionsAllowed: -1, currentHealthy: -1, desiredHealthy: -1, expectedPods: -1 },
      },
    },
    '/status',
  ),
  newOnes('verdicts on Nodes · E6 · E7', '/api/v1/nodes', node, {
    'a good one': {},
    'a name that is none': { 'metadata/name': 'A b' },
    'ranges of pods': { spec: { podCIDR: '10.1.0.0/24', podCIDRs: ['10.1.0.0/24'] } },
    'a range of pods': { spec: { podCIDR: '10.1.0.0/24' } },
    'a range of pods that is none': { spec: { podCIDR: 'x', podCIDRs: ['x'] } },
    'two ranges of one family': { spec: { podCIDR: '10.1.0.0/24', podCIDRs: ['10.1.0.0/24', '10.2.0.0/24'] } },
    taints: { spec: { taints: [{ key: 'a', value: 'b', effect: 'NoSchedule' }] } },
    'a taint twice': {
      spec: {
        taints: [
          { key: 'a', effect: 'NoSchedule' },
          { key: 'a', effect: 'NoSchedule' },
        ],
      },
    },
    'a taint that is none': { spec: { taints: [{ key: 'a b', value: 'c d', effect: 'Some' }] } },
    'a taint without an effect': { spec: { taints: [{ key: 'a' }] } },
    'a status': { status: { capacity: { cpu: '4' }, allocatable: { cpu: '4' } } },
    'a status with amounts below zero': { status: { capacity: { cpu: '-4' } } },
    'addresses twice': {
      status: {
        addresses: [
          { type: 'InternalIP', address: '1.2.3.4' },
          { type: 'InternalIP', address: '1.2.3.4' },
        ],
      },
    },
  }),
  changes(
    'verdicts on changes of a Node · E6',
    '/api/v1/nodes',
    { ...node, spec: { podCIDR: '10.1.0.0/24', providerID: 'p' } },
    {
      'another range': { 'spec/podCIDR': '10.2.0.0/24', 'spec/podCIDRs': ['10.2.0.0/24'] },
      'another provider': { 'spec/providerID': 'q' },
      'not to be scheduled': { 'spec/unschedulable': true },
      labels: { 'metadata/labels': { a: 'b' } },
      'a taint that is none': { 'spec/taints': [{ key: 'a b', effect: 'NoSchedule' }] },
    },
  ),
  newOnes('verdicts on Namespaces · E6', '/api/v1/namespaces', namespace, {
    'a good one': {},
    'a name with dots': { 'metadata/name': 'a.b' },
    'a name with capitals': { 'metadata/name': 'A' },
    'finalizers of its own': { spec: { finalizers: ['example.com/x'] } },
    'finalizers that are none': { spec: { finalizers: ['x y', 'z'] } },
    'another name as a label': { 'metadata/labels': { 'kubernetes.io/metadata.name': 'other' } },
  }),
  newOnes(
    'verdicts on ValidatingWebhookConfigurations · E6 · E7',
    `${admission}/validatingwebhookconfigurations`,
    validating,
    {
      'a good one': {},
      'no webhooks': { webhooks: undefined },
      'no name': inHook('name', undefined),
      'a name without dots': inHook('name', 'x'),
      'a name twice': { 'webhooks/1': hook },
      'no way to it': inHook('clientConfig', {}),
      'two ways to it': inHook('clientConfig', { url: 'https://example.com', service: { name: 's', namespace: 'n' } }),
      'a service': inHook('clientConfig', { service: { name: 's', namespace: 'n', path: '/x' } }),
      'a service without a name': inHook('clientConfig', { service: { path: 'x' } }),
      'a service with a port too big': inHook('clientConfig', { service: { name: 's', namespace: 'n', port: 70_000 } }),
      'a way that is not safe': inHook('clientConfig/url', 'http://example.com'),
      'a way that is none': inHook('clientConfig/url', ':'),
      'a way with a user': inHook('clientConfig/url', 'https://u@example.com'),
      'a way with a query': inHook('clientConfig/url', 'https://example.com?a=b#c'),
      'no side effects told': inHook('sideEffects', undefined),
      'side effects': inHook('sideEffects', 'Some'),
      'no versions': inHook('admissionReviewVersions', []),
      'versions that nobody knows': inHook('admissionReviewVersions', ['v9']),
      'versions that are none': inHook('admissionReviewVersions', ['V_1', 'v1', 'v1']),
      'a policy that is none': inHook('failurePolicy', 'Retry'),
      'a match policy that is none': inHook('matchPolicy', 'Roughly'),
      'no time': inHook('timeoutSeconds', 0),
      'too much time': inHook('timeoutSeconds', 31),
      'no operations': inHook('rules/0/operations', []),
      'an operation that is none': inHook('rules/0/operations', ['LOOK']),
      'all operations and one': inHook('rules/0/operations', ['*', 'CREATE']),
      'no groups': inHook('rules/0/apiGroups', []),
      'all groups and one': inHook('rules/0/apiGroups', ['*', 'apps']),
      'no versions of a rule': inHook('rules/0/apiVersions', []),
      'an empty version': inHook('rules/0/apiVersions', ['']),
      'no resources': inHook('rules/0/resources', []),
      'all resources and one': inHook('rules/0/resources', ['*', 'pods']),
      'all subresources and one': inHook('rules/0/resources', ['pods/*', 'pods/status']),
      'a scope that is none': inHook('rules/0/scope', 'World'),
      'a selector that is none': inHook('namespaceSelector', { matchLabels: { 'a b': 'c' } }),
      'another selector that is none': inHook('objectSelector', { matchExpressions: [{ key: 'a', operator: 'Is' }] }),
    },
  ),
  newOnes(
    'verdicts on MutatingWebhookConfigurations · E6 · E7',
    `${admission}/mutatingwebhookconfigurations`,
    mutating,
    {
      'a good one': {},
      'called again': inHook('reinvocationPolicy', 'IfNeeded'),
      'called again by a policy that is none': inHook('reinvocationPolicy', 'Often'),
      'no side effects told': inHook('sideEffects', undefined),
    },
  ),
  newOnes(
    'verdicts on CertificateSigningRequests · E6',
    requests,
    {
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: name,
      spec: { request: pem, signerName: 'example.com/x', usages: ['client auth'] },
    },
    {
      'a request that is none': { 'spec/request': Buffer.from('x').toString('base64') },
      'no request': { 'spec/request': undefined },
      'no usages': { 'spec/usages': [] },
      'a usage that is none': { 'spec/usages': ['fun', 'client auth', 'client auth'] },
      'no signer': { 'spec/signerName': undefined },
      'a signer without a domain': { 'spec/signerName': 'x' },
      'a signer with a domain that is none': { 'spec/signerName': 'A/b' },
      'the signer of old': { 'spec/signerName': 'kubernetes.io/legacy-unknown' },
      'too short a life': { 'spec/expirationSeconds': 5 },
    },
  ),
  newOnes('verdicts on RuntimeClasses · E6', '/apis/node.k8s.io/v1/runtimeclasses', runtimeClass, {
    'a good one': {},
    'no handler': { handler: undefined },
    'a handler that is none': { handler: 'A b' },
    overhead: { overhead: { podFixed: { cpu: '1' } } },
    'overhead below zero': { overhead: { podFixed: { cpu: '-1' } } },
    'nodes that are none': { scheduling: { nodeSelector: { 'a b': 'c' } } },
  }),
];
