import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { settle } from '@reeve/machinery';
import { expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { hurriedHost } from './hurried-host.ts';
import { ask, configMaps, create } from './talk.ts';

/** Opens a watch and stops reading after the head. */
async function openAndStop(server: ApiServer, path: string): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  await once(socket, 'data');
  return socket.pause().on('error', () => {});
}

/** The bytes that a socket still gets, and how it ended. */
async function rest(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', (piece: Buffer) => (bytes += piece.length)).resume();
  if (!socket.closed) await once(socket, 'close');
  return bytes;
}

/** The first line of a stream, which may come in pieces. */
async function firstLine(stream: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of stream) if ((text += piece).includes('\n')) break;
  return text;
}

const fill = 'x'.repeat(64 * 1024);
const count = 400;

test('a client that stops reading holds little of the server’s memory, and is dropped when history has passed it · W10', async () => {
  await using server = await ApiServer.start({
    port: 0,
    isPlain: true,
    host: hurriedHost(),
    history: { ms: 0, entries: 10 },
  });
  const version = (await ask(server.transport, 'GET', configMaps)).body.metadata.resourceVersion;
  const socket = await openAndStop(
    server,
    `${configMaps}?watch=true&timeoutSeconds=3600000&resourceVersion=${version}`,
  );
  for (let index = 0; index < count; index += 1) {
    expect((await create(server, `c${index}`, { fill })).status).toBe(201);
    await settle(); // sockets have their turn
  }
  await expect
    .poll(async () => (await ask(server.transport, 'GET', '/metrics')).text)
    .toContain('apiserver_longrunning_requests{group="",version="v1",resource="configmaps"} 0');
  expect(await rest(socket)).toBeLessThan((count * fill.length) / 2);
}, 30_000);

test('initial events wait for their reader too · W10', async () => {
  await using server = await ApiServer.start({ port: 0, isPlain: true });
  for (let index = 0; index < count; index += 1) await create(server, `c${index}`, { fill });
  const before = process.memoryUsage().arrayBuffers;
  const sockets = await Promise.all(Array.from({ length: 20 }, () => openAndStop(server, `${configMaps}?watch=true`)));
  await ask(server.transport, 'GET', '/healthz');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan((count * fill.length * 20) / 4);
  const [socket] = sockets;
  const seen = socket && once(socket, 'data');
  socket?.resume();
  expect(await seen).toHaveLength(1);
  for (const other of sockets) other.destroy();
}, 30_000);

test('a thousand idle watches on one connection cost little, and all hear of a change · T2', async () => {
  await using server = await ApiServer.start({ port: 0 });
  const version = (await ask(server.transport, 'GET', configMaps)).body.metadata.resourceVersion;
  const session = connectHttp2(server.url, { rejectUnauthorized: false });
  try {
    const watches = Array.from({ length: 1000 }, () =>
      session.request({ ':path': `${configMaps}?watch=true&resourceVersion=${version}` }),
    );
    await Promise.all(watches.map((stream) => once(stream, 'response')));
    const heard = watches.map((stream) => firstLine(stream.setEncoding('utf8')));
    await create(server, 'heard');
    for (const line of await Promise.all(heard)) expect(line).toContain('"heard"');
  } finally {
    session.destroy();
  }
}, 30_000);
