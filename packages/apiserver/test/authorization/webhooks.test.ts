/**
 * Services outside that judge requests and tokens: what they are asked, for how long their answers count, and what happens without them.
 */
import { ApiServer, type ApiServerOptions, type WebhookAuthorizerOptions } from '@reeve/apiserver';
import { VirtualHost } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ask } from '../server/talk.ts';

const url = 'https://judge.example.com/authorize';
const pods = '/api/v1/namespaces/default/pods';

interface Review {
  readonly kind: string;
  readonly apiVersion: string;
  readonly spec: Record<string, unknown>;
}

type Reply = { readonly status: object } | { readonly code: number; readonly text: string };

/** A service in this process that notes what it is asked. */
class Judge {
  readonly asked: Review[] = [];
  readonly tokens: (string | readonly string[] | undefined)[] = [];
  reply: (review: Review) => Reply;

  constructor(reply: (review: Review) => Reply) {
    this.reply = reply;
  }

  readonly outbound: NonNullable<ApiServerOptions['outbound']> = {
    open: async ({ body, headers }) => {
      const review = JSON.parse(Buffer.from(body ?? []).toString('utf8')) as Review;
      this.asked.push(review);
      this.tokens.push(headers['authorization']);
      const reply = this.reply(review);
      const [status, text] =
        'code' in reply ? [reply.code, reply.text] : [200, JSON.stringify({ ...review, ...reply })];
      return { status, headers: {}, body: chunk(text) };
    },
  };
}

async function* chunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const tokens = new Map([['ann', { name: 'ann', uid: '7', groups: ['dev'], extra: { scope: ['all'] } }]]);
const ann = { authorization: 'Bearer ann' };

interface Stage {
  readonly server: ApiServer;
  readonly host: VirtualHost;
  get(path?: string, headers?: Record<string, string>): Promise<{ status: number; message: string; text: string }>;
}

/** Plays a scene in virtual time with a server that asks the judge about requests. */
async function withJudge(
  judge: Judge,
  webhook: Partial<WebhookAuthorizerOptions>,
  scene: (stage: Stage) => Promise<void>,
  modes: NonNullable<NonNullable<ApiServerOptions['authorization']>['modes']> = ['Webhook', 'RBAC'],
): Promise<void> {
  const host = new VirtualHost({ seed: 3 });
  await using server = await ApiServer.start({
    host,
    tokens,
    outbound: judge.outbound,
    authorization: { modes, webhook: { service: { url, token: 'of the server' }, ...webhook } },
  });
  const get: Stage['get'] = async (path = pods, headers = ann) => {
    const { status, body, text } = await ask(server.transport, 'GET', path, undefined, headers);
    return { status, message: body.message ?? '', text };
  };
  await host.run(() => scene({ server, host, get }));
}

const allow = (reason = ''): Reply => ({ status: { allowed: true, reason } });
const deny = (reason = ''): Reply => ({ status: { allowed: false, denied: true, reason } });
const noOpinion = (reason = ''): Reply => ({ status: { allowed: false, reason } });

describe('the mode Webhook', () => {
  test('asks about the user and the request, and lets pass what the service allows · Z4 webhook', async () => {
    const judge = new Judge(() => allow());
    await withJudge(judge, {}, async ({ get }) => {
      expect((await get(`${pods}?labelSelector=app%3Dweb,tier&fieldSelector=spec.nodeName%3Dn1`)).status).toBe(200);
      expect((await get('/metrics')).status).toBe(200);
    });
    const user = { user: 'ann', uid: '7', groups: ['dev', 'system:authenticated'], extra: { scope: ['all'] } };
    expect(judge.tokens[0]).toBe('Bearer of the server');
    expect(judge.asked[0]).toMatchObject({ kind: 'SubjectAccessReview', apiVersion: 'authorization.k8s.io/v1' });
    expect(judge.asked.map(({ spec }) => spec)).toEqual([
      {
        ...user,
        resourceAttributes: {
          namespace: 'default',
          verb: 'list',
          version: 'v1',
          resource: 'pods',
          fieldSelector: { requirements: [{ key: 'spec.nodeName', operator: 'In', values: ['n1'] }] },
          labelSelector: {
            requirements: [
              { key: 'app', operator: 'In', values: ['web'] },
              { key: 'tier', operator: 'Exists' },
            ],
          },
        },
      },
      { ...user, nonResourceAttributes: { path: '/metrics', verb: 'get' } },
    ]);
  });

  test('speaks the first version where it is told to, which calls groups group · Z4 webhook', async () => {
    const judge = new Judge(() => allow());
    await withJudge(judge, { version: 'v1beta1' }, async ({ get }) => {
      expect((await get()).status).toBe(200);
    });
    expect(judge.asked[0]?.apiVersion).toBe('authorization.k8s.io/v1beta1');
    expect(judge.asked[0]?.spec).toMatchObject({ group: ['dev', 'system:authenticated'] });
  });

  test('refuses what the service denies, and leaves to the next mode what it has no opinion of · Z4 webhook', async () => {
    const judge = new Judge(() => deny('not on a Friday'));
    await withJudge(judge, {}, async ({ get }) => {
      expect((await get()).message).toContain('in the namespace "default": not on a Friday');
      expect((await get('/version')).status).toBe(403);
    });
    judge.reply = () => noOpinion('ask somebody else');
    await withJudge(judge, {}, async ({ get }) => {
      expect((await get('/version')).status).toBe(200); // by the role that everybody has
      expect((await get()).message).toContain('default: ask somebody else');
    });
  });

  test('keeps what allows for five minutes and what does not for half a minute, each per question · Z4 webhook', async () => {
    const judge = new Judge(({ spec }) => (JSON.stringify(spec).includes('secrets') ? deny() : allow()));
    await withJudge(judge, {}, async ({ get, host }) => {
      const secrets = '/api/v1/namespaces/default/secrets';
      await get();
      await get();
      await get(secrets);
      await get(secrets);
      expect(judge.asked).toHaveLength(2);
      await host.sleep(31_000);
      await get();
      await get(secrets);
      expect(judge.asked).toHaveLength(3);
      await host.sleep(270_000);
      await get();
      expect(judge.asked).toHaveLength(4);
    });
  });

  test('that cannot ask leaves the request to the next mode, or refuses it, as the policy says · Z4 webhook', async () => {
    const judge = new Judge(() => ({ code: 403, text: 'go away' }));
    await withJudge(judge, {}, async ({ get }) => {
      expect((await get('/version')).status).toBe(200);
      expect(await get()).toMatchObject({
        status: 500,
        text: 'Internal Server Error: "/api/v1/namespaces/default/pods": the service answered 403: go away\n',
      });
    });
    await withJudge(judge, { failurePolicy: 'Deny' }, async ({ get }) => {
      expect((await get('/version')).status).toBe(500);
    });
  });

  test('asks again after a moment where that may help · Z4 webhook', async () => {
    let tries = 0;
    const judge = new Judge(() => ((tries += 1) < 3 ? { code: 500, text: 'not now' } : allow()));
    await withJudge(judge, {}, async ({ get, host }) => {
      const before = host.clock.monotonic();
      expect((await get()).status).toBe(200);
      expect(judge.asked).toHaveLength(3);
      expect(host.clock.monotonic() - before).toBeGreaterThanOrEqual(1250);
    });
  });

  test('is not asked where a condition is false, and fails by the policy where one cannot be judged · Z4 configuration', async () => {
    const judge = new Judge(() => deny());
    const conditions = [
      { expression: 'has(request.resourceAttributes)' },
      { expression: "request.resourceAttributes.namespace != 'kube-system'" },
      { expression: "!('system:masters' in request.groups)" },
    ];
    await withJudge(judge, { matchConditions: conditions }, async ({ get }) => {
      await get('/version');
      await get('/api/v1/namespaces/kube-system/pods');
      expect(judge.asked).toEqual([]);
      expect((await get()).status).toBe(403);
      expect(judge.asked).toHaveLength(1);
    });
    const broken = [{ expression: "request.extra['absent'][0] == 'x'" }];
    await withJudge(judge, { matchConditions: broken, failurePolicy: 'Deny' }, async ({ get }) => {
      expect((await get()).text).toContain(`cel evaluation error: expression 'request.extra['absent'][0] == 'x''`);
    });
    expect(judge.asked).toHaveLength(1);
  });

  test('answers reviews as it does requests, and says that it cannot list rules · Z3', async () => {
    const judge = new Judge(() => deny('no'));
    await withJudge(judge, {}, async ({ server }) => {
      const review = (path: string, spec: object) =>
        ask(server.transport, 'POST', `/apis/authorization.k8s.io/v1/${path}`, { spec });
      const access = await review('subjectaccessreviews', {
        user: 'bob',
        resourceAttributes: { verb: 'get', resource: 'pods' },
      });
      const rules = await review('selfsubjectrulesreviews', { namespace: 'default' });
      expect(access.body['status']).toEqual({ allowed: false, denied: true, reason: 'no' });
      expect(rules.body['status']).toMatchObject({
        incomplete: true,
        evaluationError: 'webhook authorizer does not support user rule resolution',
      });
    });
  });

  test.each<[string, NonNullable<ApiServerOptions['authorization']>, string]>([
    ['a mode without its service', { modes: ['Webhook'] }, 'the mode Webhook needs a service to ask'],
    ['a service without its mode', { webhook: { service: { url } } }, 'add it to the modes'],
    [
      'two authorizers of one name',
      {
        authorizers: [
          { type: 'Webhook', webhook: { service: { url } } },
          { type: 'Webhook', webhook: { service: { url } } },
        ],
      },
      'two authorizers are called "default"',
    ],
    [
      'a condition that does not compile',
      { modes: ['Webhook'], webhook: { service: { url }, matchConditions: [{ expression: 'request.nobody' }] } },
      "undefined field 'nobody'",
    ],
    [
      'a condition that is no bool',
      { modes: ['Webhook'], webhook: { service: { url }, matchConditions: [{ expression: 'request.user' }] } },
      'must evaluate to bool but got string',
    ],
  ])('a server does not start with %s · Z4 configuration', async (_name, authorization, problem) => {
    await expect(ApiServer.start({ authorization })).rejects.toThrow(problem);
  });
});

describe('a service that knows tokens', () => {
  const userReply = (review: Review): Reply =>
    review.spec['token'] === 'good'
      ? { status: { authenticated: true, user: { username: 'eve', uid: '9', groups: ['ops'], extra: { a: ['b'] } } } }
      : { status: { authenticated: false, error: review.spec['token'] === 'odd' ? 'it is odd' : '' } };

  async function withTokens(scene: (stage: Stage, judge: Judge) => Promise<void>): Promise<void> {
    const judge = new Judge(userReply);
    const host = new VirtualHost({ seed: 3 });
    await using server = await ApiServer.start({
      host,
      tokens,
      outbound: judge.outbound,
      tokenWebhook: { service: { url } },
    });
    const get: Stage['get'] = async (path = pods, headers = ann) => {
      const { status, body, text } = await ask(server.transport, 'GET', path, undefined, headers);
      return { status, message: body.message ?? '', text };
    };
    await host.run(() => scene({ server, host, get }, judge));
  }

  test('says who the bearer is, and is asked again after two minutes · U6 webhook', () =>
    withTokens(async ({ server, host, get }, judge) => {
      const good = { authorization: 'Bearer good' };
      const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
      const { body } = await ask(server.transport, 'POST', path, {}, good);
      expect(body['status']).toEqual({
        userInfo: { username: 'eve', uid: '9', groups: ['ops', 'system:authenticated'], extra: { a: ['b'] } },
      });
      await get(pods, good);
      expect(judge.asked).toHaveLength(1);
      expect(judge.asked[0]).toMatchObject({
        kind: 'TokenReview',
        apiVersion: 'authentication.k8s.io/v1',
        spec: { token: 'good', audiences: ['https://kubernetes.default.svc.cluster.local'] },
      });
      await host.sleep(121_000);
      expect((await get(pods, good)).status).toBe(200);
      expect(judge.asked).toHaveLength(2);
    }));

  test('is asked about unknown tokens only, and refuses those that it does not know · U6 webhook', () =>
    withTokens(async ({ server, get }, judge) => {
      expect((await get()).status).toBe(200);
      expect(judge.asked).toEqual([]);
      expect((await get(pods, { authorization: 'Bearer bad' })).status).toBe(401);
      const path = '/apis/authentication.k8s.io/v1/tokenreviews';
      const { body } = await ask(server.transport, 'POST', path, { spec: { token: 'odd' } });
      expect(body['status']).toEqual({ user: {}, error: '[invalid bearer token, it is odd]' });
    }));

  test('that fails is asked again with the next request · U6 webhook', () =>
    withTokens(async ({ get }, judge) => {
      const good = { authorization: 'Bearer good' };
      judge.reply = () => ({ code: 400, text: 'broken' });
      expect((await get(pods, good)).status).toBe(401);
      judge.reply = userReply;
      expect((await get(pods, good)).status).toBe(200);
    }));
});

test('a role that lets update or patch does not let create what is not there · Z1 rules', async () => {
  await using server = await ApiServer.start({ authorization: { modes: ['RBAC'] }, tokens });
  const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
  const rules = [
    { apiGroups: [''], resources: ['configmaps'], verbs: ['patch'] },
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['update'] },
  ];
  await ask(server.transport, 'POST', `${rbac}/roles`, { metadata: { name: 'writer' }, rules });
  await ask(server.transport, 'POST', `${rbac}/rolebindings`, {
    metadata: { name: 'writer' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'writer' },
    subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'ann' }],
  });
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: 'b' } };
  const apply = (headers: Record<string, string>) =>
    ask(server.transport, 'PATCH', '/api/v1/namespaces/default/configmaps/a?fieldManager=test', configMap, {
      ...headers,
      'content-type': 'application/apply-patch+yaml',
    });

  const refused = await apply(ann);
  const put = await ask(
    server.transport,
    'PUT',
    '/apis/coordination.k8s.io/v1/namespaces/default/leases/a',
    { metadata: { name: 'a' }, spec: {} },
    ann,
  );
  const created = await apply({});

  expect(refused.body.message).toBe(
    'configmaps "a" is forbidden: User "ann" cannot create resource "configmaps" in API group "" in the namespace "default"',
  );
  expect(put.body.message).toContain('leases.coordination.k8s.io "a" is forbidden: User "ann" cannot create resource');
  expect([created.status, (await apply(ann)).status]).toEqual([201, 200]);
});
