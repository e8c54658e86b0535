/**
 * Answers of a server, or of what stands in its place, that means no good or is broken: without end, of another kind, of nobody who did anything.
 * What is read of them is counted in bytes that the peer could send.
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ByteStream, Client, ListPager, connect, socketTransport, type ClosableTransport } from '@reeve/client';
import { ConfigMap, Namespace, Secret } from '@reeve/kinds/core/v1';
import { ManualClock, answerLimits, defineKind, nodeHost, type ListMeta, type ObjectList } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ScriptedTransport } from '../scripted-transport.ts';
import { answering, failureOf, hostWith, http, type Peer } from '../transport/harness.ts';

const json = { 'content-type': 'application/json' };
const mebibyte = 1024 * 1024;

const to = ({ host }: Peer, options: { readonly clock?: ManualClock } = {}): ClosableTransport =>
  socketTransport({ clock: nodeHost().clock, server: `http://${host}`, ...options });

/** A peer that sends a head and then the same piece for as long as somebody takes it, and counts. */
async function endlessPeer(head: string, piece: Buffer): Promise<{ readonly peer: Peer; sent(): number }> {
  let sent = 0;
  const pour = async (socket: Socket): Promise<void> => {
    const closed = once(socket, 'close');
    socket.write(head);
    while (!socket.destroyed) {
      sent += piece.length;
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), closed]);
    }
  };
  const peer = await answering((_request, socket) => void pour(socket).catch(() => {}));
  return { peer, sent: () => sent };
}

const closing = (status: number, type: string): string =>
  `HTTP/1.1 ${status} X\r\ncontent-type: ${type}\r\nconnection: close\r\n\r\n`;

describe('an answer without end', () => {
  test('to a get is refused at the limit, and its connection is closed', async () => {
    const { peer, sent } = await endlessPeer(closing(200, 'application/json'), Buffer.alloc(mebibyte, 'x'));
    await using _peer = peer;
    await using transport = to(peer);
    const error = await failureOf(new Client({ transport }).get(ConfigMap, 'default/blog'));
    expect(error).toMatchObject({ code: 'REEVE_ANSWER_TOO_LARGE', limitBytes: answerLimits.wholeBytes });
    expect(error.message).toContain('the answer to get ConfigMap default/blog is longer than 128 MiB');
    await expect.poll(() => peer.open, { timeout: 10_000 }).toBe(0);
    expect(sent()).toBeLessThan(answerLimits.wholeBytes + 32 * mebibyte); // what fits into the buffers of two sockets
  });

  test('that is compressed is counted when it is decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(300 * mebibyte, ' '), { level: 9 });
    expect(bomb.length).toBeLessThan(mebibyte);
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`;
    await using peer = await answering((_request, socket) => {
      socket.write(head);
      socket.write(bomb);
      return undefined;
    });
    await using transport = to(peer);
    expect(await failureOf(new Client({ transport }).list(ConfigMap))).toMatchObject({
      code: 'REEVE_ANSWER_TOO_LARGE',
    });
  });

  test('to a request of any shape, and of bytes that are read as a whole, is refused at the limit', async () => {
    let read = 0;
    const piece = Buffer.alloc(8 * mebibyte, 'x');
    const transport = new ScriptedTransport(() => ({
      chunks: (async function* () {
        for (;;) {
          read += piece.length;
          yield piece;
        }
      })(),
    }));
    const client = new Client({ transport });
    expect((await client.raw.get().absPath('/x').do()).error()).toMatchObject({ code: 'REEVE_ANSWER_TOO_LARGE' });
    const { body } = await transport.request({ method: 'GET', path: '/x' });
    expect(await failureOf(new ByteStream({ status: 200, headers: {}, body }).text())).toMatchObject({
      code: 'REEVE_ANSWER_TOO_LARGE',
    });
    expect(await failureOf(client.discovery.discover())).toMatchObject({ code: 'REEVE_ANSWER_TOO_LARGE' });
    expect(read).toBeLessThanOrEqual(4 * (answerLimits.wholeBytes + piece.length)); // four answers, each a piece too long
  });

  test('to a watch that is a page is read as far as it is shown', async () => {
    const { peer, sent } = await endlessPeer(closing(200, 'text/html'), Buffer.alloc(64 * 1024, '<p>login</p>'));
    await using _peer = peer;
    await using transport = to(peer);
    const error = await failureOf(new Client({ transport }).watch(ConfigMap).next());
    expect(error).toMatchObject({ code: 'REEVE_UNREADABLE_ANSWER', excerpt: expect.stringContaining('<p>login') });
    await expect.poll(() => peer.open, { timeout: 10_000 }).toBe(0);
    expect(sent()).toBeLessThan(32 * mebibyte);
  });

  test('that refuses is a refusal, of which the beginning is read', async () => {
    const { peer, sent } = await endlessPeer(closing(500, 'text/plain'), Buffer.alloc(mebibyte, 'x'));
    await using _peer = peer;
    await using transport = to(peer);
    expect(await failureOf(new Client({ transport }).get(ConfigMap, 'default/blog'))).toMatchObject({
      code: 'REEVE_INTERNAL_ERROR',
    });
    await expect.poll(() => peer.open, { timeout: 10_000 }).toBe(0);
    expect(sent()).toBeLessThan(answerLimits.refusalBytes + 32 * mebibyte);
  });
});

describe('an answer that comes a byte at a time', () => {
  const dribbling = async (
    path: string,
    beats: number,
  ): Promise<{ readonly isOver: boolean; readonly error?: Error }> => {
    const clock = new ManualClock();
    const held: Socket[] = [];
    await using peer = await answering((_request, socket) => {
      held.push(socket);
      return `HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 1000\r\n\r\n`;
    });
    await using transport = to(peer, { clock });
    const { body } = await transport.request({ method: 'GET', path });
    const failures: Error[] = [];
    let bytes = 0;
    const reading = (async () => {
      for await (const chunk of body) bytes += chunk.length;
    })().catch((reason: unknown) => failures.push(reason as Error));
    for (let beat = 1; beat <= beats && failures.length === 0; beat += 1) {
      held[0]?.write('x');
      await expect.poll(() => bytes >= beat || failures.length > 0, { timeout: 10_000 }).toBe(true);
      for (let second = 0; second < 50; second += 1) await clock.advance(1000);
    }
    const [error] = failures;
    const isOver = error !== undefined;
    held[0]?.destroy();
    await reading;
    return { isOver, ...(error !== undefined && { error }) };
  };

  test('ends a request, although it is never silent for long', async () => {
    const { isOver, error } = await dribbling('/api/v1/namespaces/default/configmaps/blog', 10);
    expect(isOver).toBe(true);
    expect(error).toMatchObject({ code: 'REEVE_CONNECTION_TIMEOUT' });
    expect(error?.message).toContain('less than a kilobyte a second');
  });

  test.each(['/api/v1/namespaces/default/pods/blog/log?container=a', '/api/v1/namespaces/default/services/a/proxy/x'])(
    'goes on where it is the stream of somebody else: %s',
    async (path) => {
      expect(await dribbling(path, 4)).toEqual({ isOver: false });
    },
  );
});

describe('an answer that is no success', () => {
  const redirect = (status: number) => ({ status, text: '', headers: { location: 'https://login.example.com/?a=1' } });
  const calls: [string, (client: Client) => Promise<unknown>][] = [
    [
      'a create of which nobody wants the answer',
      (client) => client.writeOnly(ConfigMap).create({ metadata: { name: 'a' } }),
    ],
    ['a delete of which nobody wants the answer', (client) => client.writeOnly(ConfigMap).delete('a')],
    ['a get', (client) => client.get(ConfigMap, 'a')],
    ['a list', (client) => client.list(ConfigMap)],
    ['a watch', (client) => client.watch(ConfigMap).next()],
    ['a request of any shape', (client) => client.raw.get().absPath('/x').doRaw()],
  ];
  test.each(calls.flatMap(([what, call]) => [301, 302, 303, 307, 308].map((status) => [status, what, call] as const)))(
    'a redirect (%i) in answer to %s is an error that says where it leads',
    async (status, _what, call) => {
      const client = new Client({ transport: new ScriptedTransport(() => redirect(status)) }).inNamespace('default');
      const error = await failureOf(call(client));
      expect(error).toMatchObject({ code: 'REEVE_UNKNOWN', httpStatus: status });
      expect(error.message).toContain('log in again, or correct the address of the server');
      expect(error.message).toContain('https://login.example.com/');
    },
  );

  test('a get is not answered by the body of a redirect', async () => {
    const transport = new ScriptedTransport(() => ({ status: 302, json: { metadata: { name: 'a' } } }));
    expect(await failureOf(new Client({ transport }).get(Namespace, 'a'))).toMatchObject({ httpStatus: 302 });
  });

  test.each([204, 304, 199, 207, 299])('a status of %i without a body is no write', async (status) => {
    const client = new Client({ transport: new ScriptedTransport(() => ({ status, text: '' })) }).inNamespace(
      'default',
    );
    for (const call of [client.writeOnly(ConfigMap).delete('a'), client.delete(ConfigMap, 'a')]) {
      expect((await failureOf(call)).message).toContain('ConfigMap default/a');
    }
  });
});

describe('an answer about something else', () => {
  const Website = defineKind({
    group: 'web.example.com',
    version: 'v1',
    kind: 'Website',
    plural: 'websites',
    scope: 'Namespaced',
  });
  const answered = (value: object) => new Client({ transport: new ScriptedTransport(() => ({ json: value })) });
  const metadata = { name: 'blog', namespace: 'default' };

  test.each([
    ['another kind', { apiVersion: 'v1', kind: 'Secret', metadata }, 'it is v1 Secret, not v1 ConfigMap'],
    ['another version', { apiVersion: 'v2', kind: 'ConfigMap', metadata }, 'it is v2 ConfigMap, not v1 ConfigMap'],
    ['another name', { metadata: { ...metadata, name: 'shop' } }, 'it is the object "shop" in namespace "default"'],
    ['a name that is a number', { metadata: { ...metadata, name: 5 } }, 'it is the object ""'],
    ['another namespace', { metadata: { ...metadata, namespace: 'kube-system' } }, 'in namespace "kube-system"'],
    ['a list', { apiVersion: 'v1', kind: 'ConfigMapList', metadata, items: [] }, 'it is v1 ConfigMapList'],
  ])('to a get, an update and a patch is refused: %s', async (_what, value, problem) => {
    const client = answered(value);
    const draft = { metadata };
    for (const call of [
      client.get(ConfigMap, 'default/blog'),
      client.update(ConfigMap, draft),
      client.create(ConfigMap, draft),
      client.withFieldManager('test').apply(ConfigMap, draft),
    ]) {
      const error = await failureOf(call);
      expect(error).toMatchObject({ code: 'REEVE_UNREADABLE_ANSWER' });
      expect(error.message).toContain(problem);
    }
  });

  test.each([
    ['of another kind', { apiVersion: 'v1', kind: 'SecretList', metadata: {}, items: [] }],
    ['of another version', { apiVersion: 'v2', kind: 'ConfigMapList', metadata: {}, items: [] }],
    ['with a number as item', { metadata: {}, items: [5] }],
    ['with null as item', { metadata: {}, items: [{ metadata }, null] }],
    ['with a text as item', { metadata: {}, items: ['x'] }],
    ['with an item of another kind', { metadata: {}, items: [{ apiVersion: 'v1', kind: 'Secret', metadata }] }],
  ])('to a list is refused: a list %s', async (_what, value) => {
    expect(await failureOf(answered(value).list(ConfigMap))).toMatchObject({ code: 'REEVE_UNREADABLE_ANSWER' });
  });

  test('to a list whose definition calls its lists by another name is taken, as the items say what they are', async () => {
    const item = { apiVersion: 'web.example.com/v1', kind: 'Website', metadata };
    const list = { apiVersion: 'web.example.com/v1', kind: 'SiteCollection', metadata: {}, items: [item] };
    expect((await answered(list).list(Website)).items).toEqual([item]);
    expect((await answered({ ...list, items: [] }).list(Website)).items).toEqual([]);
    expect(await failureOf(answered({ ...list, items: [{ ...item, kind: 'Shop' }] }).list(Website))).toMatchObject({
      code: 'REEVE_UNREADABLE_ANSWER',
    });
  });

  test('is refused without another error when a name is a number that JSON cannot write', async () => {
    const text = '{"metadata":{"name":9007199254740993,"namespace":{"a":9007199254740993}}}';
    const client = new Client({ transport: new ScriptedTransport(() => ({ text, headers: json })) });
    expect(await failureOf(client.get(ConfigMap, 'default/blog'))).toMatchObject({ code: 'REEVE_UNREADABLE_ANSWER' });
  });

  test('is taken where it leaves out what was asked for', async () => {
    expect(await answered({ metadata: { name: 'blog' } }).get(ConfigMap, 'default/blog')).toMatchObject({
      apiVersion: 'v1',
      kind: 'ConfigMap',
    });
  });
});

describe('the excerpt of an answer that cannot be read', () => {
  const page = (text: string) =>
    new Client({ transport: new ScriptedTransport(() => ({ text, headers: { 'content-type': 'text/plain' } })) });
  const shown = (error: Error): string =>
    [inspect(error, { depth: 5 }), JSON.stringify(error), Object.keys(error).join(), String(error), error.message].join(
      '\n',
    );

  test('shows no token of a page that repeats the request, and no field of the error shows the page', async () => {
    const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJldmUifQ.c2lnbmF0dXJl';
    const text = `GET / HTTP/1.1\r\nauthorization: Bearer ${token}\r\nx-api-key: hunter2\r\nend \u001b]0;PWN\u0007`;
    const error = await failureOf(page(text).get(ConfigMap, 'default/blog'));
    const { excerpt } = error as Error & { readonly excerpt: string };
    expect(excerpt).toContain('authorization: Bearer [redacted]');
    expect(excerpt).not.toMatch(/eyJ|hunter2/);
    expect(excerpt).toContain('\\u001b]0;PWN\\u0007');
    expect(shown(error)).not.toMatch(/eyJ|hunter2|GET \//);
  });

  test('shows nothing of a token that the cut goes through', async () => {
    for (let before = 220; before < 260; before += 1) {
      const error = await failureOf(
        page(`${'x'.repeat(before)} Bearer hunter2hunter2hunter2`).get(ConfigMap, 'default/a'),
      );
      expect((error as Error & { readonly excerpt: string }).excerpt).not.toContain('hunter');
    }
  });

  test('is empty for a Secret, whether it was asked for or came in place of something else', async () => {
    const secret = '{"apiVersion":"v1","data":{"user":"ZXZlbg=="},"kind":"Secret","metadata":{"name":"a"';
    const broken = new Client({ transport: new ScriptedTransport(() => ({ text: secret, headers: json })) });
    for (const call of [broken.get(Secret, 'default/a'), broken.get(ConfigMap, 'default/a'), broken.list(Secret)]) {
      const error = await failureOf(call);
      expect(error).toMatchObject({ code: 'REEVE_UNREADABLE_ANSWER', excerpt: '' });
      expect(shown(error)).not.toContain('ZXZlbg');
    }
  });

  test('is not the only place without control characters: neither has the message', async () => {
    const type = 'text/\u001b]0;PWN\u0007html';
    const transport = new ScriptedTransport(() => ({ text: 'x', headers: { 'content-type': type } }));
    const error = await failureOf(new Client({ transport }).get(ConfigMap, 'default/a'));
    expect(error.message).not.toMatch(/\p{Cc}/u);
  });
});

describe('a server that asks to wait', () => {
  test('for years is not obeyed: the refusal is handed on', async () => {
    await using peer = await answering(() =>
      http(429, '{"kind":"Status","apiVersion":"v1","reason":"TooManyRequests"}', {
        ...json,
        'retry-after': '999999999',
      }),
    );
    await using cluster = connect({ server: `http://${peer.host}` }, { host: hostWith(new ManualClock()) });
    const error = await failureOf(Client.of(cluster).get(ConfigMap, 'default/blog'));
    expect(error).toMatchObject({ code: 'REEVE_TOO_MANY_REQUESTS', retryAfterMs: 999_999_999_000 });
    expect(peer.connections).toBe(1);
  });

  test('for longer than a request may take is not obeyed either', async () => {
    await using peer = await answering(() => http(503, 'later', { 'retry-after': '3' }));
    await using cluster = connect({ server: `http://${peer.host}` }, { timeoutMs: 2000 });
    expect(await failureOf(Client.of(cluster).get(ConfigMap, 'default/blog'))).toMatchObject({ retryAfterMs: 3000 });
  });
});

describe('a list in pages', () => {
  const pager = (page: (asked: { readonly continue?: string; readonly limit?: number }, count: number) => ListMeta) => {
    let count = 0;
    return new ListPager(async (asked): Promise<ObjectList<ConfigMap>> => {
      count += 1;
      if (count > 50) throw new Error('it goes on for ever');
      return { metadata: page(asked, count), items: [] };
    });
  };

  test.each([
    ['repeats its token', () => ({ continue: 'same' })],
    ['goes round in circles', (_asked: object, count: number) => ({ continue: `t${count % 3}` })],
  ])('of a server that %s ends with an error', async (_what, page) => {
    expect(await failureOf(pager(page).list())).toMatchObject({ code: 'REEVE_UNREADABLE_ANSWER' });
  });

  test('whose whole list has a token again ends with an error', async () => {
    const transport = new ScriptedTransport(({ path }) =>
      path.includes('continue=')
        ? { status: 410, json: { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Expired', code: 410 } }
        : { json: { metadata: { continue: 'again' }, items: [] } },
    );
    const client = new Client({ transport }).inNamespace('default');
    expect(await failureOf(client.listAll(ConfigMap))).toMatchObject({ code: 'REEVE_UNREADABLE_ANSWER' });
    expect(transport.requests.length).toBeLessThan(5);
  });
});
