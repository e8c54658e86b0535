/** Structs within structs: types, embedded fields, lists that are null or empty, raw JSON. */

/** @param {object} container @param {object} [spec] */
const pod = (container, spec) => ({ spec: { containers: [{ name: 'a', image: 'b', ...container }], ...spec } });
/** @param {object} spec */
const deployment = (spec) => ({
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'b' }] } },
    ...spec,
  },
});
/** @param {unknown} port */
const probe = (port) => pod({ livenessProbe: { httpGet: { port } } });
/** For kinds whose objects are not kept. */
const nameless = { metadata: { name: undefined } };

/** @type {import('./decode-cases.mjs').DecodeCases[]} */
export const structCases = [
  {
    path: '/api/v1/namespaces/default/pods',
    at: ['/spec/containers/0/command', '/spec/containers/0/resources', '/spec/volumes', '/spec/nodeSelector'],
    bodies: [
      { spec: { containers: 'x' } },
      { spec: { containers: ['x'] } },
      { spec: { containers: [{ name: 5 }] } },
      { spec: 5 },
      pod({ ports: [{ containerPort: '80' }] }),
      pod({ imagePullPolicy: 5 }),
      pod({ imagee: 'x', env: [{ name: 'x', valueFrom: { configMapKeyRef: { name: 5 } } }] }),
      pod({ imagee: 'x', env: [{ name: 'x', valueFrom: { configMapKeyRef: { nam: 'x', key: 'a', name: 'c' } } }] }),
      pod({ command: [], resources: null }),
      pod({ command: [null], resources: { requests: { memory: '2048Mi' }, limits: {} } }),
      probe(true),
      probe(1.5),
      probe(99999999999),
      probe([]),
      pod({ livenessProbe: { httpGet: 5 } }),
      pod({}, { volumes: [{ name: 'a', hostPath: 5 }] }),
      pod({}, { volumes: [{ name: 'a', emptyDir: { sizeLimit: 'abc' } }] }),
      pod({}, { volumes: [{ name: 'a', emptyDir: { sizeLimit: 1000, x: 1 } }] }),
      pod(
        {},
        {
          volumes: [
            { name: 'a', emptydir: {}, emptyDir: { medium: '' } },
            { emptyDir: {}, name: 'b' },
          ],
        },
      ),
      pod({}, { tolerations: [{ tolerationSeconds: 'x' }] }),
      pod({}, { nodeSelector: { a: 1 } }),
      pod({}, { nodeSelector: {} }),
      pod({}, { affinity: [] }),
      pod({}, { securityContext: { runAsUser: 'root' } }),
      pod({}, { ephemeralContainers: [{ name: 5 }] }),
    ],
  },
  {
    path: '/apis/apps/v1/namespaces/default/deployments',
    at: ['/spec/selector', '/spec/template/metadata', '/spec/replicas'],
    bodies: [
      deployment({ replicas: '1' }),
      deployment({ replicas: 99999999999 }),
      deployment({ replicas: 2 }),
      deployment({ strategy: { rollingUpdate: { maxSurge: true } } }),
      deployment({ template: [] }),
      deployment({
        replicas: 2,
        template: {
          metadata: { labels: { a: 'b' }, creationTimestamp: null },
          spec: { containers: [{ name: 'a', image: 'b' }] },
        },
      }),
      '{"metadata":{"name":"NAME"},"spec":{"replicas":1.0}}',
      '{"metadata":{"name":"NAME"},"spec":{"strategy":{"rollingUpdate":{"maxSurge":1.0}}}}',
    ],
  },
  {
    path: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
    at: ['/rules', '/aggregationRule'],
    bodies: [
      {},
      { rules: null },
      { rules: [] },
      { rules: {} },
      { rules: [{ verbs: 'get' }] },
      { aggregationRule: { clusterRoleSelectors: [{}, null] } },
    ],
  },
  {
    path: '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices',
    at: ['/endpoints', '/addressType'],
    bodies: [
      { addressType: 'IPv4' },
      { addressType: 'IPv4', endpoints: [], ports: [] },
      { addressType: 'IPv4', endpoints: [{ addresses: ['1.2.3.4'] }] },
      { addressType: 'IPv4', ports: [{ port: 'x' }] },
    ],
  },
  {
    path: '/apis/apps/v1/namespaces/default/controllerrevisions',
    at: ['/data', '/revision'],
    bodies: [
      { revision: 1, data: { b: 1, a: [null, 'x'] } },
      { data: {} },
      { revision: '1' },
      { data: { a: 1 }, x: 1 },
    ],
  },
  {
    path: '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    at: ['/spec'],
    bodies: [
      {
        ...nameless,
        spec: { user: 'a', extra: { b: ['c', null], a: null, d: [] }, resourceAttributes: { verb: 'get' } },
      },
      { ...nameless, spec: { user: 'a', extra: { a: 'x' } } },
      { ...nameless, spec: { user: 'a', extra: { a: [5] } } },
      { ...nameless, spec: { extra: [] } },
      { ...nameless, spec: { user: 'a', groups: [], nonResourceAttributes: { path: '/', x: 1 } }, y: 1 },
    ],
  },
];
