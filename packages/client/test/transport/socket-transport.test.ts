import { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { socketTransport, type ClosableTransport, type SocketTransportOptions } from '@reeve/client';
import { ManualClock, nodeHost, settle } from '@reeve/machinery';
import { describe, expect, test, vi } from 'vitest';
import { Peer, answering, failureOf, http, textOf } from './harness.ts';

const get = { method: 'GET', path: '/' };
const to = ({ host }: Peer, options: Partial<SocketTransportOptions> = {}): ClosableTransport =>
  socketTransport({ clock: nodeHost().clock, server: `http://${host}`, ...options });

describe('compression', () => {
  const compressed = gzipSync('{"kind":"List"}');
  const answer = (request: string): Buffer | string => {
    if (!/accept-encoding: gzip/.test(request)) return http(200, 'plain');
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${compressed.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), compressed]);
  };

  test('is asked for and undone, so that nobody sees it', async () => {
    await using peer = await answering(answer);
    await using transport = to(peer);
    const response = await transport.request(get);
    expect(response.headers).not.toHaveProperty('content-encoding');
    expect(response.headers).not.toHaveProperty('content-length');
    expect(await textOf(response)).toBe('{"kind":"List"}');
  });

  test('is not asked for by watches, nor where it is switched off, and left alone where a request asks by itself', async () => {
    await using peer = await answering(answer);
    await using transport = to(peer);
    await using plain = to(peer, { disableCompression: true });
    expect(await textOf(await transport.request({ ...get, path: '/api/v1/pods?watch=true' }))).toBe('plain');
    expect(await textOf(await plain.request(get))).toBe('plain');
    const asked = await transport.request({ ...get, headers: { 'accept-encoding': 'gzip' } });
    expect(asked.headers['content-encoding']).toBe('gzip');
    await textOf(asked);
  });
});

test('a reader that is slow holds the server back', async () => {
  let written = 0;
  let isBlocked = false;
  await using peer = await answering((_request, socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'x'), Buffer.from('\r\n')]);
    const pump = (): void => {
      isBlocked = false;
      for (let turn = 0; turn < 50 && !isBlocked; turn += 1) {
        written += chunk.length;
        isBlocked = !socket.write(chunk);
      }
      if (!isBlocked) setImmediate(pump);
    };
    socket.on('drain', pump);
    pump();
    return undefined;
  });
  await using transport = to(peer);
  const response = await transport.request({ ...get, path: '/?watch=true' });
  let before = -1;
  await expect
    .poll(() => {
      const isStill = isBlocked && before === written;
      before = written;
      return isStill;
    })
    .toBe(true);
  const held = written; // buffers of the two kernels' sockets, and little else
  let read = 0;
  for await (const chunk of response.body) {
    read += chunk.length;
    if (read > held) break;
  }
  expect(written).toBeGreaterThan(held);
});

test('a reader that falls behind on small chunks is waited for seldom: each pause is a call of the kernel', async () => {
  const pauses = vi.spyOn(Socket.prototype, 'resume'); // which ends each
  const [size, count] = [1024, 2000];
  await using peer = await answering((_request, socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    const chunk = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
    socket.write(`${chunk.repeat(count)}0\r\n\r\n`);
    return undefined;
  });
  await using transport = to(peer);
  const response = await transport.request({ ...get, path: '/?watch=true' });
  let read = 0;
  for await (const chunk of response.body) {
    read += chunk.length;
    await nodeHost().yield();
  }
  expect(read).toBe(size * count);
  expect(pauses.mock.calls.length).toBeGreaterThan(0);
  expect(pauses.mock.calls.length).toBeLessThanOrEqual((size * count) / 32_768);
  pauses.mockRestore();
});

describe('a server that is silent', () => {
  const looks = (clock: ManualClock): number =>
    clock.pending().filter(({ label }) => label === 'silence of a server').length;
  const patient = { headTimeoutMs: 10_000, bodyTimeoutMs: 5_000 };
  const half = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf';
  const beat = async (clock: ManualClock, ms: number): Promise<void> => {
    for (let turn = 0; turn < ms / 500; turn += 1) await clock.advance(500);
  };

  test('is given up when no head comes', async () => {
    const clock = new ManualClock();
    await using peer = await answering(() => undefined);
    await using transport = to(peer, { clock, ...patient });
    const asked = failureOf(transport.request(get));
    await expect.poll(() => peer.open).toBe(1);
    await beat(clock, 9500);
    await beat(clock, 1000);
    expect(await asked).toMatchObject({ code: 'REEVE_CONNECTION_TIMEOUT', wasSent: true });
    await expect.poll(() => peer.open).toBe(0);
  });

  test('is given up by all who wait for it, and not by those who were answered', async () => {
    const clock = new ManualClock();
    await using peer = await answering((request) => (request.includes('/half') ? half : undefined));
    await using transport = to(peer, { clock, ...patient, bodyTimeoutMs: 0 });
    const answered = await transport.request({ ...get, path: '/half' });
    const asked = Array.from({ length: 4 }, () => failureOf(transport.request(get)));
    await expect.poll(() => peer.open).toBe(5);
    await beat(clock, 10_500);
    for (const failure of await Promise.all(asked)) expect(failure).toMatchObject({ code: 'REEVE_CONNECTION_TIMEOUT' });
    await expect.poll(() => peer.open).toBe(1);
    await answered.body[Symbol.asyncIterator]().return?.();
  });

  test('is watched for as long as somebody waits, in whatever order answers come', async () => {
    const clock = new ManualClock();
    const held: Socket[] = [];
    await using peer = await answering((_request, socket) => void held.push(socket));
    await using transport = to(peer, { clock, ...patient });
    const texts: string[] = [];
    const asked = Array.from({ length: 5 }, async () => texts.push(await textOf(await transport.request(get))));
    await expect.poll(() => held.length).toBe(5);
    for (const [turn, at] of [0, 3, 1, 4, 2].entries()) {
      expect(looks(clock)).toBe(1);
      held[at]?.write(http(200, 'fine'));
      await expect.poll(() => texts.length).toBe(turn + 1);
      await beat(clock, 1000);
    }
    expect(looks(clock)).toBe(0);
    await Promise.all(asked);
    expect(texts).toEqual(Array.from({ length: 5 }, () => 'fine'));
  });

  test('is given up when it stops in the middle of an answer; on a watch, silence is natural', async () => {
    const clock = new ManualClock();
    await using peer = await answering(() => half);
    await using transport = to(peer, { clock, ...patient });
    const cut = failureOf(textOf(await transport.request(get)));
    const watch = await transport.request({ ...get, path: '/?watch=true' });
    const events = watch.body[Symbol.asyncIterator]();
    await events.next();
    let hasEnded = false;
    const next = events.next().finally(() => (hasEnded = true));
    await settle();
    await beat(clock, 600_000);
    expect(await cut).toMatchObject({ code: 'REEVE_CONNECTION_TIMEOUT' });
    expect(hasEnded).toBe(false);
    await events.return?.();
    await next;
  });

  test('is not one whose answer nobody reads', async () => {
    const clock = new ManualClock();
    await using peer = await answering(() => 'HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\nhalf');
    await using transport = to(peer, { clock, ...patient });
    const response = await transport.request(get);
    await settle();
    await beat(clock, 60_000);
    const events = response.body[Symbol.asyncIterator]();
    expect((await events.next()).done).toBe(false);
    await events.return?.();
  });
});

test('requests that come at once on a new transport open a connection each, and use it again', async () => {
  await using peer = await answering(() => http(200, 'fine'));
  await using transport = to(peer);
  for (let turn = 0; turn < 3; turn += 1) {
    const answers = Array.from({ length: 6 }, async () => textOf(await transport.request(get)));
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 6 }, () => 'fine'));
  }
  expect(peer.connections).toBe(6);
});

test('closing ends every request that is under way', async () => {
  await using peer = await answering(() => undefined);
  const transport = to(peer);
  const asked = Array.from({ length: 5 }, () => failureOf(transport.request(get)));
  await expect.poll(() => peer.open).toBe(5);
  await transport.close();
  for (const failure of await Promise.all(asked)) expect(failure).toMatchObject({ code: 'REEVE_CONNECTION_CLOSED' });
  await expect.poll(() => peer.open).toBe(0);
});

test('an abort while the connection is being opened is heard at once, and the next request is not disturbed', async () => {
  await using peer = await answering(() => http(200, 'fine'));
  await using transport = to(peer);
  const abort = new AbortController();
  const reason = new Error('enough');
  const aborted = failureOf(transport.request({ ...get, signal: abort.signal }));
  abort.abort(reason);
  expect(await aborted).toBe(reason);
  expect(await textOf(await transport.request(get))).toBe('fine');
});

test('headers that come more than once are lists, and warnings are read as UTF-8', async () => {
  await using peer = await answering(() =>
    Buffer.from(
      'HTTP/1.1 200 OK\r\nWarning: 299 - "größer"\r\nwarning: 299 - "b"\r\nX-One: 1\r\ncontent-length: 0\r\n\r\n',
      'utf8',
    ),
  );
  await using transport = to(peer);
  const { headers } = await transport.request(get);
  expect(headers).toMatchObject({ warning: ['299 - "größer"', '299 - "b"'], 'x-one': '1' });
});

test('any header is an ordinary one, and a copy of the answer has them all', async () => {
  await using peer = await answering(() => http(200, 'fine', { __PROTO__: 'a', 'X-One': '1' }));
  await using transport = to(peer);
  const response = { ...(await transport.request(get)) };
  expect(Object.entries(response.headers)).toEqual([
    ['content-length', '4'],
    ['__proto__', 'a'],
    ['x-one', '1'],
  ]);
  expect(response.status).toBe(200);
  expect(await textOf(response)).toBe('fine');
});

test('a request that cannot be sent is refused before it is', async () => {
  await using peer = await Peer.listen(() => {});
  await using transport = to(peer);
  const headers = { 'x-split': 'a\r\nb: c' };
  expect(await failureOf(transport.request({ ...get, headers }))).toMatchObject({ code: 'REEVE_INVALID_INPUT' });
  expect(await failureOf(transport.request({ ...get, path: '/a b' }))).toMatchObject({ code: 'REEVE_INVALID_INPUT' });
});
