import { once } from 'node:events';
import { connect as dial, type Socket } from 'node:net';
import type { PortForwardListenOptions } from '@reeve/client';
import { Pod } from '@reeve/kinds/core/v1';
import { settle } from '@reeve/machinery';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { startPeer, type Peer } from './peer.ts';

const port = Buffer.of(0x50, 0); // 80, the lower byte first

/** A kubelet that does with each connection to port 80 what the function says, and listens for it here. */
const forwarding = async (
  serve: (socket: WebSocket, send: (text: string) => void) => void,
  options: PortForwardListenOptions = {},
) => {
  const peer: Peer = await startPeer({
    protocols: ['v4.channel.k8s.io'],
    serve: (socket) => {
      socket.send(Buffer.concat([Buffer.of(0), port]));
      socket.send(Buffer.concat([Buffer.of(1), port]));
      serve(socket, (text) => socket.send(Buffer.concat([Buffer.of(0), Buffer.from(text)])));
    },
  });
  const listener = await peer.client.listenPortForward(Pod, 'default/blog', 80, options);
  return {
    peer,
    listener,
    async [Symbol.asyncDispose]() {
      await listener.close();
      await peer[Symbol.asyncDispose]();
    },
  };
};

const asking = async (localPort: number, text: string): Promise<string> => {
  const socket = dial(localPort, '127.0.0.1');
  socket.write(text);
  return textOf(socket);
};

const textOf = async (socket: Socket): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

test('a listener forwards each connection on a stream of its own, both ways, to its end', async () => {
  await using world = await forwarding((socket, send) => {
    socket.on('message', (data: Buffer) => {
      send(`you said ${data.toString('utf8', 1)}`);
      socket.close(1000);
    });
  });
  const answers = ['one', 'two', 'three'].map((text) => asking(world.listener.localPort, text));
  expect(await Promise.all(answers)).toEqual(['you said one', 'you said two', 'you said three']);
  expect(world.peer.requests.map(({ url }) => url)).toEqual(
    Array(3).fill('/api/v1/namespaces/default/pods/blog/portforward?ports=80'),
  );
});

test('a listener ends the stream of a connection whose client goes away', async () => {
  let closed = 0;
  await using world = await forwarding((socket) => void socket.on('close', () => (closed += 1)));
  const socket = dial(world.listener.localPort, '127.0.0.1');
  await expect.poll(() => world.peer.requests.length, { timeout: 10_000 }).toBe(1);
  socket.resetAndDestroy();
  await expect.poll(() => closed, { timeout: 10_000 }).toBe(1);
});

test('a listener tells of a connection that failed, and goes on', async () => {
  const errors: unknown[] = [];
  let count = 0;
  await using world = await forwarding(
    (socket, send) => {
      count += 1;
      if (count === 1) socket.send(Buffer.concat([Buffer.of(1), Buffer.from('nobody listens there')]));
      else send('here I am');
      socket.close(1000);
    },
    { onError: (error) => errors.push(error) },
  );
  expect(await asking(world.listener.localPort, 'x').catch(() => 'reset')).toMatch(/^(?:reset)?$/);
  await expect.poll(() => errors, { timeout: 10_000 }).toEqual([expect.objectContaining({ code: 'REEVE_STREAM' })]);
  expect(await asking(world.listener.localPort, 'x')).toBe('here I am');
});

test('a listener leads an answer to a client that has ended its own side', async () => {
  let answer = (): void => {};
  await using world = await forwarding((socket, send) => {
    answer = () => {
      send('late');
      socket.close(1000);
    };
  });
  const socket = dial({ port: world.listener.localPort, host: '127.0.0.1', allowHalfOpen: true });
  socket.end('done');
  await once(socket, 'finish');
  await expect.poll(() => world.peer.requests.length, { timeout: 10_000 }).toBe(1);
  await settle();
  answer();
  expect(await textOf(socket)).toBe('late');
});

test('a listener ends with its signal, and its connections with it', async () => {
  const abort = new AbortController();
  await using world = await forwarding(() => {}, { signal: abort.signal });
  const { localPort } = world.listener;
  const socket = dial(localPort, '127.0.0.1');
  await expect.poll(() => world.peer.requests.length, { timeout: 10_000 }).toBe(1);
  const closed = once(socket, 'close');
  abort.abort();
  await closed;
  const [error] = (await once(dial(localPort, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
});

test('a listener whose port is taken fails to listen', async () => {
  await using world = await forwarding(() => {});
  const { localPort } = world.listener;
  await expect(world.peer.client.listenPortForward(Pod, 'default/blog', 80, { localPort })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});
