import { ApiServer, OutboundError, type OutboundRequest } from '@reeve/apiserver';
import type { Commit } from '@reeve/registry';
import { expect, test } from 'vitest';
import { ask } from '../server/talk.ts';
import { configMaps, configure, createConfigMap, patching, registration } from './configure.ts';
import { startTestWebhook, type Reply } from './test-webhook.ts';

const paths = (calls: readonly { path: string }[]) => calls.map(({ path }) => path);
const labelled = (key: string) => patching({ op: 'add', path: `/metadata/labels/${key}`, value: 'yes' });

test('mutating plugins, policies and webhooks run before schema checks, validating ones after, and quota last · A1', async () => {
  await using webhook = await startTestWebhook();
  await using server = await ApiServer.start();
  const { transport } = server;
  await ask(transport, 'POST', '/api/v1/namespaces/default/resourcequotas', {
    metadata: { name: 'few' },
    spec: { hard: { 'count/configmaps': '1' } },
  });
  await ask(transport, 'PUT', '/api/v1/namespaces/default/resourcequotas/few/status', {
    metadata: { name: 'few' },
    spec: { hard: { 'count/configmaps': '1' } },
    status: { hard: { 'count/configmaps': '1' }, used: { 'count/configmaps': '1' } },
  });
  await ask(transport, 'POST', `${registration}/mutatingadmissionpolicies`, policyThatLabels);
  await ask(transport, 'POST', `${registration}/mutatingadmissionpolicybindings`, bindingOf('labels'));
  await ask(transport, 'POST', `${registration}/validatingadmissionpolicies`, policyThatWarns);
  const binding = { ...bindingOf('warns'), spec: { policyName: 'warns', validationActions: ['Warn'] } };
  await ask(transport, 'POST', `${registration}/validatingadmissionpolicybindings`, binding);
  const repair = patching({ op: 'replace', path: '/data', value: { good: 'key' } });
  await configure(server, webhook, 'mutating', [{ name: 'repairs', reply: repair }]);
  await configure(server, webhook, 'validating', [{ name: 'looks' }]);

  const invalid = { metadata: { name: 'a' }, data: { 'bad key': '1' } };
  const { status, body, headers } = await ask(transport, 'POST', configMaps, invalid);

  expect([status, body.message]).toEqual([403, expect.stringContaining('exceeded quota: few')]);
  expect(paths(webhook.calls)).toEqual(['/repairs', '/looks']);
  const [repairs, looks] = webhook.calls.map(({ review }) => review.request);
  // The namespace is looked at before all, the policy has changed the object before the webhook sees it, and its schema is not judged yet.
  expect(repairs).toMatchObject({ object: { data: { 'bad key': '1' }, metadata: { labels: { policy: 'was-here' } } } });
  expect(Object(repairs?.['object']).metadata).not.toHaveProperty('uid');
  expect(headers['warning']).toEqual([expect.stringContaining('keys: good')]); // the policy judges what is repaired, before quota refuses
  expect(looks).toMatchObject({ object: { data: { good: 'key' }, metadata: { uid: expect.any(String) } } });
});

test('a namespace that is not there is told before any webhook is asked · A1', async () => {
  await using webhook = await startTestWebhook();
  await using server = await ApiServer.start();
  await configure(server, webhook, 'mutating', [{ name: 'asked' }]);

  const { status } = await ask(server.transport, 'POST', '/api/v1/namespaces/nowhere/configmaps', {
    metadata: { name: 'a' },
  });

  expect([status, webhook.calls]).toEqual([404, []]);
});

const onConfigMaps = {
  resourceRules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
};
const bindingOf = (policyName: string) => ({ metadata: { name: policyName }, spec: { policyName } });
const labelling = "Object{metadata: Object.metadata{labels: {'policy': 'was-here'}}}";
const policyThatLabels = {
  metadata: { name: 'labels' },
  spec: {
    failurePolicy: 'Fail',
    reinvocationPolicy: 'Never',
    matchConstraints: onConfigMaps,
    mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: labelling } }],
  },
};
const policyThatWarns = {
  metadata: { name: 'warns' },
  spec: {
    matchConstraints: onConfigMaps,
    validations: [{ expression: 'false', messageExpression: "'keys: ' + object.data.map(key, key)[0]" }],
  },
};

test('a review is complete, in the version that the webhook lists first, and its answer brings patch, status, warnings and annotations · A2', async () => {
  await using webhook = await startTestWebhook();
  const annotations: ReadonlyMap<string, string>[] = [];
  await using server = await ApiServer.start({ onRequest: (record) => annotations.push(record.annotations) });
  const answer = {
    response: {
      ...Object(patching({ op: 'add', path: '/data/b', value: '2' })).response,
      warnings: ['mind the gap'],
      auditAnnotations: { seen: 'by-webhook' },
    },
  };
  await configure(server, webhook, 'mutating', [
    { name: 'old', admissionReviewVersions: ['v1beta1', 'v1'] },
    { name: 'new', admissionReviewVersions: ['v2', 'v1'], reply: answer },
  ]);
  const denial = { allowed: false, status: { code: 422, reason: 'Invalid', message: 'odd', details: { name: 'n' } } };
  await configure(server, webhook, 'validating', [
    { name: 'denies', reply: { response: denial }, rules: [{ ...anything, operations: ['UPDATE'] }] },
  ]);

  const created = await createConfigMap(server, 'a', {}, '?fieldManager=me&dryRun=All');
  const stored = await createConfigMap(server, 'a');
  const updated = await ask(server.transport, 'PUT', `${configMaps}/a`, { metadata: { name: 'a' }, data: { c: '3' } });

  expect(created.body.data).toEqual({ a: '1', b: '2' });
  expect(created.headers['warning']).toEqual(['299 - "mind the gap"']);
  expect(annotations.at(-3)?.get('new.example.com/seen')).toBe('by-webhook');
  expect(JSON.parse(annotations.at(-3)?.get('mutation.webhook.admission.k8s.io/round_0_index_1') ?? '')).toEqual({
    configuration: 'mutating',
    webhook: 'new.example.com',
    mutated: true,
  });
  expect(webhook.calls.slice(0, 2).map(({ review }) => review.apiVersion)).toEqual([
    'admission.k8s.io/v1beta1',
    'admission.k8s.io/v1',
  ]);
  const configMap = { group: '', version: 'v1', kind: 'ConfigMap' };
  const resource = { group: '', version: 'v1', resource: 'configmaps' };
  expect(webhook.calls[1]?.review.request).toEqual({
    uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    kind: configMap,
    resource,
    requestKind: configMap,
    requestResource: resource,
    name: 'a',
    namespace: 'default',
    operation: 'CREATE',
    userInfo: { username: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] },
    object: expect.objectContaining({ kind: 'ConfigMap', apiVersion: 'v1', data: { a: '1' } }),
    oldObject: null,
    dryRun: true,
    options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', fieldManager: 'me', dryRun: ['All'] },
  });
  expect(webhook.calls.at(-1)?.review.request).toMatchObject({
    operation: 'UPDATE',
    object: { data: { b: '2', c: '3' } },
    oldObject: { data: { a: '1', b: '2' }, metadata: { uid: stored.body.metadata.uid } },
    options: { kind: 'UpdateOptions' },
  });
  expect(updated.body).toMatchObject({
    code: 422,
    reason: 'Invalid',
    message: 'admission webhook "denies.example.com" denied the request: odd',
    details: { name: 'n' },
  });
});

const anything = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['configmaps'] };

test('a webhook is reached by URL, by a Service in the map or by its EndpointSlices, under the name in its certificate and within its timeout · A3', async () => {
  await using webhook = await startTestWebhook();
  await using stranger = await startTestWebhook();
  const services = {
    'default/mapped:443': `127.0.0.1:${webhook.port}`,
    'default/hooks': `127.0.0.1:${webhook.port}`,
  };
  await using server = await ApiServer.start({ services });
  const asked: OutboundRequest[] = [];
  await using other = await ApiServer.start({
    outbound: {
      open: (request) => {
        asked.push(request);
        return Promise.reject(new OutboundError('no network here'));
      },
    },
  });
  await ask(other.transport, 'POST', '/api/v1/namespaces/default/services', {
    metadata: { name: 'hooks' },
    spec: { ports: [{ name: 'https', port: 8443, targetPort: 9443 }] },
  });
  await ask(other.transport, 'POST', '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices', {
    metadata: { name: 'hooks-1', labels: { 'kubernetes.io/service-name': 'hooks' } },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.1.0.2'], conditions: { ready: false } }, { addresses: ['10.1.0.3'] }],
    ports: [{ name: 'https', port: webhook.port }],
  });
  const { caBundle } = webhook;
  const service = (name: string, port: number, path: string) => ({
    service: { namespace: 'default', name, port, path },
  });
  const only = (name: string) => ({ objectSelector: { matchLabels: { [name]: 'yes' } } });
  await configure(server, webhook, 'validating', [
    { name: 'mapped', clientConfig: { ...service('mapped', 443, '/mapped'), caBundle }, ...only('mapped') },
    { name: 'absent', clientConfig: { ...service('absent', 443, '/x'), caBundle }, ...only('absent') },
    { name: 'named', clientConfig: { ...service('hooks', 443, '/named'), caBundle }, ...only('named') },
    { name: 'hangs', reply: 'hang', timeoutSeconds: 1, ...only('hangs') },
    { name: 'foreign', clientConfig: { url: `${stranger.url}/foreign`, caBundle }, ...only('foreign') },
  ]);
  const outcome = async (name: string) => {
    const { body } = await createConfigMap(server, name, { metadata: { name, labels: { [name]: 'yes' } } });
    return body.message ?? 'created';
  };

  await configure(other, webhook, 'validating', [
    { name: 'slices', clientConfig: { ...service('hooks', 8443, '/slices'), caBundle } },
  ]);
  expect((await createConfigMap(other, 'a')).body.message).toContain(
    'Post "https://hooks.default.svc:8443/slices?timeout=10s": no network here',
  );
  expect(asked[0]).toMatchObject({
    url: 'https://hooks.default.svc:8443/slices?timeout=10s',
    connectTo: { host: '10.1.0.3', port: webhook.port },
    tls: { serverName: 'hooks.default.svc', ca: expect.stringContaining('BEGIN CERTIFICATE') },
  });
  expect(await outcome('mapped')).toContain(
    'certificate is valid for localhost, hooks.default.svc, not mapped.default.svc',
  );
  expect(await outcome('absent')).toContain(
    'Post "https://absent.default.svc:443/x?timeout=10s": service "absent" not found',
  );
  expect(await outcome('hangs')).toContain('/hangs?timeout=1s": context deadline exceeded');
  expect(await outcome('foreign')).toContain('x509: certificate signed by unknown authority');
  expect(await outcome('named')).toBe('created');
  expect(paths(webhook.calls)).toEqual(['/hangs', '/named']);
  expect(webhook.calls[1]?.headers['host']).toBe('hooks.default.svc:443');
});

test('rules, scope, equivalent versions, selectors and conditions decide which webhooks are called · A4', async () => {
  await using webhook = await startTestWebhook();
  await using server = await ApiServer.start();
  const { transport } = server;
  const rule = (given: object) => [{ ...anything, ...given }];
  const scalers = { apiGroups: ['autoscaling'], apiVersions: ['v2'], resources: ['horizontalpodautoscalers'] };
  const condition = (expression: string) => [{ name: 'only', expression }];
  await configure(server, webhook, 'validating', [
    { name: 'creates', rules: rule({ operations: ['CREATE'] }) },
    { name: 'updates', rules: rule({ operations: ['UPDATE'] }) },
    { name: 'other-group', rules: rule({ apiGroups: ['apps'] }) },
    { name: 'other-version', rules: rule({ apiVersions: ['v2'] }) },
    { name: 'cluster', rules: rule({ scope: 'Cluster', resources: ['*/*'] }) },
    { name: 'scale', rules: rule({ resources: ['*/scale'] }) },
    { name: 'pods-all', rules: rule({ resources: ['pods/*'] }) },
    { name: 'equivalent', rules: rule(scalers) },
    { name: 'exact', rules: rule(scalers), matchPolicy: 'Exact' },
    { name: 'zone', namespaceSelector: { matchLabels: { zone: 'north' } } },
    {
      name: 'namespaces',
      rules: rule({ resources: ['namespaces'] }),
      namespaceSelector: { matchLabels: { zone: 'north' } },
    },
    { name: 'labels', objectSelector: { matchLabels: { tier: 'gold' } } },
    { name: 'condition', matchConditions: condition("object.metadata.name == 'c'") },
    { name: 'ignored', failurePolicy: 'Ignore', matchConditions: condition('object.none == 1') },
  ]);
  const called = async (request: Promise<unknown>): Promise<string[]> => {
    webhook.forget();
    await request;
    return paths(webhook.calls).toSorted();
  };
  const merge = { 'content-type': 'application/merge-patch+json' };

  expect(await called(createConfigMap(server, 'a', { metadata: { name: 'a', labels: { tier: 'gold' } } }))).toEqual([
    '/creates',
    '/labels',
  ]);
  expect(await called(ask(transport, 'PATCH', `${configMaps}/a`, { metadata: { labels: null } }, merge))).toEqual([
    '/labels',
    '/updates',
  ]);
  expect(
    await called(
      ask(transport, 'PATCH', '/api/v1/namespaces/default', { metadata: { labels: { zone: 'north' } } }, merge),
    ),
  ).toEqual(['/cluster', '/namespaces']);
  expect(await called(createConfigMap(server, 'c'))).toEqual(['/condition', '/creates', '/zone']);
  const scaler = {
    metadata: { name: 'h' },
    spec: {
      maxReplicas: 2,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
      targetCPUUtilizationPercentage: 50,
    },
  };
  expect(
    await called(ask(transport, 'POST', '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers', scaler)),
  ).toEqual(['/equivalent']);
  expect(webhook.calls[0]?.review.request).toMatchObject({
    kind: { version: 'v2' },
    requestKind: { version: 'v1' },
    object: { apiVersion: 'autoscaling/v2', spec: { metrics: [{ resource: { target: { averageUtilization: 50 } } }] } },
  });
  const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  expect(await called(ask(transport, 'POST', '/api/v1/namespaces/default/pods', pod))).toEqual(['/pods-all']);
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } };
  expect(await called(ask(transport, 'POST', '/api/v1/namespaces/default/pods/p/eviction', eviction))).toEqual([
    '/pods-all',
  ]);
  expect(await called(ask(transport, 'POST', '/api/v1/namespaces/default/pods/p/exec?command=ls'))).toEqual([
    '/pods-all',
  ]);
  expect(webhook.calls[0]?.review.request).toMatchObject({
    operation: 'CONNECT',
    kind: { kind: 'PodExecOptions' },
    object: { command: ['ls'] },
  });
});

test('an error of a condition refuses where failures count, unless another condition is false · A4', async () => {
  await using webhook = await startTestWebhook();
  await using server = await ApiServer.start();
  const failing = { name: 'fails', expression: 'object.none == 1' };
  await configure(server, webhook, 'validating', [{ name: 'fails', matchConditions: [failing] }]);
  await configure(
    server,
    webhook,
    'validating',
    [{ name: 'settled', matchConditions: [failing, { name: 'no', expression: 'false' }] }],
    'other' as never,
  );

  const { status, body } = await createConfigMap(server, 'a');

  expect([status, body.message]).toEqual([
    403,
    `configmaps "a" is forbidden: expression 'object.none == 1' resulted in error: no such key: none`,
  ]);
  expect(webhook.calls).toEqual([]);
});

test('a webhook that cannot be reached fails the request or is passed over, and a denial has its code and message · A5', async () => {
  await using webhook = await startTestWebhook();
  await using server = await ApiServer.start();
  const broken = { url: 'https://127.0.0.1:1/x' };
  const only = (name: string) => ({ objectSelector: { matchLabels: { [name]: 'yes' } } });
  await configure(server, webhook, 'validating', [
    { name: 'fails', clientConfig: broken, ...only('fails') },
    { name: 'passes', clientConfig: broken, failurePolicy: 'Ignore', ...only('passes') },
    {
      name: 'denies',
      reply: { response: { allowed: false, status: { code: 418, message: 'no tea' } } },
      ...only('denies'),
    },
    { name: 'silent', reply: { response: { allowed: false } }, ...only('silent') },
  ]);
  const outcome = async (name: string) => {
    const { status, body } = await createConfigMap(server, name, { metadata: { name, labels: { [name]: 'yes' } } });
    return [status, body.message];
  };

  expect(await outcome('fails')).toEqual([
    500,
    'Internal error occurred: failed calling webhook "fails.example.com": failed to call webhook: Post "https://127.0.0.1:1/x?timeout=10s": dial tcp 127.0.0.1:1: connect: connection refused',
  ]);
  expect(await outcome('passes')).toEqual([201, undefined]);
  expect(await outcome('denies')).toEqual([418, 'admission webhook "denies.example.com" denied the request: no tea']);
  expect(await outcome('silent')).toEqual([
    400,
    'admission webhook "silent.example.com" denied the request without explanation',
  ]);
  const { text } = await ask(server.transport, 'GET', '/metrics');
  expect(text).toContain('apiserver_admission_webhook_fail_open_count{name="passes.example.com",type="validating"} 1');
  expect(text).toContain(
    'apiserver_admission_webhook_rejection_count{error_type="no_error",name="denies.example.com",operation="CREATE",rejection_code="418",type="validating"} 1',
  );
  expect(text).toContain(
    'apiserver_admission_webhook_request_total{code="200",name="passes.example.com"'.replace('200', '503'),
  );
});

test('a webhook that wants it is asked again, once, when a later one changes something; webhooks go by configuration and place · A6', async () => {
  await using webhook = await startTestWebhook();
  await using server = await ApiServer.start();
  await configure(
    server,
    webhook,
    'mutating',
    [
      { name: 'z1', reply: labelled('z1') },
      { name: 'z2', reinvocationPolicy: 'IfNeeded', reply: labelled('z2') },
    ],
    'z' as never,
  );
  await configure(
    server,
    webhook,
    'mutating',
    [{ name: 'a1', reinvocationPolicy: 'IfNeeded', reply: labelled('a1') }, { name: 'a2' }],
    'a' as never,
  );

  const { body } = await createConfigMap(server, 'a', { metadata: { name: 'a', labels: { own: 'yes' } } });

  expect(paths(webhook.calls)).toEqual(['/a1', '/a2', '/z1', '/z2', '/a1']);
  expect(body.metadata.labels).toEqual({ own: 'yes', a1: 'yes', z1: 'yes', z2: 'yes' });
});

test('dry run asks webhooks that are free of side effects, and is refused for the others · A7', async () => {
  await using webhook = await startTestWebhook();
  const commits: Commit[] = [];
  const journal = { load: async () => commits, append: async (more: readonly Commit[]) => void commits.push(...more) };
  await using server = await ApiServer.start({ journal });
  await configure(server, webhook, 'validating', [{ name: 'none' }, { name: 'knows', sideEffects: 'NoneOnDryRun' }]);
  const refused = await configure(server, webhook, 'mutating', [{ name: 'acts', sideEffects: 'Some' }]);
  const dry = await createConfigMap(server, 'a', {}, '?dryRun=All');
  const told = webhook.calls.map(({ review }) => review.request['dryRun']);

  expect(refused.body.message).toContain(
    'webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
  );
  expect([dry.status, told]).toEqual([201, [true, true]]);

  // Configurations of today cannot name side effects; data of an old server can.
  const old = commits.map((commit) => JSON.parse(JSON.stringify(commit).replace('"NoneOnDryRun"', '"Some"')) as Commit);
  await using older = await ApiServer.start({ journal: { ...journal, load: async () => old } });
  const dryThere = await createConfigMap(older, 'a', {}, '?dryRun=All');
  const wetThere = await createConfigMap(older, 'a');

  expect([dryThere.status, dryThere.body.message]).toEqual([
    400,
    'admission webhook "knows.example.com" does not support dry run',
  ]);
  expect(wetThere.status).toBe(201);
});

test('nobody is asked about webhook configurations, policies, and questions that are not stored · A8', async () => {
  await using webhook = await startTestWebhook();
  await using server = await ApiServer.start();
  const everything = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }];
  const deny = { response: { allowed: false } };
  await configure(server, webhook, 'mutating', [{ name: 'm', rules: everything, reply: deny }]);
  const second = await configure(server, webhook, 'validating', [{ name: 'v', rules: everything, reply: deny }]);
  const { transport } = server;
  const registered = '/apis/admissionregistration.k8s.io/v1';
  const policy = await ask(transport, 'POST', `${registered}/validatingadmissionpolicies`, {
    metadata: { name: 'p' },
    spec: { validations: [{ expression: 'true' }], matchConstraints: { resourceRules: everything } },
  });
  const binding = await ask(transport, 'POST', `${registered}/validatingadmissionpolicybindings`, {
    metadata: { name: 'b' },
    spec: { policyName: 'p', validationActions: ['Warn'] },
  });
  const review = await ask(transport, 'POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {});
  const removed = await ask(transport, 'DELETE', `${registered}/mutatingwebhookconfigurations/mutating`);

  expect([second, policy, binding, review, removed].map(({ status }) => status)).toEqual([201, 201, 201, 201, 200]);
  expect(webhook.calls).toEqual([]);
  expect((await createConfigMap(server, 'a')).status).toBe(400);
});

test('match conditions are compiled, named and counted before a configuration is let in · A4', async () => {
  await using webhook = await startTestWebhook();
  await using server = await ApiServer.start();
  const refused = await configure(server, webhook, 'validating', [
    {
      name: 'a',
      matchConditions: [
        { name: 'ok', expression: 'true' },
        { name: 'ok', expression: 'object.' },
        { name: '', expression: '' },
        { name: 'text', expression: '"text"' },
      ],
    },
  ]);

  expect(refused.status).toBe(422);
  expect(refused.body.details?.causes?.map(({ field, message }) => [field, message?.split('\n')[0]])).toEqual([
    [
      'webhooks[0].matchConditions[1].expression',
      'Invalid value: "object.": compilation failed: ERROR: <input>:1:8: Syntax error: no viable alternative at input \'.\'',
    ],
    ['webhooks[0].matchConditions[1].name', 'Duplicate value: "ok"'],
    ['webhooks[0].matchConditions[2].expression', 'Required value'],
    ['webhooks[0].matchConditions[2].name', 'Required value'],
    ['webhooks[0].matchConditions[3].expression', 'Invalid value: "\\"text\\"": must evaluate to bool but got string'],
  ]);
});

test('managers that a webhook leaves unreadable are restored, with a warning', async () => {
  await using webhook = await startTestWebhook();
  await using server = await ApiServer.start();
  const spoil = patching({ op: 'add', path: '/metadata/managedFields', value: [{ manager: 'x' }] });
  await configure(server, webhook, 'mutating', [{ name: 'spoils', reply: spoil }]);

  const { body, headers } = await createConfigMap(server, 'a', {}, '?fieldManager=me');

  expect(body.metadata.managedFields?.map(({ manager }) => manager)).toEqual(['me']);
  expect(headers['warning']).toEqual([
    expect.stringContaining('.metadata.managedFields was in an invalid state after admission'),
  ]);
});

test('what a webhook answers wrongly refuses the request in the words of the real server, and the server stays healthy · A5', async () => {
  await using webhook = await startTestWebhook();
  const bugs: unknown[] = [];
  await using server = await ApiServer.start({ onBug: (error) => bugs.push(error) });
  const body = (value: object): Reply => ({ body: value });
  const json = { 'content-type': 'application/json' };
  const wrong: Record<string, readonly [Reply, string]> = {
    closes: ['close', 'EOF'],
    garbage: [
      { bytes: Buffer.from('garbage{') },
      "couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value",
    ],
    empty: [
      { bytes: Buffer.from(''), headers: json },
      '0-length response with status code: 200 and content type: application/json',
    ],
    huge: [{ bytes: Buffer.alloc(40 * 1024 * 1024, 'a') }, 'the answer has more than 33554432 bytes'],
    big: [{ bytes: Buffer.alloc(10 * 1024 * 1024, 'a') }, 'json: cannot unmarshal string into Go value'],
    failing: [
      { bytes: Buffer.from('boom'), status: 500 },
      'an error on the server ("boom") has prevented the request from succeeding',
    ],
    missing: [{ bytes: Buffer.from('x'), status: 404 }, 'the server could not find the requested resource'],
    stranger: [{ response: { uid: 'other', allowed: true } }, 'expected response.uid='],
    silent: [body({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' }), 'webhook response was absent'],
    older: [
      body({ apiVersion: 'admission.k8s.io/v1beta1', kind: 'AdmissionReview' }),
      'converting (v1beta1.AdmissionReview) to (v1.AdmissionReview): unknown conversion',
    ],
    odd: [
      { response: { allowed: 'yes' } },
      'json: cannot unmarshal string into Go struct field AdmissionResponse.response.allowed of type bool',
    ],
    typeless: [
      { response: { allowed: true, patch: 'W10=' } },
      'webhook returned response.patch but not response.patchType',
    ],
    undecodable: [
      { response: { allowed: true, patchType: 'JSONPatch', patch: 'Z2FyYmFnZQ==' } },
      "received undecodable patch in webhook response: invalid character 'g' looking for beginning of value",
    ],
    nowhere: [
      patching({ op: 'replace', path: '/nope/x', value: 1 }),
      'Internal error occurred: replace operation does not apply: doc is missing path: /nope/x: missing value',
    ],
    absent: [
      patching({ op: 'remove', path: '/nope' }),
      "Internal error occurred: error in remove for path: '/nope': Unable to remove nonexistent key: nope: missing value",
    ],
    untrue: [
      patching({ op: 'test', path: '/data', value: 1 }),
      'Internal error occurred: testing value /data failed: test failed',
    ],
    mistyped: [
      patching({ op: 'add', path: '/data', value: { p: 1 } }),
      'Internal error occurred: json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    ],
  };
  await configure(
    server,
    webhook,
    'mutating',
    Object.entries(wrong).map(([name, [reply]]) => ({
      name,
      reply,
      objectSelector: { matchLabels: { [name]: 'yes' } },
    })),
  );

  for (const [name, [, message]] of Object.entries(wrong)) {
    const answer = await createConfigMap(server, name, { metadata: { name, labels: { [name]: 'yes' } } });
    expect([name, answer.status, answer.body.message]).toEqual([name, 500, expect.stringContaining(message)]);
  }

  expect((await createConfigMap(server, 'healthy')).status).toBe(201);
  expect(bugs).toEqual([]);
});

test('a certificate that has expired is refused · A3', async () => {
  const day = 86_400_000;
  await using webhook = await startTestWebhook({ notBefore: 0, notAfter: 30 * day });
  await using server = await ApiServer.start();
  await configure(server, webhook, 'validating', [{ name: 'late' }]);

  const { body } = await createConfigMap(server, 'a');

  expect(body.message).toContain(
    'tls: failed to verify certificate: x509: certificate has expired or is not yet valid',
  );
});
