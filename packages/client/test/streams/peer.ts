/**
 * The other end of streams: a WebSocket server that does what a test says with each connection, as a kubelet would.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { Client, type Access } from '@reeve/client';
import { ScriptedTransport } from '../scripted-transport.ts';

export interface PeerOptions {
  /** The protocols that the peer speaks. */
  readonly protocols?: readonly string[];
  /** Refuses the upgrade with this status and body. */
  readonly refusal?: { readonly status: number; readonly body: string };
  /** What to do with a connection. */
  readonly serve?: (socket: WebSocket, request: IncomingMessage) => void;
}

export interface Peer extends AsyncDisposable {
  readonly client: Client;
  readonly access: Access;
  readonly requests: readonly IncomingMessage[];
}

export async function startPeer({ protocols = ['v5.channel.k8s.io'], refusal, serve }: PeerOptions): Promise<Peer> {
  const requests: IncomingMessage[] = [];
  const server = createServer();
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => protocols.find((protocol) => offered.has(protocol)) ?? false,
  });
  server.on('upgrade', (request, socket, head) => {
    requests.push(request);
    if (refusal) {
      const { status, body } = refusal;
      socket.end(
        `HTTP/1.1 ${status} No\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => serve?.(webSocket, request));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access: Access = () =>
    Promise.resolve({
      url,
      headers: { authorization: 'Bearer secret' },
      tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
    });
  return {
    access,
    requests,
    client: new Client({ transport: new ScriptedTransport(() => ({})), access }),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

/** A message for a channel. */
export const message = (channel: number, content: string | object): Buffer =>
  Buffer.concat([Buffer.of(channel), Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))]);

export const success = { metadata: {}, status: 'Success' };

export const exitCode = (code: number) => ({
  metadata: {},
  status: 'Failure',
  reason: 'NonZeroExitCode',
  message: `command terminated with non-zero exit code: ${code}`,
  details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
});
