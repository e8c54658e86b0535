import { request as nodeRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { ApiServer } from '@reeve/apiserver';
import {
  KubeConfig,
  connect,
  socketTransport,
  type ClosableTransport,
  type SocketTransportOptions,
} from '@reeve/client';
import { ManualClock, SeededRandom, nodeHost, settle, type TransportResponse } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { Peer, answering, failureOf, http, openHandles, textOf } from './harness.ts';

const get = { method: 'GET', path: '/' };
const to = ({ host }: Peer, options: Partial<SocketTransportOptions> = {}): ClosableTransport =>
  socketTransport({ clock: nodeHost().clock, server: `http://${host}`, disableCompression: true, ...options });

/** Writes byte by byte, each in a turn of its own. */
const dribble = async (socket: Socket, text: string, isLast = false): Promise<void> => {
  for (const byte of Buffer.from(text, 'latin1')) {
    socket.write(Buffer.of(byte));
    await settle();
  }
  if (isLast) socket.end();
};

const seen = async (response: TransportResponse): Promise<object> => ({
  status: response.status,
  type: response.headers['content-type'],
  body: await textOf(response),
});

const type = 'content-type: text/plain\r\n';

describe('an answer is read however it comes', () => {
  const answers: [how: string, method: string, text: string, status: number, body: string, isLast?: boolean][] = [
    ['with its length', 'GET', `HTTP/1.1 200 OK\r\n${type}content-length: 5\r\n\r\nhello`, 200, 'hello'],
    ['with no length but 0', 'GET', `HTTP/1.1 200 OK\r\n${type}Content-Length: 0\r\n\r\n`, 200, ''],
    ['without words behind its status', 'GET', `HTTP/1.1 404\r\n${type}content-length: 2\r\n\r\nno`, 404, 'no'],
    [
      'in chunks',
      'GET',
      `HTTP/1.1 200 OK\r\n${type}Transfer-Encoding: Chunked\r\n\r\n5\r\nhello\r\n00A\r\n, dear you\r\n0\r\n\r\n`,
      200,
      'hello, dear you',
    ],
    [
      'in chunks with extensions, and headers behind the last',
      'GET',
      `HTTP/1.1 200 OK\r\n${type}transfer-encoding: chunked\r\n\r\n5;a=b;c="d"\r\nhello\r\n1 \r\n!\r\n0;e\r\nx-sum: 1\r\nx-b:\r\n\r\n`,
      200,
      'hello!',
    ],
    ['until the connection ends', 'GET', `HTTP/1.1 200 OK\r\n${type}\r\nhello`, 200, 'hello', true],
    ['of an older server', 'GET', `HTTP/1.0 200 OK\r\n${type}content-length: 5\r\n\r\nhello`, 200, 'hello'],
    ['without a body', 'DELETE', `HTTP/1.1 204 No Content\r\n${type}\r\n`, 204, ''],
    ['of what was not modified', 'GET', `HTTP/1.1 304 Not Modified\r\n${type}content-length: 7\r\n\r\n`, 304, ''],
    ['of a head alone', 'HEAD', `HTTP/1.1 200 OK\r\n${type}content-length: 7\r\n\r\n`, 200, ''],
    [
      'behind others that announce it',
      'POST',
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 201 Created\r\n${type}content-length: 5\r\n\r\nhello`,
      201,
      'hello',
    ],
    [
      'with its length said twice',
      'GET',
      `HTTP/1.1 200 OK\r\n${type}content-length: 2\r\ncontent-length: 2\r\n\r\nhi`,
      200,
      'hi',
    ],
  ];

  test.each(answers)('%s', async (_how, method, text, status, body, isLast = false) => {
    let isWhole = false;
    await using peer = await answering((_request, socket) => {
      if (!isWhole) void dribble(socket, text, isLast);
      else if (isLast) socket.end(text, 'latin1');
      else socket.write(text, 'latin1');
      return undefined;
    });
    await using transport = to(peer);
    const expected = { status, type: 'text/plain', body };
    expect(await seen(await transport.request({ ...get, method }))).toEqual(expected);
    isWhole = true;
    expect(await seen(await transport.request({ ...get, method }))).toEqual(expected);
    expect(peer.connections).toBe(isLast || text.startsWith('HTTP/1.0') ? 2 : 1);
  });

  test('as Node reads it, whatever its parts and wherever reads end, seed 7', async () => {
    const random = new SeededRandom(7);
    const pick = (most: number): number => Math.floor(random.next() * most);
    const letters = (count: number): string =>
      Array.from({ length: count }, () => String.fromCodePoint(97 + pick(26))).join('');
    let [text, cuts]: [string, number[]] = ['', []];
    await using peer = await answering((_request, socket) => {
      void (async () => {
        let from = 0;
        for (const end of [...cuts, text.length]) {
          socket.write(text.slice(from, end), 'latin1');
          await settle();
          from = end;
        }
      })();
      return undefined;
    });
    await using transport = to(peer);
    for (let turn = 0; turn < 300; turn += 1) {
      text = madeAnswer(pick, letters);
      cuts = Array.from({ length: pick(6) }, () => pick(text.length)).toSorted((a, b) => a - b);
      const [ours, theirs] = [await transport.request(get), await nodeAnswer(peer.host)];
      expect({ text, status: ours.status, headers: { ...ours.headers }, body: await textOf(ours) }).toEqual({
        text,
        ...theirs,
      });
    }
  });
});

/** An answer with headers and a body of any length, in chunks or in one. */
const madeAnswer = (pick: (most: number) => number, letters: (count: number) => string): string => {
  const headers = Array.from(
    { length: pick(6) },
    () => `X-${letters(1 + pick(12))}:${' '.repeat(pick(3))}${letters(pick(40))}\r\n`,
  );
  const body = letters(pick(3) === 0 ? 0 : pick(4000));
  const head = `HTTP/1.1 ${200 + pick(3)} ${letters(pick(9))}\r\n${headers.join('')}`;
  if (pick(2) === 0) return `${head}content-length: ${body.length}\r\n\r\n${body}`;
  let chunks = '';
  for (let at = 0; at < body.length;) {
    const size = 1 + pick(700);
    const part = body.slice(at, at + size);
    chunks += `${part.length.toString(16)}${pick(5) === 0 ? `;${letters(3)}` : ''}\r\n${part}\r\n`;
    at += size;
  }
  return `${head}transfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`;
};

const nodeAnswer = async (host: string): Promise<object> => {
  const asked = nodeRequest(`http://${host}/`, { headers: { connection: 'close' } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of answer) body += String(chunk);
  const headers: Record<string, string | string[]> = {};
  for (const [name, [value = '', ...more] = []] of Object.entries(answer.headersDistinct)) {
    headers[name] = more.length > 0 ? [value, ...more] : value;
  }
  return { status: answer.statusCode, headers, body };
};

describe('an answer that could be read in two ways, or in none, is refused', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  test.each([
    ['another protocol', 'HTTP/2 200\r\n\r\n'],
    ['a status that is no number', 'HTTP/1.1 2x0 OK\r\n\r\n'],
    ['a status that is too long', 'HTTP/1.1 2000 OK\r\ncontent-length: 0\r\n\r\n'],
    ['a protocol that nobody asked for', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n'],
    ['a header without a name', `${ok}: a\r\ncontent-length: 0\r\n\r\n`],
    ['a header without a colon', `${ok}hello\r\ncontent-length: 0\r\n\r\n`],
    ['a header that is folded', `${ok}x-a: b\r\n c\r\ncontent-length: 0\r\n\r\n`],
    ['a space before the colon', `${ok}content-length : 0\r\n\r\n`],
    ['a space within a name', `${ok}content length: 0\r\n\r\n`],
    ['a line that ends too soon', `${ok}x-a: b\ncontent-length: 0\r\n\r\n`],
    ['a zero', `${ok}x-a: \0\r\ncontent-length: 0\r\n\r\n`],
    ['a length that is no number', `${ok}content-length: 0x10\r\n\r\n`],
    ['a negative length', `${ok}content-length: -1\r\n\r\n`],
    ['two lengths', `${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nab`],
    ['a length and chunks', `${ok}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['chunks and a length', `${ok}transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n`],
    ['a coding of the way that is not known', `${ok}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
    ['a head without end', `${ok}x-a: ${'a'.repeat(300_000)}`],
  ])('%s', async (_what, text) => {
    await using peer = await answering(() => Buffer.from(text, 'latin1'));
    await using transport = to(peer);
    expect(await failureOf(transport.request(get))).toMatchObject({ code: 'REEVE_CONNECTION_FAILED', wasSent: true });
    await expect.poll(() => peer.open).toBe(0);
  });

  const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;
  test.each([
    ['a size that is no number', `${chunked}x\r\n`],
    ['no size', `${chunked}\r\n`],
    ['a size beyond all numbers', `${chunked}${'f'.repeat(14)}\r\n`],
    ['a size that ends too soon', `${chunked}5\nhello`],
    ['more than its size', `${chunked}2\r\nabc\r\n`],
    ['an extension without end', `${chunked}1;${'a'.repeat(70_000)}`],
    ['an extension that ends too soon', `${chunked}1;a\nb`],
  ])('a chunk with %s', async (_what, text) => {
    await using peer = await answering(() => text);
    await using transport = to(peer);
    expect(await failureOf(textOf(await transport.request(get)))).toMatchObject({ code: 'REEVE_RESPONSE_CUT' });
    await expect.poll(() => peer.open).toBe(0);
  });
});

describe('a connection is used again', () => {
  const fetchTwice = async (peer: Peer, transport: ClosableTransport): Promise<number> => {
    await textOf(await transport.request(get));
    await textOf(await transport.request(get));
    return peer.connections;
  };

  test.each([
    ['unless the server says that it closes it', { connection: 'close' }, 2],
    ['unless the server says so among other things', { connection: 'x-a, Close' }, 2],
    ['also where the server says how long it may rest', { 'keep-alive': 'timeout=5' }, 1],
    ['unless it may not rest at all', { 'keep-alive': 'timeout=1' }, 2],
  ])('%s', async (_when, headers: Record<string, string>, connections) => {
    await using peer = await answering(() => http(200, 'fine', headers));
    await using transport = to(peer);
    expect(await fetchTwice(peer, transport)).toBe(connections);
  });

  test('for a while: after it has rested for too long it is closed', async () => {
    const clock = new ManualClock();
    await using peer = await answering(() => http(200, 'fine'));
    await using transport = to(peer, { clock });
    await textOf(await transport.request(get));
    await clock.advance(85_000);
    expect(await fetchTwice(peer, transport)).toBe(1);
    await clock.advance(95_000);
    await expect.poll(() => peer.open).toBe(0);
    expect(await fetchTwice(peer, transport)).toBe(2);
  });

  test('and while it rests it keeps no process alive', async () => {
    await using peer = await answering(() => http(200, 'fine'));
    await using transport = to(peer);
    const response = await transport.request(get);
    const busy = openHandles().length;
    await textOf(response);
    await textOf(await transport.request(get));
    expect(openHandles().length).toBeLessThanOrEqual(busy);
    expect(peer.open).toBe(1);
  });

  test('but not after an answer that nobody asked for, nor after more than was asked', async () => {
    let socket: Socket | undefined;
    await using peer = await answering((_request, connection, count) => {
      socket = connection;
      return http(200, `answer ${count}`) + (count === 2 ? 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil' : '');
    });
    await using transport = to(peer);
    expect(await textOf(await transport.request(get))).toBe('answer 1');
    socket?.write(http(200, 'evil'));
    await expect.poll(() => peer.open).toBe(0);
    expect(await textOf(await transport.request(get))).toBe('answer 2');
    expect(await textOf(await transport.request(get))).toBe('answer 3');
    expect(peer.connections).toBe(3);
  });

  test('a write on one that was closed while the program was busy goes out on a new one', async () => {
    const clock = new ManualClock();
    await using peer = await answering((_request, socket, count) => {
      if (count === 1) socket.end(http(200, 'fine'));
      return count === 1 ? undefined : http(201, 'made');
    });
    await using transport = to(peer, { clock });
    await textOf(await transport.request(get));
    await clock.advance(1000); // the end of the connection may not have been read yet
    const post = { method: 'POST', path: '/', body: Buffer.from('{}') };
    expect((await transport.request(post)).status).toBe(201);
  });

  test('an abort while it is looked at leaves nothing behind', async () => {
    const clock = new ManualClock();
    const asked: string[] = [];
    await using peer = await answering((request) => {
      asked.push(request.split(' ', 2)[1] ?? '');
      return http(200, 'fine');
    });
    await using transport = to(peer, { clock });
    await textOf(await transport.request(get));
    await clock.advance(1000);
    const abort = new AbortController();
    const aborted = failureOf(transport.request({ ...get, path: '/aborted', signal: abort.signal }));
    abort.abort(new Error('enough'));
    expect((await aborted).message).toBe('enough');
    expect(await textOf(await transport.request({ ...get, path: '/next' }))).toBe('fine');
    expect(asked).toEqual(['/', '/next']);
  });
});

test('a reader that is slow holds up nobody after it, wherever its answer ends', { timeout: 60_000 }, async () => {
  await using server = await ApiServer.start({ port: 0 });
  const config = (await KubeConfig.parse(server.kubeconfig())).connection();
  await using cluster = connect({ ...config, disableCompression: true });
  const { transport } = cluster;
  const path = '/api/v1/namespaces/default/configmaps';
  for (let size = 40_000; size < 120_000; size += 4000) {
    const object = { metadata: { name: `of-${size}` }, data: { text: 'x'.repeat(size) } };
    const headers = { 'content-type': 'application/json' };
    await textOf(await transport.request({ method: 'POST', path, headers, body: Buffer.from(JSON.stringify(object)) }));
    const response = await transport.request({ method: 'GET', path: `${path}/of-${size}` });
    for (let turn = 0; turn < 20; turn += 1) await settle();
    expect((await textOf(response)).length).toBeGreaterThan(size);
  }
});

describe('a request is written as it is', () => {
  test.each([0, 10, 70_000, 3_000_000])('with a body of %i bytes', async (length) => {
    const body = Buffer.alloc(length, 'abcdefghijklm');
    let received = '';
    await using peer = await Peer.listen((socket) => {
      socket.on('data', (piece: Buffer) => {
        received += piece.toString('latin1');
        const end = received.indexOf('\r\n\r\n');
        if (end !== -1 && received.length === end + 4 + length) socket.write(http(200, 'fine'));
      });
    });
    await using transport = to(peer);
    expect(await textOf(await transport.request({ method: 'PUT', path: '/a%20b?c=d', body }))).toBe('fine');
    expect(
      received.startsWith(`PUT /a%20b?c=d HTTP/1.1\r\nhost: ${peer.host}\r\ncontent-length: ${length}\r\n\r\n`),
    ).toBe(true);
    expect(received.endsWith(body.toString('latin1'))).toBe(true);
  });

  test('with a header for each value of a list, and a length where one is expected', async () => {
    const heads: string[] = [];
    await using peer = await answering((request) => {
      heads.push(request.replace(/host: .*\r\n/, ''));
      return http(200, 'fine');
    });
    await using transport = to(peer);
    await textOf(await transport.request({ ...get, headers: { 'x-a': ['1', '2'], 'x-b': 'ü' } }));
    await textOf(await transport.request({ method: 'POST', path: '/' }));
    expect(heads).toEqual([
      'GET / HTTP/1.1\r\nx-a: 1\r\nx-a: 2\r\nx-b: ü\r\n\r\n',
      'POST / HTTP/1.1\r\ncontent-length: 0\r\n\r\n',
    ]);
  });

  test.each([
    ['a method that is no word', { method: 'GET /' }],
    ['a path that does not begin at the root', { path: 'a' }],
    ['a path with a line break', { path: '/a\r\nb' }],
    ['a path that is not encoded', { path: '/ü' }],
    ['a name that is no word', { headers: { 'a b': 'c' } }],
    ['a value with a zero', { headers: { a: '\0' } }],
    ['a length of its own', { headers: { 'Content-Length': '3' } }],
    ['a coding of its own', { headers: { 'transfer-encoding': 'chunked' } }],
    ['a value beyond Latin-1', { headers: { a: '€' } }],
  ])('or refused: %s', async (_what, part) => {
    await using peer = await answering(() => http(200, 'fine'));
    await using transport = to(peer);
    const error = await failureOf(transport.request({ ...get, ...part }));
    expect(error).toMatchObject({ code: 'REEVE_INVALID_INPUT' });
    expect(error.message).toContain('the request cannot be sent');
    expect(await textOf(await transport.request(get))).toBe('fine');
  });
});
