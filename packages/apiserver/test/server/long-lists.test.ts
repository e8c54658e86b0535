import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { VirtualHost } from '@reeve/machinery';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { hurriedHost } from './hurried-host.ts';
import { ask, configMaps, create, type Body } from './talk.ts';

/** The answer to a GET over a socket, byte by byte. */
const fetched = async (server: ApiServer, path: string, headers: Record<string, string> = {}) => {
  const sent = request(new URL(path, server.url), { headers, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  return { headers: response.headers, bytes: Buffer.concat(pieces) };
};

/** Asks for a list and stops reading after the head. */
async function askAndStop(server: ApiServer, path: string, headers = ''): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${headers}\r\n`);
  await once(socket, 'data');
  return socket.pause().on('error', () => {});
}

/** What a socket still gets, as text, and whether the body has its proper end. */
async function rest(socket: Socket): Promise<{ text: string; isWhole: boolean }> {
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece)).resume();
  if (!socket.closed) await once(socket, 'close');
  const text = Buffer.concat(pieces).toString('latin1');
  return { text, isWhole: text.endsWith('0\r\n\r\n') };
}

describe('a long list', () => {
  let server: ApiServer;
  const count = 700;
  const odd = 'first\n  second\n\nüñ\u2028 "quoted"\t#: - &a *b\n';

  beforeAll(async () => {
    server = await ApiServer.start({ port: 0, isPlain: true });
    for (let index = 0; index < count; index += 1) await create(server, `m${index}`, { odd, fill: 'x'.repeat(400) });
  });
  afterAll(() => server.stop());

  const single = async (name: string) => (await ask(server.transport, 'GET', `${configMaps}/${name}`)).body;

  test('comes in chunks with all its objects, as each of them is', async () => {
    const { headers, bytes } = await fetched(server, configMaps);
    const list = JSON.parse(bytes.toString()) as Body;
    expect(headers['transfer-encoding']).toBe('chunked');
    expect(list).toMatchObject({ kind: 'ConfigMapList', apiVersion: 'v1' });
    expect(list.items).toHaveLength(count);
    const { kind: _kind, apiVersion: _apiVersion, ...object } = await single('m7');
    expect(list.items?.find(({ metadata }) => metadata.name === 'm7')).toEqual(object);
  });

  test('is the same in memory, over HTTP/2 and compressed', async () => {
    const plain = (await fetched(server, configMaps)).bytes;
    const packed = await fetched(server, configMaps, { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.bytes).equals(plain)).toBe(true);
    expect((await ask(server.transport, 'GET', configMaps)).text).toBe(plain.toString());
    await using secured = await ApiServer.start({ port: 0 });
    for (let index = 0; index < count; index += 1) await create(secured, `m${index}`, { fill: 'x'.repeat(400) });
    const session = connectHttp2(secured.url, { rejectUnauthorized: false });
    try {
      let text = '';
      for await (const piece of session.request({ ':path': configMaps }).setEncoding('utf8')) text += piece as string;
      expect(text).toBe((await ask(secured.transport, 'GET', configMaps)).text);
    } finally {
      session.destroy();
    }
  });

  test('is indented for people as any other answer', async () => {
    const plain = JSON.parse((await fetched(server, configMaps)).bytes.toString()) as unknown;
    const pretty = (await fetched(server, `${configMaps}?pretty=true`)).bytes.toString();
    expect(pretty).toBe(`${JSON.stringify(plain, undefined, 2)}\n`);
  });

  test('is the same in YAML, with every object written out', async () => {
    const plain = JSON.parse((await fetched(server, configMaps)).bytes.toString()) as unknown;
    const yaml = (await fetched(server, configMaps, { accept: 'application/yaml' })).bytes.toString();
    expect(parse(yaml, { maxAliasCount: 0 })).toEqual(plain);
  });

  test('of a Table has a row for each object, and its columns once', async () => {
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1';
    const long = JSON.parse((await fetched(server, configMaps, { accept })).bytes.toString()) as Table;
    const short = (await ask(server.transport, 'GET', `${configMaps}?limit=3`, undefined, { accept })).body;
    const table = short as unknown as Table;
    expect(long).toMatchObject({ kind: 'Table', columnDefinitions: table.columnDefinitions });
    expect(long.rows).toHaveLength(count);
    const withoutAge = ({ rows }: Table) => rows.slice(0, 3).map(({ cells, object }) => [cells.slice(0, 2), object]);
    expect(withoutAge(long)).toEqual(withoutAge(table));
  });

  test('of metadata has that of each object', async () => {
    const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
    const list = JSON.parse((await fetched(server, configMaps, { accept })).bytes.toString()) as Body;
    expect(list.items).toHaveLength(count);
    const { metadata } = await single('m0');
    expect(list.items?.[0]).toEqual({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata });
  });

  test.each([
    ['objects', 'application/vnd.kubernetes.protobuf'],
    ['metadata', 'application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'],
  ])('in protobuf begins with its length and holds the message of each of its %s', async (_of, accept) => {
    const long = messageIn((await fetched(server, configMaps, { accept })).bytes);
    const short = messageIn((await fetched(server, `${configMaps}?limit=5`, { accept })).bytes);
    expect(itemsIn(long)).toHaveLength(count);
    expect(itemsIn(long).slice(0, 5)).toEqual(itemsIn(short));
    const one = await fetched(server, `${configMaps}/m0`, { accept: accept.replace('MetadataList', 'Metadata') });
    expect(itemsIn(long)[0]).toEqual(messageIn(one.bytes));
  });
});

interface Table {
  readonly columnDefinitions: readonly unknown[];
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly object: unknown }[];
}

/** The fields of a protobuf message that are bytes. */
function fieldsOf(message: Buffer): { number: number; bytes: Buffer }[] {
  const fields: { number: number; bytes: Buffer }[] = [];
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const number = varint() >> 3;
    const length = varint();
    fields.push({ number, bytes: message.subarray(at, at + length) });
    at += length;
  }
  expect(at).toBe(message.length);
  return fields;
}

const messageIn = (body: Buffer): Buffer =>
  fieldsOf(body.subarray(4)).find(({ number }) => number === 2)?.bytes ?? Buffer.alloc(0);

const itemsIn = (list: Buffer): Buffer[] =>
  fieldsOf(list).flatMap(({ number, bytes }) => (number === 2 ? [bytes] : []));

describe('a list that is not read', () => {
  const megabyte = 'x'.repeat(1000 * 1000);
  const filled = async (server: ApiServer, count: number) => {
    for (let index = 0; index < count; index += 1) await create(server, `m${index}`, { fill: megabyte });
  };

  test('costs a part of one object per reader, whatever form it has', async () => {
    await using server = await ApiServer.start({ port: 0, isPlain: true });
    await filled(server, 54);
    const before = process.memoryUsage().external;
    const forms = ['', 'accept: application/yaml\r\n', 'accept: application/vnd.kubernetes.protobuf\r\n'];
    const readers = [...forms, 'accept-encoding: gzip\r\n'].flatMap((headers) =>
      Array.from({ length: 10 }, () => askAndStop(server, configMaps, headers)),
    );
    const sockets = await Promise.all(readers);
    expect((await ask(server.transport, 'GET', '/healthz')).status).toBe(200);
    expect((process.memoryUsage().external - before) / 1e6).toBeLessThan(800); // 40 whole copies are 2,160; when buffers are collected differs between versions of Node
    for (const socket of sockets) socket.destroy();
  }, 60_000);

  test('is of one revision, whatever is written before it is read', async () => {
    await using server = await ApiServer.start({ port: 0, isPlain: true });
    await filled(server, 30);
    const socket = await askAndStop(server, configMaps);
    for (let index = 0; index < 30; index += 1) {
      const path = `${configMaps}/m${index}`;
      if (index % 2 === 0) await ask(server.transport, 'DELETE', path);
      else await ask(server.transport, 'PUT', path, { metadata: { name: `m${index}` }, data: { changed: 'yes' } });
    }
    server.compact();
    const { text, isWhole } = await rest(socket);
    expect(isWhole).toBe(true);
    expect(text).not.toContain('"changed"');
    const unread = text.match(/"name":"m\d+"/g) ?? [];
    expect(unread.length).toBeGreaterThan(20);
  }, 30_000);

  test('is cut when the time of its request is over', async () => {
    await using server = await ApiServer.start({ port: 0, isPlain: true, host: hurriedHost() });
    await filled(server, 30);
    const socket = await askAndStop(server, configMaps);
    server.faults.add({ resources: ['secrets'], effect: { type: 'latency', ms: 90_000 } });
    const later = await ask(server.transport, 'GET', '/api/v1/secrets');
    expect(later.status).toBe(200); // after longer than the list may take
    expect((await rest(socket)).isWhole).toBe(false);
  }, 30_000);

  test('ends with the reason in memory, too', async () => {
    const host = new VirtualHost({ seed: 1 });
    await using server = await ApiServer.start({ host });
    await host.run(async () => {
      for (let index = 0; index < 3; index += 1) await create(server, `m${index}`, { fill: megabyte });
      const { body } = await server.transport.request({ method: 'GET', path: configMaps });
      const pieces = body[Symbol.asyncIterator]();
      expect((await pieces.next()).done).toBe(false);
      await host.sleep(60_000);
      await expect(pieces.next()).rejects.toThrow('the time of the request is over');
    });
  });
});
