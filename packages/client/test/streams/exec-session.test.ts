import { Pod } from '@reeve/kinds/core/v1';
import { Client } from '@reeve/client';
import { describe, expect, test } from 'vitest';
import { ScriptedTransport } from '../scripted-transport.ts';
import { exitCode, message, startPeer, success } from './peer.ts';

const run = { command: ['sh', '-c', 'echo'] };

describe('exec', () => {
  test('asks for command and streams in the query, as the identity of the client, and offers both protocols', async () => {
    await using peer = await startPeer({ serve: (socket) => socket.send(message(3, success)) });
    await using session = await peer.client
      .as({ user: 'jane', groups: ['a'] })
      .exec(Pod, 'default/blog', { ...run, container: 'main', stdin: true });
    expect(await session.exitCode()).toBe(0);
    const [request] = peer.requests;
    expect(request?.url).toBe(
      '/api/v1/namespaces/default/pods/blog/exec?command=sh&command=-c&command=echo&container=main&stdin=true&stdout=true&stderr=true',
    );
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'impersonate-user': 'jane',
      'impersonate-group': 'a',
      'sec-websocket-protocol': 'v5.channel.k8s.io,v4.channel.k8s.io',
    });
  });

  test('gives outputs apart, and the exit code', async () => {
    await using peer = await startPeer({
      serve: (socket) => {
        for (const part of [message(1, 'out '), message(2, 'err'), message(1, 'put'), message(3, exitCode(7))])
          socket.send(part);
        socket.close(1000);
      },
    });
    await using session = await peer.client.exec(Pod, 'default/blog', run);
    expect(await session.output()).toEqual({ stdout: 'out put', stderr: 'err', exitCode: 7 });
  });

  test('throws for another code than 0 when asked to', async () => {
    await using peer = await startPeer({
      serve: (socket) => {
        socket.send(message(2, 'no such file'));
        socket.send(message(3, exitCode(2)));
        socket.close(1000);
      },
    });
    await using session = await peer.client.exec(Pod, 'default/blog', run);
    await expect(session.output({ check: true })).rejects.toMatchObject({
      code: 'REEVE_COMMAND_FAILED',
      exitCode: 2,
      message: expect.stringContaining('no such file'),
    });
  });

  test('sends input, ends it alone, and goes on reading', async () => {
    await using peer = await startPeer({
      serve: (socket) => {
        const received: string[] = [];
        socket.on('message', (data: Buffer) => {
          if (data[0] === 0) received.push(data.subarray(1).toString());
          if (data[0] !== 255 || data[1] !== 0) return;
          socket.send(message(1, received.join('').toUpperCase()));
          socket.send(message(3, success));
          socket.close(1000);
        });
      },
    });
    await using session = await peer.client.exec(Pod, 'default/blog', { ...run, stdin: true });
    await session.write('gr');
    await session.write(Buffer.from('üße'));
    await session.endInput();
    expect(await session.output()).toEqual({ stdout: 'GRÜSSE', stderr: '', exitCode: 0 });
  });

  test('tells the size of the terminal, where both outputs are one', async () => {
    const sizes: unknown[] = [];
    await using peer = await startPeer({
      serve: (socket) =>
        socket.on('message', (data: Buffer) => {
          if (data[0] === 4) sizes.push(JSON.parse(data.subarray(1).toString()));
          socket.send(message(3, success));
        }),
    });
    await using session = await peer.client.attach(Pod, 'default/blog', { tty: true, stdin: true });
    await session.resize({ columns: 80, rows: 24 });
    expect(await session.exitCode()).toBe(0);
    expect(sizes).toEqual([{ Width: 80, Height: 24 }]);
    expect(peer.requests[0]?.url).toBe('/api/v1/namespaces/default/pods/blog/attach?stdin=true&stdout=true&tty=true');
  });

  test('speaks version 4 with older servers, which cannot end the input', async () => {
    await using peer = await startPeer({
      protocols: ['v4.channel.k8s.io'],
      serve: (socket) => socket.on('message', () => socket.send(message(3, success))),
    });
    await using session = await peer.client.exec(Pod, 'default/blog', { ...run, stdin: true });
    await expect(session.endInput()).rejects.toMatchObject({ code: 'REEVE_STREAM' });
    await session.write('x');
    expect(await session.exitCode()).toBe(0);
  });

  test('throws what the server refuses with, as the error it stands for', async () => {
    const body = JSON.stringify({
      apiVersion: 'v1',
      kind: 'Status',
      status: 'Failure',
      reason: 'NotFound',
      code: 404,
      message: 'pods "blog" not found',
    });
    await using peer = await startPeer({ refusal: { status: 404, body } });
    await expect(peer.client.exec(Pod, 'default/blog', run)).rejects.toMatchObject({
      code: 'REEVE_NOT_FOUND',
      key: 'default/blog',
    });
  });

  test('throws what the server could not run, as the error it stands for', async () => {
    const status = {
      metadata: {},
      status: 'Failure',
      reason: 'InternalError',
      code: 500,
      message: 'no such container',
    };
    await using peer = await startPeer({ serve: (socket) => (socket.send(message(3, status)), socket.close(1000)) });
    await using session = await peer.client.exec(Pod, 'default/blog', run);
    await expect(session.output()).rejects.toMatchObject({ code: 'REEVE_INTERNAL_ERROR' });
  });

  test.each([
    ['closes without a word', 1000],
    ['closes with a code', 1011],
  ])('throws with the close code when the server %s', async (_how, code) => {
    await using peer = await startPeer({ serve: (socket) => socket.close(code) });
    await using session = await peer.client.exec(Pod, 'default/blog', run);
    await expect(session.exitCode()).rejects.toMatchObject({ code: 'REEVE_STREAM', closeCode: code });
  });

  test('throws when the connection breaks, after what came before', async () => {
    await using peer = await startPeer({
      serve: (socket) => socket.send(message(1, 'before'), () => socket.terminate()),
    });
    await using session = await peer.client.exec(Pod, 'default/blog', run);
    const chunks: string[] = [];
    const reading = (async () => {
      for await (const chunk of session.stdout) chunks.push(Buffer.from(chunk).toString());
    })();
    await expect(reading).rejects.toMatchObject({ code: 'REEVE_STREAM', closeCode: 1006 });
    expect(chunks).toEqual(['before']);
  });

  test('refuses a server that speaks neither protocol', async () => {
    await using peer = await startPeer({ protocols: ['v9.channel.k8s.io'] });
    await expect(peer.client.exec(Pod, 'default/blog', run)).rejects.toMatchObject({
      code: expect.stringMatching(/^REEVE_/),
    });
  });

  test('is a connection error when nobody listens', async () => {
    const peer = await startPeer({});
    await peer[Symbol.asyncDispose]();
    await expect(peer.client.exec(Pod, 'default/blog', run)).rejects.toMatchObject({
      code: 'REEVE_CONNECTION_REFUSED',
    });
  });

  test('ends when it is aborted: while opening, and while running', async () => {
    await using peer = await startPeer({});
    const before = AbortSignal.abort(new Error('before'));
    await expect(peer.client.exec(Pod, 'default/blog', { ...run, signal: before })).rejects.toThrow('before');
    const abort = new AbortController();
    const session = await peer.client.exec(Pod, 'default/blog', { ...run, signal: abort.signal });
    abort.abort();
    await expect(session.exitCode()).rejects.toMatchObject({ code: 'REEVE_STREAM' });
    expect(await session.stdout.text()).toBe('');
  });

  test('slows the other side down when nobody reads', async () => {
    const total = 64;
    const chunk = message(1, 'x'.repeat(256 * 1024));
    const state = { sent: 0 };
    await using peer = await startPeer({
      serve: (socket) => {
        const send = (): void => {
          state.sent += 1;
          if (state.sent <= total) socket.send(chunk, send);
          else socket.send(message(3, success), () => socket.close(1000));
        };
        send();
      },
    });
    await using session = await peer.client.exec(Pod, 'default/blog', run);
    const reader = session.stdout[Symbol.asyncIterator]();
    await reader.next();
    expect(state.sent).toBeLessThan(total);
    let bytes = 256 * 1024;
    for await (const part of { [Symbol.asyncIterator]: () => reader }) bytes += part.length;
    expect(bytes).toBe(total * 256 * 1024);
    expect(await session.exitCode()).toBe(0);
  });

  test('says what is missing when the client has only a transport', async () => {
    const client = new Client({ transport: new ScriptedTransport(() => ({})) });
    await expect(client.exec(Pod, 'default/blog', run)).rejects.toThrow(/needs a WebSocket/);
  });
});

describe('port-forward', () => {
  const port = Buffer.from([0x90, 0x1f]); // 8080, lowest byte first
  const greet = [Buffer.concat([Buffer.of(0), port]), Buffer.concat([Buffer.of(1), port])];

  test('carries bytes both ways', async () => {
    await using peer = await startPeer({
      protocols: ['v4.channel.k8s.io'],
      serve: (socket) => {
        for (const part of greet) socket.send(part);
        socket.on('message', (data: Buffer) => {
          socket.send(message(0, `you said ${data.subarray(1).toString()}`));
          socket.close(1000);
        });
      },
    });
    await using forward = await peer.client.inNamespace('default').portForward(Pod, 'blog', 8080);
    await forward.write('hello');
    const chunks: Uint8Array[] = [];
    for await (const chunk of forward) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('you said hello');
    expect(peer.requests[0]?.url).toBe('/api/v1/namespaces/default/pods/blog/portforward?ports=8080');
  });

  test('throws what the other side says about the port', async () => {
    await using peer = await startPeer({
      protocols: ['v4.channel.k8s.io'],
      serve: (socket) => {
        for (const part of [...greet, message(1, 'connection refused')]) socket.send(part);
        socket.close(1000);
      },
    });
    await using forward = await peer.client.portForward(Pod, 'default/blog', 8080);
    await expect(forward[Symbol.asyncIterator]().next()).rejects.toThrow(
      /port 8080 cannot be reached: connection refused/,
    );
  });
});
