/**
 * Limit ranges and quotas as admission sees them. Nobody adds quotas up here, so the probes write their status themselves.
 */
import { get, patch, post, put } from '../../../../../tools/differential/probe.mjs';
import { configMap, configMaps, pod, pods, services } from '../probe-objects.mjs';

const limitRanges = '/api/v1/namespaces/<ns>/limitranges';
const quotas = '/api/v1/namespaces/<ns>/resourcequotas';
const claims = '/api/v1/namespaces/<ns>/persistentvolumeclaims';

/** @param {Record<string, unknown>[]} limits */
const limitRange = (...limits) =>
  post(limitRanges, { metadata: { name: 'bounds' }, spec: { limits } }, { quiet: true });

/**
 * @param {string} name
 * @param {Record<string, unknown>} resources
 */
const container = (name, resources = {}) => ({ name, image: 'example/main:1', resources });

/** @param {Record<string, unknown>} requests */
const claim = (requests, spec = {}) => ({
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests }, ...spec },
});

/**
 * A quota that somebody has added up.
 * @param {Record<string, string>} hard
 * @param {Record<string, string>} used
 */
const quota = (hard, used, spec = {}) => [
  post(quotas, { metadata: { name: 'q' }, spec: { hard, ...spec } }, { quiet: true }),
  put(`${quotas}/q/status`, { metadata: { name: 'q' }, status: { hard, used } }, { quiet: true }),
];

/**
 * Tries until admission has heard of the quota.
 * @param {string} path
 * @param {unknown} body
 */
const refused = (path, body) => post(`${path}?dryRun=All`, body, { until: { status: 403 } });

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'containers get what a limit range gives by default, and the pod says so · Y7',
    steps: [
      limitRange({
        type: 'Container',
        default: { cpu: '500m', memory: '1Gi' },
        defaultRequest: { cpu: '100m', memory: '100Mi' },
      }),
      post(
        pods,
        pod('plain', {
          initContainers: [container('first')],
          containers: [container('main'), container('own', { requests: { cpu: '200m' }, limits: { cpu: '1' } })],
        }),
      ),
      post(
        pods,
        pod('complete', {
          containers: [
            container('main', { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '1', memory: '1Gi' } }),
          ],
        }),
      ),
    ],
  },
  {
    title: 'a container below the least or above the most is refused · Y7',
    steps: [
      limitRange({ type: 'Container', min: { cpu: '100m' }, max: { cpu: '1' } }),
      ...[
        {},
        { requests: { cpu: '50m' }, limits: { cpu: '50m' } },
        { requests: { cpu: '50m' }, limits: { cpu: '500m' } },
        { requests: { cpu: '500m' }, limits: { cpu: '2' } },
        { requests: { cpu: '100m' }, limits: { cpu: '1' } },
        { limits: { cpu: '1500m' } },
      ].map((resources) => post(pods, pod('bound', { containers: [container('main', resources)] }))),
    ],
  },
  {
    title: 'several violations are told together · Y7',
    steps: [
      limitRange({ type: 'Container', min: { cpu: '100m' }, max: { memory: '1Gi' } }),
      post(
        pods,
        pod('two', {
          containers: [
            container('main', { requests: { cpu: '50m' }, limits: { memory: '2Gi' } }),
            container('other', { requests: { cpu: '50m' }, limits: { memory: '3Gi' } }),
          ],
        }),
      ),
    ],
  },
  {
    title: 'a limit may be so many times the request · Y7',
    steps: [
      limitRange({ type: 'Container', maxLimitRequestRatio: { cpu: '2' } }),
      ...[
        {},
        { requests: { cpu: '100m' } },
        { requests: { cpu: '100m' }, limits: { cpu: '350m' } },
        { requests: { cpu: '100m' }, limits: { cpu: '200m' } },
      ].map((resources) => post(pods, pod('ratio', { containers: [container('main', resources)] }))),
    ],
  },
  {
    title: 'a pod is bound as a whole, init containers at their turn · Y7',
    steps: [
      limitRange({ type: 'Pod', max: { cpu: '1' }, min: { memory: '64Mi' } }),
      post(
        pods,
        pod('sum', {
          containers: ['a', 'b'].map((name) =>
            container(name, { requests: { cpu: '600m', memory: '64Mi' }, limits: { cpu: '600m', memory: '64Mi' } }),
          ),
        }),
      ),
      post(
        pods,
        pod('first', {
          initContainers: [container('first', { requests: { cpu: '2' }, limits: { cpu: '2' } })],
          containers: [container('main', { requests: { memory: '64Mi' }, limits: { cpu: '100m', memory: '64Mi' } })],
        }),
      ),
      post(
        pods,
        pod('fits', {
          containers: [container('main', { limits: { cpu: '1', memory: '64Mi' } })],
        }),
      ),
    ],
  },
  {
    title: 'a claim is bound by what it requests · Y7',
    steps: [
      limitRange({ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '10Gi' } }),
      post(claims, claim({ storage: '500Mi' })),
      post(claims, claim({ storage: '20Gi' })),
      post(claims, claim({ storage: '5Gi' }), { verdict: true }),
    ],
  },
  {
    title: 'a quota that nobody has added up binds nobody · Y7',
    steps: [
      post(quotas, { metadata: { name: 'q' }, spec: { hard: { pods: '0', 'count/configmaps': '0' } } }),
      post(pods, pod('free'), { verdict: true }),
      post(configMaps, configMap('free'), { verdict: true }),
    ],
  },
  {
    title: 'what a quota has not left is refused, and what it has is noted in it · Y7',
    steps: [
      ...quota({ 'count/configmaps': '2', configmaps: '3' }, { 'count/configmaps': '2', configmaps: '1' }),
      refused(configMaps, configMap('over')),
      put(`${quotas}/q/status`, {
        metadata: { name: 'q' },
        status: {
          hard: { 'count/configmaps': '2', configmaps: '3' },
          used: { 'count/configmaps': '1', configmaps: '1' },
        },
      }),
      post(configMaps, configMap('fits'), { until: { status: 201 }, verdict: true }),
      get(`${quotas}/q`, { pick: ['status'] }),
      post(configMaps, configMap('over')),
    ],
  },
  {
    title: 'a pod must say what it needs of what a quota counts · Y7',
    steps: [
      ...quota(
        { 'requests.cpu': '1', 'limits.memory': '1Gi', pods: '5' },
        { 'requests.cpu': '0', 'limits.memory': '0', pods: '0' },
      ),
      refused(pods, pod('silent', { initContainers: [container('first')], containers: [container('main')] })),
      post(
        pods,
        pod('large', {
          containers: [container('main', { requests: { cpu: '2' }, limits: { memory: '2Gi' } })],
        }),
      ),
      post(
        pods,
        pod('fits', {
          containers: [container('main', { requests: { cpu: '700m' }, limits: { memory: '512Mi' } })],
        }),
        { verdict: true },
      ),
      get(`${quotas}/q`, { pick: ['status'] }),
      post(
        pods,
        pod('second', {
          containers: [container('main', { requests: { cpu: '400m' }, limits: { memory: '1Mi' } })],
        }),
      ),
    ],
  },
  {
    title: 'a quota without usage is told as unknown · Y7',
    steps: [
      post(quotas, { metadata: { name: 'q' }, spec: { hard: { pods: '1' } } }, { quiet: true }),
      put(`${quotas}/q/status`, { metadata: { name: 'q' }, status: { hard: { pods: '1' } } }, { quiet: true }),
      refused(pods, pod('unknown')),
    ],
  },
  {
    title: 'services cost ports and balancers, and another type costs the difference · Y7',
    steps: [
      ...quota(
        { services: '3', 'services.nodeports': '1', 'services.loadbalancers': '0' },
        { services: '0', 'services.nodeports': '0', 'services.loadbalancers': '0' },
      ),
      refused(services, { metadata: { name: 'web' }, spec: { type: 'LoadBalancer', ports: [{ port: 80 }] } }),
      post(services, { metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } }, { verdict: true }),
      patch('merge', `${services}/web`, { spec: { type: 'NodePort' } }, { verdict: true }),
      get(`${quotas}/q`, { pick: ['status'] }),
      patch('merge', `${services}/web`, { spec: { type: 'LoadBalancer' } }),
    ],
  },
  {
    title: 'claims cost storage, also of their class · Y7',
    steps: [
      ...quota(
        {
          persistentvolumeclaims: '5',
          'requests.storage': '10Gi',
          'fast.storageclass.storage.k8s.io/requests.storage': '1Gi',
        },
        {
          persistentvolumeclaims: '0',
          'requests.storage': '0',
          'fast.storageclass.storage.k8s.io/requests.storage': '0',
        },
      ),
      refused(claims, claim({ storage: '2Gi' }, { storageClassName: 'fast' })),
      post(claims, claim({ storage: '2Gi' }), { verdict: true }),
      get(`${quotas}/q`, { pick: ['status'] }),
    ],
  },
  ...[
    { scope: 'BestEffort', refusedPod: {}, freePod: { containers: [container('main', { requests: { cpu: '1m' } })] } },
    { scope: 'Terminating', refusedPod: { activeDeadlineSeconds: 5 }, freePod: {} },
    { scope: 'NotTerminating', refusedPod: {}, freePod: { activeDeadlineSeconds: 5 } },
    {
      scope: 'NotBestEffort',
      refusedPod: { containers: [container('main', { requests: { cpu: '1m' } })] },
      freePod: {},
    },
  ].map(({ scope, refusedPod, freePod }) => ({
    title: `a quota for ${scope} pods leaves others alone · Y7`,
    steps: [
      ...quota({ pods: '0' }, { pods: '0' }, { scopes: [scope] }),
      refused(pods, pod('in', refusedPod)),
      post(pods, pod('out', freePod), { verdict: true }),
    ],
  })),
  {
    title: 'a quota for a priority class leaves others alone · Y7',
    steps: [
      ...quota(
        { pods: '0' },
        { pods: '0' },
        {
          scopeSelector: {
            matchExpressions: [
              { scopeName: 'PriorityClass', operator: 'In', values: ['system-node-critical', 'other'] },
            ],
          },
        },
      ),
      refused(pods, pod('in', { priorityClassName: 'system-node-critical' })),
      post(pods, pod('out'), { verdict: true }),
    ],
  },
];
