import { gzipSync } from 'node:zlib';
import { undiciTransport, type ClosableTransport, type UndiciTransportOptions } from '@reeve/client';
import { ManualClock, nodeHost, settle } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { Peer, answering, failureOf, http, textOf } from './harness.ts';

const get = { method: 'GET', path: '/' };
const to = ({ host }: Peer, options: Partial<UndiciTransportOptions> = {}): ClosableTransport =>
  undiciTransport({ clock: nodeHost().clock, server: `http://${host}`, ...options });

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

describe('a server that is silent', () => {
  const patient = { headTimeoutMs: 10_000, bodyTimeoutMs: 5_000 };
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

  test('is given up when it stops in the middle of an answer; on a watch, silence is natural', async () => {
    const clock = new ManualClock();
    await using peer = await answering(() => 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf');
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

test('a request that cannot be sent is refused before it is', async () => {
  await using peer = await Peer.listen(() => {});
  await using transport = to(peer);
  const headers = { 'x-split': 'a\r\nb: c' };
  expect(await failureOf(transport.request({ ...get, headers }))).toMatchObject({ code: 'REEVE_INVALID_INPUT' });
  expect(await failureOf(transport.request({ ...get, path: '/a b' }))).toMatchObject({ code: 'REEVE_INVALID_INPUT' });
});
