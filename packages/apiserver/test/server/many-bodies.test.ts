import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { ApiServer } from '@reeve/apiserver';
import { expect, test } from 'vitest';
import { configMaps } from './talk.ts';

test('a body is refused with 429 while the bodies that are being read have 128 MiB together, and taken when they have ended', async () => {
  await using server = await ApiServer.start({ port: 0, isPlain: true });
  const sockets: Socket[] = [];
  const begin = (bytes: number): void => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(`POST ${configMaps} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${bytes + 1}\r\n\r\n`);
    socket.write(Buffer.alloc(bytes, ' '));
    sockets.push(socket);
  };
  const body = JSON.stringify({ metadata: { generateName: 'a-' } }).padEnd(1_000_000, ' ');
  const post = async (): Promise<Response> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${server.url}${configMaps}`, { method: 'POST', headers, body });
    await response.arrayBuffer();
    return response;
  };

  for (let count = 0; count < 44; count += 1) begin(3_000_000);
  let response = await post();
  // the server may not have read so far, and drops the body that is over the limit: each smaller one brings it nearer
  for (; response.status === 201; response = await post()) begin(900_000);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await fetch(`${server.url}${configMaps}`)).status).toBe(200); // what has no body is served

  await Promise.all(sockets.map((socket) => once(socket.destroy(), 'close')));
  do response = await post();
  while (response.status === 429); // until the server has noticed
  expect(response.status).toBe(201);
});
