import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { configMaps, create } from './talk.ts';

let server: ApiServer;

beforeAll(async () => {
  server = await ApiServer.start({ port: 0, isPlain: true });
  await create(server, 'there', { x: '1' });
});

afterAll(() => server.stop());

const host = 'host: localhost';
const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\n${[host, ...headers].join('\r\n')}\r\n\r\n`;
const post = (body: string, ...headers: string[]) =>
  `POST ${configMaps} HTTP/1.1\r\n${[host, 'content-type: application/json', ...headers].join('\r\n')}\r\n\r\n${body}`;
const named = (name: string, more = '') =>
  `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}"}${more}}`;
const sized = (body: string) => post(body, `content-length: ${Buffer.byteLength(body)}`);

/** A connection that is written to by hand. */
async function line(): Promise<{ socket: Socket; text: () => string; until: (words: string) => Promise<string> }> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port), noDelay: true });
  await once(socket, 'connect');
  let text = '';
  let changed = () => {};
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
    changed();
  });
  socket.on('close', () => changed());
  const until = async (words: string): Promise<string> => {
    while (!text.includes(words) && !socket.closed)
      await new Promise<void>((resolve) => {
        changed = resolve;
      });
    return text;
  };
  return { socket, text: () => text, until };
}

const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

/** What a client hears that says all this and then leaves. */
async function hearing(...pieces: string[]): Promise<string> {
  const { socket, text } = await line();
  for (const piece of pieces) {
    socket.write(piece, 'latin1');
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  socket.write(get('/livez', 'connection: close'));
  await once(socket, 'close');
  return text();
}

test('one connection carries request after request', async () => {
  const { socket, until } = await line();
  for (const name of ['one', 'two', 'three']) {
    socket.write(sized(named(`after-${name}`)));
    expect(await until(`"name":"after-${name}"`)).toContain('HTTP/1.1 201 Created');
  }
  expect(await until('three')).toMatch(/\r\ndate: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r\n/i);
  socket.destroy();
});

test('requests are answered alike, in order, wherever what comes is cut into pieces', async () => {
  let turn = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(1000), { maxLength: 6 }), async (cuts) => {
      const name = `cut-${(turn += 1)}`;
      const all = get(`${configMaps}/there`) + sized(named(name)) + get(`${configMaps}/there`) + get('/nowhere');
      const places = [0, ...cuts.map((cut) => cut % all.length).toSorted((a, b) => a - b), all.length];
      const pieces = places.slice(1).map((end, index) => all.slice(places[index], end));
      expect(statusesIn(await hearing(...pieces.filter((piece) => piece !== '')))).toEqual([200, 201, 200, 404, 200]);
    }),
    { seed: 42, numRuns: 60 },
  );
});

test('what is asked while a watch goes on is answered when it has ended, on the same connection', async () => {
  const { socket, until } = await line();
  socket.write(get(`${configMaps}?watch=1&timeoutSeconds=1`));
  await until('"name":"there"');
  socket.write(get(`${configMaps}/not-there`));
  const text = await until('not found');
  expect(text.indexOf('\r\n0\r\n\r\n')).toBeGreaterThan(0);
  expect(text.indexOf('HTTP/1.1 404')).toBeGreaterThan(text.indexOf('\r\n0\r\n\r\n'));
  socket.write(get(`${configMaps}/there`));
  await until('HTTP/1.1 200 OK\r\n');
  socket.destroy();
});

describe('what is not plain is answered as the general server does', () => {
  const body = named('special');
  test.each([
    [
      'a body in chunks',
      post(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`, 'transfer-encoding: chunked'),
      201,
    ],
    ['a header that comes twice', get(`${configMaps}/there`, 'x-a: 1', 'x-a: 2'), 200],
    ['a client that asks whether to go on', post('', 'content-length: 2', 'expect: 100-continue'), 100],
    ['a method that is none', `BREW / HTTP/1.1\r\n${host}\r\n\r\n`, 400],
    ['a version that is none', `GET / HTTP/9.9\r\n${host}\r\n\r\n`, 505],
    ['a version before HTTP/1.0', `GET / HTTP/0.9\r\n${host}\r\n\r\n`, 505],
    ['HTTP/2.0 on a connection of HTTP/1.1', `GET / HTTP/2.0\r\n${host}\r\n\r\n`, 505],
    ['a transfer coding that is not served', post('2\r\n{}\r\n0\r\n\r\n', 'transfer-encoding: gzip, chunked'), 501],
    [
      'two transfer codings',
      post('2\r\n{}\r\n0\r\n\r\n', 'transfer-encoding: chunked', 'transfer-encoding: chunked'),
      501,
    ],
    ['a chunk that is none', post('zz\r\n{}\r\n0\r\n\r\n', 'transfer-encoding: chunked'), 400],
    ['a head of 900 KB', get('/livez', `x-a: ${'a'.repeat(900_000)}`), 200],
    ['a head of more than 1 MB', get('/livez', `x-a: ${'a'.repeat(1_100_000)}`), 431],
    ['ten thousand headers', get(`${configMaps}/there`, ...Array.from({ length: 10_000 }, (_, n) => `x-${n}: a`)), 200],
    ['no host', `GET ${configMaps}/there HTTP/1.1\r\n\r\n`, 400],
    ['a length that is none', post('{}', 'content-length: +2'), 400],
    ['two lengths', post('{}', 'content-length: 2', 'content-length: 3'), 400],
    ['a header with a line feed in it', get('/livez', 'x-a: 1\n2: 3'), 400],
  ])('%s', async (_what, request, status) => {
    const { socket, until } = await line();
    socket.on('error', () => {});
    socket.write(request, 'latin1');
    expect(statusesIn(await until('HTTP/1.1 '))[0]).toBe(status);
    socket.destroy();
  });
});

test('an answer that is under way is sent when what follows on its connection is no request', async () => {
  const { socket, text } = await line();
  socket.write(`${sized(named('before-nonsense'))}X\r\n\r\n`);
  await once(socket, 'close');
  expect(statusesIn(text())).toEqual([201, 400]);
});

test('the answer to a request that is to be the last on its connection is sent, whatever follows', async () => {
  const { socket, text } = await line();
  socket.write(get(`${configMaps}/there`, 'connection: close') + get('/livez'));
  await once(socket, 'close');
  expect(statusesIn(text())).toEqual([200]);
});

test('a client that says it is the last request is let go after the answer', async () => {
  expect(statusesIn(await hearing(get('/readyz')))).toEqual([200, 200]);
});

test('names in a warning go out as UTF-8 and never as a line of their own', async () => {
  const { socket, until } = await line();
  const odd = named('odd', ',"a\\r\\nx-evil: 1":1,"\u00e9\u20ac":1');
  socket.write(`${sized(odd).split('\r\n\r\n')[0]}\r\n\r\n`);
  socket.write(odd, 'utf8');
  const head = (await until('"name":"odd"')).split('\r\n\r\n')[0] ?? '';
  expect(Buffer.from(head, 'latin1').toString()).toContain('unknown field \\"\u00e9\u20ac\\"');
  expect(head).not.toMatch(/\nx-evil/);
  socket.destroy();
});
