/**
 * Tokens of service accounts as their bearers meet them: given out, believed, and no longer believed.
 */
import { createVerify, createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { ApiServer } from '@reeve/apiserver';
import { VirtualHost } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ask, type Answer } from '../server/talk.ts';

const accounts = '/api/v1/namespaces/default/serviceaccounts';
const reviews = '/apis/authentication.k8s.io/v1';

interface Asked {
  readonly status: { token: string; userInfo: { username: string; groups: string[]; extra: Record<string, string[]> } };
}

const statusOf = ({ text }: Answer): Asked['status'] => (JSON.parse(text) as Asked).status;

async function tokenFor(server: ApiServer, spec: object = {}): Promise<string> {
  return statusOf(await ask(server.transport, 'POST', `${accounts}/robot/token`, { spec })).token;
}

/** A server with one service account. */
async function startWithRobot(options: Parameters<typeof ApiServer.start>[0] = {}): Promise<ApiServer> {
  const server = await ApiServer.start(options);
  await ask(server.transport, 'POST', accounts, { metadata: { name: 'robot' } });
  return server;
}

const whoami = (server: ApiServer, token: string) =>
  ask(server.transport, 'POST', `${reviews}/selfsubjectreviews`, {}, { authorization: `Bearer ${token}` });

describe('the token of a service account', () => {
  test('makes its bearer that account, in the groups of its namespace · U3', async () => {
    await using server = await startWithRobot();

    const answer = await whoami(server, await tokenFor(server));

    expect(answer.status).toBe(201);
    expect(statusOf(answer).userInfo).toMatchObject({
      username: 'system:serviceaccount:default:robot',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
    });
  });

  test('is believed until it expires by the clock of the host · U3 · S5', async () => {
    const host = new VirtualHost({ seed: 1 });
    const server = await startWithRobot({ host });
    const token = await tokenFor(server, { expirationSeconds: 600 });

    const before = await whoami(server, token);
    await host.run(() => host.sleep(600_000 + 59_000));
    const grace = await whoami(server, token);
    await host.run(() => host.sleep(2_000));
    const after = await whoami(server, token);

    expect([before.status, grace.status, after.status]).toEqual([201, 201, 401]);
    await server.stop();
  });

  test('is not believed once its account is another of the same name · U3', async () => {
    await using server = await startWithRobot();
    const token = await tokenFor(server);

    await ask(server.transport, 'DELETE', `${accounts}/robot`);
    const gone = await whoami(server, token);
    await ask(server.transport, 'POST', accounts, { metadata: { name: 'robot' } });
    const another = await whoami(server, token);

    expect([gone.status, another.status]).toEqual([401, 401]);
  });

  test('bound to a pod says so, and goes with the pod · U3 · S5', async () => {
    await using server = await startWithRobot();
    const pods = '/api/v1/namespaces/default/pods';
    await ask(server.transport, 'POST', pods, {
      metadata: { name: 'worker' },
      spec: { serviceAccountName: 'robot', containers: [{ name: 'main', image: 'main:1' }] },
    });
    const token = await tokenFor(server, { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'worker' } });

    const there = await whoami(server, token);
    await ask(server.transport, 'DELETE', `${pods}/worker?gracePeriodSeconds=0`);
    const gone = await whoami(server, token);

    expect(statusOf(there).userInfo.extra['authentication.kubernetes.io/pod-name']).toEqual(['worker']);
    expect(gone.status).toBe(401);
  });

  test('is not believed when anything in it was changed, or when another server signed it · U3', async () => {
    await using server = await startWithRobot();
    await using other = await startWithRobot();
    const [head = '', claims = '', signature = ''] = (await tokenFor(server)).split('.');
    const forged = Buffer.from(claims, 'base64url').toString().replace(':robot"', ':admin"');

    const answers = await Promise.all(
      [
        `${head}.${Buffer.from(forged).toString('base64url')}.${signature}`,
        `${head}.${claims}.${Buffer.alloc(64).toString('base64url')}`,
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.x`,
        `${head}.${claims}`,
        await tokenFor(other),
        await tokenFor(server, { audiences: ['elsewhere'] }),
      ].map((token) => whoami(server, token)),
    );

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
  });

  test('can be verified by the keys that the server publishes · U3', async () => {
    await using server = await startWithRobot();
    const [head = '', claims = '', signature = ''] = (await tokenFor(server)).split('.');

    const { text } = await ask(server.transport, 'GET', '/openid/v1/jwks');

    const { keys } = JSON.parse(text) as { keys: JsonWebKey[] };
    const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' });
    const verify = createVerify('sha256').update(`${head}.${claims}`);
    expect(verify.verify({ key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  test('is signed by the key and in the name that the server is started with · U3', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const issuer = 'https://example.com';
    await using server = await startWithRobot({
      serviceAccounts: { issuer, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
    });

    const token = await tokenFor(server);

    const [head = '', claims = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    expect(JSON.parse(head)).toMatchObject({ alg: 'RS256' });
    expect(JSON.parse(claims)).toMatchObject({ iss: issuer, aud: [issuer] });
    expect((await whoami(server, token)).status).toBe(201);
  });
});

describe('a review of a token', () => {
  test('tells whose a static token is, and for whom · U6 reviews · U2', async () => {
    const tokens = new Map([['secret', { name: 'jane', uid: '42', groups: ['crew'] }]]);
    await using server = await ApiServer.start({ tokens });

    const known = await ask(server.transport, 'POST', `${reviews}/tokenreviews`, { spec: { token: 'secret' } });
    const elsewhere = await ask(server.transport, 'POST', `${reviews}/tokenreviews`, {
      spec: { token: 'secret', audiences: ['elsewhere'] },
    });

    expect(statusOf(known)).toMatchObject({
      authenticated: true,
      user: { username: 'jane', uid: '42', groups: ['crew', 'system:authenticated'] },
    });
    expect(statusOf(elsewhere)).toEqual({ user: {}, error: 'invalid bearer token' });
  });
});

describe('acting as somebody else', () => {
  test('several groups come in one header or in many · U5', async () => {
    await using server = await ApiServer.start();
    const response = await server.transport.request({
      method: 'POST',
      path: `${reviews}/selfsubjectreviews`,
      headers: {
        'content-type': 'application/json',
        'impersonate-user': 'jane',
        'impersonate-group': ['crew', 'cooks'],
      },
      body: Buffer.from('{}'),
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);

    const { status } = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
    expect(status.userInfo).toEqual({ username: 'jane', groups: ['crew', 'cooks', 'system:authenticated'] });
  });

  test('changes for whom the request is recorded · U5', async () => {
    const users: (string | undefined)[] = [];
    await using server = await ApiServer.start({ onRequest: ({ user }) => users.push(user?.name) });

    await ask(server.transport, 'GET', '/api/v1/namespaces');
    await ask(server.transport, 'GET', '/api/v1/namespaces', undefined, { 'impersonate-user': 'jane' });

    expect(users).toEqual(['kubernetes-admin', 'jane']);
  });
});
