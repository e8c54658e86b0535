/**
 * The program kube-apiserver with services outside that judge requests and tokens, and with a proxy in front of it.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer } from '@reeve/apiserver';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { credentialsIn, type Credentials } from './credentials.ts';
import { call } from './https-call.ts';
import { Program } from './program.ts';

const slow = { timeout: 30_000 };

/** Two authorities, with a certificate of each. */
let client: Credentials;
let proxy: Credentials;

beforeAll(async () => {
  await using first = await ApiServer.start({ port: 0 });
  await using second = await ApiServer.start({ port: 0 });
  client = credentialsIn(first.kubeconfig());
  proxy = credentialsIn(second.kubeconfig());
}, slow.timeout);

interface Review {
  readonly kind: string;
  readonly apiVersion: string;
  readonly spec: { token?: string; user?: string; resourceAttributes?: { resource?: string } };
}

/** A folder with files, and a service that judges. */
async function stage(files: (url: string) => Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-access-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const asked: Review[] = [];
  const service = createServer((received, answer) => {
    let text = '';
    received.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    received.on('end', () => {
      const review = JSON.parse(text) as Review;
      asked.push(review);
      const status =
        review.kind === 'TokenReview'
          ? { authenticated: review.spec.token === 'known', user: { username: 'eve' } }
          : { allowed: review.spec.resourceAttributes?.resource === 'pods', reason: 'by the service' };
      answer.setHeader('content-type', 'application/json').end(JSON.stringify({ ...review, status }));
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void service.close());
  const url = await new Promise<string>((resolve) =>
    service.once('listening', () => resolve(`http://127.0.0.1:${(service.address() as AddressInfo).port}/`)),
  );
  for (const [name, text] of Object.entries(files(url))) writeFileSync(join(folder, name), text);
  return { folder, asked };
}

const kubeconfig = (url: string): string =>
  JSON.stringify({
    'current-context': 'judge',
    contexts: [{ name: 'judge', context: { cluster: 'judge', user: 'server' } }],
    clusters: [{ name: 'judge', cluster: { server: url } }],
    users: [{ name: 'server', user: { token: 'of the server' } }],
  });

async function start(folder: string, ...flags: readonly string[]) {
  const program = new Program('kube-apiserver', [
    '--bind-address=127.0.0.1',
    `--cert-dir=${folder}`,
    '--secure-port=0',
    ...flags,
  ]);
  onTestFinished(() => program[Symbol.asyncDispose]());
  const [, url = ''] = await program.says(/serving on (https:\/\/127\.0\.0\.1:\d+)/);
  return url;
}

const pods = '/api/v1/namespaces/default/pods';
const secrets = '/api/v1/namespaces/default/secrets';

describe('the program kube-apiserver', slow, () => {
  test('asks the services that its files name about tokens and requests · U6 webhook · Z4 webhook', async () => {
    const { folder, asked } = await stage((url) => ({ judge: kubeconfig(url), tokens: 'static,bob,\n' }));
    const url = await start(
      folder,
      '--authorization-mode=RBAC,Webhook',
      `--authorization-webhook-config-file=${folder}/judge`,
      '--authorization-webhook-version=v1',
      `--authentication-token-webhook-config-file=${folder}/judge`,
      `--token-auth-file=${folder}/tokens`,
    );

    const known = await call(`${url}${pods}`, { token: 'known' });
    const refused = await call(`${url}${secrets}`, { token: 'known' });
    const unknown = await call(`${url}${pods}`, { token: 'unknown' });
    const bob = await call(`${url}${pods}`, { token: 'static' });

    expect([known.status, refused.status, unknown.status, bob.status]).toEqual([200, 403, 401, 200]);
    expect(refused.json()['message']).toContain('User "eve" cannot list resource "secrets"');
    expect(refused.json()['message']).toContain('default: by the service');
    expect(asked.map(({ kind, apiVersion }) => `${apiVersion} ${kind}`)).toEqual([
      'authentication.k8s.io/v1beta1 TokenReview',
      'authorization.k8s.io/v1 SubjectAccessReview',
      'authorization.k8s.io/v1 SubjectAccessReview',
      'authentication.k8s.io/v1beta1 TokenReview',
      'authorization.k8s.io/v1 SubjectAccessReview',
    ]);
  });

  test('takes its authorizers from a file, and says what is wrong in it · Z4 configuration', async () => {
    const config = (url: string, webhook: object) => ({
      judge: kubeconfig(url),
      tokens: 'static,bob,\n',
      'authz.yaml': JSON.stringify({
        apiVersion: 'apiserver.config.k8s.io/v1',
        kind: 'AuthorizationConfiguration',
        authorizers: [
          { type: 'RBAC', name: 'rbac' },
          {
            type: 'Webhook',
            name: 'judge.example.com',
            webhook: {
              authorizedTTL: '30s',
              unauthorizedTTL: '30s',
              timeout: '3s',
              subjectAccessReviewVersion: 'v1',
              matchConditionSubjectAccessReviewVersion: 'v1',
              failurePolicy: 'NoOpinion',
              connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: webhookFile },
              matchConditions: [{ expression: 'has(request.resourceAttributes)' }],
              ...webhook,
            },
          },
        ],
      }),
    });
    const webhookFolder = await stage((url) => ({ judge: kubeconfig(url) }));
    const webhookFile = `${webhookFolder.folder}/judge`;
    const good = await stage((url) => config(url, {}));
    const bad = await stage((url) => config(url, { failurePolicy: 'Maybe' }));

    const url = await start(
      good.folder,
      `--authorization-config=${good.folder}/authz.yaml`,
      `--token-auth-file=${good.folder}/tokens`,
    );
    const [allowed, refused, path] = [
      await call(`${url}${pods}`, { token: 'static' }),
      await call(`${url}${secrets}`, { token: 'static' }),
      await call(`${url}/metrics`, { token: 'static' }),
    ];
    await using broken = new Program('kube-apiserver', [
      '--secure-port=0',
      `--authorization-config=${bad.folder}/authz.yaml`,
    ]);

    expect([allowed.status, refused.status, path.status]).toEqual([200, 403, 403]);
    expect(refused.json()['message']).toContain('judge.example.com: by the service');
    expect(webhookFolder.asked).toHaveLength(2);
    expect(await broken.ended()).toBe(1);
    expect(broken.stderr).toContain(
      'authorizers[1].webhook.failurePolicy: is required and must be one of NoOpinion, Deny',
    );
  });

  test('believes a proxy with a certificate of its authority, and nobody else, about who sends a request · U6 front proxy', async () => {
    const { folder } = await stage(() => ({ 'client-ca': client.ca, 'proxy-ca': proxy.ca }));
    const url = await start(
      folder,
      `--client-ca-file=${folder}/client-ca`,
      `--requestheader-client-ca-file=${folder}/proxy-ca`,
      '--requestheader-allowed-names=kubernetes-admin',
    );
    const whoami = (identity: Partial<Credentials>, headers: Record<string, string>) =>
      new Promise<{ status: number; user: unknown }>((resolve, reject) => {
        const sent = request(
          `${url}/apis/authentication.k8s.io/v1/selfsubjectreviews`,
          {
            method: 'POST',
            agent: false,
            rejectUnauthorized: false,
            cert: identity.cert,
            key: identity.key,
            headers: { 'content-type': 'application/json', ...headers },
          },
          (answer) => {
            let text = '';
            answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
            answer.on('end', () =>
              resolve({ status: answer.statusCode ?? 0, user: JSON.parse(text).status?.userInfo }),
            );
          },
        );
        sent.on('error', reject).end('{}');
      });
    const said = { 'X-Remote-User': 'ann', 'X-Remote-Group': 'dev', 'X-Remote-Extra-Scopes': 'all' };

    expect(await whoami(proxy, said)).toEqual({
      status: 201,
      user: { username: 'ann', groups: ['dev', 'system:authenticated'], extra: { scopes: ['all'] } },
    });
    expect((await whoami(client, said)).user).toMatchObject({ username: 'kubernetes-admin' });
    expect((await whoami({}, said)).user).toMatchObject({ username: 'system:anonymous' });
    expect((await whoami(proxy, {})).status).toBe(401);
  });

  test('writes audit events to a file, and says that it writes none without a policy', async () => {
    const { folder } = await stage(() => ({
      'policy.yaml':
        'apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\nrules:\n  - level: Metadata\n',
      tokens: 'static,bob,\n',
    }));
    const log = `--audit-log-path=${folder}/audit.log`;
    const url = await start(
      folder,
      `--token-auth-file=${folder}/tokens`,
      `--audit-policy-file=${folder}/policy.yaml`,
      log,
    );
    await call(`${url}${pods}`, { token: 'static' });
    await using without = new Program('kube-apiserver', ['--secure-port=0', log]);

    const [line = '', ...more] = readFileSync(join(folder, 'audit.log'), 'utf8').trim().split('\n');
    expect(JSON.parse(line)).toMatchObject({ verb: 'list', user: { username: 'bob' }, responseStatus: { code: 200 } });
    expect(more).toEqual([]);
    await without.says(/serving on/);
    expect(without.stderr).toContain('add --audit-policy-file');
  });
});
