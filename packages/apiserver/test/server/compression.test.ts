import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { ApiServer } from '@reeve/apiserver';
import { configMaps, create, watch } from './talk.ts';

let server: ApiServer;

beforeAll(async () => {
  server = await ApiServer.start({ port: 0, isPlain: true });
  for (const name of ['a', 'b']) await create(server, name, { x: 'x'.repeat(100_000) });
});

afterAll(() => server.stop());

/** The bytes of an answer over a socket, as they are. */
const fetched = async (path: string, encoding?: string) => {
  const headers = encoding === undefined ? {} : { 'accept-encoding': encoding };
  const sent = request(new URL(path, server.url), { headers, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  return { headers: response.headers, bytes: Buffer.concat(pieces) };
};

test('a list beyond 128 KiB is compressed for who takes gzip, and says the same · T4', async () => {
  const plain = await fetched(configMaps);
  expect(plain.headers['content-encoding']).toBeUndefined();
  for (const accepted of ['gzip', 'deflate, gzip', 'br,gzip , x']) {
    const packed = await fetched(configMaps, accepted);
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
      'transfer-encoding': 'chunked',
    });
    expect(packed.bytes.length).toBeLessThan(10_000);
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
  }
});

test('smaller answers, and clients that take it only by degrees, get it plain · T4', async () => {
  expect((await fetched(`${configMaps}/a`, 'gzip')).headers['content-encoding']).toBeUndefined();
  for (const accepted of ['gzip;q=0.5', '*', 'deflate', ''])
    expect((await fetched(configMaps, accepted)).headers['content-encoding']).toBeUndefined();
});

test('in memory it is the same · T4', async () => {
  const { headers, body } = await server.transport.request({
    method: 'GET',
    path: configMaps,
    headers: { 'accept-encoding': 'gzip' },
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  expect(headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(Buffer.concat(pieces)).toString())).toMatchObject({ kind: 'ConfigMapList' });
});

test('a watch is never compressed · T4', async () => {
  const sent = request(new URL(`${configMaps}?watch=true`, server.url), {
    headers: { 'accept-encoding': 'gzip' },
    agent: false,
  }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(response.headers['content-encoding']).toBeUndefined();
  const [piece] = (await once(response, 'data')) as [Buffer];
  expect(piece.toString()).toMatch(/^\{"type":"ADDED"/);
  sent.destroy();
  expect((await watch(server.transport, `${configMaps}?watch=true`, (events) => events.length >= 2)).length).toBe(2);
});
