/**
 * Streams to a server through a proxy, and to servers and commands that are broken or mean no good.
 */
import { connect as dial, type Socket } from 'node:net';
import { ApiServer } from '@reeve/apiserver';
import { Client, KubeConfig, Secret, SharedConnections, connect, type ConnectOptions } from '@reeve/client';
import { Pod } from '@reeve/kinds/core/v1';
import { ManualClock } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ScriptedTransport } from '../scripted-transport.ts';
import { Peer, answering, failureOf, hostWith, http } from '../transport/harness.ts';
import { exitCode, message, startPeer, success } from './peer.ts';

const run = { command: ['true'] };

/** A proxy that leads every tunnel to one place, and keeps the heads of the requests for them. */
const httpProxy = (target: URL, heads: string[]): Promise<Peer> =>
  answering((request, socket) => {
    heads.push(request);
    const onward = dial(Number(target.port), target.hostname, () => {
      socket.removeAllListeners('data');
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    return undefined;
  });

const socksProxy = (target: URL, asked: string[]): Promise<Peer> =>
  Peer.listen((socket: Socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0])); // no credentials wanted
      socket.once('data', (command) => {
        asked.push(command.toString('latin1', 5, command.length - 2));
        const onward = dial(Number(target.port), target.hostname, () => {
          socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
          socket.pipe(onward).pipe(socket);
        });
        onward.on('error', () => socket.destroy());
      });
    });
  });

describe('a command through a proxy', () => {
  test.each([
    ['http', httpProxy, (asked: string[]) => asked.map((head) => head.split('\r\n', 1)[0])],
    ['socks5', socksProxy, (asked: string[]) => asked],
  ] as const)('of %s reaches a server whose name leads nowhere here, encrypted', async (scheme, listen, seen) => {
    await using server = await ApiServer.start({ port: 0 });
    const asked: string[] = [];
    await using proxy = await listen(new URL(server.url), asked);
    const { tls } = (await KubeConfig.parse(server.kubeconfig())).connection();
    await using cluster = connect(
      {
        server: 'https://server.invalid:6443',
        tls: { ...tls, serverName: 'kubernetes.default.svc' },
        proxyUrl: `${scheme}://${proxy.host}`,
      },
      { connections: new SharedConnections() },
    );
    const error = await failureOf(Client.of(cluster).exec(Pod, 'default/absent', run));
    expect(error).toMatchObject({ code: 'REEVE_NOT_FOUND' }); // the server itself refused
    expect(seen(asked)).toEqual(scheme === 'http' ? ['CONNECT server.invalid:6443 HTTP/1.1'] : ['server.invalid']);
  });

  test('runs over an unencrypted connection too, and the proxy gets its credentials', async () => {
    await using peer = await startPeer({ serve: (socket) => socket.send(message(3, success)) });
    const { url, ...access } = await peer.access();
    const heads: string[] = [];
    await using proxy = await httpProxy(new URL(url), heads);
    const proxyUrl = new Secret(`http://eve:p%40ss@${proxy.host}`);
    const client = new Client({
      transport: new ScriptedTransport(() => ({})),
      access: async () => ({ ...access, url: 'http://server.invalid:8080', proxyUrl }),
    });
    await using session = await client.exec(Pod, 'default/blog', run);
    expect(await session.exitCode()).toBe(0);
    expect(heads[0]).toContain('CONNECT server.invalid:8080 HTTP/1.1');
    expect(heads[0]).toContain(`proxy-authorization: Basic ${Buffer.from('eve:p@ss').toString('base64')}`);
    expect(heads[0]).not.toContain('Bearer');
  });

  test('that refuses fails with an error about the proxy, which shows no password', async () => {
    await using proxy = await answering(() => http(407, ''));
    await using cluster = connect(
      { server: 'https://server.invalid:6443', proxyUrl: `http://eve:hunter2@${proxy.host}` },
      { connections: new SharedConnections() },
    );
    const error = await failureOf(Client.of(cluster).exec(Pod, 'default/blog', run));
    expect(error).toMatchObject({ code: 'REEVE_PROXY_FAILED', proxy: `http://${proxy.host}` });
    expect(JSON.stringify([error, error.message, error.stack, await cluster.access()])).not.toContain('hunter2');
  });
});

describe('a server that does not answer the request for a stream', () => {
  const limits: [string, ConnectOptions, number | undefined, number][] = [
    ['the limits of the connection', { connectTimeoutMs: 1000, headTimeoutMs: 1000 }, undefined, 2000],
    ['the time of each request', { timeoutMs: 1000 }, undefined, 1000],
    ['the time of each call of the client', {}, 1000, 1000],
    ['the limits that hold without options', {}, undefined, 95_000],
  ];
  test.each(limits)('is given up after %s', async (_what, options, timeoutMs, afterMs) => {
    const clock = new ManualClock();
    await using peer = await Peer.listen((socket) => void socket.resume());
    await using cluster = connect(
      { server: `http://${peer.host}` },
      { ...options, host: hostWith(clock), connections: new SharedConnections() },
    );
    const client = Client.of(cluster, { host: hostWith(clock), ...(timeoutMs && { timeoutMs }) });
    const failed = failureOf(client.exec(Pod, 'default/blog', run));
    await expect.poll(() => peer.open, { timeout: 10_000 }).toBe(1);
    await clock.advance(afterMs - 1);
    expect(peer.open).toBe(1);
    await clock.advance(1);
    expect(await failed).toMatchObject({ code: 'REEVE_DEADLINE' });
    expect((await failed).message).toContain('Pod/exec default/blog');
    await expect.poll(() => peer.open, { timeout: 10_000 }).toBe(0);
  });

  test('is given up when it is a proxy that does not open the tunnel', async () => {
    const clock = new ManualClock();
    await using proxy = await answering(() => undefined);
    await using cluster = connect(
      { server: 'https://server.invalid:6443', proxyUrl: `http://${proxy.host}` },
      { host: hostWith(clock), timeoutMs: 1000, connections: new SharedConnections() },
    );
    const failed = failureOf(Client.of(cluster, { host: hostWith(clock) }).exec(Pod, 'default/blog', run));
    await expect.poll(() => proxy.open, { timeout: 10_000 }).toBe(1);
    await clock.advance(1000);
    expect(await failed).toMatchObject({ code: 'REEVE_DEADLINE' });
    await expect.poll(() => proxy.open, { timeout: 10_000 }).toBe(0);
  });
});

describe('the end of a command', () => {
  test('is parsed where an object may end, and not with each message', async () => {
    const status = JSON.stringify(exitCode(7));
    await using peer = await startPeer({
      serve: (socket) => {
        for (const character of status) socket.send(message(3, character));
      },
    });
    await using session = await peer.client.exec(Pod, 'default/blog', run);
    expect(await session.exitCode()).toBe(7);
  });

  test.each([
    ['is longer than a megabyte', 'x'.repeat(60_000)],
    ['has more ends than a Status has', '{}'],
  ])('that %s is refused', async (_what, piece) => {
    let sent = 0;
    await using peer = await startPeer({
      serve: (socket) => {
        const more = (): void => {
          if (socket.readyState !== socket.OPEN || sent === 2000) return;
          sent += 1;
          socket.send(message(3, piece), more);
        };
        more();
      },
    });
    await using session = await peer.client.exec(Pod, 'default/blog', run);
    const error = await failureOf(session.exitCode());
    expect(error).toMatchObject({ code: 'REEVE_STREAM' });
    expect(error.message).toContain('are no Status');
    expect(sent).toBeGreaterThan(0);
  });

  test('comes for a command that prints without end when its output is more than was asked for', async () => {
    await using peer = await startPeer({
      serve: (socket) => {
        const more = (): void => {
          if (socket.readyState === socket.OPEN) socket.send(message(1, 'y'.repeat(60_000)), more);
        };
        more();
      },
    });
    await using session = await peer.client.exec(Pod, 'default/blog', run);
    const error = await failureOf(session.output({ maxBytes: 1_000_000 }));
    expect(error).toMatchObject({ code: 'REEVE_ANSWER_TOO_LARGE', limitBytes: 1_000_000 });
  });
});
