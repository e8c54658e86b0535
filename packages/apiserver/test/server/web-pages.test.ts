import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as tlsRequest, type RequestOptions as TlsRequestOptions } from 'node:https';
import { expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { configMap, configMaps } from './talk.ts';

type Headers = Record<string, string>;

/** The status and the body of a request over a socket. */
async function send(
  server: ApiServer,
  headers: Headers,
  { method = 'GET', body, ...more }: TlsRequestOptions & { body?: string } = {},
): Promise<{ status: number | undefined; text: string }> {
  const request = server.url.startsWith('https:') ? tlsRequest : plainRequest;
  const sent = request(new URL(configMaps, server.url), { method, headers, agent: false, ...more });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of response.setEncoding('utf8')) text += piece as string;
  return { status: response.statusCode, text };
}

const foreign: [what: string, headers: Headers][] = [
  ['with the Origin of another site', { origin: 'https://evil.test' }],
  ['with an Origin that is hidden', { origin: 'null' }],
  ['from another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['that the browser calls same-site', { 'sec-fetch-site': 'same-site' }],
  ['for a name that leads here by DNS rebinding', { host: 'evil.test' }],
  ['for such a name with a port', { host: 'evil.test:18080' }],
  ['for such a name with credentials that are none', { host: 'evil.test', authorization: 'Basic eDp5' }],
];

const writing = { method: 'POST', body: JSON.stringify(configMap('written')) };

test.each(foreign)(
  'an anonymous request %s is refused over plain HTTP, to read and to write',
  async (_what, headers) => {
    await using server = await ApiServer.start({ port: 0, isPlain: true });

    const read = await send(server, headers);
    const write = await send(server, headers, writing);

    expect(JSON.parse(read.text)).toMatchObject({ kind: 'Status', reason: 'Forbidden', code: 403 });
    expect([read.status, write.status]).toEqual([403, 403]);
    expect((await send(server, {})).text).not.toContain('written');
  },
);

test('an anonymous request of a foreign page is refused over TLS and HTTP/2, and one for a name in the certificate is served', async () => {
  await using server = await ApiServer.start({ port: 0 });
  const tls = { rejectUnauthorized: false };
  for (const [, headers] of foreign) expect((await send(server, headers, tls)).status).toBe(403);
  for (const host of ['kubernetes.default.svc', 'kubernetes.default.svc.cluster.local:443', '10.0.0.1', '[::1]:6443'])
    expect((await send(server, { host }, tls)).status).toBe(200);
  const session = connectHttp2(server.url, tls);
  const statusOf = async (headers: Headers) =>
    ((await once(session.request({ ':path': configMaps, ...headers }), 'response')) as [Headers])[0][':status'];
  expect(await statusOf({ ':authority': 'evil.test' })).toBe(403);
  expect(await statusOf({ origin: 'https://evil.test' })).toBe(403);
  expect(await statusOf({})).toBe(200);
  session.destroy();
});

test('a request with credentials is served whatever its Host and Origin are, as kubectl proxy passes them on', async () => {
  const tokens = new Map([['s3cret', { name: 'ada', uid: '1', groups: [] }]]);
  await using server = await ApiServer.start({ port: 0, isPlain: true, tokens });

  for (const [, headers] of foreign)
    expect((await send(server, { ...headers, authorization: 'Bearer s3cret' })).status).toBe(200);
});

test('an anonymous request of a page of the server itself, and one for a configured name, are served', async () => {
  await using server = await ApiServer.start({ port: 0, isPlain: true, hostNames: ['Reeve.example.com'] });
  const { host } = new URL(server.url);

  expect((await send(server, { origin: server.url, 'sec-fetch-site': 'same-origin' }, writing)).status).toBe(201);
  expect((await send(server, { 'sec-fetch-site': 'none' })).status).toBe(200);
  expect((await send(server, { host: 'reeve.example.com:80' })).status).toBe(200);
  expect((await send(server, { host, origin: `https://${host}` })).status).toBe(200);
});
