/**
 * Roles and bindings as users meet them: what they allow, how a refusal reads, and what nobody may give away.
 */
import { ApiServer } from '@reeve/apiserver';
import { describe, expect, test } from 'vitest';
import { ask, type Answer } from '../server/talk.ts';

const rbac = '/apis/rbac.authorization.k8s.io/v1';
const roles = `${rbac}/namespaces/default/roles`;
const bindings = `${rbac}/namespaces/default/rolebindings`;
const pods = '/api/v1/namespaces/default/pods';
const group = 'rbac.authorization.k8s.io';

const users = new Map([
  ['alice', { name: 'alice', groups: ['dev'] }],
  ['bob', { name: 'bob', groups: [] }],
]);

const start = () => ApiServer.start({ authorization: { modes: ['RBAC'] }, tokens: users });

const as = (name: string) => ({ authorization: `Bearer ${name}` });

const role = (name: string, rules: readonly object[], kind = 'Role') => ({
  apiVersion: `${group}/v1`,
  kind,
  metadata: { name },
  rules,
});

const binding = (name: string, roleName: string, subject: object, kind = 'Role') => ({
  metadata: { name },
  roleRef: { apiGroup: group, kind, name: roleName },
  subjects: [{ apiGroup: group, ...subject }],
});

const toAlice = { kind: 'User', name: 'alice' };

/** Gives alice rules in the namespace `default`. */
async function allowAlice(server: ApiServer, ...rules: readonly object[]): Promise<void> {
  await made(server, roles, role('given', rules));
  await made(server, bindings, binding('given', 'given', toAlice));
}

/** Gives alice rules for the whole cluster. */
async function allowAliceEverywhere(server: ApiServer, ...rules: readonly object[]): Promise<void> {
  await made(server, `${rbac}/clusterroles`, role('given-all', rules, 'ClusterRole'));
  await made(server, `${rbac}/clusterrolebindings`, binding('given-all', 'given-all', toAlice, 'ClusterRole'));
}

async function made(server: ApiServer, path: string, object: object): Promise<Answer> {
  const answer = await ask(server.transport, 'POST', path, object);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer;
}

const configMap = (name: string) => ({ metadata: { name } });

const readPods = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] };

describe('a request that no rule allows', () => {
  test('is refused in the words of the real server, in a namespace, in the cluster and outside of the API · Z1 denial', async () => {
    await using server = await start();

    const list = await ask(server.transport, 'GET', pods, undefined, as('bob'));
    const get = await ask(server.transport, 'GET', '/api/v1/nodes/n1', undefined, as('bob'));
    const log = await ask(server.transport, 'GET', `${pods}/a/log`, undefined, as('bob'));
    const path = await ask(server.transport, 'GET', '/metrics', undefined, as('bob'));

    expect(list.body).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message: 'pods is forbidden: User "bob" cannot list resource "pods" in API group "" in the namespace "default"',
      details: { kind: 'pods' },
    });
    expect(get.body.message).toBe(
      'nodes "n1" is forbidden: User "bob" cannot get resource "nodes" in API group "" at the cluster scope',
    );
    expect(log.body.message).toContain('cannot get resource "pods/log" in API group ""');
    expect(path.body.message).toBe('forbidden: User "bob" cannot get path "/metrics"');
  });

  test('names a role that its binding refers to and that is not there · Z1 denial', async () => {
    await using server = await start();
    await made(server, bindings, binding('dangling', 'nowhere', toAlice));

    const answer = await ask(server.transport, 'GET', pods, undefined, as('alice'));

    expect(answer.body.message).toBe(
      'pods is forbidden: User "alice" cannot list resource "pods" in API group "" in the namespace "default": rbac: RBAC: role.rbac.authorization.k8s.io "nowhere" not found',
    );
  });

  test('of nobody in particular is forbidden, and a bad token is unauthorized · U4', async () => {
    await using server = await start();

    const nobody = await ask(server.transport, 'GET', pods, undefined, { authorization: '' });
    const unknown = await ask(server.transport, 'GET', pods, undefined, as('mallory'));

    expect([nobody.status, unknown.status]).toEqual([403, 401]);
    expect(nobody.body.message).toContain('User "system:anonymous" cannot list resource "pods"');
  });
});

describe('a rule', () => {
  test('allows its verbs of its resources in the namespace of its binding, and nothing else · Z1 rules', async () => {
    await using server = await start();
    await allowAlice(server, readPods);

    const [list, remove, elsewhere, subresource] = await Promise.all([
      ask(server.transport, 'GET', pods, undefined, as('alice')),
      ask(server.transport, 'DELETE', `${pods}/a`, undefined, as('alice')),
      ask(server.transport, 'GET', '/api/v1/namespaces/kube-system/pods', undefined, as('alice')),
      ask(server.transport, 'GET', `${pods}/a/status`, undefined, as('alice')),
    ]);

    expect([list, remove, elsewhere, subresource].map(({ status }) => status)).toEqual([200, 403, 403, 403]);
  });

  test('with names allows these, also as the name that a list or a watch selects · Z1 rules', async () => {
    await using server = await start();
    await allowAlice(server, { apiGroups: [''], resources: ['configmaps'], resourceNames: ['mine'], verbs: ['*'] });
    const configMaps = '/api/v1/namespaces/default/configmaps';
    await made(server, configMaps, configMap('mine'));

    const answers = await Promise.all([
      ask(server.transport, 'GET', `${configMaps}/mine`, undefined, as('alice')),
      ask(server.transport, 'GET', `${configMaps}/other`, undefined, as('alice')),
      ask(server.transport, 'GET', configMaps, undefined, as('alice')),
      ask(server.transport, 'GET', `${configMaps}?fieldSelector=metadata.name%3Dmine`, undefined, as('alice')),
      ask(server.transport, 'GET', `${configMaps}?fieldSelector=metadata.name%3Dother`, undefined, as('alice')),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403, 200, 403]);
    expect(answers[4]?.body.message).toContain('configmaps "other" is forbidden');
  });

  test('about subresources allows one of a kind, or the same one of all kinds · Z1 rules', async () => {
    await using server = await start();
    await allowAlice(
      server,
      { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
      { apiGroups: ['*'], resources: ['*/scale'], verbs: ['get'] },
    );
    const statusOf = async (path: string) => (await ask(server.transport, 'GET', path, undefined, as('alice'))).status;

    expect(await statusOf(`${pods}/a/log`)).toBe(404); // allowed, and there is no such pod
    expect(await statusOf(`${pods}/a`)).toBe(403);
    expect(await statusOf('/apis/apps/v1/namespaces/default/deployments/a/scale')).toBe(404);
    expect(await statusOf('/apis/apps/v1/namespaces/default/deployments/a/status')).toBe(403);
  });

  test('about paths allows one, or all that begin alike · Z1 rules', async () => {
    await using server = await start();
    await allowAliceEverywhere(server, { nonResourceURLs: ['/metrics', '/openapi/v3/apis/*'], verbs: ['get'] });
    const statusOf = async (path: string, user: string) =>
      (await ask(server.transport, 'GET', path, undefined, as(user))).status;

    expect(await statusOf('/metrics', 'alice')).toBe(200);
    expect(await statusOf('/metrics', 'bob')).toBe(403);
    expect(await statusOf('/metrics/slis', 'alice')).toBe(403);
    expect(await statusOf('/openapi/v3/apis/apps/v1', 'alice')).toBe(200);
  });

  test('reaches the members of a group, and a service account of the namespace of its binding · Z1 rules', async () => {
    await using server = await start();
    await made(server, roles, role('reader', [readPods]));
    await made(server, bindings, binding('devs', 'reader', { kind: 'Group', name: 'dev' }));
    await made(server, bindings, {
      ...binding('robots', 'reader', {}),
      subjects: [{ kind: 'ServiceAccount', name: 'robot' }],
    });
    const statusAs = async (headers: Record<string, string>) =>
      (await ask(server.transport, 'GET', pods, undefined, headers)).status;

    expect(await statusAs(as('alice'))).toBe(200);
    expect(await statusAs(as('bob'))).toBe(403);
    expect(await statusAs({ 'impersonate-user': 'system:serviceaccount:default:robot' })).toBe(200);
    expect(await statusAs({ 'impersonate-user': 'system:serviceaccount:other:robot' })).toBe(403);
  });

  test('counts from the moment it is written until it is gone, and after a snapshot was put back · Z1 rules', async () => {
    await using server = await start();
    const statusOf = async () => (await ask(server.transport, 'GET', pods, undefined, as('alice'))).status;
    const before = server.snapshot();
    expect(await statusOf()).toBe(403);
    await allowAlice(server, readPods);
    const given = server.snapshot();
    expect(await statusOf()).toBe(200);
    server.restore(before);
    expect(await statusOf()).toBe(403);
    server.restore(given);
    expect(await statusOf()).toBe(200);
    await ask(server.transport, 'DELETE', `${bindings}/given`);
    expect(await statusOf()).toBe(403);
  });
});

test('members of system:masters may do everything, with no role at all · Z1 masters', async () => {
  await using server = await start();
  await ask(server.transport, 'DELETE', `${rbac}/clusterrolebindings`);

  const answer = await ask(server.transport, 'GET', pods);

  expect(answer.status).toBe(200);
});

describe('a role', () => {
  const manageRoles = {
    apiGroups: [group],
    resources: ['roles', 'rolebindings'],
    verbs: ['create', 'update', 'patch'],
  };

  test('is refused to those who lack what it allows, with what they lack · Z1 escalation', async () => {
    await using server = await start();
    await allowAlice(server, manageRoles, { apiGroups: [''], resources: ['pods'], verbs: ['get'] });

    const more = await ask(
      server.transport,
      'POST',
      roles,
      role('more', [{ apiGroups: [''], resources: ['pods', 'secrets'], verbs: ['get', 'list'] }]),
      as('alice'),
    );
    const same = await ask(
      server.transport,
      'POST',
      roles,
      role('same', [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]),
      as('alice'),
    );

    expect(more.body).toMatchObject({ code: 403, details: { name: 'more', group, kind: 'roles' } });
    expect(more.body.message).toBe(
      'roles.rbac.authorization.k8s.io "more" is forbidden: user "alice" (groups=["dev" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n' +
        '{APIGroups:[""], Resources:["pods"], Verbs:["list"]}\n' +
        '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}',
    );
    expect(same.status).toBe(201);
  });

  test('may be written by whom the verb escalate allows it · Z1 escalation', async () => {
    await using server = await start();
    await allowAlice(server, manageRoles, { apiGroups: [group], resources: ['roles'], verbs: ['escalate'] });

    const answer = await ask(server.transport, 'POST', roles, role('all', [readPods]), as('alice'));

    expect(answer.status).toBe(201);
  });

  test('may lose its finalizers and owners by anybody who may update it · Z1 escalation', async () => {
    await using server = await start();
    await allowAlice(server, manageRoles);
    await made(server, roles, role('strong', [readPods]));
    const patch = (metadata: object) =>
      ask(
        server.transport,
        'PATCH',
        `${roles}/strong`,
        { metadata },
        {
          ...as('alice'),
          'content-type': 'application/merge-patch+json',
        },
      );

    expect((await patch({ finalizers: ['example.com/kept'] })).status).toBe(200);
    expect((await patch({ labels: { a: 'b' } })).status).toBe(403);
  });

  test('of the cluster is put together from others only by those who may do everything · Z1 escalation', async () => {
    await using server = await start();
    await allowAliceEverywhere(server, { apiGroups: [group], resources: ['clusterroles'], verbs: ['*'] });
    const clusterRoles = `${rbac}/clusterroles`;
    const aggregated = {
      metadata: { name: 'sum' },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { to: 'sum' } }] },
      rules: [],
    };
    await ask(
      server.transport,
      'PATCH',
      `${clusterRoles}/given-all`,
      {
        rules: [{ apiGroups: [group], resources: ['clusterroles'], verbs: ['create'] }],
      },
      { 'content-type': 'application/merge-patch+json' },
    );

    const answer = await ask(server.transport, 'POST', clusterRoles, aggregated, as('alice'));

    expect(answer.body.message).toBe(
      'clusterroles.rbac.authorization.k8s.io "sum" is forbidden: must have cluster-admin privileges to use the aggregationRule',
    );
  });
});

describe('a binding', () => {
  const manageBindings = { apiGroups: [group], resources: ['rolebindings'], verbs: ['create', 'patch', 'update'] };

  test('is refused to those who lack what its role allows, unless they may bind it · Z1 escalation', async () => {
    await using server = await start();
    await made(server, roles, role('reader', [readPods]));
    await allowAlice(server, manageBindings);
    const bind = (name: string) =>
      ask(server.transport, 'POST', bindings, binding(name, 'reader', { kind: 'User', name: 'bob' }), as('alice'));

    const refused = await bind('first');
    await made(
      server,
      roles,
      role('binder', [{ apiGroups: [group], resources: ['roles'], resourceNames: ['reader'], verbs: ['bind'] }]),
    );
    await made(server, bindings, binding('binder', 'binder', toAlice));
    const allowedNow = await bind('second');

    expect(refused.body.message).toBe(
      'rolebindings.rbac.authorization.k8s.io "first" is forbidden: user "alice" (groups=["dev" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n' +
        '{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}',
    );
    expect(allowedNow.status).toBe(201);
  });

  test('to a role that is not there is not found for those with limited rights, by create and by apply · Z1 escalation', async () => {
    await using server = await start();
    await allowAlice(server, manageBindings);
    const dangling = binding('dangling', 'nowhere', { kind: 'User', name: 'bob' });

    const created = await ask(server.transport, 'POST', bindings, dangling, as('alice'));
    const applied = await ask(
      server.transport,
      'PATCH',
      `${bindings}/dangling?fieldManager=test`,
      { apiVersion: `${group}/v1`, kind: 'RoleBinding', ...dangling },
      { ...as('alice'), 'content-type': 'application/apply-patch+yaml' },
    );

    for (const answer of [created, applied])
      expect(answer.body).toMatchObject({
        code: 404,
        reason: 'NotFound',
        message: 'rolebindings.rbac.authorization.k8s.io "nowhere" not found',
      });
  });

  test('keeps the role that it refers to · Z1 escalation', async () => {
    await using server = await start();
    await made(server, bindings, binding('fixed', 'one', toAlice));

    const answer = await ask(server.transport, 'PUT', `${bindings}/fixed`, binding('fixed', 'two', toAlice));

    expect(answer.status).toBe(422);
    expect(answer.body.message).toContain('field is immutable');
  });
});

describe('acting as somebody else', () => {
  test('needs the verb impersonate for the user, each group, each extra and the uid · U5', async () => {
    await using server = await start();
    await allowAliceEverywhere(
      server,
      { apiGroups: [''], resources: ['users'], resourceNames: ['bob'], verbs: ['impersonate'] },
      { apiGroups: [''], resources: ['groups'], resourceNames: ['ops'], verbs: ['impersonate'] },
    );
    const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
    const acting = (headers: Record<string, string>) =>
      ask(server.transport, 'POST', path, {}, { ...as('alice'), ...headers });

    const bob = await acting({ 'impersonate-user': 'bob', 'impersonate-group': 'ops' });
    const carol = await acting({ 'impersonate-user': 'carol' });
    const masters = await acting({ 'impersonate-user': 'bob', 'impersonate-group': 'system:masters' });
    const extra = await acting({ 'impersonate-user': 'bob', 'impersonate-extra-scopes': 'all' });
    const uid = await acting({ 'impersonate-user': 'bob', 'impersonate-uid': '7' });
    const account = await acting({ 'impersonate-user': 'system:serviceaccount:default:robot' });

    expect((bob.body['status'] as { userInfo: object }).userInfo).toEqual({
      username: 'bob',
      groups: ['ops', 'system:authenticated'],
    });
    expect(carol.body.message).toBe(
      'users "carol" is forbidden: User "alice" cannot impersonate resource "users" in API group "" at the cluster scope',
    );
    expect(masters.body.message).toContain('groups "system:masters" is forbidden');
    expect(extra.body.message).toContain('resource "userextras/scopes" in API group "authentication.k8s.io"');
    expect(uid.body.message).toContain('uids.authentication.k8s.io "7" is forbidden');
    expect(account.body.message).toContain(
      'cannot impersonate resource "serviceaccounts" in API group "" in the namespace "default"',
    );
  });

  test('with constraints is for some requests only, and gives a node its group · U5', async () => {
    await using server = await start();
    await allowAliceEverywhere(
      server,
      {
        apiGroups: ['authentication.k8s.io'],
        resources: ['nodes'],
        resourceNames: ['n1'],
        verbs: ['impersonate:arbitrary-node'],
      },
      { apiGroups: [''], resources: ['nodes'], verbs: ['impersonate-on:arbitrary-node:get'] },
    );
    const node = { ...as('alice'), 'impersonate-user': 'system:node:n1' };

    const get = await ask(server.transport, 'GET', '/api/v1/nodes/n1', undefined, node);
    const list = await ask(server.transport, 'GET', '/api/v1/nodes', undefined, node);
    const masters = await ask(
      server.transport,
      'POST',
      '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      {},
      { 'impersonate-user': 'system:node:n1' },
    );

    expect(get.body.message).toContain('User "system:node:n1" cannot get resource "nodes"');
    expect(list.body.message).toContain('User "alice" cannot impersonate-on:arbitrary-node:list resource "nodes"');
    expect((masters.body['status'] as { userInfo: object }).userInfo).toEqual({
      username: 'system:node:n1',
      groups: ['system:nodes', 'system:authenticated'],
    });
  });
});
