import { ApiServer, type AuditEvent } from '@reeve/apiserver';
import { VirtualHost } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ask, configMap, configMaps, watch } from './talk.ts';

const policyOf = (rules: readonly object[], more: object = {}) => ({
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  rules,
  ...more,
});

const tokens = new Map([['ann', { name: 'ann', groups: ['dev'] }]]);
const ann = { authorization: 'Bearer ann' };

/** The events of what a scene asks of a server. */
async function eventsOf(policy: object, scene: (server: ApiServer) => Promise<unknown>): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  const host = new VirtualHost({ seed: 1 });
  await using server = await ApiServer.start({
    host,
    tokens,
    authorization: { modes: ['RBAC'] },
    audit: { policy, onEvent: (event) => events.push(event) },
  });
  await host.run(() => scene(server));
  return events;
}

const create = (server: ApiServer, headers: Record<string, string> = {}) =>
  ask(server.transport, 'POST', configMaps, configMap('a', { key: 'value' }), headers);

describe('audit', () => {
  test('notes a request when it comes and when it is answered, with who, what, when and why · Y10', async () => {
    const events = await eventsOf(policyOf([{ level: 'Metadata' }]), (server) =>
      create(server, { 'impersonate-user': 'ann', 'user-agent': 'tester' }),
    );
    expect(events.map(({ stage }) => stage)).toEqual(['RequestReceived', 'ResponseComplete']);
    expect(events[0]).not.toHaveProperty('responseStatus');
    expect(events[1]).toEqual({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'Metadata',
      auditID: events[0]?.auditID,
      stage: 'ResponseComplete',
      requestURI: configMaps,
      verb: 'create',
      user: { username: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] },
      impersonatedUser: { username: 'ann', groups: ['system:authenticated'] },
      userAgent: 'tester',
      objectRef: { resource: 'configmaps', namespace: 'default', name: 'a', apiVersion: 'v1' },
      responseStatus: {
        metadata: {},
        status: 'Failure',
        message:
          'configmaps is forbidden: User "ann" cannot create resource "configmaps" in API group "" in the namespace "default"',
        reason: 'Forbidden',
        details: { kind: 'configmaps' },
        code: 403,
      },
      requestReceivedTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      stageTimestamp: expect.stringMatching(/\.\d{6}Z$/),
      annotations: { 'authorization.k8s.io/decision': 'forbid', 'authorization.k8s.io/reason': '' },
    });
  });

  test('notes bodies by its level, and leaves out managers of fields where it is told to', async () => {
    const written = async (level: string, more: object = {}) =>
      (await eventsOf(policyOf([{ level, ...more }]), (server) => create(server))).at(-1);

    expect(await written('Metadata')).not.toHaveProperty('requestObject');
    expect(await written('Request')).toMatchObject({ requestObject: { data: { key: 'value' } } });
    expect(await written('Request')).not.toHaveProperty('responseObject');
    const whole = await written('RequestResponse');
    expect(whole).toMatchObject({ responseObject: { metadata: { managedFields: [{ operation: 'Update' }] } } });
    const bare = await written('RequestResponse', { omitManagedFields: true });
    expect(bare?.['responseObject']).not.toHaveProperty('metadata.managedFields');
  });

  test('goes by the first rule that matches user, group, verb, resource, namespace and path', async () => {
    const policy = policyOf(
      [
        { level: 'None', users: ['ann'], verbs: ['get'] },
        { level: 'None', nonResourceURLs: ['/healthz*'] },
        { level: 'Metadata', resources: [{ group: '', resources: ['configmaps'], resourceNames: ['a'] }] },
        { level: 'Metadata', userGroups: ['dev'], resources: [{ group: 'apps', resources: ['*/scale'] }] },
        { level: 'Request', namespaces: ['kube-system'] },
      ],
      { omitStages: ['RequestReceived'] },
    );
    const events = await eventsOf(policy, async (server) => {
      const get = (path: string, headers = {}) => ask(server.transport, 'GET', path, undefined, headers);
      await get(`${configMaps}/a`, ann); // none
      await get('/healthz/ping'); // none
      await get(`${configMaps}/a`);
      await get(`${configMaps}/b`); // no rule
      await get('/apis/apps/v1/namespaces/default/deployments/a/scale', ann); // none: a get of ann
      await ask(server.transport, 'PUT', '/apis/apps/v1/namespaces/default/deployments/a/scale', {}, ann);
      await get('/api/v1/namespaces/kube-system/pods');
    });
    expect(events.map(({ stage, level, requestURI }) => `${stage} ${String(level)} ${String(requestURI)}`)).toEqual([
      `ResponseComplete Metadata ${configMaps}/a`,
      'ResponseComplete Metadata /apis/apps/v1/namespaces/default/deployments/a/scale',
      'ResponseComplete Request /api/v1/namespaces/kube-system/pods',
    ]);
  });

  test('notes a watch when it begins and when it ends', async () => {
    const events = await eventsOf(policyOf([{ level: 'RequestResponse' }]), (server) =>
      watch(server.transport, `${configMaps}?watch=true&timeoutSeconds=5`),
    );
    expect(events.map(({ stage }) => stage)).toEqual(['RequestReceived', 'ResponseStarted', 'ResponseComplete']);
  });

  test.each([
    [{ kind: 'Policy' }, 'is no Policy of audit.k8s.io/v1'],
    [policyOf([]), 'rules: has no rules'],
    [policyOf([{ level: 'Much' }]), 'rules[0].level: must be one of None, Metadata, Request, RequestResponse'],
    [policyOf([{ level: 'None', user: ['ann'] }]), 'rules[0].user: is no field of an audit policy'],
    [policyOf([{ level: 'None', omitStages: ['End'] }]), 'rules[0].omitStages: End is no stage'],
    [
      policyOf([{ level: 'None', nonResourceURLs: ['/a'], namespaces: ['a'] }]),
      'rules cannot apply to both regular resources and non-resource URLs',
    ],
  ])('does not start with a policy that cannot be meant', async (policy, problem) => {
    await expect(ApiServer.start({ audit: { policy, onEvent: () => {} } })).rejects.toThrow(problem);
  });
});
