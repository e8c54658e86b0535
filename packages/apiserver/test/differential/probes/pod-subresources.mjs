/**
 * What pods, namespaces and requests for certificates have below them: eviction, binding, containers that are added, resources that change, approval.
 */
import { del, edited, get, patch, post, put } from '../../../../../tools/differential/probe.mjs';
import { deployment, deployments, pod, pods } from '../probe-objects.mjs';

const budgets = '/apis/policy/v1/namespaces/<ns>/poddisruptionbudgets';
const bindings = '/api/v1/namespaces/<ns>/bindings';
const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const namespaces = '/api/v1/namespaces';
const controllers = '/api/v1/namespaces/<ns>/replicationcontrollers';
const quiet = { quiet: true };
const verdict = { verdict: true };
const labelled = pod('one', {}, { labels: { app: 'one' } });
const sized = pod('one', {
  containers: [
    { name: 'main', image: 'x', resources: { requests: { cpu: '1' }, limits: { cpu: '2', memory: '1Gi' } } },
  ],
});
const csr = {
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name: 'x-<id>' },
  spec: {
    request:
      'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIZE1JR0VBZ0VBTUNJeEVUQVBCZ05WQkFNTUNITnZiV1ZpYjJSNU1RMHdDd1lEVlFRS0RBUnpiMjFsTUZrdwpFd1lIS29aSXpqMENBUVlJS29aSXpqMERBUWNEUWdBRUxuRzNPL0xOQ1k1T1JiY0NuR3BPczJBZmdMT2phYlFXCkpWcllJb3pMTE5zdERudHpOWHlBaXVIRDhrNGNoVFNpS0gzYkVtNXRBdGJ0VnA4bjJaK0pMcUFBTUFvR0NDcUcKU000OUJBTUNBMGdBTUVVQ0lRRDJ2cVFlaXQ2S2FBWXd5YVRJNUFZeHF1WjlZOERReFJZOCs5Q3pTSXltQlFJZwpTRkh2ZHA5czJlbzJpajF2NmNSTkhINml6L0FhN0tmTnlWNmtrUnhMOEwwPQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K',
    signerName: 'example.com/x',
    usages: ['client auth'],
  },
};

/** @param {string} name @param {object} [rest] */
const eviction = (name, rest = {}) => ({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name }, ...rest });
/** @param {string} name @param {object} [target] */
const binding = (name, target = { apiVersion: 'v1', kind: 'Node', name: 'node' }) => ({
  apiVersion: 'v1',
  kind: 'Binding',
  metadata: { name },
  target,
});
/** @param {object} spec @param {object} status */
const budget = (spec, status) => [
  post(
    budgets,
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'b' },
      spec: { selector: { matchLabels: { app: 'one' } }, ...spec },
    },
    quiet,
  ),
  patch('merge', `${budgets}/b/status`, { status }, quiet),
];
const ready = { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } };
/** @param {object[]} conditions */
const decided = (conditions) => edited('csr', { status: { conditions } });

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  {
    title: 'an eviction deletes the pod · S3',
    steps: [
      post(pods, pod('one', { nodeName: 'n' }), quiet),
      post(`${pods}/one/eviction`, eviction('one')),
      get(`${pods}/one`, { pick: ['metadata.deletionTimestamp', 'metadata.deletionGracePeriodSeconds', 'status'] }),
      post(`${pods}/one/eviction`, eviction('one', { deleteOptions: { gracePeriodSeconds: 5 } })),
      get(`${pods}/one`, { pick: ['metadata.deletionTimestamp', 'metadata.deletionGracePeriodSeconds'] }),
      post(`${pods}/one/eviction`, eviction('one', { deleteOptions: { gracePeriodSeconds: 0 } })),
      get(`${pods}/one`, { pick: ['reason'] }),
    ],
  },
  {
    title: 'an eviction of a pod without a node · S3',
    steps: [
      post(pods, pod('one'), quiet),
      post(`${pods}/one/eviction?dryRun=All`, eviction('one')),
      get(`${pods}/one`, { pick: ['metadata.name'] }),
      post(`${pods}/one/eviction`, eviction('one')),
      get(`${pods}/one`, { pick: ['reason'] }),
    ],
  },
  {
    title: 'evictions that are refused · S3',
    steps: [
      post(`${pods}/nothing/eviction`, eviction('nothing')),
      post(pods, pod('one'), quiet),
      post(`${pods}/one/eviction`, eviction('two')),
      post(`${pods}/one/eviction`, { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'one' } }),
      post(
        `${pods}/one/eviction`,
        { apiVersion: 'policy/v1beta1', kind: 'Eviction', metadata: { name: 'one' } },
        verdict,
      ),
    ],
  },
  {
    title: 'an eviction without a name, and one in another namespace · S3',
    steps: [
      post(pods, pod('one'), quiet),
      post(`${pods}/one/eviction`, {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: 'one', namespace: 'other' },
      }),
      post(`${pods}/one/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: {} }),
      get(`${pods}/one/eviction`),
    ],
  },
  {
    title: 'a budget that is spent keeps pods · S3',
    steps: [
      post(pods, { ...labelled, spec: { ...labelled.spec, nodeName: 'n' } }, quiet),
      patch('merge', `${pods}/one/status`, ready, quiet),
      ...budget(
        { minAvailable: 1 },
        { observedGeneration: 1, disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 },
      ),
      post(`${pods}/one/eviction`, eviction('one')),
      get(`${pods}/one`, { pick: ['metadata.deletionTimestamp'] }),
      patch('merge', `${budgets}/b/status`, { status: { disruptionsAllowed: 1 } }, quiet),
      post(`${pods}/one/eviction`, eviction('one')),
      get(`${budgets}/b`, { pick: ['status.disruptionsAllowed', 'status.disruptedPods'] }),
      get(`${pods}/one`, { pick: ['status.conditions'] }),
    ],
  },
  {
    title: 'a budget that has not looked yet keeps pods · S3',
    steps: [
      post(pods, { ...labelled, spec: { ...labelled.spec, nodeName: 'n' } }, quiet),
      patch('merge', `${pods}/one/status`, ready, quiet),
      ...budget({ minAvailable: 1 }, { observedGeneration: 0, disruptionsAllowed: 5 }),
      post(`${pods}/one/eviction`, eviction('one')),
    ],
  },
  {
    title: 'pods that are not counted are evicted whatever the budget · S3',
    steps: [
      post(pods, labelled, quiet),
      ...budget(
        { minAvailable: 1 },
        { observedGeneration: 1, disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 1, expectedPods: 1 },
      ),
      post(`${pods}/one/eviction`, eviction('one')),
      post(pods, pod('two', { nodeName: 'n' }, { labels: { app: 'one' } }), quiet),
      patch('merge', `${pods}/two/status`, { status: { phase: 'Running' } }, quiet),
      post(`${pods}/two/eviction`, eviction('two')),
      patch('merge', `${budgets}/b`, { spec: { unhealthyPodEvictionPolicy: 'AlwaysAllow' } }, quiet),
      patch('merge', `${budgets}/b/status`, { status: { observedGeneration: 2 } }, quiet),
      post(`${pods}/two/eviction`, eviction('two')),
    ],
  },
  {
    title: 'two budgets for one pod · S3',
    steps: [
      post(pods, { ...labelled, spec: { ...labelled.spec, nodeName: 'n' } }, quiet),
      patch('merge', `${pods}/one/status`, ready, quiet),
      ...budget({ minAvailable: 1 }, { observedGeneration: 1, disruptionsAllowed: 1 }),
      post(
        budgets,
        { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'c' }, spec: { selector: {} } },
        quiet,
      ),
      post(`${pods}/one/eviction`, eviction('one')),
    ],
  },
  {
    title: 'a binding gives a pod its node · S4',
    steps: [
      post(pods, pod('one'), quiet),
      post(`${pods}/one/binding`, {
        ...binding('one'),
        metadata: { name: 'one', annotations: { a: 'b' }, labels: { c: 'd' } },
      }),
      get(`${pods}/one`, {
        pick: ['metadata.annotations', 'metadata.labels', 'metadata.generation', 'spec.nodeName', 'status'],
      }),
      post(`${pods}/one/binding`, binding('one')),
      post(`${pods}/one/binding`, binding('one', { kind: 'Node', name: 'other' })),
    ],
  },
  {
    title: 'bindings of old · S4',
    steps: [
      post(pods, pod('one'), quiet),
      post(bindings, binding('one')),
      get(`${pods}/one`, { pick: ['spec.nodeName', 'status.conditions'] }),
      post(bindings, binding('nothing')),
      get(bindings),
    ],
  },
  {
    title: 'bindings that are refused · S4',
    steps: [
      post(pods, pod('one'), quiet),
      post(`${pods}/one/binding`, binding('one', { kind: 'Pod', name: 'p' })),
      post(`${pods}/one/binding`, binding('one', { kind: 'Node', name: '' })),
      post(`${pods}/one/binding`, binding('two')),
      post(`${pods}/nothing/binding`, binding('nothing')),
      post(`${pods}/one/binding?dryRun=All`, binding('one')),
      get(`${pods}/one`, { pick: ['spec.nodeName'] }),
      post(pods, pod('gated', { schedulingGates: [{ name: 'a' }] }), { pick: ['status'] }),
      post(`${pods}/gated/binding`, binding('gated')),
    ],
  },
  {
    title: 'containers are added to a pod by a door of their own · S6',
    steps: [
      post(pods, pod('one'), { quiet: true, as: 'one' }),
      get(`${pods}/one/ephemeralcontainers`, { pick: ['kind', 'metadata.name'] }),
      patch(
        'strategic',
        `${pods}/one/ephemeralcontainers`,
        { spec: { ephemeralContainers: [{ name: 'e', image: 'x' }] } },
        { pick: ['spec.ephemeralContainers', 'metadata.generation'] },
      ),
      patch(
        'strategic',
        `${pods}/one/ephemeralcontainers`,
        { spec: { ephemeralContainers: [{ name: 'f', image: 'x', targetContainerName: 'main' }] } },
        { pick: ['spec.ephemeralContainers'] },
      ),
      patch(
        'strategic',
        `${pods}/one/ephemeralcontainers`,
        { spec: { ephemeralContainers: [{ name: 'e', image: 'y' }] } },
        verdict,
      ),
      patch('merge', `${pods}/one/ephemeralcontainers`, { spec: { ephemeralContainers: [] } }, verdict),
      patch(
        'merge',
        `${pods}/one/ephemeralcontainers`,
        { spec: { containers: [{ name: 'main', image: 'other' }] }, metadata: { labels: { a: 'b' } } },
        { pick: ['spec.containers', 'metadata.labels'] },
      ),
      patch(
        'strategic',
        `${pods}/one/ephemeralcontainers`,
        {
          spec: {
            ephemeralContainers: [
              { name: 'main', image: 'x' },
              { name: 'g', image: ' x', targetContainerName: 'nobody', ports: [{ containerPort: 1 }] },
            ],
          },
        },
        verdict,
      ),
      put(`${pods}/nothing/ephemeralcontainers`, pod('nothing'), { pick: ['reason', 'message'] }),
    ],
  },
  {
    title: 'resources of a pod change by a door of their own · S6',
    steps: [
      post(pods, sized, { quiet: true }),
      get(`${pods}/one/resize`, { pick: ['kind', 'metadata.name'] }),
      patch(
        'strategic',
        `${pods}/one/resize`,
        { spec: { containers: [{ name: 'main', resources: { requests: { cpu: '1500m' } } }] } },
        { pick: ['spec.containers', 'metadata.generation', 'status.conditions', 'status.qosClass'] },
      ),
      patch('strategic', `${pods}/one/resize`, { spec: { containers: [{ name: 'main', image: 'y' }] } }, verdict),
      patch(
        'strategic',
        `${pods}/one/resize`,
        { spec: { containers: [{ name: 'main', resources: { requests: { cpu: '9' } } }] } },
        verdict,
      ),
      patch(
        'strategic',
        `${pods}/one/resize`,
        { spec: { containers: [{ name: 'main', resources: { requests: { 'ephemeral-storage': '1' } } }] } },
        verdict,
      ),
      patch(
        'strategic',
        `${pods}/one/resize`,
        { spec: { containers: [{ name: 'main', resources: { requests: { cpu: '2', memory: '1Gi' } } }] } },
        verdict,
      ),
      patch('strategic', `${pods}/one/resize`, { spec: { containers: [{ name: 'more', image: 'x' }] } }, verdict),
      patch(
        'merge',
        `${pods}/one/resize`,
        { metadata: { labels: { a: 'b' } }, status: { phase: 'Failed' } },
        { pick: ['metadata.labels', 'status.phase'] },
      ),
      patch(
        'merge',
        `${pods}/one`,
        { spec: { containers: [{ name: 'main', image: 'x', resources: { requests: { cpu: '2' } } }] } },
        { pick: ['reason'] },
      ),
    ],
  },
  {
    title: 'a namespace is finalized · S6',
    steps: [
      post(namespaces, { metadata: { name: 'y-<id>' } }, { quiet: true, as: 'made' }),
      put(
        `${namespaces}/y-<id>/finalize`,
        edited('made', { spec: { finalizers: ['kubernetes', 'example.com/x'] }, metadata: { labels: { a: 'b' } } }),
      ),
      put(`${namespaces}/y-<id>/finalize`, { metadata: { name: 'y-<id>' }, spec: { finalizers: ['no'] } }, verdict),
      put(`${namespaces}/y-<id>/finalize`, { metadata: { name: 'z-<id>' }, spec: {} }),
      put(`${namespaces}/z-<id>/finalize`, { metadata: { name: 'z-<id>' }, spec: {} }),
      get(`${namespaces}/y-<id>/finalize`),
      del(`${namespaces}/y-<id>`, undefined, { pick: ['status.phase', 'spec'] }),
      put(
        `${namespaces}/y-<id>/finalize`,
        { metadata: { name: 'y-<id>' }, spec: { finalizers: [] } },
        { pick: ['spec', 'status'] },
      ),
      get(`${namespaces}/y-<id>`, { pick: ['reason'] }),
    ],
  },
  {
    title: 'a request for a certificate is approved and signed · S6',
    steps: [
      post(requests, csr, { as: 'csr', pick: ['spec.signerName', 'spec.usages', 'status'] }),
      put(`${requests}/x-<id>/approval`, decided([{ type: 'Approved', status: 'True', reason: 'Because' }]), {
        pick: ['status', 'spec.usages'],
      }),
      put(`${requests}/x-<id>/approval`, { ...csr, status: { conditions: [] } }, verdict),
      put(
        `${requests}/x-<id>/approval`,
        {
          ...csr,
          status: {
            conditions: [
              { type: 'Approved', status: 'True' },
              { type: 'Denied', status: 'True' },
            ],
          },
        },
        verdict,
      ),
      put(
        `${requests}/x-<id>/approval`,
        { ...csr, status: { conditions: [{ type: 'Approved', status: 'Maybe' }] } },
        verdict,
      ),
      get(`${requests}/x-<id>/approval`, { as: 'approved', pick: ['status'] }),
      put(`${requests}/x-<id>/approval`, edited('approved', { status: { certificate: 'eA==' } }), {
        pick: ['status', 'message'],
      }),
      put(
        `${requests}/x-<id>/status`,
        edited('approved', {
          status: {
            conditions: [
              { type: 'Approved', status: 'True' },
              { type: 'Denied', status: 'True' },
            ],
          },
        }),
        verdict,
      ),
      put(
        `${requests}/x-<id>/status`,
        edited('approved', { status: { conditions: [{ type: 'Failed', status: 'True' }] } }),
        verdict,
      ),
      put(`${requests}/x-<id>`, edited('approved', { spec: { usages: ['server auth'] }, status: { conditions: [] } }), {
        pick: ['spec.usages', 'status'],
      }),
    ],
  },
  {
    title: 'doors of pods that lead to nodes · S7',
    steps: [
      post(pods, pod('one'), quiet),
      get(`${pods}/one/log`),
      get(`${pods}/one/log?container=nobody`),
      get(`${pods}/nothing/log`),
      get(`${pods}/one/exec?command=a`),
      get(`${pods}/one/portforward`),
      get(`${pods}/one/proxy/x`),
      post(
        pods,
        pod('two', {
          containers: [
            { name: 'a', image: 'x' },
            { name: 'b', image: 'x' },
          ],
        }),
        quiet,
      ),
      get(`${pods}/two/log`),
    ],
  },
  {
    title: 'the scale of a ReplicationController, and what is not there any more · S2 · S8',
    steps: [
      post(
        controllers,
        {
          metadata: { name: 'one' },
          spec: { replicas: 2, selector: { app: 'one' }, template: deployment('one').spec.template },
        },
        quiet,
      ),
      get(`${controllers}/one/scale`),
      patch('merge', `${controllers}/one/scale`, { spec: { replicas: 3 } }),
      get(`${controllers}/one`, { pick: ['spec.replicas', 'metadata.generation'] }),
      post(deployments, deployment('one'), quiet),
      post(`${deployments}/one/rollback`, {}),
      put(`${deployments}/one/scale`, {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: {},
        spec: { replicas: 3 },
      }),
      put(`${deployments}/one/scale`, {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'two' },
        spec: { replicas: 3 },
      }),
      put(`${deployments}/one/scale`, {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'one', namespace: 'other' },
        spec: { replicas: 3 },
      }),
    ],
  },
];
