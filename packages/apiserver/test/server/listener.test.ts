import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { Agent, request as tlsRequest } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { ask, configMaps, create } from './talk.ts';

let server: ApiServer;
let identity: { ca: string; cert: string; key: string };
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  server = await ApiServer.start({
    port: 0,
    tokens: new Map([['s3cret', { name: 'ada', uid: '1', groups: ['dev'] }]]),
  });
  const config = JSON.parse(server.kubeconfig()) as {
    clusters: [{ cluster: { 'certificate-authority-data': string } }];
    users: [{ user: { 'client-certificate-data': string; 'client-key-data': string } }];
  };
  const decode = (text: string) => Buffer.from(text, 'base64').toString('utf8');
  identity = {
    ca: decode(config.clusters[0].cluster['certificate-authority-data']),
    cert: decode(config.users[0].user['client-certificate-data']),
    key: decode(config.users[0].user['client-key-data']),
  };
});

afterAll(async () => {
  agent.destroy();
  await server.stop();
});

const textOf = async (response: IncomingMessage) => {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  return text;
};

/** One request over TLS and HTTP/1.1. */
const send = async (
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer; anonymous?: boolean } = {},
) => {
  const credentials = options.anonymous ? { ca: identity.ca } : identity;
  const sent = tlsRequest(new URL(path, server.url), {
    ...credentials,
    ...(options.anonymous ? { agent: false } : { agent }),
    method: options.method ?? 'GET',
    headers: options.headers,
  });
  sent.end(options.body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, text: await textOf(response) };
};

const review = async (options: Parameters<typeof send>[1]) => {
  const { status, text } = await send('/apis/authentication.k8s.io/v1/selfsubjectreviews', {
    ...options,
    method: 'POST',
    body: '{}',
  });
  return {
    status,
    user: (JSON.parse(text) as { status: { userInfo: { username: string; groups: string[] } } }).status.userInfo,
  };
};

test('the certificate is good for localhost and 127.0.0.1, and the answers are those of the server in memory · T1', async () => {
  await create(server, 'same', { x: '1' });
  const inMemory = await ask(server.transport, 'GET', `${configMaps}/same`);
  const overTls = await send(`${configMaps}/same`);
  expect(overTls.text).toBe(inMemory.text);
  expect(overTls.status).toBe(inMemory.status);
  expect(overTls.headers['content-type']).toBe(inMemory.headers['content-type']);
  expect(overTls.headers['cache-control']).toBe('no-cache, private');
  const byName = await fetchByName();
  expect(byName).toBe(inMemory.text);
});

const fetchByName = async () => {
  const sent = tlsRequest({
    ...identity,
    host: '127.0.0.1',
    servername: 'localhost',
    port: new URL(server.url).port,
    path: `${configMaps}/same`,
    agent: false,
  }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return textOf(response);
};

test('the cipher is the one that a Go server chooses', async () => {
  const socket = connectTls({ host: '127.0.0.1', port: Number(new URL(server.url).port), ca: identity.ca });
  await once(socket, 'secureConnect');
  expect(socket.getCipher().name).toBe('TLS_AES_128_GCM_SHA256');
  socket.destroy();
});

test('a client certificate says who is asking and in which groups · U1', async () => {
  expect(await review({})).toMatchObject({
    status: 201,
    user: { username: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] },
  });
});

test('a client certificate of an unknown authority is refused, unless a good token comes with it · U1', async () => {
  await using stranger = await ApiServer.start({ port: 0 });
  const { user } = (
    JSON.parse(stranger.kubeconfig()) as {
      users: [{ user: { 'client-certificate-data': string; 'client-key-data': string } }];
    }
  ).users[0];
  const shown = {
    ca: identity.ca,
    cert: Buffer.from(user['client-certificate-data'], 'base64'),
    key: Buffer.from(user['client-key-data'], 'base64'),
  };
  const statusFor = async (headers: Record<string, string>) => {
    const sent = tlsRequest(new URL('/healthz', server.url), { ...shown, headers, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  expect(await statusFor({})).toBe(401);
  expect(await statusFor({ authorization: 'Bearer wrong' })).toBe(401);
  expect(await statusFor({ authorization: 'Bearer s3cret' })).toBe(200);
});

test('a static token says who is asking; an unknown one is refused · U2', async () => {
  expect((await review({ anonymous: true, headers: { authorization: 'Bearer s3cret' } })).user).toMatchObject({
    username: 'ada',
    groups: ['dev', 'system:authenticated'],
  });
  const refused = await send('/api', { anonymous: true, headers: { authorization: 'Bearer wrong' } });
  expect(refused.status).toBe(401);
  expect(JSON.parse(refused.text)).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'Unauthorized',
    reason: 'Unauthorized',
    code: 401,
  });
});

test('a request without credentials is anonymous and may do everything, a bad token gets 401, and a server may refuse both · U4', async () => {
  expect((await review({ anonymous: true })).user).toEqual({
    username: 'system:anonymous',
    groups: ['system:unauthenticated'],
  });
  const bad = await send('/api', { anonymous: true, headers: { authorization: 'Bearer wrong' } });
  expect(bad.status).toBe(401);
  const body = JSON.stringify({ metadata: { name: 'by-anybody' } });
  const headers = { 'content-type': 'application/json' };
  expect((await send(configMaps, { anonymous: true, method: 'POST', headers, body })).status).toBe(201);
  expect((await send(`${configMaps}/by-anybody`, { anonymous: true, method: 'DELETE' })).status).toBe(200);
  await using strict = await ApiServer.start({ port: 0, isPlain: true, allowsAnonymous: false });
  const sent = plainRequest(new URL('/api', strict.url)).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(401);
  response.resume();
});

test('many requests share one HTTP/2 connection, watches among them, whose head comes at once · T2 · T3', async () => {
  const session = connectHttp2(server.url, identity);
  try {
    const watching = session.request({
      ':path': `${configMaps}?watch=true&resourceVersion=${(await ask(server.transport, 'GET', configMaps)).body.metadata.resourceVersion}`,
    });
    const [head] = (await once(watching, 'response')) as [{ ':status': number }];
    expect(head[':status']).toBe(200);
    const listing = session.request({ ':path': '/api/v1/namespaces' });
    let text = '';
    for await (const chunk of listing.setEncoding('utf8')) text += chunk as string;
    expect((JSON.parse(text) as { items: unknown[] }).items).toHaveLength(4);
    const event = once(watching.setEncoding('utf8'), 'data');
    await create(server, 'over-http2');
    expect(((await event) as [string])[0]).toContain('"over-http2"');
    watching.close();
  } finally {
    session.destroy();
  }
});

test('the head of a watch comes before its first event · T3', async () => {
  const version = (await ask(server.transport, 'GET', configMaps)).body.metadata.resourceVersion;
  const sent = tlsRequest(new URL(`${configMaps}?watch=true&resourceVersion=${version}`, server.url), {
    ...identity,
    agent: false,
  }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(response.headers['content-type']).toBe('application/json');
  sent.destroy();
  await once(sent, 'close');
});

test('a head of up to 1 MB is read over TLS and a longer one gets 431; HTTP/2 takes hundreds of headers', async () => {
  expect((await send('/livez', { headers: { 'x-a': 'a'.repeat(900_000) } })).status).toBe(200);
  const socket = connectTls({ host: '127.0.0.1', port: Number(new URL(server.url).port), ca: identity.ca });
  socket.write(`GET /livez HTTP/1.1\r\nhost: localhost\r\nx-a: ${'a'.repeat(1_100_000)}`);
  const [answer] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  const session = connectHttp2(server.url, identity);
  const headers = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`x-${n}`, 'a']));
  const [head] = (await once(session.request({ ':path': '/livez', ...headers }), 'response')) as [
    { ':status': number },
  ];
  session.destroy();
  expect(head[':status']).toBe(200);
});

test('a body of more than three MiB is refused and the connection goes on · T6', async () => {
  const refused = await send(configMaps, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.alloc(3 * 1024 * 1024 + 1, 'x'),
  });
  expect(refused.status).toBe(413);
  expect(JSON.parse(refused.text)).toMatchObject({ reason: 'RequestEntityTooLarge', code: 413 });
  expect((await send('/version')).status).toBe(200);
});

test('plain HTTP is there for loopback on request', async () => {
  await using plain = await ApiServer.start({ port: 0, isPlain: true });
  const sent = plainRequest(new URL('/healthz', plain.url)).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(await textOf(response)).toBe('ok');
});

test('bytes that are no HTTP hurt nobody', async () => {
  const socket = connectTcp(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(Buffer.alloc(64, 0xff));
  await once(socket, 'close');
  expect((await send('/healthz')).text).toBe('ok');
});

test('stopping ends open watches and frees the port', async () => {
  const stopped = await ApiServer.start({ port: 0, isPlain: true });
  const { port } = new URL(stopped.url);
  const sent = plainRequest(new URL(`${configMaps}?watch=true`, stopped.url)).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const ended = new Promise((resolve) => {
    response
      .on('error', () => {})
      .on('close', resolve)
      .resume();
  });
  await stopped.stop();
  await ended;
  await using again = await ApiServer.start({ port: Number(port), isPlain: true });
  expect(again.url).toBe(`http://127.0.0.1:${port}`);
});

test('a thousand idle watches cost little and all hear of a change', async () => {
  await using crowded = await ApiServer.start({});
  const version = (await ask(crowded.transport, 'GET', configMaps)).body.metadata.resourceVersion;
  const watchers = await Promise.all(
    Array.from({ length: 1000 }, () =>
      crowded.transport.request({ method: 'GET', path: `${configMaps}?watch=true&resourceVersion=${version}` }),
    ),
  );
  const firsts = watchers.map(async ({ body }) => {
    for await (const chunk of body) return Buffer.from(chunk).toString('utf8');
    return '';
  });
  await create(crowded, 'heard');
  for (const first of await Promise.all(firsts)) expect(first).toContain('"heard"');
});
