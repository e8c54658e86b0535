/**
 * The questions `kubectl auth can-i` and others ask, answered by the rules that count.
 */
import { ApiServer, type AuthorizationOptions } from '@reeve/apiserver';
import { describe, expect, test } from 'vitest';
import { ask } from '../server/talk.ts';

const rbac = '/apis/rbac.authorization.k8s.io/v1';
const group = 'rbac.authorization.k8s.io';
const authorization = '/apis/authorization.k8s.io/v1';
const pods = { verb: 'list', resource: 'pods', namespace: 'default' };

/** A server where alice may read pods in `default`. */
async function start(options: AuthorizationOptions = { modes: ['RBAC'] }): Promise<ApiServer> {
  const tokens = new Map([['alice', { name: 'alice', groups: [] }]]);
  const server = await ApiServer.start({ authorization: options, tokens });
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }];
  await ask(server.transport, 'POST', `${rbac}/namespaces/default/roles`, { metadata: { name: 'reader' }, rules });
  await ask(server.transport, 'POST', `${rbac}/namespaces/default/rolebindings`, {
    metadata: { name: 'alice' },
    roleRef: { apiGroup: group, kind: 'Role', name: 'reader' },
    subjects: [{ apiGroup: group, kind: 'User', name: 'alice' }],
  });
  return server;
}

const alice = { authorization: 'Bearer alice' };
const isAlice = 'RBAC: allowed by RoleBinding "alice/default" of Role "reader" to User "alice"';

const statusOf = async (server: ApiServer, path: string, body: object, headers: Record<string, string> = {}) =>
  (await ask(server.transport, 'POST', `${authorization}${path}`, body, headers)).body['status'];

describe('a review of access under RBAC', () => {
  test('tells whether somebody else may, and by which binding · Z3', async () => {
    await using server = await start();
    const review = (user: string, attributes: object = pods) =>
      statusOf(server, '/subjectaccessreviews', { spec: { user, resourceAttributes: attributes } });

    expect(await review('alice')).toEqual({ allowed: true, reason: isAlice });
    expect(await review('bob')).toEqual({ allowed: false });
    expect(await review('alice', { ...pods, verb: 'delete' })).toEqual({ allowed: false });
  });

  test('tells who asks about themselves, in their own name and in a namespace · Z3', async () => {
    await using server = await start();
    const spec = { resourceAttributes: pods };

    expect(await statusOf(server, '/selfsubjectaccessreviews', { spec }, alice)).toEqual({
      allowed: true,
      reason: isAlice,
    });
    expect(
      await statusOf(server, '/namespaces/default/localsubjectaccessreviews', { spec: { ...spec, user: 'alice' } }),
    ).toEqual({ allowed: true, reason: isAlice });
  });

  test('is for those only who may create one · Z3', async () => {
    await using server = await start();
    const spec = { user: 'bob', resourceAttributes: pods };

    const answer = await ask(server.transport, 'POST', `${authorization}/subjectaccessreviews`, { spec }, alice);

    expect(answer.status).toBe(403);
  });

  test('of rules lists those of the user in the namespace, with what every user may do · Z3', async () => {
    await using server = await start();

    const { resourceRules, nonResourceRules, incomplete } = (await statusOf(
      server,
      '/selfsubjectrulesreviews',
      { spec: { namespace: 'default' } },
      alice,
    )) as { resourceRules: object[]; nonResourceRules: object[]; incomplete: boolean };

    expect(incomplete).toBe(false);
    expect(resourceRules).toContainEqual({ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] });
    expect(resourceRules).toContainEqual({
      verbs: ['create'],
      apiGroups: ['authorization.k8s.io'],
      resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
    });
    expect(nonResourceRules).toContainEqual({
      verbs: ['get'],
      nonResourceURLs: ['/healthz', '/livez', '/readyz', '/version', '/version/'],
    });
  });
});

describe('modes in a chain', () => {
  test('are asked in their order until one has an opinion · Z3', async () => {
    await using server = await start({ modes: ['AlwaysDeny', 'RBAC'] });
    const review = (user: string) =>
      statusOf(server, '/subjectaccessreviews', { spec: { user, resourceAttributes: pods } });

    expect(await review('alice')).toEqual({ allowed: true, reason: isAlice });
    expect(await review('bob')).toEqual({ allowed: false, reason: 'alwaysdeny: Everything is forbidden.' });
  });

  test('that deny everything leave the way open to system:masters · Z1 masters', async () => {
    await using server = await start({ modes: ['AlwaysDeny'] });

    const refused = await ask(server.transport, 'GET', '/api/v1/pods', undefined, alice);

    expect(refused.body.message).toBe(
      'pods is forbidden: User "alice" cannot list resource "pods" in API group "" at the cluster scope: alwaysdeny: Everything is forbidden.',
    );
    expect((await ask(server.transport, 'GET', '/api/v1/pods')).status).toBe(200);
  });
});
