/**
 * What validating admission policies do to requests.
 */
import { del, patch, post, put } from '../../../../../tools/differential/probe.mjs';
import { configMapRule, policyProbe, settled, withPolicy, withoutPolicy } from '../policy-probe.mjs';
import { configMap, configMaps, deployment, deployments, pod, pods, serviceAccounts } from '../probe-objects.mjs';
import { generatedPolicies } from '../generated-policies.mjs';

/** @typedef {Record<string, unknown>} Json */
/** @typedef {import('../../../../../tools/differential/probe.mjs').Step} Step */

const tried = `${configMaps}?dryRun=All`;

/** @param {string} name @param {Json} [data] @param {Json} [metadata] @param {object} [options] */
const tryMap = (name, data, metadata, options = {}) =>
  post(tried, configMap(name, data, metadata), { show: ['warning'], pick: whatMatters, ...options });

const whatMatters = ['message', 'reason', 'code', 'details', 'data', 'metadata.labels', 'status'];

/** @param {string} expression @param {Json} [more] */
const validation = (expression, more = {}) => ({ validations: [{ expression, ...more }] });

/** A policy that refuses with the value of an expression. @param {string} text */
const telling = (text) => ({ validations: [{ expression: 'false', messageExpression: text }] });

/** @param {string} title @param {Json} spec @param {Step[]} [requests] @param {Json | null} [binding] */
const one = (title, spec, requests = [tryMap('a')], binding = {}) =>
  policyProbe('Validating', title, [{ spec, binding }], { requests });

const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' };
const limit = configMap('limit', { most: '2' });
const overLimit = {
  paramKind,
  validations: [
    {
      expression: 'size(object.data) <= int(params.data.most)',
      messageExpression: "'at most ' + params.data.most + ' by ' + params.metadata.name",
    },
  ],
  matchConditions: [{ name: 'not-the-parameters', expression: "!object.metadata.name.startsWith('limit')" }],
};
const three = { a: '1', b: '2', c: '3' };

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  one(
    'a policy refuses what breaks its expression, in the words of its message · A9 messages',
    {
      validations: [
        { expression: "object.data.a == '1'" },
        { expression: "object.data.a != '2'", message: ' a may not be two ' },
        { expression: "object.data.a != '3'", messageExpression: "'a is ' + object.data.a", message: 'other' },
        { expression: "object.data.a != '4'", messageExpression: "''", message: 'nothing was said' },
        { expression: "object.data.a != '5'", messageExpression: "'a\\nb'" },
        { expression: "object.data.a != '6'", messageExpression: 'object.data.missing', message: 'it failed' },
        { expression: "object.data.a != '7'", messageExpression: 'object.data.a + 1' },
      ],
    },
    [
      ...['1', '2', '3', '4', '5', '6', '7'].map((a) => tryMap('a', { a })),
      tryMap('a', {}),
      tryMap('', { a: '2' }, { generateName: 'made-' }, { pick: ['reason', 'code', 'details.kind'] }),
    ],
  ),
  one(
    'a policy refuses with its reason · A9 messages',
    {
      validations: ['Forbidden', 'Invalid', 'RequestEntityTooLarge'].map((reason) => ({
        expression: `object.data.a != '${reason}'`,
        reason,
      })),
    },
    ['Forbidden', 'Invalid', 'RequestEntityTooLarge', 'none'].map((a) => tryMap('a', { a })),
  ),
  one('a policy that fails refuses · A9 failures', validation("object.data.b == '1'")),
  one('a policy that fails may be passed over · A9 failures', {
    failurePolicy: 'Ignore',
    ...validation("object.data.b == '1'"),
  }),
  one('of several validations the first that is broken is told · A9 messages', {
    validations: [
      { expression: 'true' },
      { expression: "object.data.b == '1'" },
      { expression: "object.data.a == '2'", message: 'two' },
    ],
  }),
  one(
    'a policy warns · A9 actions',
    {
      validations: [{ expression: "object.data.a == '2'", message: 'not two' }, { expression: "object.data.a == '3'" }],
    },
    [tryMap('a'), tryMap('a', { a: '2' })],
    { validationActions: ['Warn', 'Audit'] },
  ),
  one('a policy that only audits lets pass · A9 actions', validation('false'), [tryMap('a')], {
    validationActions: ['Audit'],
  }),
  one('a policy without a binding does nothing · A9 bindings', validation('false'), [tryMap('a')], null),
  one(
    'variables are evaluated when they are read, once · A9 variables',
    {
      variables: [
        { name: 'a', expression: 'object.data.a' },
        { name: 'sum', expression: "variables.a + '1'" },
        { name: 'broken', expression: 'object.data.missing' },
        { name: 'onBroken', expression: "variables.broken + 'x'" },
        { name: 'nothing', expression: 'null' },
        { name: 'list', expression: '[variables.a, variables.sum]' },
      ],
      validations: [
        { expression: "variables.a != 'read' || variables.sum == 'x'", messageExpression: 'variables.sum' },
        { expression: "variables.a != 'broken' || variables.broken == 'x'" },
        { expression: "variables.a != 'on' || variables.onBroken == 'x'" },
        { expression: "variables.a != 'null' || variables.nothing != null", message: 'it is null' },
        { expression: "variables.a != 'or' || variables.broken == 'x' || true" },
        {
          expression: "variables.a != 'list' || variables.list.all(x, x == '')",
          messageExpression: 'variables.list[1]',
        },
      ],
    },
    ['read', 'broken', 'on', 'null', 'or', 'list'].map((a) => tryMap('a', { a })),
  ),
  one(
    'conditions decide whether a policy looks at a request · A9 conditions',
    {
      variables: [{ name: 'kind', expression: 'object.data.kind' }],
      matchConditions: [
        { name: 'named', expression: "object.data.a != 'no'" },
        { name: 'reads', expression: "object.data.b != 'no'" },
        { name: 'reads-too', expression: "object.data.c != 'no'" },
      ],
      ...validation('false'),
    },
    [
      tryMap('a', { a: 'no' }),
      tryMap('a', { a: 'yes', b: 'no' }),
      tryMap('a', { a: 'yes', b: 'yes' }),
      tryMap('a', { a: 'yes' }),
      tryMap('a', { b: 'no' }),
      tryMap('a', { a: 'yes', b: 'yes', c: 'yes' }),
    ],
  ),
  one(
    'conditions that fail let pass where failures are passed over · A9 conditions',
    {
      failurePolicy: 'Ignore',
      matchConditions: [{ name: 'reads', expression: "object.data.b != 'no'" }],
      ...validation('false'),
    },
    [tryMap('a'), tryMap('a', { b: 'yes' })],
  ),
  one(
    'expressions see the request · A9 input',
    telling(
      "request.operation + ' ' + request.kind.group + '/' + request.kind.version + ' ' + request.kind.kind + ' ' + " +
        "request.resource.resource + ' ' + request.requestKind.kind + ' ' + request.requestResource.version + ' ' + " +
        "(has(request.name) ? request.name : 'unnamed') + ' ' + request.namespace + ' ' + string(request.dryRun) + ' ' + " +
        "string(has(request.subResource)) + ' ' + request.userInfo.groups.join(',') + ' ' + " +
        "request.options.kind + ' ' + request.options.apiVersion + ' ' + " +
        "request.options.?dryRun.orValue(['none']).join(',') + ' ' + request.options.?fieldManager.orValue('no manager')",
    ),
    [tryMap('a'), post(`${tried}&fieldManager=me`, configMap('a'), { pick: whatMatters })],
  ),
  one(
    'expressions see the namespace · A9 input',
    telling(
      "namespaceObject.metadata.name + ' ' + namespaceObject.metadata.labels['kubernetes.io/metadata.name'] + ' ' + " +
        "namespaceObject.spec.finalizers.join(',') + ' ' + namespaceObject.status.phase + ' ' + " +
        "string(has(namespaceObject.metadata.UID)) + ' ' + string(has(namespaceObject.metadata.annotations)) + ' ' + " +
        'string(has(namespaceObject.metadata.deletionTimestamp))',
    ),
  ),
  one(
    'expressions see what the object has · A9 input',
    telling(
      "string(has(object.metadata.uid)) + ' ' + string(has(object.metadata.creationTimestamp)) + ' ' + object.kind + ' ' + " +
        "object.apiVersion + ' ' + string(has(object.metadata.labels)) + ' ' + string(oldObject == null) + ' ' + " +
        "string(type(object.data) == map) + ' ' + string(has(object.immutable)) + ' ' + object.metadata.namespace",
    ),
    [tryMap('a'), tryMap('a', { a: '1' }, { labels: { a: 'b' } })],
  ),
  one(
    'expressions see times as texts, and numbers as numbers · A9 input',
    {
      matchConstraints: {
        resourceRules: [
          { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods', 'services'] },
        ],
      },
      ...telling(
        "string(type(object.metadata.creationTimestamp) == string) + ' ' + " +
          "string(object.kind == 'Pod' ? object.spec.containers[0].resources.requests.cpu : object.spec.ports[0].targetPort) + ' ' + " +
          "string(object.kind == 'Pod' ? type(object.spec.terminationGracePeriodSeconds) == int : type(object.spec.ports[0].port) == int) + ' ' + " +
          "string(object.kind == 'Pod' ? has(object.spec.hostNetwork) : has(object.spec.clusterIP))",
      ),
    },
    [
      post(
        `${pods}?dryRun=All`,
        pod('a', { containers: [{ name: 'a', image: 'b', resources: { requests: { cpu: '0.5' } } }] }),
        { pick: whatMatters },
      ),
      post(
        '/api/v1/namespaces/<ns>/services?dryRun=All',
        { metadata: { name: 'a' }, spec: { clusterIP: 'None', ports: [{ port: 80 }], selector: { a: 'b' } } },
        { pick: whatMatters },
      ),
    ],
  ),
  one(
    'updates and deletes are seen with what was there · A9 input',
    telling(
      "request.operation + ' ' + (object == null ? 'none' : object.data.a) + ' ' + (oldObject == null ? 'none' : oldObject.data.a) + ' ' + request.options.kind",
    ),
    [
      put(`${configMaps}/a?dryRun=All`, configMap('a', { a: '2' }), { pick: whatMatters }),
      patch('merge', `${configMaps}/a?dryRun=All`, { data: { a: '3' } }, { pick: whatMatters }),
      del(`${configMaps}/a?dryRun=All`, undefined, { pick: whatMatters }),
      del(`${configMaps}?dryRun=All`, undefined, { pick: whatMatters }),
    ],
  ),
  policyProbe(
    'Validating',
    'the authorizer is asked · A9 authorizer',
    [
      {
        spec: {
          validations: [
            { expression: "authorizer.group('').resource('pods').namespace('a').check('get').allowed()" },
            { expression: "authorizer.requestResource.check('create').allowed()" },
            { expression: "authorizer.path('/healthz').check('get').allowed()" },
            {
              expression:
                "!authorizer.group('apps').resource('deployments').subresource('scale').check('update').allowed()",
              message: 'may scale',
            },
          ],
        },
      },
    ],
    { requests: [tryMap('a')] },
  ),
  policyProbe(
    'Validating',
    'parameters by name · A9 params',
    [{ spec: overLimit, binding: { paramRef: { name: 'limit', parameterNotFoundAction: 'Deny' } } }],
    {
      before: [post(configMaps, limit, { quiet: true })],
      requests: [tryMap('a', { a: '1' }), tryMap('a', three)],
    },
  ),
  policyProbe(
    'Validating',
    'parameters that are not there are refused, or the policy is passed over · A9 params',
    [
      { spec: overLimit, binding: { paramRef: { name: 'missing', parameterNotFoundAction: 'Allow' } } },
      {
        spec: { ...overLimit, matchConditions: [], validations: [{ expression: 'true' }] },
        rules: [{ ...configMapRule, operations: ['UPDATE'] }],
        binding: { paramRef: { name: 'missing', parameterNotFoundAction: 'Deny' } },
      },
    ],
    {
      before: [post(configMaps, configMap('old'), { quiet: true })],
      requests: [
        tryMap('a', three),
        put(`${configMaps}/old?dryRun=All`, configMap('old', three), { pick: whatMatters }),
      ],
    },
  ),
  policyProbe(
    'Validating',
    'parameters that vanish · A9 params',
    [
      {
        rules: [{ ...configMapRule, operations: ['CREATE'] }],
        spec: overLimit,
        binding: { paramRef: { name: 'limit', parameterNotFoundAction: 'Deny' } },
      },
    ],
    {
      before: [post(configMaps, limit, { quiet: true })],
      requests: [
        tryMap('a', three),
        del(`${configMaps}/limit`, undefined, { quiet: true }),
        tryMap('a', { a: '1' }, {}, { until: { status: 422, path: 'details.causes.0.message', is: vanished('p0') } }),
      ],
    },
  ),
  policyProbe(
    'Validating',
    'parameters by a selector are all used · A9 params',
    [
      {
        spec: {
          // a kind of its own: a real server does not start to follow a kind again that it has once stopped to follow
          paramKind: { apiVersion: 'v1', kind: 'ServiceAccount' },
          validations: [
            {
              expression: 'size(object.data) <= int(params.metadata.annotations.most)',
              messageExpression: "'at most ' + params.metadata.annotations.most + ' by ' + params.kind",
            },
          ],
        },
        binding: { paramRef: { selector: { matchLabels: { limit: 'yes' } }, parameterNotFoundAction: 'Deny' } },
      },
    ],
    {
      before: [limitedBy('one', '1', 'yes'), limitedBy('three', '3', 'yes'), limitedBy('none', '0', 'no')],
      requests: [tryMap('a', { a: '1' }, {}, { until: { status: 201 } }), tryMap('a', { a: '1', b: '2' })],
    },
  ),
  policyProbe(
    'Validating',
    'a binding without parameters gives none · A9 params',
    [{ spec: { ...overLimit, validations: [{ expression: 'params != null', message: 'none' }] } }],
    { requests: [tryMap('a')] },
  ),
  policyProbe(
    'Validating',
    'parameters of a kind that nobody knows · A9 params',
    [
      {
        spec: { ...overLimit, paramKind: { apiVersion: '<id>.example.com/v1', kind: 'Nothing' } },
        binding: { paramRef: { name: 'a', parameterNotFoundAction: 'Allow' } },
      },
    ],
    { requests: [tryMap('a')] },
  ),
  policyProbe(
    'Validating',
    'a namespace where the parameters have none, and none where they need one · A9 params',
    [
      {
        spec: { ...overLimit, paramKind: { apiVersion: 'v1', kind: 'Namespace' } },
        binding: { paramRef: { name: 'default', namespace: '<ns>', parameterNotFoundAction: 'Allow' } },
      },
    ],
    { requests: [tryMap('a')] },
  ),
  policyProbe(
    'Validating',
    'a binding is about fewer requests · A9 bindings',
    [
      {
        spec: validation('false'),
        binding: { matchResources: { objectSelector: { matchLabels: { a: 'b' } } } },
      },
      {
        spec: validation('false', { message: 'by name' }),
        binding: {
          matchResources: {
            resourceRules: [{ ...configMapRule, resourceNames: ['named'] }],
            excludeResourceRules: [{ ...configMapRule, operations: ['DELETE'] }],
          },
        },
      },
    ],
    {
      before: [post(configMaps, configMap('named'), { quiet: true })],
      requests: [
        tryMap('a'),
        tryMap('a', {}, { labels: { a: 'b' } }),
        tryMap('named'),
        put(`${configMaps}/named?dryRun=All`, configMap('named', three), { pick: whatMatters }),
        del(`${configMaps}/named?dryRun=All`, undefined, { pick: whatMatters }),
      ],
    },
  ),
  policyProbe(
    'Validating',
    'subresources are seen as what they are · A9 matching',
    [
      {
        rules: [
          {
            operations: ['*'],
            apiGroups: ['apps'],
            apiVersions: ['*'],
            resources: ['deployments/scale', 'deployments/status'],
          },
        ],
        spec: telling(
          "request.subResource + ' ' + object.kind + ' ' + request.kind.group + ' ' + request.kind.kind + ' ' + request.resource.resource + ' ' + string(object.spec.replicas)",
        ),
      },
    ],
    {
      before: [post(deployments, deployment('web'), { quiet: true })],
      requests: [
        patch('merge', `${deployments}/web/scale?dryRun=All`, { spec: { replicas: 3 } }, { pick: whatMatters }),
        patch('merge', `${deployments}/web/status?dryRun=All`, { status: { replicas: 3 } }, { pick: whatMatters }),
        patch('merge', `${deployments}/web?dryRun=All`, { spec: { replicas: 3 } }, { pick: ['spec.replicas'] }),
      ],
    },
  ),
  policyProbe(
    'Validating',
    'objects are seen in the version that is asked for · A9 matching',
    [
      {
        rules: [
          {
            operations: ['*'],
            apiGroups: ['autoscaling'],
            apiVersions: ['v2'],
            resources: ['horizontalpodautoscalers'],
          },
        ],
        spec: telling(
          "object.apiVersion + ' ' + request.kind.version + ' ' + request.requestKind.version + ' ' + request.resource.version + ' ' + string(object.spec.metrics[0].resource.target.averageUtilization)",
        ),
      },
    ],
    {
      requests: [
        post(
          '/apis/autoscaling/v1/namespaces/<ns>/horizontalpodautoscalers?dryRun=All',
          {
            metadata: { name: 'a' },
            spec: {
              maxReplicas: 3,
              scaleTargetRef: { kind: 'Deployment', name: 'a', apiVersion: 'apps/v1' },
              targetCPUUtilizationPercentage: 50,
            },
          },
          { pick: whatMatters },
        ),
      ],
    },
  ),
  one('what costs too much is refused · A9 budget', {
    variables: [{ name: 'many', expression: 'lists.range(1000).map(i, object.data.a)' }],
    validations: [
      { expression: 'variables.many.all(a, variables.many.all(b, variables.many.all(c, a == b && b == c)))' },
    ],
  }),
  one('what costs too much in all is refused · A9 budget', {
    validations: Array.from({ length: 16 }, (_, index) => ({
      expression: `authorizer.path('/${index}').check('get').allowed() && authorizer.path('/${index}').check('put').allowed()`,
    })),
  }),
  policyProbe(
    'Validating',
    'several policies are all asked, and warnings come from all · A9 actions',
    [
      { spec: validation('false', { message: 'one' }), binding: { validationActions: ['Warn'] } },
      { spec: validation("object.data.a == 'b'", { message: 'two' }) },
    ],
    { requests: [tryMap('a'), tryMap('a', { a: 'b' })] },
  ),
  {
    title: 'policies and their bindings are not looked at by policies · A9 matching',
    steps: [
      ...withPolicy('Validating', {
        name: 'all',
        spec: { ...validation('false'), matchConstraints: { namespaceSelector: {} } },
        rules: [
          {
            operations: ['*'],
            apiGroups: ['admissionregistration.k8s.io', 'authorization.k8s.io'],
            apiVersions: ['*'],
            resources: ['*'],
          },
        ],
        binding: { matchResources: { objectSelector: { matchLabels: { probe: '<id>' } } } },
      }),
      ...settled('Validating'),
      post(
        '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings?dryRun=All',
        {
          metadata: { name: 'x-<id>', labels: { probe: '<id>' } },
          spec: { policyName: 'x', validationActions: ['Deny'] },
        },
        { verdict: true },
      ),
      post(
        '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations?dryRun=All',
        { metadata: { name: 'x-<id>', labels: { probe: '<id>' } } },
        { pick: whatMatters },
      ),
      ...withoutPolicy('Validating', 'all'),
      ...withoutPolicy('Validating', 'canary'),
    ],
  },
  {
    title: 'a binding that goes takes its policy with it · A9 bindings',
    steps: [
      ...withPolicy('Validating', { spec: validation('false') }),
      ...settled('Validating'),
      tryMap('a'),
      ...withoutPolicy('Validating'),
      tryMap('a', undefined, undefined, { until: { status: 201 } }),
      ...withoutPolicy('Validating', 'canary'),
    ],
  },
  ...generatedPolicies('Validating').map(({ title, policies, requests }) =>
    policyProbe('Validating', title, policies, {
      requests: requests.map((data, index) => tryMap(`map-${index}`, data, { labels: { a: String(index % 3) } })),
    }),
  ),
];

/** @param {string} name @param {string} most @param {string} limit */
function limitedBy(name, most, limit) {
  return post(serviceAccounts, { metadata: { name, labels: { limit }, annotations: { most } } }, { quiet: true });
}

/** @param {string} name */
function vanished(name) {
  return `ValidatingAdmissionPolicy '${name}-<id>' with binding '${name}-<id>' denied request: failed to configure binding: no params found for policy binding with \`Deny\` parameterNotFoundAction`;
}
