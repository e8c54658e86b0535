/**
 * Objects that a server shows in two ways: written in one, read in both.
 */
const about = { namespace: 'default', kind: 'Pod', name: 'p' };
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const metric = { name: 'm', selector: { matchLabels: { a: 'b' } } };
const described = { kind: 'K', name: 'n', apiVersion: 'v1' };
const condition = {
  type: 'AbleToScale',
  status: 'True',
  lastTransitionTime: '2020-01-01T00:00:00Z',
  reason: 'r',
  message: 'm',
};

/** @param {object} fields */
const autoscaler = (fields) => ({ spec: { scaleTargetRef: target, maxReplicas: 3, ...fields } });
/** @param {string} name @param {number} averageUtilization */
const share = (name, averageUtilization) => ({
  type: 'Resource',
  resource: { name, target: { type: 'Utilization', averageUtilization } },
});

const core = {
  bare: { involvedObject: about },
  full: {
    involvedObject: about,
    reason: 'r',
    message: 'm',
    source: { component: 'c', host: 'h' },
    firstTimestamp: '2020-01-01T00:00:00Z',
    lastTimestamp: '2020-01-02T00:00:00Z',
    count: 3,
    type: 'Normal',
    eventTime: '2020-01-01T00:00:00.123456Z',
    series: { count: 2, lastObservedTime: '2020-01-01T00:00:00.123456Z' },
    action: 'a',
    related: { kind: 'Node', name: 'n' },
    reportingComponent: 'example.com/c',
    reportingInstance: 'i',
  },
};

const newer = {
  new: {
    regarding: about,
    reason: 'r',
    note: 'm',
    type: 'Normal',
    eventTime: '2020-01-01T00:00:00.123456Z',
    action: 'a',
    reportingController: 'example.com/c',
    reportingInstance: 'i',
  },
};

const kinds = [
  { type: 'External', external: { metric, target: { type: 'AverageValue', averageValue: '1' } } },
  { type: 'External', external: { metric, target: { type: 'Value', value: '2' } } },
  { type: 'Pods', pods: { metric, target: { type: 'AverageValue', averageValue: '3' } } },
  { type: 'Object', object: { describedObject: described, metric, target: { type: 'Value', value: '4' } } },
  {
    type: 'Object',
    object: { describedObject: described, metric, target: { type: 'AverageValue', averageValue: '5' } },
  },
  {
    type: 'ContainerResource',
    containerResource: { name: 'cpu', container: 'c', target: { type: 'AverageValue', averageValue: '6m' } },
  },
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '7m' } } },
];

const measured = [
  { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 33, averageValue: '100m' } } },
  { type: 'External', external: { metric, current: { averageValue: '5' } } },
  { type: 'Pods', pods: { metric, current: { averageValue: '6' } } },
  { type: 'Object', object: { describedObject: described, metric, current: { value: '7' } } },
  {
    type: 'ContainerResource',
    containerResource: { name: 'cpu', container: 'c', current: { averageUtilization: 8, averageValue: '9m' } },
  },
];

const version2 = {
  minimal: autoscaler({}),
  cpu: autoscaler({ minReplicas: 2, metrics: [share('cpu', 70)] }),
  shares: autoscaler({ metrics: [share('memory', 60), share('cpu', 70)] }),
  kinds: autoscaler({ metrics: kinds }),
  behavior: autoscaler({
    behavior: { scaleDown: { stabilizationWindowSeconds: 60 }, scaleUp: { selectPolicy: 'Min' } },
  }),
  measured: {
    ...autoscaler({ metrics: kinds }),
    status: {
      observedGeneration: 4,
      lastScaleTime: '2020-01-01T00:00:00Z',
      currentReplicas: 1,
      desiredReplicas: 2,
      conditions: [condition],
      currentMetrics: measured,
    },
  },
};

const version1 = {
  'v1-minimal': autoscaler({}),
  'v1-cpu': autoscaler({ targetCPUUtilizationPercentage: 44 }),
  'v1-annotated': {
    metadata: {
      annotations: {
        'autoscaling.alpha.kubernetes.io/metrics':
          '[{"type":"Resource","resource":{"name":"memory","targetAverageUtilization":50}}]',
        'autoscaling.alpha.kubernetes.io/behavior': 'no json',
        x: 'y',
      },
    },
    ...autoscaler({}),
  },
  'v1-measured': {
    ...autoscaler({}),
    status: { currentReplicas: 1, desiredReplicas: 2, currentCPUUtilizationPercentage: 12 },
  },
};

/** @type {readonly { readonly kept: string, readonly shown: string, readonly manifests: Record<string, Record<string, any>> }[]} */
export const views = [
  {
    kept: 'v1/events',
    shown: 'events.k8s.io/v1/events',
    manifests: { 'v1/events': core, 'events.k8s.io/v1/events': newer },
  },
  {
    kept: 'autoscaling/v2/horizontalpodautoscalers',
    shown: 'autoscaling/v1/horizontalpodautoscalers',
    manifests: {
      'autoscaling/v2/horizontalpodautoscalers': version2,
      'autoscaling/v1/horizontalpodautoscalers': version1,
    },
  },
];
