/**
 * What the server says of ConfigMaps, Secrets, accounts, roles, limits and classes that are a little different from good ones, and of changes.
 */
import { configMap, configMaps, leases, secrets, serviceAccounts } from '../probe-objects.mjs';
import { changes, newOnes } from '../verdict-probe.mjs';

const metadata = { name: 'one' };
const core = '/api/v1/namespaces/<ns>';
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'one' };
const subjects = [{ kind: 'User', name: 'somebody', apiGroup: 'rbac.authorization.k8s.io' }];
const clusterName = { name: 'x-<id>' };
const x = Buffer.from('x').toString('base64');

const secret = { apiVersion: 'v1', kind: 'Secret', metadata, data: { a: x } };
const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata, rules };
const clusterRole = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: clusterName, rules };
const binding = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata, roleRef, subjects };
const clusterBinding = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: clusterName,
  roleRef: { ...roleRef, kind: 'ClusterRole' },
  subjects,
};
const limitRange = {
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata,
  spec: { limits: [{ type: 'Container', max: { cpu: '2' } }] },
};
const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard: { pods: '5' } } };
const priorityClass = {
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name: 'x-<id>' },
  value: 5,
};
const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec: { holderIdentity: 'me' } };
/** @param {object} fields */
const limit = (fields) => ({ 'spec/limits': [{ type: 'Container', ...fields }] });

/** @type {import('../../../../../tools/differential/probe.mjs').Probe[]} */
export const probes = [
  newOnes('verdicts on ConfigMaps · E6', configMaps, configMap('one'), {
    'a good one': {},
    'nothing in it': { data: undefined },
    'a key that is none': { data: { 'a/b': 'x' } },
    'a key of dots': { data: { '..': 'x' } },
    'a key that begins with dots': { data: { '..a': 'x' } },
    'an empty key': { data: { '': 'x' } },
    'a long key': { data: { ['k'.repeat(254)]: 'x' } },
    bytes: { binaryData: { b: x } },
    'bytes under a key that is none': { binaryData: { 'a b': x } },
    'one key twice': { binaryData: { a: x } },
    immutable: { immutable: true },
    'a name that is none': { 'metadata/name': 'A b' },
    'labels that are none': { 'metadata/labels': { 'a b': 'c d' } },
  }),
  changes(
    'verdicts on changes of a ConfigMap that is immutable · E6',
    configMaps,
    { ...configMap('one'), immutable: true },
    {
      'other data': { 'data/a': '2' },
      bytes: { binaryData: { b: x } },
      'not immutable any more': { immutable: false },
      'nothing said about it': { immutable: undefined },
      labels: { 'metadata/labels': { a: 'b' } },
    },
  ),
  newOnes('verdicts on Secrets · E6 · Y6', secrets, secret, {
    'a good one': {},
    text: { stringData: { a: 'y', b: 'z' } },
    'a key that is none': { data: { 'a/b': x } },
    'a type of its own': { type: 'example.com/x' },
    'a type of words': { type: 'any words' },
    'an account': {
      type: 'kubernetes.io/service-account-token',
      'metadata/annotations': { 'kubernetes.io/service-account.name': 'a' },
    },
    'an account without a name': { type: 'kubernetes.io/service-account-token' },
    docker: { type: 'kubernetes.io/dockercfg', data: { '.dockercfg': Buffer.from('{}').toString('base64') } },
    'docker without a file': { type: 'kubernetes.io/dockercfg' },
    'docker with a file that is no JSON': { type: 'kubernetes.io/dockercfg', data: { '.dockercfg': x } },
    'newer docker without a file': { type: 'kubernetes.io/dockerconfigjson' },
    'newer docker with an empty file': { type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': '' } },
    'newer docker with half a file': {
      type: 'kubernetes.io/dockerconfigjson',
      data: { '.dockerconfigjson': Buffer.from('{"a":').toString('base64') },
    },
    'a password': { type: 'kubernetes.io/basic-auth', data: { password: x } },
    'no password': { type: 'kubernetes.io/basic-auth' },
    'a key of ssh': { type: 'kubernetes.io/ssh-auth', data: { 'ssh-privatekey': x } },
    'no key of ssh': { type: 'kubernetes.io/ssh-auth' },
    'an empty key of ssh': { type: 'kubernetes.io/ssh-auth', data: { 'ssh-privatekey': '' } },
    'a certificate': { type: 'kubernetes.io/tls', data: { 'tls.crt': '', 'tls.key': '' } },
    'half a certificate': { type: 'kubernetes.io/tls', data: { 'tls.crt': x } },
    'a bootstrap token': { type: 'bootstrap.kubernetes.io/token' },
  }),
  changes('verdicts on changes of a Secret · E6 · Y6', secrets, secret, {
    'other data': { 'data/a': '' },
    'another type': { type: 'kubernetes.io/tls' },
    'no type': { type: undefined },
    text: { stringData: { a: 'y' } },
    immutable: { immutable: true },
  }),
  changes(
    'verdicts on changes of a Secret that is immutable · E6 · Y6',
    secrets,
    { ...secret, immutable: true },
    {
      'other data': { 'data/a': '' },
      'text that is the same': { stringData: { a: 'x' } },
      'not immutable any more': { immutable: false },
      labels: { 'metadata/labels': { a: 'b' } },
    },
  ),
  newOnes(
    'verdicts on ServiceAccounts · E6',
    serviceAccounts,
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    {
      'a good one': {},
      secrets: { secrets: [{ name: 's' }], imagePullSecrets: [{ name: 'p' }], automountServiceAccountToken: false },
      'a name that is none': { 'metadata/name': 'A b' },
    },
  ),
  newOnes('verdicts on Roles · E6', `${rbac}/namespaces/<ns>/roles`, role, {
    'a good one': {},
    'no rules': { rules: [] },
    'no verbs': { rules: [{ apiGroups: [''], resources: ['pods'] }] },
    'no groups': { rules: [{ resources: ['pods'], verbs: ['get'] }] },
    'no resources': { rules: [{ apiGroups: [''], verbs: ['get'] }] },
    paths: { rules: [{ nonResourceURLs: ['/healthz'], verbs: ['get'] }] },
    'nothing at all': { rules: [{}] },
    'a name with a colon': { 'metadata/name': 'system:one' },
    'a name with a percent sign': { 'metadata/name': 'a%b' },
  }),
  newOnes('verdicts on ClusterRoles · E6', `${rbac}/clusterroles`, clusterRole, {
    'a good one': {},
    paths: { rules: [{ nonResourceURLs: ['/healthz'], verbs: ['get'] }] },
    'paths and resources': {
      rules: [{ nonResourceURLs: ['/x'], apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    },
    'an aggregation': { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] } },
    'an aggregation of nothing': { aggregationRule: { clusterRoleSelectors: [] } },
    'an aggregation that is none': { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { 'a b': 'c' } }] } },
  }),
  newOnes('verdicts on RoleBindings · E6 · E7', `${rbac}/namespaces/<ns>/rolebindings`, binding, {
    'a good one': {},
    'no role': { roleRef: undefined },
    'a role of another group': { 'roleRef/apiGroup': 'x' },
    'a role of no group': { 'roleRef/apiGroup': undefined },
    'a role of another kind': { 'roleRef/kind': 'Rolle' },
    'a role without a name': { 'roleRef/name': undefined },
    'a role with a name that is none': { 'roleRef/name': 'a/b' },
    nobody: { subjects: [] },
    'a subject of another kind': { subjects: [{ kind: 'Robot', name: 'r' }] },
    'a subject without a name': { subjects: [{ kind: 'User' }] },
    'a subject of another group': { subjects: [{ kind: 'User', name: 'u', apiGroup: 'x' }] },
    'an account': { subjects: [{ kind: 'ServiceAccount', name: 'a' }] },
    'an account with a name that is none': { subjects: [{ kind: 'ServiceAccount', name: 'A b', namespace: 'n' }] },
    'an account of a group': { subjects: [{ kind: 'ServiceAccount', name: 'a', apiGroup: 'x' }] },
    'a group': { subjects: [{ kind: 'Group', name: 'g' }] },
  }),
  newOnes('verdicts on ClusterRoleBindings · E6', `${rbac}/clusterrolebindings`, clusterBinding, {
    'a good one': {},
    'a role of a namespace': { 'roleRef/kind': 'Role' },
    'an account without a namespace': { subjects: [{ kind: 'ServiceAccount', name: 'a' }] },
  }),
  changes('verdicts on changes of a RoleBinding · E6', `${rbac}/namespaces/<ns>/rolebindings`, binding, {
    'another role': { 'roleRef/name': 'two' },
    'other subjects': { subjects: [{ kind: 'Group', name: 'g' }] },
  }),
  newOnes('verdicts on LimitRanges · E6 · E7', `${core}/limitranges`, limitRange, {
    'a good one': {},
    'no spec': { spec: undefined },
    'no type': { 'spec/limits': [{ max: { cpu: '1' } }] },
    'a type of its own': { 'spec/limits': [{ type: 'example.com/x', max: { 'example.com/x': '1' } }] },
    'a type that is none': { 'spec/limits': [{ type: 'a b' }] },
    'a type twice': { 'spec/limits': [{ type: 'Pod' }, { type: 'Pod' }] },
    'a pod with defaults': { 'spec/limits': [{ type: 'Pod', default: { cpu: '1' }, defaultRequest: { cpu: '1' } }] },
    'a claim': { 'spec/limits': [{ type: 'PersistentVolumeClaim', min: { storage: '1Gi' } }] },
    'a claim without storage': { 'spec/limits': [{ type: 'PersistentVolumeClaim' }] },
    'a resource that is none': limit({ max: { disk: '1' } }),
    'the least over the most': limit({ min: { cpu: '3' }, max: { cpu: '2' } }),
    'a default below the least': limit({ min: { cpu: '3' }, default: { cpu: '2' } }),
    'a default over the most': limit({ max: { cpu: '1' }, default: { cpu: '2' } }),
    'a default request below the least': limit({ min: { cpu: '3' }, defaultRequest: { cpu: '2' } }),
    'a default request over the default': limit({ default: { cpu: '1' }, defaultRequest: { cpu: '2' } }),
    'a default request over the most': limit({ max: { cpu: '1' }, defaultRequest: { cpu: '2' } }),
    'a share': limit({ maxLimitRequestRatio: { cpu: '2' } }),
    'a share below one': limit({ maxLimitRequestRatio: { cpu: '500m' } }),
    'a share over what is possible': limit({
      min: { cpu: '1' },
      max: { cpu: '2' },
      maxLimitRequestRatio: { cpu: '4' },
    }),
    'amounts below zero': limit({ max: { cpu: '-1' } }),
  }),
  newOnes('verdicts on ResourceQuotas · E6', `${core}/resourcequotas`, quota, {
    'a good one': {},
    'no spec': { spec: undefined },
    'a resource that is none': { 'spec/hard': { disk: '1' } },
    'a resource with a name that is none': { 'spec/hard': { 'a b': '1' } },
    'half a pod': { 'spec/hard': { pods: '500m' } },
    'amounts below zero': { 'spec/hard': { cpu: '-1' } },
    'counts of objects': { 'spec/hard': { 'count/deployments.apps': '5' } },
    'extended resources': { 'spec/hard': { 'requests.example.com/gpu': '5' } },
    scopes: { 'spec/scopes': ['BestEffort'] },
    'a scope that is none': { 'spec/scopes': ['Some'] },
    'scopes that contradict each other': { 'spec/scopes': ['BestEffort', 'NotBestEffort'] },
    'a scope for what does not have it': { 'spec/hard': { configmaps: '5' }, 'spec/scopes': ['BestEffort'] },
    'a selection of scopes': {
      'spec/scopeSelector': { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['a'] }] },
    },
    'a selection of scopes without values': {
      'spec/scopeSelector': { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In' }] },
    },
    'a selection by an operator that is none': {
      'spec/scopeSelector': { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'Is', values: ['a'] }] },
    },
    'a selection by what is only there': {
      'spec/scopeSelector': { matchExpressions: [{ scopeName: 'BestEffort', operator: 'In', values: ['a'] }] },
    },
  }),
  changes('verdicts on changes of a ResourceQuota · E6', `${core}/resourcequotas`, quota, {
    more: { 'spec/hard/pods': '9' },
    scopes: { 'spec/scopes': ['Terminating'] },
  }),
  changes(
    'verdicts on the status of a ResourceQuota · E6',
    `${core}/resourcequotas`,
    quota,
    {
      'a good one': { status: { hard: { pods: '5' }, used: { pods: '1' } } },
      'amounts below zero': { status: { hard: { pods: '-5' }, used: { pods: '1' } } },
      'a resource that is none': { status: { hard: { disk: '5' }, used: { disk: '1' } } },
    },
    '/status',
  ),
  newOnes('verdicts on PriorityClasses · E6 · E7', '/apis/scheduling.k8s.io/v1/priorityclasses', priorityClass, {
    'a good one': {},
    'no value': { value: undefined },
    'too big a value': { value: 1_000_000_001 },
    'a name of the system': { 'metadata/name': 'system-x' },
    'a policy': { preemptionPolicy: 'Never' },
    'a policy that is none': { preemptionPolicy: 'Always' },
    'a description': { description: 'x' },
  }),
  changes('verdicts on changes of a PriorityClass · E6', '/apis/scheduling.k8s.io/v1/priorityclasses', priorityClass, {
    'another value': { value: 6 },
    'another policy': { preemptionPolicy: 'Never' },
    'a description': { description: 'x' },
  }),
  newOnes('verdicts on Leases · E6', leases, lease, {
    'a good one': {},
    'no spec': { spec: undefined },
    'a span of zero': { 'spec/leaseDurationSeconds': 0 },
    'transitions below zero': { 'spec/leaseTransitions': -1 },
    'an empty holder': { 'spec/holderIdentity': '' },
    times: { 'spec/acquireTime': '2024-01-02T03:04:05.000006Z', 'spec/renewTime': '2024-01-02T03:04:05.100000Z' },
    'a strategy': { 'spec/strategy': 'OldestEmulationVersion' },
  }),
];
