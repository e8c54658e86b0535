/**
 * What mutating admission policies do to objects.
 */
import { patch, post, put } from '../../../../../tools/differential/probe.mjs';
import { generatedPolicies } from '../generated-policies.mjs';
import { policyProbe } from '../policy-probe.mjs';
import { configMap, configMaps, deployment, deployments, pod, pods } from '../probe-objects.mjs';

/** @typedef {Record<string, unknown>} Json */
/** @typedef {import('../../../../../tools/differential/probe.mjs').Step} Step */

const whatMatters = ['message', 'reason', 'code', 'details', 'data', 'metadata.labels', 'metadata.annotations', 'spec'];

/** @param {string} name @param {Json} [data] @param {Json} [metadata] */
const tryMap = (name, data, metadata) =>
  post(`${configMaps}?dryRun=All`, configMap(name, data, metadata), { pick: whatMatters });

/** @param {string} expression */
const configuration = (expression) => ({ patchType: 'ApplyConfiguration', applyConfiguration: { expression } });

/** @param {string} expression */
const jsonPatch = (expression) => ({ patchType: 'JSONPatch', jsonPatch: { expression } });

/** @param {string} title @param {Json[]} mutations @param {Step[]} [requests] @param {Json} [spec] @param {Json[]} [rules] */
const one = (title, mutations, requests = [tryMap('a')], spec = {}, rules) =>
  policyProbe('Mutating', title, [{ spec: { mutations, ...spec }, ...(rules && { rules }) }], { requests });

/** @param {string} resource @param {string} [group] */
const rulesOf = (resource, group = '') => [
  { operations: ['CREATE', 'UPDATE'], apiGroups: [group], apiVersions: ['v1'], resources: [resource] },
];

/** @param {Json} spec */
const tryPod = (spec) =>
  post(`${pods}?dryRun=All`, pod('a', spec), {
    pick: [
      'message',
      'reason',
      'code',
      'metadata.labels',
      'spec.containers',
      'spec.initContainers',
      'spec.tolerations',
      'spec.nodeSelector',
    ],
  });

const label = 'Object{metadata: Object.metadata{labels: {"by": "policy"}}}';

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  one(
    'a configuration is merged into the object · A10 configuration',
    [configuration(label)],
    [tryMap('a'), tryMap('a', {}, { labels: { by: 'client', own: 'yes' } })],
  ),
  one('configurations are made of what is there · A10 configuration', [
    configuration('Object{data: {"sum": object.data.a + request.operation, "n": string(size(object.data))}}'),
    configuration('Object{data: {"sum2": object.data.sum + "!"}}'),
  ]),
  one(
    'a configuration adds to lists by their keys · A10 configuration',
    [
      configuration(
        'Object{spec: Object.spec{initContainers: [Object.spec.initContainers{name: "first", image: "example/init:1"}], containers: [Object.spec.containers{name: "main", env: [Object.spec.containers.env{name: "A", value: "b"}]}]}}',
      ),
      configuration('Object{spec: Object.spec{nodeSelector: {"a": "b"}}}'),
    ],
    [tryPod({}), tryPod({ initContainers: [{ name: 'zero', image: 'b' }] })],
    {},
    rulesOf('pods'),
  ),
  one(
    'a configuration may not change what has no fields · A10 configuration',
    [configuration('Object{spec: Object.spec{tolerations: [Object.spec.tolerations{key: "a"}]}}')],
    [tryPod({})],
    {},
    rulesOf('pods'),
  ),
  one(
    'a selector has no fields of its own · A10 configuration',
    [configuration('Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {"a": "b"}}, replicas: 2}}')],
    [post(`${deployments}?dryRun=All`, deployment('web'), { pick: whatMatters })],
    {},
    rulesOf('deployments', 'apps'),
  ),
  one('a field that is not there is refused · A10 configuration', [
    configuration('Object{data: {"x": "y"}, nothing: 1}'),
  ]),
  one('a value of another type is refused · A10 configuration', [configuration('Object{data: {"x": 1}}')]),
  one('types are called by the fields that lead to them · A10 configuration', [
    configuration('Object{metadata: Object.spec{labels: {"a": "b"}}}'),
  ]),
  one('a configuration that fails is refused · A10 configuration', [
    configuration('Object{data: {"x": object.data.none}}'),
  ]),
  one(
    'a configuration that fails may be passed over · A10 configuration',
    [configuration('Object{data: {"x": object.data.none}}'), configuration(label)],
    [tryMap('a')],
    { failurePolicy: 'Ignore' },
  ),
  one('a patch is applied to the object · A10 patch', [
    jsonPatch(
      '[JSONPatch{op: "add", path: "/data/b", value: "2"}, JSONPatch{op: "copy", from: "/data/a", path: "/data/c"}, JSONPatch{op: "replace", path: "/data/a", value: object.data.a + "!"}]',
    ),
    jsonPatch('[JSONPatch{op: "add", path: "/metadata/labels", value: {"c": object.data.c}}]'),
    jsonPatch('[JSONPatch{op: "add", path: "/metadata/annotations", value: Object.metadata.annotations{a: "b"}}]'),
  ]),
  one('a test that fails leaves the object as it is · A10 patch', [
    jsonPatch(
      '[JSONPatch{op: "add", path: "/data/b", value: "2"}, JSONPatch{op: "test", path: "/data/a", value: "2"}]',
    ),
    jsonPatch(
      '[JSONPatch{op: "test", path: "/data/a", value: "1"}, JSONPatch{op: "add", path: "/data/d", value: "4"}]',
    ),
  ]),
  one('a patch that fails is refused · A10 patch', [jsonPatch('[JSONPatch{op: "remove", path: "/data/none"}]')]),
  one('a patch of a place that is not there is refused · A10 patch', [
    jsonPatch('[JSONPatch{op: "add", path: "/none/of/this", value: "1"}]'),
  ]),
  one('a patch of an unknown operation is refused · A10 patch', [jsonPatch('[JSONPatch{op: "turn", path: "/data"}]')]),
  one('a patch with a value of another type is refused · A10 patch', [
    jsonPatch('[JSONPatch{op: "add", path: "/data/x", value: 1}]'),
  ]),
  one('a patch with an unknown field is refused · A10 patch', [
    jsonPatch('[JSONPatch{op: "add", path: "/nothing", value: 1}]'),
  ]),
  one('a patch with types of another path is refused · A10 patch', [
    jsonPatch('[JSONPatch{op: "add", path: "/data", value: Object.data{a: Object.spec{}}}]'),
  ]),
  one(
    'a patch gets its defaults · A10 patch',
    [
      jsonPatch(
        '[JSONPatch{op: "add", path: "/spec/containers/-", value: Object.spec.containers{name: "side", image: "b:1"}}]',
      ),
    ],
    [tryPod({})],
    {},
    rulesOf('pods'),
  ),
  one(
    'conditions and variables · A10 conditions',
    [configuration('Object{data: {"v": variables.v}}')],
    [tryMap('a'), tryMap('a', { a: '2' }), tryMap('a', { b: '2' })],
    {
      variables: [{ name: 'v', expression: 'object.data.a + "-" + object.metadata.name' }],
      matchConditions: [{ name: 'one', expression: 'object.data.a == "1"' }],
    },
  ),
  policyProbe(
    'Mutating',
    'updates and patches are changed, too · A10 matching',
    [
      {
        spec: {
          mutations: [configuration('Object{data: {"old": oldObject == null ? "none" : oldObject.data.a}}')],
          matchConditions: [{ name: 'one', expression: 'object.metadata.name != "before"' }],
        },
      },
    ],
    {
      requests: [
        post(configMaps, configMap('kept'), { pick: whatMatters }),
        put(`${configMaps}/kept?dryRun=All`, configMap('kept', { a: '2' }), { pick: whatMatters }),
        patch('merge', `${configMaps}/kept?dryRun=All`, { data: { a: '3' } }, { pick: whatMatters }),
      ],
    },
  ),
  policyProbe(
    'Mutating',
    'parameters of a mutating policy · A10 params',
    [
      {
        spec: {
          paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
          mutations: [configuration('Object{data: {"p": params.data.p + string(has(params.kind))}}')],
          matchConditions: [{ name: 'one', expression: '!object.metadata.name.startsWith("params")' }],
        },
        binding: { paramRef: { name: 'params', parameterNotFoundAction: 'Deny' } },
      },
      {
        spec: {
          paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
          mutations: [configuration('Object{data: {"p": params.data.p}}')],
          matchConditions: [{ name: 'one', expression: 'object.metadata.name == "missing"' }],
        },
        binding: {
          paramRef: { name: 'nothing', parameterNotFoundAction: 'Deny' },
          matchResources: { objectSelector: { matchLabels: { missing: 'yes' } } },
        },
      },
    ],
    {
      before: [post(configMaps, configMap('params', { p: 'q' }), { quiet: true })],
      requests: [tryMap('a'), tryMap('a', {}, { labels: { missing: 'yes' } })],
    },
  ),
  policyProbe(
    'Mutating',
    'parameters of an unknown kind for a mutating policy · A10 params',
    [
      {
        spec: {
          paramKind: { apiVersion: '<id>.example.com/v1', kind: 'Nothing' },
          mutations: [configuration('Object{data: {"p": params.data.p}}')],
        },
        binding: { paramRef: { name: 'params', parameterNotFoundAction: 'Deny' } },
      },
    ],
    { requests: [tryMap('a')] },
  ),
  policyProbe(
    'Mutating',
    'policies are asked again when something changes after them · A10 reinvocation',
    ['IfNeeded', 'Never'].flatMap((reinvocationPolicy, index) => [
      {
        spec: {
          reinvocationPolicy,
          matchConditions: [
            { name: 'one', expression: `object.metadata.name == "${reinvocationPolicy.toLowerCase()}"` },
          ],
          mutations: [
            configuration(
              'Object{data: {"seen": object.data.?seen.orValue("") + "[" + string(size(object.data)) + "]"}}',
            ),
          ],
        },
        name: `again${index}`,
      },
    ]),
    { requests: [tryMap('ifneeded'), tryMap('never')] },
  ),
  ...generatedPolicies('Mutating').map(({ title, policies, requests }) =>
    policyProbe('Mutating', title, policies, {
      requests: requests.map((data, index) => tryMap(`map-${index}`, data, { labels: { a: String(index % 3) } })),
    }),
  ),
];
