import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ApiServer } from '@reeve/apiserver';
import { ask, configMaps, create, type Event } from './talk.ts';

let server: ApiServer;
let origin = '';

beforeAll(async () => {
  server = await ApiServer.start({ port: 0, isPlain: true });
  origin = server.url;
});

afterAll(() => server.stop());

const version = async () => (await ask(server.transport, 'GET', configMaps)).body.metadata.resourceVersion ?? '';

const open = (path: string, options: { origin?: string; protocols?: string[]; accept?: string } = {}) =>
  new WebSocket(`${server.url.replace('http', 'ws')}${path}`, options.protocols ?? [], {
    ...(options.origin !== undefined && { origin: options.origin }),
    ...(options.accept !== undefined && { headers: { accept: options.accept } }),
  });

/** The messages of a socket until there are enough, and whether they were binary. */
const received = async (socket: WebSocket, count: number) => {
  const messages: { text: Buffer; isBinary: boolean }[] = [];
  await new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer, isBinary) => {
      messages.push({ text: data, isBinary });
      if (messages.length === count) resolve();
    });
  });
  return messages;
};

/** The answer to a handshake that does not succeed. */
const refusal = async (socket: WebSocket) => {
  socket.on('error', () => {});
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  let text = '';
  for await (const piece of response.setEncoding('utf8')) text += piece as string;
  return { status: response.statusCode, text };
};

test('a watch over a WebSocket sends one text per event, and closes when its time is over · N9', async () => {
  const socket = open(`${configMaps}?watch=true&timeoutSeconds=1&resourceVersion=${await version()}`, { origin });
  const closed = once(socket, 'close');
  const messages = received(socket, 2);
  await once(socket, 'open');
  await create(server, 'one');
  await create(server, 'two');
  const events = (await messages).map(({ text, isBinary }) => ({
    isBinary,
    event: JSON.parse(text.toString()) as Event,
  }));
  expect(events).toMatchObject([
    { isBinary: false, event: { type: 'ADDED', object: { metadata: { name: 'one' } } } },
    { isBinary: false, event: { type: 'ADDED', object: { metadata: { name: 'two' } } } },
  ]);
  expect((await closed)[0]).toBe(1000);
});

test('events in protobuf are binary messages without a length · N9', async () => {
  await create(server, 'packed');
  const socket = open(`${configMaps}?watch=true&fieldSelector=metadata.name%3Dpacked`, {
    origin,
    accept: 'application/vnd.kubernetes.protobuf',
  });
  const [message] = await received(socket, 1);
  expect(message?.isBinary).toBe(true);
  expect(message?.text.subarray(0, 7).toString('latin1')).toBe('\n\u0005ADDED');
  socket.close();
});

test('a client that closes ends the watch · N9', async () => {
  const socket = open(`${configMaps}?watch=true`, { origin });
  await once(socket, 'open');
  socket.close();
  await once(socket, 'close');
  await expect
    .poll(async () => (await ask(server.transport, 'GET', '/metrics')).text)
    .toContain('apiserver_longrunning_requests{group="",version="v1",resource="configmaps"} 0');
});

test('one protocol is agreed to, two are refused · N9', async () => {
  const agreed = open(`${configMaps}?watch=true`, { origin, protocols: ['v4.channel.k8s.io'] });
  await once(agreed, 'open');
  expect(agreed.protocol).toBe('v4.channel.k8s.io');
  agreed.close();
  expect((await refusal(open(`${configMaps}?watch=true`, { origin, protocols: ['a', 'b'] }))).status).toBe(400);
});

test('who does not say where it comes from is refused, as by a real server · N9', async () => {
  expect(await refusal(open(`${configMaps}?watch=true`))).toEqual({ status: 403, text: '' });
});

test('a watch over a WebSocket from a page of another site is refused', async () => {
  for (const from of ['null', 'https://evil.test', server.url.replace('127.0.0.1', 'localhost'), 'nonsense'])
    expect((await refusal(open(`${configMaps}?watch=true`, { origin: from }))).status).toBe(403);
});

test('what is no watch is answered as over plain HTTP · N9', async () => {
  expect(await refusal(open('/healthz', { origin }))).toEqual({ status: 200, text: 'ok' });
  const bad = await refusal(open(`${configMaps}?watch=true&labelSelector=%21%21`, { origin }));
  expect(bad.status).toBe(400);
  expect(JSON.parse(bad.text)).toMatchObject({ kind: 'Status', reason: 'BadRequest' });
});

test('a handshake without a key is refused · N9', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(
    `GET ${configMaps}?watch=true HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n`,
  );
  let text = '';
  for await (const piece of socket.setEncoding('utf8')) text += piece as string;
  expect(text).toBe('HTTP/1.1 400 Bad Request\r\n\r\nmismatch challenge/response');
});

test('a client that offers another protocol is served in this one, body and all', async () => {
  const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'offered' } });
  const sent = httpRequest(new URL(configMaps, server.url), {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/json',
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABk',
    },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(201);
  response.resume();
  await once(response, 'end');
});
