/**
 * Opens WebSockets to a server as the same identity as its other requests. The library is loaded when the first one is opened.
 * A server that refuses is heard: its status becomes the error it stands for.
 */
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { apiErrorFromResponse, type ApiRequest } from '@reeve/machinery';
import type { ServerAccess } from '../transport/cluster.ts';
import { classifyFailure } from '../transport/classify-failure.ts';
import { describeRequest } from '../request/describe-request.ts';
import type { MessageSocket } from './message-socket.ts';
import { StreamError } from './stream-error.ts';

/** How to reach the server; a `Cluster` knows. */
export type Access = (signal?: AbortSignal) => Promise<ServerAccess>;

/** What to open. */
export interface SocketRequest {
  readonly access: Access;
  /** Path and query. */
  readonly path: string;
  /** The protocols that will do, the preferred one first. */
  readonly protocols: readonly string[];
  readonly about: ApiRequest;
  readonly signal?: AbortSignal | undefined;
}

/** An open socket that speaks one of the protocols. Nothing is received before `resume()`. */
export async function openSocket({ access, path, protocols, about, signal }: SocketRequest): Promise<MessageSocket> {
  signal?.throwIfAborted();
  const [{ WebSocket: Socket }, { url, headers, tls }] = await Promise.all([import('ws'), access(signal)]);
  const socket = new Socket(url.replace(/^http/, 'ws') + path, [...protocols], {
    ...tls,
    headers: headers as Record<string, string | string[]>, // Node only reads them
    perMessageDeflate: false,
    followRedirects: false,
  });
  socket.binaryType = 'nodebuffer';
  try {
    await opened(socket, about, url, signal);
  } catch (error) {
    socket.terminate();
    throw error;
  }
  if (protocols.includes(socket.protocol)) return socket;
  socket.terminate();
  throw new StreamError(`the server speaks none of ${protocols.join(', ')} in answer to ${describeRequest(about)}`);
}

function opened(socket: WebSocket, about: ApiRequest, server: string, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => settle(() => reject(reasonOf(signal)));
    const settle = (how: () => void): void => {
      signal?.removeEventListener('abort', onAbort);
      how();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    socket.on('error', (error) => settle(() => reject(failure(error, server))));
    socket.once('open', () => {
      socket.pause(); // at once: what the server sends first may be here already
      settle(resolve);
    });
    socket.once('unexpected-response', (_request, response: IncomingMessage) => {
      refusal(response, about).then(
        (error) => settle(() => reject(error)),
        (error: unknown) => settle(() => reject(failure(error, server))),
      );
    });
  });
}

const reasonOf = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error ? signal.reason : new StreamError('the stream was ended', { cause: signal?.reason });

const failure = (error: unknown, server: string): Error =>
  classifyFailure(error, {
    server: new URL(server).origin,
    trusted: 'the authorities of this connection',
    wasSent: false,
    wasReused: false,
    hasHead: false,
  });

async function refusal(response: IncomingMessage, about: ApiRequest): Promise<Error> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    if (chunks.length > 64) break;
  }
  const body = Buffer.concat(chunks).toString('utf8');
  return apiErrorFromResponse({ httpStatus: response.statusCode ?? 0, method: 'GET', body }, about);
}
