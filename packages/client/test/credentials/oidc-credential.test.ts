import { inspect } from 'node:util';
import { KubeConfig, SharedConnections, connect, type Cluster } from '@reeve/client';
import { expect, test } from 'vitest';
import { machine, simple } from '../config/environment.ts';
import { answering, failureOf, http, textOf, type Peer } from '../transport/harness.ts';

const jwt = (exp: number, name = 'x'): string =>
  `e30.${Buffer.from(JSON.stringify({ exp, name })).toString('base64url')}.c2lnbmF0dXJl`;
const expired = jwt(1_000_000_000);
const valid = jwt(4_000_000_000, 'renewed');
const file = '/etc/me/.kube/config';

/** An issuer and an API server in one, over plain HTTP. */
const startPeer = (answer: () => { status?: number; tokens: object }, log: string[]): Promise<Peer> =>
  answering((request) => {
    const [line = ''] = request.split('\r\n', 1);
    const host = /host: (\S+)/i.exec(request)?.[1] ?? '';
    log.push(line.split(' ').slice(0, 2).join(' '));
    if (line.includes('openid-configuration'))
      return http(200, JSON.stringify({ token_endpoint: `http://${host}/token` }));
    if (line.startsWith('POST /token')) {
      log.push(request.slice(request.indexOf('\r\n\r\n') + 4));
      const { status = 200, tokens } = answer();
      return http(status, JSON.stringify(tokens));
    }
    return http(request.includes(`Bearer ${valid}`) ? 200 : 401, '{}');
  });

const clusterFor = async (peer: Peer, config: Record<string, string>) => {
  const provider = { name: 'oidc', config: { 'idp-issuer-url': `http://${peer.host}`, 'client-id': 'me', ...config } };
  const text = simple('corp', {}, { 'auth-provider': provider });
  const environment = machine({ [file]: text });
  const { identity } = (await KubeConfig.parse(text, file)).connection();
  const cluster: Cluster = connect(
    { server: `http://${peer.host}`, identity },
    { environment, connections: new SharedConnections() },
  );
  return { cluster, environment };
};

test('an expired token is renewed once for all that wait, and written back', async () => {
  const log: string[] = [];
  await using peer = await startPeer(() => ({ tokens: { id_token: valid, refresh_token: 'second' } }), log);
  const { cluster, environment } = await clusterFor(peer, {
    'id-token': expired,
    'refresh-token': 'first',
    'client-secret': 'shh',
  });
  await using _cluster = cluster;
  const statuses = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const response = await cluster.transport.request({ method: 'GET', path: '/version' });
      await textOf(response);
      return response.status;
    }),
  );
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  expect(log.filter((line) => line.startsWith('POST'))).toEqual(['POST /token']);
  expect(log).toContain('grant_type=refresh_token&refresh_token=first&client_id=me&client_secret=shh');
  const written = JSON.parse(environment.disk.get(file) ?? '') as {
    users: [{ user: { 'auth-provider': { config: object } } }];
  };
  expect(written.users[0].user['auth-provider'].config).toMatchObject({
    'id-token': valid,
    'refresh-token': 'second',
    'client-id': 'me',
  });
  expect(environment.disk.has(`${file}.lock`)).toBe(false);
});

test('a token that is not accepted is renewed and the request sent again', async () => {
  const log: string[] = [];
  await using peer = await startPeer(() => ({ tokens: { id_token: valid } }), log);
  const { cluster } = await clusterFor(peer, { 'id-token': jwt(4_000_000_000, 'revoked'), 'refresh-token': 'first' });
  await using _cluster = cluster;
  const response = await cluster.transport.request({ method: 'GET', path: '/version' });
  await textOf(response);
  expect(response.status).toBe(200);
});

test.each([
  ['without a refresh token', { 'id-token': expired }, { tokens: {} }, 'there is no refresh-token: log in again'],
  [
    'when the issuer refuses',
    { 'id-token': expired, 'refresh-token': 's3cret' },
    { status: 400, tokens: { error: 'invalid_grant' } },
    'answered 400 (invalid_grant): log in again',
  ],
  ['when no id token comes', { 'refresh-token': 's3cret' }, { tokens: { access_token: 's3cret' } }, 'gave no id_token'],
  ['when it is no JSON web token', { 'id-token': 's3cret' }, { tokens: {} }, 'no JSON web token'],
])('%s the request fails with advice, and shows no token', async (_when, config, answer, message) => {
  await using peer = await startPeer(() => answer, []);
  const { cluster } = await clusterFor(peer, config);
  await using _cluster = cluster;
  const error = await failureOf(cluster.transport.request({ method: 'GET', path: '/version' }));
  expect(error).toMatchObject({ code: 'REEVE_CREDENTIALS' });
  expect(error.message).toContain(message);
  expect(inspect(error)).not.toContain('s3cret');
});
