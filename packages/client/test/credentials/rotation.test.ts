import { ApiServer, type ServingCertificates } from '@reeve/apiserver';
import { KubeConfig, SharedConnections, connect, type ConnectionConfig, type TlsConfig } from '@reeve/client';
import { ManualClock } from '@reeve/machinery';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { machine } from '../config/environment.ts';
import { failureOf, hostWith, textOf } from '../transport/harness.ts';

const minute = 60_000;
const version = { method: 'GET', path: '/version' };

let server: ApiServer;
let tls: TlsConfig;
const tokens = new Map([
  ['first', { name: 'jane', groups: [] }],
  ['second', { name: 'jane', groups: [] }],
]);

beforeAll(async () => {
  server = await ApiServer.start({ port: 0, tokens, allowsAnonymous: false });
  tls = (await KubeConfig.parse(server.kubeconfig())).connection().tls ?? {};
});
afterAll(() => server.stop());

/** A client on a machine whose files and clock a test turns. */
const client = (config: Omit<ConnectionConfig, 'server'>, files: Record<string, string>) => {
  const clock = new ManualClock();
  const environment = machine(files);
  const cluster = connect(
    { server: server.url, ...config },
    { host: hostWith(clock), environment, connections: new SharedConnections() },
  );
  const status = async (path = '/version'): Promise<number> => {
    const response = await cluster.transport.request({ method: 'GET', path });
    await textOf(response);
    return response.status;
  };
  return { clock, disk: environment.disk, cluster, status };
};

describe('a token in a file', () => {
  const identity = { type: 'tokenFile', path: '/token' } as const;

  test('is read again after a minute, and the last good one is kept while it cannot be', async () => {
    const { clock, disk, cluster, status } = client({ tls: { ca: tls.ca }, identity }, { '/token': 'first\n' });
    await using _cluster = cluster;
    expect(await status()).toBe(200);
    tokens.delete('first');
    disk.set('/token', '');
    await clock.advance(minute);
    expect(await status()).toBe(401); // the file holds nothing better
    disk.set('/token', 'second\n');
    await clock.advance(minute);
    expect(await status()).toBe(200);
    disk.delete('/token');
    await clock.advance(minute);
    expect(await status()).toBe(200);
    tokens.set('first', { name: 'jane', groups: [] });
  });

  test('is read again at once when it is not accepted', async () => {
    const { disk, cluster, status } = client({ tls: { ca: tls.ca }, identity }, { '/token': 'first' });
    await using _cluster = cluster;
    expect(await status()).toBe(200);
    tokens.delete('first');
    disk.set('/token', 'second');
    expect(await status()).toBe(200);
    tokens.set('first', { name: 'jane', groups: [] });
  });

  test('counts more than a given token, which helps while the file cannot be read · KC-2', async () => {
    const { clock, disk, cluster, status } = client(
      { tls: { ca: tls.ca }, identity: { ...identity, token: 'first' } },
      {},
    );
    await using _cluster = cluster;
    expect(await status()).toBe(200);
    disk.set('/token', 'wrong');
    await clock.advance(minute);
    expect(await status()).toBe(401);
  });

  test('that was never there is named', async () => {
    const { cluster } = client({ tls: { ca: tls.ca }, identity }, {});
    await using _cluster = cluster;
    const error = await failureOf(cluster.transport.request(version));
    expect(error).toMatchObject({ code: 'REEVE_CREDENTIALS' });
    expect(error.message).toContain('the token file /token');
  });
});

describe('a certificate in files', () => {
  const key = (certificates: { key?: TlsConfig['key'] }): string =>
    certificates.key === undefined || typeof certificates.key === 'string'
      ? (certificates.key ?? '')
      : certificates.key.reveal();
  const config = { tls: { caFile: '/ca', certFile: '/cert', keyFile: '/key' } };

  test('is read again after five minutes; connections are replaced, streams are told, requests go on', async () => {
    const { admin } = await newCertificates();
    const files = { '/ca': tls.ca ?? '', '/cert': tls.cert ?? '', '/key': key(tls) };
    const { clock, disk, cluster, status } = client(config, files);
    await using _cluster = cluster;
    expect(await status('/api/v1/namespaces')).toBe(200);
    const watch = await cluster.transport.request({
      method: 'GET',
      path: '/api/v1/namespaces?watch=true&resourceVersion=0',
    });
    const watched = failureOf(textOf(watch));
    disk.set('/cert', admin.cert);
    disk.set('/key', admin.key);
    await clock.advance(4 * minute);
    expect(await status('/api/v1/namespaces')).toBe(200);
    await clock.advance(2 * minute);
    expect(await status('/api/v1/namespaces')).toBe(401); // signed by an authority that this server does not know
    expect(await watched).toMatchObject({ code: 'REEVE_CONNECTION_CLOSED' });
  });

  test('that is half-written is not taken over, and an authority that is emptied stays', async () => {
    const files = { '/ca': tls.ca ?? '', '/cert': tls.cert ?? '', '/key': key(tls) };
    const { clock, disk, cluster, status } = client(config, files);
    await using _cluster = cluster;
    expect(await status('/api/v1/namespaces')).toBe(200);
    for (const file of ['/ca', '/cert', '/key']) disk.set(file, '');
    await clock.advance(6 * minute);
    expect(await status('/api/v1/namespaces')).toBe(200);
  });

  test('of an authority that is replaced is believed from then on', async () => {
    const other = await newCertificates();
    const { clock, disk, cluster } = client({ tls: { caFile: '/ca' } }, { '/ca': other.ca });
    await using _cluster = cluster;
    const error = await failureOf(cluster.transport.request(version));
    expect(error).toMatchObject({ code: 'REEVE_TLS_FAILED', trusted: '/ca' });
    disk.set('/ca', tls.ca ?? '');
    await clock.advance(6 * minute);
    expect((await cluster.transport.request(version)).status).toBe(401);
  });

  test('that is not there is named', async () => {
    const { cluster } = client(config, { '/ca': tls.ca ?? '' });
    await using _cluster = cluster;
    const error = await failureOf(cluster.transport.request(version));
    expect(error).toMatchObject({ code: 'REEVE_CREDENTIALS' });
    expect(error.message).toMatch(/^\/(cert|key) cannot be read/);
  });
});

/** Certificates of another authority, taken from a server that makes its own. */
const newCertificates = async (): Promise<Pick<ServingCertificates, 'ca' | 'admin'>> => {
  await using other = await ApiServer.start({ port: 0 });
  const { tls: made } = (await KubeConfig.parse(other.kubeconfig())).connection();
  const madeKey = made?.key === undefined || typeof made.key === 'string' ? '' : made.key.reveal();
  return { ca: made?.ca ?? '', admin: { cert: made?.cert ?? '', key: madeKey } };
};
