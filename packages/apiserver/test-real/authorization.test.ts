/**
 * Random roles and bindings on a real server and on ours: the same questions get the same answers, with the same reasons, and the same writes are refused in
 * the same words. Go walks bindings in no order, so that of several which allow something any may be the reason.
 */
import { ApiServer, type AuthorizationOptions } from '@reeve/apiserver';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { httpsTransport } from '../../../tools/differential/https-transport.mjs';
import { Random } from '../../../tools/differential/schema/random.mjs';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import type { Requests } from './cluster-side.ts';

const provided: ProvidedCluster | null = inject('realCluster');
const questions = 2000;
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const group = 'rbac.authorization.k8s.io';
const prefix = 'random-authz';
const namespaces = [`${prefix}-a`, `${prefix}-b`];
const authorization: AuthorizationOptions = { modes: ['RBAC'] };

interface Answer {
  readonly status: number;
  readonly body: { message?: string; status?: { allowed?: boolean; reason?: string } };
}

async function ask(
  to: Requests,
  method: string,
  path: string,
  body?: object,
  more: Record<string, string> = {},
): Promise<Answer> {
  const response = await to.request({
    method,
    path,
    headers: { 'content-type': 'application/json', ...more },
    ...(body && { body: Buffer.from(JSON.stringify(body)) }),
    signal: new AbortController().signal,
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : {}) as Answer['body'] };
}

const users = ['ann', 'ben', 'cid', `system:serviceaccount:${namespaces[0]}:robot`];
const groups = ['dev', 'ops', `system:serviceaccounts:${namespaces[0]}`];
const verbs = ['get', 'list', 'create', 'delete', 'use', '*'];
const apiGroups = ['', 'apps', 'example.com', '*'];
const resources = ['pods', 'pods/log', 'deployments', 'deployments/scale', '*/scale', 'secrets', '*'];
const names = ['one', 'two'];
const urls = ['/metrics', '/logs/*', '/logs/a', '*', '/healthz/*'];

/** One to `most` different items; those at the end, which mean all, seldom. */
function some(random: Random, items: readonly string[], most = 2): string[] {
  const usual = items.filter((item) => item !== '*');
  const picked = Array.from({ length: 1 + random.below(most) }, () => random.pick(random.chance(0.05) ? items : usual));
  return [...new Set(picked)];
}

const randomRule = (random: Random, isOfCluster: boolean): object =>
  isOfCluster && random.chance(0.3)
    ? { nonResourceURLs: some(random, urls), verbs: some(random, ['get', 'post', '*']) }
    : {
        apiGroups: some(random, apiGroups),
        resources: some(random, resources, 3),
        ...(random.chance(0.3) && { resourceNames: some(random, names) }),
        verbs: some(random, verbs, 3),
      };

const rulesOf = (random: Random, isOfCluster: boolean): object[] =>
  Array.from({ length: 1 + random.below(2) }, () => randomRule(random, isOfCluster));

function subjectsOf(random: Random, isOfCluster: boolean): object[] {
  return Array.from({ length: 1 + random.below(2) }, () => {
    if (random.chance(0.3)) return { kind: 'Group', apiGroup: group, name: random.pick(groups) };
    if (random.chance(0.3))
      return {
        kind: 'ServiceAccount',
        name: 'robot',
        ...((isOfCluster || random.chance(0.5)) && { namespace: namespaces[0] }),
      };
    return { kind: 'User', apiGroup: group, name: random.pick(users) };
  });
}

/** Creates the same roles and bindings everywhere; some bindings refer to roles that are not there. */
async function populate(sides: readonly Requests[], random: Random): Promise<void> {
  const everywhere = async (path: string, object: object): Promise<void> => {
    for (const side of sides) {
      const { status, body } = await ask(side, 'POST', path, object);
      if (status !== 201) throw new Error(`POST ${path}: ${body.message}`);
    }
  };
  for (const name of namespaces) await everywhere('/api/v1/namespaces', { metadata: { name } });
  for (let at = 0; at < 15; at += 1) {
    await everywhere(`${rbac}/clusterroles`, { metadata: { name: `${prefix}-${at}` }, rules: rulesOf(random, true) });
    for (const namespace of namespaces)
      await everywhere(`${rbac}/namespaces/${namespace}/roles`, {
        metadata: { name: `role-${at}` },
        rules: rulesOf(random, false),
      });
  }
  for (let at = 0; at < 10; at += 1) {
    const roleRef = { apiGroup: group, kind: 'ClusterRole', name: `${prefix}-${random.below(17)}` };
    await everywhere(`${rbac}/clusterrolebindings`, {
      metadata: { name: `${prefix}-${at}` },
      roleRef,
      subjects: subjectsOf(random, true),
    });
    for (const namespace of namespaces) {
      const ofCluster = random.chance(0.3);
      const name = ofCluster ? `${prefix}-${random.below(17)}` : `role-${random.below(17)}`;
      await everywhere(`${rbac}/namespaces/${namespace}/rolebindings`, {
        metadata: { name: `binding-${at}` },
        roleRef: { apiGroup: group, kind: ofCluster ? 'ClusterRole' : 'Role', name },
        subjects: subjectsOf(random, false),
      });
    }
  }
  await everywhere(`${rbac}/clusterroles`, {
    metadata: { name: `${prefix}-last` },
    rules: [{ apiGroups: ['last.example.com'], resources: ['things'], verbs: ['get'] }],
  });
  await everywhere(`${rbac}/clusterrolebindings`, {
    metadata: { name: `${prefix}-last` },
    roleRef: { apiGroup: group, kind: 'ClusterRole', name: `${prefix}-last` },
    subjects: [{ kind: 'User', apiGroup: group, name: 'last' }],
  });
  for (const namespace of namespaces) {
    await everywhere(`${rbac}/namespaces/${namespace}/roles`, {
      metadata: { name: 'last' },
      rules: [{ apiGroups: ['last.example.com'], resources: ['others'], verbs: ['get'] }],
    });
    await everywhere(`${rbac}/namespaces/${namespace}/rolebindings`, {
      metadata: { name: 'last' },
      roleRef: { apiGroup: group, kind: 'Role', name: 'last' },
      subjects: [{ kind: 'User', apiGroup: group, name: 'last' }],
    });
  }
}

const reviews = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
const review = (to: Requests, spec: object) => ask(to, 'POST', reviews, { spec });

/** A real server knows what was written when its caches do, which follow in order. */
async function known(real: Requests): Promise<void> {
  const about = [
    { group: 'last.example.com', resource: 'things' },
    ...namespaces.map((namespace) => ({ group: 'last.example.com', resource: 'others', namespace })),
  ];
  for (const attributes of about)
    for (;;) {
      const answer = await review(real, { user: 'last', resourceAttributes: { ...attributes, verb: 'get' } });
      if (answer.body.status?.allowed === true) break;
    }
}

function randomQuestion(random: Random): object {
  const who = {
    user: random.pick([...users, 'zoe']),
    ...(random.chance(0.4) && { groups: some(random, groups) }),
  };
  if (random.chance(0.2))
    return {
      ...who,
      nonResourceAttributes: {
        path: random.pick(['/metrics', '/logs', '/logs/', '/logs/a', '/logs/a/b', '/healthz', '/healthz/x', '/x']),
        verb: random.pick(['get', 'post']),
      },
    };
  const [resource = '', subresource] = random.pick(resources.filter((each) => !each.includes('*'))).split('/');
  return {
    ...who,
    resourceAttributes: {
      verb: random.pick(verbs.filter((verb) => verb !== '*')),
      group: random.pick(['', 'apps', 'example.com']),
      resource,
      ...(subresource && { subresource }),
      ...(random.chance(0.7) && { namespace: random.pick(namespaces) }),
      ...(random.chance(0.4) && { name: random.pick([...names, 'three']) }),
    },
  };
}

/** Reasons of a refusal without the order of their parts, which is that of Go's maps. */
const sorted = (reason = ''): string =>
  reason.replace(/(?<=RBAC: )\[(.*)\]/s, (_, parts: string) => `[${parts.split(', ').toSorted().join(', ')}]`);

describe.runIf(provided)('a real server and ours', { timeout: 300_000 }, () => {
  let real: ReturnType<typeof httpsTransport>;
  let ours: ApiServer;
  let random: Random;

  beforeAll(async () => {
    real = httpsTransport(provided as ProvidedCluster);
    ours = await ApiServer.start({ authorization });
    random = new Random(28);
    await populate([real, ours.transport], random);
    await known(real);
  }, 300_000);

  afterAll(async () => {
    for (const path of ['/clusterrolebindings', '/clusterroles'])
      for (let at = 0; at < 15; at += 1) await ask(real, 'DELETE', `${rbac}${path}/${prefix}-${at}`);
    for (const path of ['/clusterrolebindings', '/clusterroles'])
      await ask(real, 'DELETE', `${rbac}${path}/${prefix}-last`);
    for (const name of namespaces) await ask(real, 'DELETE', `/api/v1/namespaces/${name}`);
    real?.close();
    await ours?.stop();
  });

  /** Our reasons for an answer: one for a refusal; for a permission all, each without the bindings of those before. */
  async function reasonsOf(spec: object, answer: Answer['body']['status']): Promise<string[]> {
    const reasons = [sorted(answer?.reason)];
    const before = ours.snapshot();
    for (let status = answer; status?.allowed === true;) {
      const [, kind, name = ''] = /by (ClusterRoleBinding|RoleBinding) "([^"]*)"/.exec(status.reason ?? '') ?? [];
      const [own, namespace] = name.split('/');
      const path =
        kind === 'RoleBinding' ? `namespaces/${namespace}/rolebindings/${own}` : `clusterrolebindings/${name}`;
      await ask(ours.transport, 'DELETE', `${rbac}/${path}`);
      status = (await review(ours.transport, spec)).body.status;
      if (status?.allowed === true) reasons.push(status.reason ?? '');
    }
    if (reasons.length > 1 || answer?.allowed === true) ours.restore(before);
    return reasons;
  }

  test(`answer ${questions} questions about random roles alike · Z1 rules`, async () => {
    let allowed = 0;
    for (let asked = 0; asked < questions; asked += 1) {
      const spec = randomQuestion(random);
      const [theirs, own] = [(await review(real, spec)).body.status, (await review(ours.transport, spec)).body.status];
      expect([spec, own?.allowed]).toEqual([spec, theirs?.allowed]);
      if (theirs?.allowed === true) allowed += 1;
      expect(await reasonsOf(spec, own)).toContain(sorted(theirs?.reason));
    }
    expect(allowed).toBeGreaterThan(questions / 10);
    expect(allowed).toBeLessThan(questions * 0.9);
  });

  test('refuse 300 requests of others in the same words · Z1 denial', async () => {
    const paths = [
      '/api/v1/pods',
      '/api/v1/nodes/one',
      '/metrics',
      '/logs/a',
      ...namespaces.flatMap((each) => [
        `/api/v1/namespaces/${each}/pods/one`,
        `/api/v1/namespaces/${each}/pods/one/log`,
        `/api/v1/namespaces/${each}/secrets?fieldSelector=metadata.name%3Dtwo`,
        `/apis/apps/v1/namespaces/${each}/deployments/one/scale`,
        `/apis/apps/v1/namespaces/${each}/deployments?watch=1&timeoutSeconds=1`,
      ]),
    ];
    let refused = 0;
    for (let asked = 0; asked < 300; asked += 1) {
      const path = random.pick(paths);
      const as = { 'impersonate-user': random.pick(users) };
      const [theirs, own] = [
        await ask(real, 'GET', path, undefined, as),
        await ask(ours.transport, 'GET', path, undefined, as),
      ];
      expect([path, as, own.status === 403]).toEqual([path, as, theirs.status === 403]);
      if (theirs.status !== 403) continue;
      refused += 1;
      const told = ({ body }: Answer) => ({ ...body, message: sorted(body.message) });
      expect(told(own)).toEqual(told(theirs));
    }
    expect(refused).toBeGreaterThan(50);
  });

  test('let 300 roles and bindings of others be made or not, in the same words · Z1 escalation', async () => {
    const managers = [{ apiGroups: [group], resources: ['*'], verbs: ['create'] }];
    for (const side of [real, ours.transport]) {
      await ask(side, 'POST', `${rbac}/clusterroles`, { metadata: { name: `${prefix}-14x` }, rules: managers });
      await ask(side, 'POST', `${rbac}/clusterrolebindings`, {
        metadata: { name: `${prefix}-14x` },
        roleRef: { apiGroup: group, kind: 'ClusterRole', name: `${prefix}-14x` },
        subjects: users.map((name) => ({ kind: 'User', apiGroup: group, name })),
      });
    }
    const verb = { verb: 'create', group, resource: 'clusterroles' };
    while ((await review(real, { user: 'ann', resourceAttributes: verb })).body.status?.allowed !== true);
    const answers = new Set<number>();
    for (let asked = 0; asked < 300; asked += 1) {
      const as = { 'impersonate-user': random.pick(users) };
      const [path, body] = randomGrant(random, asked);
      const [theirs, own] = [
        await ask(real, 'POST', `${path}?dryRun=All`, body, as),
        await ask(ours.transport, 'POST', `${path}?dryRun=All`, body, as),
      ];
      answers.add(theirs.status);
      const told = ({ status, body: { message } }: Answer) => ({
        status,
        message: status < 400 ? '' : sorted(message?.replace(/; resolution errors: .*$/s, '')),
      });
      expect([path, body, as, told(own)]).toEqual([path, body, as, told(theirs)]);
    }
    for (const side of [real, ours.transport]) {
      await ask(side, 'DELETE', `${rbac}/clusterrolebindings/${prefix}-14x`);
      await ask(side, 'DELETE', `${rbac}/clusterroles/${prefix}-14x`);
    }
    expect(answers).toEqual(new Set([201, 403, 404]));
  });
});

/** A role or a binding that somebody tries to make. */
function randomGrant(random: Random, at: number): [path: string, body: object] {
  const metadata = { name: `${prefix}-new-${at}` };
  const namespace = random.pick(namespaces);
  if (random.chance(0.3)) return [`${rbac}/clusterroles`, { metadata, rules: rulesOf(random, true) }];
  if (random.chance(0.4)) return [`${rbac}/namespaces/${namespace}/roles`, { metadata, rules: rulesOf(random, false) }];
  const ofCluster = random.chance(0.5);
  const isEverywhere = ofCluster && random.chance(0.5);
  const kind = ofCluster ? 'ClusterRole' : 'Role';
  const name = ofCluster ? `${prefix}-${random.below(17)}` : `role-${random.below(17)}`;
  return [
    isEverywhere ? `${rbac}/clusterrolebindings` : `${rbac}/namespaces/${namespace}/rolebindings`,
    { metadata, roleRef: { apiGroup: group, kind, name }, subjects: subjectsOf(random, isEverywhere) },
  ];
}
