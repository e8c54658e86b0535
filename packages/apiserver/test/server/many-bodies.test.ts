import { once } from 'node:events';
import { connect } from 'node:net';
import { ApiServer } from '@reeve/apiserver';
import { expect, test } from 'vitest';
import { configMaps } from './talk.ts';

test('a body is refused with 429 while the bodies that are being read have 128 MiB together, and taken when they have ended', async () => {
  await using server = await ApiServer.start({ port: 0, isPlain: true });
  const begun = Buffer.alloc(3_000_000, ' ');
  const sockets = Array.from({ length: 45 }, () => connect(Number(new URL(server.url).port), '127.0.0.1'));
  for (const socket of sockets) {
    socket.write(`POST ${configMaps} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${begun.length + 1}\r\n\r\n`);
    socket.write(begun);
  }
  const body = JSON.stringify({ metadata: { generateName: 'a-' } }).padEnd(1_000_000, ' ');
  const post = () =>
    fetch(`${server.url}${configMaps}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const answered = async (status: number): Promise<Response> => {
    const response = await post();
    await response.arrayBuffer();
    return response.status === status ? response : answered(status);
  };

  const refused = await answered(429); // when the server has read so far
  expect(refused.headers.get('retry-after')).toBe('1');
  expect((await fetch(`${server.url}${configMaps}`)).status).toBe(200); // what has no body is served

  await Promise.all(sockets.map((socket) => once(socket.destroy(), 'close')));
  expect((await answered(201)).status).toBe(201);
});
