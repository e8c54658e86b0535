import { constants, gunzipSync } from 'node:zlib';
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

test('a watch that begins with all there is goes out as gzip members, each with its events whole · T4', async () => {
  const target = `${configMaps}?watch=true&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan`;
  const sent = request(new URL(target, server.url), { headers: { 'accept-encoding': 'gzip' }, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  const events: string[] = [];
  let rest = Buffer.alloc(0);
  for await (const piece of response) {
    rest = Buffer.concat([rest, piece as Buffer]);
    for (let size; (size = memberSize(rest)) > 0; rest = rest.subarray(size)) {
      const withoutEnd = rest.subarray(0, size - 10);
      const text = gunzipSync(withoutEnd, { finishFlush: constants.Z_SYNC_FLUSH }).toString(); // all is there before the end
      expect(text).toBe(gunzipSync(rest.subarray(0, size)).toString());
      events.push(...text.trimEnd().split('\n'));
    }
    if (events.length === 3) await create(server, 'c', {});
    if (events.length >= 4) break;
  }
  const types = events.map((event) => (JSON.parse(event) as { type: string }).type);
  expect(types).toEqual(['ADDED', 'ADDED', 'BOOKMARK', 'ADDED']);
  sent.destroy();
});

/** How many bytes the first gzip member in a buffer has; 0 where not all of it is there. */
function memberSize(bytes: Buffer): number {
  const next = bytes.indexOf(Buffer.from([0x1f, 0x8b, 8]), 1);
  const size = next === -1 ? bytes.length : next;
  try {
    return size === 0 || gunzipSync(bytes.subarray(0, size)).length === 0 ? 0 : size;
  } catch {
    return 0;
  }
}

test('a watch of any other kind is never compressed · T4', async () => {
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
