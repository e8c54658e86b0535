import { ApiServer } from '@reeve/apiserver';
import { KubeConfig, connect, isConnectionError, socketTransport, type ClosableTransport } from '@reeve/client';
import { ManualClock, nodeHost } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { Peer, answering, failureOf, http, openHandles, textOf } from './harness.ts';

const { clock } = nodeHost();
const get = { method: 'GET', path: '/version' };
const post = { method: 'POST', path: '/api/v1/namespaces', body: Buffer.from('{}') };

/** A bare transport: no layer retries, so that each failure is seen. */
const to = (server: string, proxyUrl?: string): ClosableTransport => socketTransport({ clock, server, proxyUrl });

describe('a connection that fails', () => {
  test('to an address where nobody listens is refused', async () => {
    const peer = await Peer.listen(() => {});
    const server = `http://${peer.host}`;
    await peer[Symbol.asyncDispose]();
    await using transport = to(server);
    const error = await failureOf(transport.request(get));
    expect(error).toMatchObject({ code: 'REEVE_CONNECTION_REFUSED', server, wasSent: false });
    expect(error.message).toBe(
      `${server} refused the connection: check that the server runs and that the address is right`,
    );
    expect(isConnectionError(error)).toBe(true);
  });

  test('to a name that does not exist says so', async () => {
    await using transport = to('https://cluster.invalid:6443');
    expect(await failureOf(transport.request(get))).toMatchObject({ code: 'REEVE_NAME_NOT_RESOLVED', wasSent: false });
  });

  test('because it is not open in time, was not sent; without a limit it is waited for', async () => {
    const manual = new ManualClock();
    await using peer = await Peer.listen(() => {}); // which says nothing, not even hello
    const server = `https://${peer.host}`;
    await using transport = socketTransport({ clock: manual, server, headTimeoutMs: 0, connectTimeoutMs: 10_000 });
    await using patient = socketTransport({ clock: manual, server, headTimeoutMs: 0, connectTimeoutMs: 0 });
    const late = failureOf(transport.request(post));
    const waiting = failureOf(patient.request(post));
    await expect.poll(() => peer.open).toBe(2);
    await manual.advance(10_000);
    expect(await late).toMatchObject({ code: 'REEVE_CONNECTION_TIMEOUT', wasSent: false });
    await manual.advance(1_000_000);
    await patient.close();
    expect(await waiting).toMatchObject({ code: 'REEVE_CONNECTION_CLOSED', wasSent: false });
  });

  test('because it is closed before the request is sent, was not sent', async () => {
    await using peer = await Peer.listen((socket) => socket.resetAndDestroy());
    await using transport = to(`https://${peer.host}`);
    expect(await failureOf(transport.request(post))).toMatchObject({ code: 'REEVE_CONNECTION_RESET', wasSent: false });
  });

  test.each(['reset', 'closed'])('because it is %s after the request was sent, may have been acted on', async (how) => {
    await using peer = await answering(
      (_request, socket) => void (how === 'reset' ? socket.resetAndDestroy() : socket.end()),
    );
    await using transport = to(`http://${peer.host}`);
    const error = await failureOf(transport.request(post));
    expect(error).toMatchObject({ code: 'REEVE_CONNECTION_RESET', wasSent: true, wasReused: false });
    expect(error.message).toContain('read before you write again');
  });

  test('on a connection that served others before, says so', async () => {
    await using peer = await answering((_request, socket, count) =>
      count === 1 ? http(200, 'one') : void socket.resetAndDestroy(),
    );
    await using transport = to(`http://${peer.host}`);
    expect(await textOf(await transport.request(get))).toBe('one');
    expect(await failureOf(transport.request(post))).toMatchObject({ code: 'REEVE_CONNECTION_RESET', wasReused: true });
  });

  test.each([
    ['shorter than announced', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"kind":'],
    ['without its last chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n8\r\n{"kind":\r\n'],
  ])('in the middle of an answer, %s, is no answer · RQ-9', async (_how, half) => {
    await using peer = await answering((_request, socket) => void socket.end(half));
    await using transport = to(`http://${peer.host}`);
    const response = await transport.request(get);
    expect(response.status).toBe(200);
    expect(await failureOf(textOf(response))).toMatchObject({ code: 'REEVE_RESPONSE_CUT', wasSent: true });
  });

  test('because something else than a server answers, is not taken for one', async () => {
    await using peer = await Peer.listen(
      (socket) => void socket.on('data', () => socket.write('SSH-2.0-OpenSSH_9.9\r\n')),
    );
    await using transport = to(`http://${peer.host}`);
    expect(await failureOf(transport.request(get))).toMatchObject({ code: 'REEVE_CONNECTION_FAILED' });
  });

  test('because the answer cannot be decompressed, says so', async () => {
    await using peer = await answering(() => http(200, 'this is not gzip', { 'content-encoding': 'gzip' }));
    await using transport = to(`http://${peer.host}`);
    const response = await transport.request(get);
    expect(await failureOf(textOf(response))).toMatchObject({ code: 'REEVE_CONNECTION_FAILED' });
  });
});

describe('a server that cannot be trusted', () => {
  test('because another authority signed it: the error says which one was believed and where it came from', async () => {
    await using server = await ApiServer.start({ port: 0 });
    await using other = await ApiServer.start({ port: 0 });
    const config = JSON.parse(server.kubeconfig()) as { clusters: [{ cluster: Record<string, string> }] };
    const { clusters } = JSON.parse(other.kubeconfig()) as typeof config;
    config.clusters[0].cluster['certificate-authority-data'] = clusters[0].cluster['certificate-authority-data'] ?? '';
    const { tls } = (await KubeConfig.parse(JSON.stringify(config), '/etc/reeve/kubeconfig')).connection();
    await using cluster = connect({ server: server.url, tls });
    const error = await failureOf(cluster.transport.request(get));
    expect(error).toMatchObject({
      code: 'REEVE_TLS_FAILED',
      trusted: 'certificate-authority-data of /etc/reeve/kubeconfig',
      wasSent: false,
    });
    expect(error.message).toContain('not signed by a trusted authority');
  });

  test('because no authority is given: the error says that those of Node were believed', async () => {
    await using server = await ApiServer.start({ port: 0 });
    await using transport = to(server.url);
    const error = await failureOf(transport.request(get));
    expect(error).toMatchObject({ code: 'REEVE_TLS_FAILED' });
    expect(error.message).toContain('the authorities that come with Node');
  });

  test('because its certificate is for another name; the right name makes it good', async () => {
    await using server = await ApiServer.start({ port: 0 });
    const { tls } = (await KubeConfig.parse(server.kubeconfig())).connection();
    await using wrong = connect({ server: server.url, tls: { ...tls, serverName: 'elsewhere.example.com' } });
    expect(await failureOf(wrong.transport.request(get))).toMatchObject({ code: 'REEVE_TLS_FAILED' });
    await using right = connect({ server: server.url, tls: { ...tls, serverName: 'kubernetes.default.svc' } });
    expect((await right.transport.request(get)).status).toBe(200);
  });

  test('is not believed because of a variable that is set for other tools', async () => {
    await using server = await ApiServer.start({ port: 0 });
    const { tls } = (await KubeConfig.parse(server.kubeconfig())).connection();
    await using cluster = connect({ server: server.url, tls: { ...tls, serverName: 'elsewhere.example.com' } });
    const name = 'NODE_TLS_REJECT_UNAUTHORIZED';
    const before = process.env[name];
    process.env[name] = '0';
    try {
      expect(await failureOf(cluster.transport.request(get))).toMatchObject({ code: 'REEVE_TLS_FAILED' });
      expect((await cluster.access()).tls).toMatchObject({ rejectUnauthorized: true });
    } finally {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    }
  });

  test('because our own certificate cannot be read, is not asked', async () => {
    await using peer = await Peer.listen(() => {});
    const tls = { cert: '-----BEGIN CERTIFICATE-----\nbroken\n-----END CERTIFICATE-----', key: 'broken' };
    await using transport = socketTransport({ clock, server: `https://${peer.host}`, tls });
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await failureOf(transport.request(get))).toMatchObject({ code: 'REEVE_TLS_FAILED', wasSent: false });
    }
    expect(peer.connections).toBe(0);
  });

  test('is believed where the configuration says so', async () => {
    await using server = await ApiServer.start({ port: 0 });
    await using transport = socketTransport({ clock, server: server.url, tls: { isInsecure: true } });
    expect((await transport.request({ method: 'GET', path: '/healthz' })).status).toBe(200);
  });
});

describe('a proxy', () => {
  const viaProxy = (proxy: string): ClosableTransport => to('https://10.255.255.1:6443', proxy);

  test.each([
    [403, 'answered 403'],
    [407, 'answered 407'],
    [502, 'answered 502'],
  ])('that answers %i to the request for a tunnel is named with its answer', async (status, words) => {
    await using peer = await answering((request) =>
      request.startsWith('CONNECT 10.255.255.1:6443') ? http(status, '') : undefined,
    );
    await using transport = viaProxy(`http://user:hunter2@${peer.host}`);
    const error = await failureOf(transport.request(get));
    expect(error).toMatchObject({ code: 'REEVE_PROXY_FAILED', proxy: `http://${peer.host}`, wasSent: false });
    expect(error.message).toContain(words);
    expect(JSON.stringify([error, error.message, error.stack])).not.toContain('hunter2');
  });

  test('that is not there is told from a server that is not there', async () => {
    const peer = await Peer.listen(() => {});
    const { host } = peer;
    await peer[Symbol.asyncDispose]();
    await using transport = viaProxy(`http://${host}`);
    expect(await failureOf(transport.request(get))).toMatchObject({
      code: 'REEVE_PROXY_FAILED',
      proxy: `http://${host}`,
    });
  });

  test('of SOCKS5 that refuses is named', async () => {
    await using peer = await Peer.listen(
      (socket) => void socket.once('data', () => socket.write(Buffer.from([5, 0xff]))),
    );
    await using transport = viaProxy(`socks5://${peer.host}`);
    expect(await failureOf(transport.request(get))).toMatchObject({ code: 'REEVE_PROXY_FAILED' });
  });

  test('lets requests through to a server behind it', async () => {
    await using server = await ApiServer.start({ port: 0 });
    const { tls } = (await KubeConfig.parse(server.kubeconfig())).connection();
    const { connect: dial } = await import('node:net');
    const tunnels: string[] = [];
    await using proxy = await answering((request, socket) => {
      tunnels.push(request.split('\r\n', 1)[0] ?? '');
      const { hostname, port } = new URL(server.url);
      const onward = dial(Number(port), hostname, () => {
        socket.removeAllListeners('data');
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(onward).pipe(socket);
      });
      onward.on('error', () => socket.destroy());
      return undefined;
    });
    await using cluster = connect({ server: server.url, tls, proxyUrl: `http://${proxy.host}` });
    for (let turn = 0; turn < 3; turn += 1) {
      const response = await cluster.transport.request(get);
      expect(response.status).toBe(200);
      await textOf(response);
    }
    expect(tunnels).toEqual([`CONNECT ${new URL(server.url).host} HTTP/1.1`]);
  });
});

test('a proxy of SOCKS5 lets requests through to a server behind it', async () => {
  await using server = await ApiServer.start({ port: 0 });
  const { tls } = (await KubeConfig.parse(server.kubeconfig())).connection();
  const { connect: dial } = await import('node:net');
  await using proxy = await Peer.listen((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0])); // no credentials wanted
      socket.once('data', (command) => {
        const onward = dial(command.readUInt16BE(command.length - 2), '127.0.0.1', () => {
          socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
          socket.pipe(onward).pipe(socket);
        });
        onward.on('error', () => socket.destroy());
      });
    });
  });
  await using cluster = connect({ server: server.url, tls, proxyUrl: `socks5://${proxy.host}` });
  for (let turn = 0; turn < 3; turn += 1) {
    const response = await cluster.transport.request(get);
    await textOf(response);
    expect(response.status).toBe(200);
  }
  expect(proxy.connections).toBe(1);
});

describe('connections that are closed', () => {
  test('between requests by the server are replaced without anybody noticing', async () => {
    await using peer = await answering((_request, socket, count) => {
      socket.write(http(200, String(count)));
      socket.end();
      return undefined;
    });
    await using cluster = connect({ server: `http://${peer.host}` });
    const statuses: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const response = await cluster.transport.request(get);
      statuses.push(response.status);
      await textOf(response);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });

  test('by us end requests under way, and refuse new ones', async () => {
    await using peer = await answering(() => undefined);
    const transport = to(`http://${peer.host}`);
    const waiting = failureOf(transport.request(post));
    await expect.poll(() => peer.open).toBe(1);
    await transport.close();
    expect(await waiting).toMatchObject({ code: 'REEVE_CONNECTION_CLOSED', wasSent: true });
    expect(await failureOf(transport.request(get))).toMatchObject({ code: 'REEVE_CONNECTION_CLOSED', wasSent: false });
  });

  test('leave no socket behind, whatever state they were in', async () => {
    const before = openHandles().length;
    {
      await using server = await ApiServer.start({ port: 0 });
      await using cluster = connect((await KubeConfig.parse(server.kubeconfig())).connection());
      await textOf(await cluster.transport.request(get));
      await cluster.transport.request({ method: 'GET', path: '/api/v1/namespaces?watch=true' }); // never read
      const abort = new AbortController();
      const aborted = failureOf(cluster.transport.request({ ...get, signal: abort.signal }));
      abort.abort(new Error('enough'));
      expect((await aborted).message).toBe('enough');
    }
    await expect.poll(() => openHandles().length).toBeLessThanOrEqual(before);
  });
});
