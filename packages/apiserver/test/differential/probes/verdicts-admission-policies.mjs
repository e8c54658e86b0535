/**
 * What a real server says to admission policies and their bindings: rules about fields, and expressions that do not compile.
 */
import { changes, newOnes } from '../verdict-probe.mjs';

/** @typedef {Record<string, unknown>} Json */

const admission = '/apis/admissionregistration.k8s.io/v1';
const policies = `${admission}/validatingadmissionpolicies`;
const bindings = `${admission}/validatingadmissionpolicybindings`;
const mutating = `${admission}/mutatingadmissionpolicies`;
const mutatingBindings = `${admission}/mutatingadmissionpolicybindings`;

const rule = { operations: ['CREATE', 'UPDATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
const selector = { matchLabels: { '<id>': 'nothing' } };

const policy = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: 'verdicts-<id>.example.com' },
  spec: {
    matchConstraints: { resourceRules: [rule], objectSelector: selector },
    validations: [{ expression: "has(object.data) && object.metadata.name != ''" }],
  },
};

const binding = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name: 'verdicts-<id>.example.com' },
  spec: { policyName: 'verdicts-<id>.example.com', validationActions: ['Deny'] },
};

const mutatingPolicy = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'MutatingAdmissionPolicy',
  metadata: { name: 'verdicts-<id>.example.com' },
  spec: {
    matchConstraints: { resourceRules: [rule], objectSelector: selector },
    reinvocationPolicy: 'Never',
    mutations: [
      {
        patchType: 'ApplyConfiguration',
        applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"a": "b"}}}' },
      },
    ],
  },
};

/** @param {string} expression @param {Json} [more] */
const validation = (expression, more = {}) => ({ 'spec/validations': [{ expression, ...more }] });

/** @param {string} name @param {string} expression */
const variable = (name, expression) => ({ 'spec/variables': [{ name, expression }] });

/** @param {string} expression */
const condition = (expression) => ({ 'spec/matchConditions': [{ name: 'one', expression }] });

/** @param {string} expression */
const configuration = (expression) => ({
  'spec/mutations': [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }],
});

/** @param {string} expression */
const patch = (expression) => ({ 'spec/mutations': [{ patchType: 'JSONPatch', jsonPatch: { expression } }] });

const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' };

/** Things that are wrong with any policy. */
const ofAllPolicies = {
  'an unknown failure policy': { 'spec/failurePolicy': 'Never' },
  'no constraints': { 'spec/matchConstraints': undefined },
  'no rules': { 'spec/matchConstraints/resourceRules': [] },
  'an empty rule': { 'spec/matchConstraints/resourceRules/0': {} },
  'an unknown match policy': { 'spec/matchConstraints/matchPolicy': 'Nearly' },
  'an unknown scope': { 'spec/matchConstraints/resourceRules/0/scope': 'Universe' },
  'stars beside others': {
    'spec/matchConstraints/resourceRules/0': {
      operations: ['*', 'CREATE'],
      apiGroups: ['*', 'apps'],
      apiVersions: ['v1', '*'],
      resources: ['*', 'pods'],
    },
  },
  'an operation that is none': { 'spec/matchConstraints/resourceRules/0/operations': ['LIST'] },
  'a delete': { 'spec/matchConstraints/resourceRules/0/operations': ['DELETE'] },
  'names of objects': { 'spec/matchConstraints/resourceRules/0/resourceNames': ['a', 'a/b', 'a'] },
  'a selector that is none': { 'spec/matchConstraints/namespaceSelector': { matchLabels: { 'a b': 'c d' } } },
  'an exclusion that is none': { 'spec/matchConstraints/excludeResourceRules': [{ operations: ['GET'] }] },
  'parameters of a kind': { 'spec/paramKind': paramKind },
  'parameters of no kind': { 'spec/paramKind': {} },
  'parameters of a kind that is none': { 'spec/paramKind': { apiVersion: 'A_b/V_1', kind: 'Con fig' } },
  'parameters of a version that is none': { 'spec/paramKind': { apiVersion: 'a/b/c', kind: 'ConfigMap' } },
  'parameters without a version': { 'spec/paramKind': { apiVersion: 'a/', kind: 'ConfigMap' } },
  'a condition': condition('request.operation == "CREATE"'),
  'a condition of another type': condition('request.operation'),
  'a condition that cannot be parsed': condition('request.operation =='),
  'an empty condition': condition(' '),
  'a condition without a name': { 'spec/matchConditions': [{ name: '', expression: 'true' }] },
  'a condition with a name that is none': { 'spec/matchConditions': [{ name: 'a b', expression: 'true' }] },
  'a condition that reads a variable': { ...condition('variables.a'), ...variable('a', 'true') },
  'a condition that reads parameters': { ...condition('params.data.a == "b"'), 'spec/paramKind': paramKind },
  'a condition that reads parameters which are not there': condition('params.data.a == "b"'),
  'a condition that asks the authorizer': condition(
    'authorizer.group("").resource("pods").check("get").allowed() && authorizer.requestResource.check("get").allowed()',
  ),
  'too many conditions': {
    'spec/matchConditions': Array.from({ length: 65 }, (_, index) => ({ name: `c${index}`, expression: 'true' })),
  },
  'a variable without a name': variable('', 'true'),
  'a variable with a name that is none': variable('a-b', 'true'),
  'a variable with a reserved name': variable('namespace', 'true'),
  'an empty variable': variable('a', ' '),
  'a variable that cannot be parsed': variable('a', '1 +'),
  'a variable that reads itself': variable('a', 'variables.a'),
  'a reserved suffix': { 'metadata/name': 'a.static.k8s.io' },
};

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  newOnes('verdicts on ValidatingAdmissionPolicies', policies, policy, {
    ...ofAllPolicies,
    good: {},
    nothing: { spec: {} },
    'no validations': { 'spec/validations': [] },
    'an empty validation': validation(' '),
    'an unknown reason': validation('true', { reason: 'Why' }),
    'a reason': validation('true', { reason: 'Forbidden' }),
    'an empty message': validation('true', { message: ' ' }),
    'a message of two lines': validation('true', { message: 'a\nb' }),
    'an empty expression of a message': validation('true', { messageExpression: ' ' }),
    'an expression of a message of another type': validation('true', { messageExpression: '1' }),
    'an expression of a message that asks the authorizer': validation('true', {
      messageExpression: 'string(authorizer.group("").resource("pods").check("get").allowed())',
    }),
    'an expression of a message that reads parameters': {
      ...validation('true', { messageExpression: 'string(params.data.a)' }),
      'spec/paramKind': paramKind,
    },
    'a validation of type int': validation('1 + 1'),
    'a validation of any type': validation('object.data.a'),
    'a validation with an unknown name': validation('objekt.data.a == "b"'),
    'a validation with two mistakes': validation('objekt.a == object.b && nothing(1)\n|| foo'),
    'a validation with an unknown field': validation('request.foo == "a" && namespaceObject.metadata.uid == "b"'),
    'a validation with a field of a namespace': validation('namespaceObject.metadata.UID == "b"'),
    'a validation with types that do not fit': validation('request.name == 1'),
    'a validation with a pattern that is none': validation('object.metadata.name.matches("[")'),
    'a validation with a constant that is none': validation('int("x") == 1'),
    'a validation with a list of mixed types': validation('["a", 1].size() == 2'),
    'a validation with objects of patches': validation('Object{} == Object{}'),
    'a validation that reads a variable': { ...validation('variables.a == 1'), ...variable('a', '1') },
    'a validation that reads a variable of another type': {
      ...validation('variables.a == 1'),
      ...variable('a', '"b"'),
    },
    'a validation that reads an unknown variable': { ...validation('variables.b == 1'), ...variable('a', '1') },
    'a validation that reads a variable where there are none': validation('variables.a == 1'),
    'a variable of objects': {
      ...validation('variables.a.group == "b" && variables.c[0].x == variables.d["k"].y'),
      'spec/variables': [
        { name: 'a', expression: 'request.kind' },
        { name: 'c', expression: '[object.a]' },
        { name: 'd', expression: '{"k": object.a}' },
      ],
    },
    'a variable that reads a later one': {
      'spec/variables': [
        { name: 'a', expression: 'variables.b' },
        { name: 'b', expression: '1' },
      ],
    },
    'an annotation': { 'spec/auditAnnotations': [{ key: 'a', valueExpression: '"b"' }] },
    'annotations only': { 'spec/validations': [], 'spec/auditAnnotations': [{ key: 'a', valueExpression: 'null' }] },
    'an annotation of another type': { 'spec/auditAnnotations': [{ key: 'a', valueExpression: '1' }] },
    'an empty annotation': { 'spec/auditAnnotations': [{ key: 'a', valueExpression: ' ' }] },
    'an annotation of any type': { 'spec/auditAnnotations': [{ key: 'a', valueExpression: 'object.data.a' }] },
    'an annotation with a key that is none': { 'spec/auditAnnotations': [{ key: 'a b', valueExpression: '"b"' }] },
    'an annotation twice': {
      'spec/auditAnnotations': [
        { key: 'a', valueExpression: '"b"' },
        { key: 'a', valueExpression: '"c"' },
      ],
    },
    'too many annotations': {
      'spec/auditAnnotations': Array.from({ length: 21 }, (_, index) => ({ key: `k${index}`, valueExpression: '"b"' })),
    },
    'an annotation that is too long': {
      'spec/auditAnnotations': [{ key: 'a', valueExpression: `"${'b'.repeat(5200)}"` }],
    },
  }),
  changes('verdicts on changes of ValidatingAdmissionPolicies', policies, policy, {
    'another expression': { 'spec/validations/0/expression': 'false' },
    'an expression that cannot be parsed': { 'spec/validations/0/expression': '1 +' },
    'an expression that reads parameters': { 'spec/validations/0/expression': 'params.a == 1' },
    'parameters of a kind': { 'spec/paramKind': paramKind },
    'no rules': { 'spec/matchConstraints/resourceRules': [] },
  }),
  newOnes('verdicts on ValidatingAdmissionPolicyBindings', bindings, binding, {
    good: {},
    nothing: { spec: {} },
    'a policy that is none': { 'spec/policyName': 'A_b' },
    'no actions': { 'spec/validationActions': [] },
    'unknown actions': { 'spec/validationActions': ['Deny', 'Shout', 'Deny'] },
    'actions that say the same': { 'spec/validationActions': ['Deny', 'Warn', 'Audit'] },
    'empty parameters': { 'spec/paramRef': {} },
    'parameters by name': { 'spec/paramRef': { name: 'a', namespace: 'b', parameterNotFoundAction: 'Deny' } },
    'parameters by a name that is none': { 'spec/paramRef': { name: 'a/b', parameterNotFoundAction: 'Allow' } },
    'parameters by name and selector': { 'spec/paramRef': { name: 'a', selector, parameterNotFoundAction: 'Allow' } },
    'parameters by a selector that is none': {
      'spec/paramRef': { selector: { matchLabels: { 'a b': '' } }, parameterNotFoundAction: 'Allow' },
    },
    'parameters with an unknown action': { 'spec/paramRef': { name: 'a', parameterNotFoundAction: 'Shrug' } },
    resources: { 'spec/matchResources': { resourceRules: [rule] } },
    'an empty match': { 'spec/matchResources': {} },
    'a rule that is none': { 'spec/matchResources': { resourceRules: [{ ...rule, operations: ['GET'] }] } },
    'a reserved suffix': { 'metadata/name': 'a.static.k8s.io' },
  }),
  newOnes('verdicts on MutatingAdmissionPolicies', mutating, mutatingPolicy, {
    ...ofAllPolicies,
    good: {},
    nothing: { spec: {} },
    'no mutations': { 'spec/mutations': [] },
    'a mutation of no type': { 'spec/mutations': [{}] },
    'a mutation of an unknown type': { 'spec/mutations': [{ patchType: 'Merge' }] },
    'a mutation of a type that every object has': { 'spec/mutations': [{ patchType: 'constructor' }] },
    'a mutation without its part': { 'spec/mutations': [{ patchType: 'JSONPatch' }] },
    'another mutation without its part': { 'spec/mutations': [{ patchType: 'ApplyConfiguration' }] },
    'a mutation with both parts': {
      'spec/mutations': [
        {
          patchType: 'JSONPatch',
          jsonPatch: { expression: '[JSONPatch{op: "test"}]' },
          applyConfiguration: { expression: 'Object{}' },
        },
        {
          patchType: 'ApplyConfiguration',
          jsonPatch: { expression: '[JSONPatch{op: "test"}]' },
          applyConfiguration: { expression: 'Object{}' },
        },
      ],
    },
    'no reinvocation policy': { 'spec/reinvocationPolicy': undefined },
    'an unknown reinvocation policy': { 'spec/reinvocationPolicy': 'Always' },
    'a configuration': configuration('Object{spec: Object.spec{replicas: 3}}'),
    'an empty configuration': configuration(' '),
    'a configuration of another type': configuration('Object.spec{}'),
    'a configuration that is a map': configuration('{"a": "b"}'),
    'a configuration of any type': configuration('object'),
    'a configuration of an unknown type': configuration('Objects{}'),
    'a configuration that cannot be parsed': configuration('Object{} +'),
    'a configuration that reads a variable': {
      ...configuration('Object{metadata: Object.metadata{name: variables.a}}'),
      ...variable('a', '"b"'),
    },
    'a configuration that asks the authorizer': configuration(
      'authorizer.group("").resource("pods").check("get").allowed() ? Object{} : Object{kind: "a"}',
    ),
    'a patch': patch('[JSONPatch{op: "add", path: "/metadata/labels", value: {"a": "b"}}]'),
    'a patch of escaped keys': patch('[JSONPatch{op: "remove", path: "/data/" + jsonpatch.escapeKey("a/b")}]'),
    'an empty patch': patch(' '),
    'a patch that is no list': patch('JSONPatch{op: "add"}'),
    'a patch that is an empty list': patch('[]'),
    'a patch with a value that is an object': patch('[JSONPatch{op: "add", path: "/spec", value: Object.spec{a: 1}}]'),
    'a patch of a wrong type': patch('[JSONPatch{op: 1}]'),
    'a patch of lists of lists': patch('[[JSONPatch{op: "add"}]]'),
  }),
  changes('verdicts on changes of MutatingAdmissionPolicies', mutating, mutatingPolicy, {
    'another expression': { 'spec/mutations/0/applyConfiguration/expression': 'Object{}' },
    'an expression that cannot be parsed': { 'spec/mutations/0/applyConfiguration/expression': 'Object{} +' },
    'again if needed': { 'spec/reinvocationPolicy': 'IfNeeded' },
  }),
  newOnes(
    'verdicts on MutatingAdmissionPolicyBindings',
    mutatingBindings,
    {
      ...binding,
      kind: 'MutatingAdmissionPolicyBinding',
      spec: { policyName: 'verdicts-<id>.example.com' },
    },
    {
      good: {},
      nothing: { spec: {} },
      'parameters by name': { 'spec/paramRef': { name: 'a', parameterNotFoundAction: 'Deny' } },
      'empty parameters': { 'spec/paramRef': {} },
      'a rule about deletes': { 'spec/matchResources': { resourceRules: [{ ...rule, operations: ['DELETE'] }] } },
      'an empty match': { 'spec/matchResources': {} },
    },
  ),
];
