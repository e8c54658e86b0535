/**
 * Opens WebSockets to a server as the same identity as its other requests. The library is loaded when the first one is opened.
 * A server that refuses is heard: its status becomes the error it stands for.
 */
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import {
  answerLimits,
  apiErrorFromResponse,
  deadlineSignal,
  orAbort,
  type ApiRequest,
  type Host,
} from '@reeve/machinery';
import type { Secret } from '../credentials/secret.ts';
import type { ServerAccess } from '../connect/cluster.ts';
import { classifyFailure } from '../transport/classify-failure.ts';
import { originOf } from '../config/origin-of.ts';
import { openTunnel } from '../transport/proxy-tunnel.ts';
import { describeRequest } from '../request/describe-request.ts';
import type { MessageSocket } from './message-socket.ts';
import { StreamError } from './stream-error.ts';

/** How to reach the server; a `Cluster` knows. */
export type Access = (signal?: AbortSignal) => Promise<ServerAccess>;

/** How long opening may take in all, credentials included; 0 for as long as the access says. */
export interface OpeningLimit {
  readonly host: Pick<Host, 'clock'>;
  readonly timeoutMs: number;
}

/** What to open. */
export interface SocketRequest {
  readonly access: Access;
  /** Path and query. */
  readonly path: string;
  /** The protocols that will do, the preferred one first. */
  readonly protocols: readonly string[];
  readonly about: ApiRequest;
  readonly signal?: AbortSignal | undefined;
  readonly limit: OpeningLimit;
}

/** Connecting and the head of an answer, as for other requests. */
const longestOpeningMs = 95_000;

/** An open socket that speaks one of the protocols. Nothing is received before `resume()`. */
export async function openSocket({
  access,
  path,
  protocols,
  about,
  signal,
  limit,
}: SocketRequest): Promise<MessageSocket> {
  signal?.throwIfAborted();
  const { host, timeoutMs } = limit;
  const waitingFor = `the connection to ${describeRequest(about)}`;
  using whole = deadlineSignal(host, timeoutMs || Infinity, { signal, waitingFor });
  const [{ WebSocket: Socket }, found] = await Promise.all([import('ws'), orAbort(access(whole.signal), whole.signal)]);
  const { url, headers, tls, proxyUrl, openTimeoutMs = longestOpeningMs } = found;
  using opening = deadlineSignal(host, openTimeoutMs || Infinity, { signal: whole.signal, waitingFor });
  const way = await tunnelled(url, proxyUrl, opening.signal);
  const socket = new Socket(url.replace(/^http/, 'ws') + path, [...protocols], {
    ...tls,
    ...way,
    headers: headers as Record<string, string | string[]>, // Node only reads them
    perMessageDeflate: false,
    followRedirects: false,
  });
  socket.binaryType = 'nodebuffer';
  try {
    await opened(socket, about, failureAt(url, proxyUrl), opening.signal);
  } catch (error) {
    socket.terminate();
    throw error;
  }
  if (protocols.includes(socket.protocol)) return socket;
  socket.terminate();
  throw new StreamError(`the server speaks none of ${protocols.join(', ')} in answer to ${describeRequest(about)}`);
}

/** The way through the proxy, if there is one, as options of a WebSocket. What is encrypted is so inside the tunnel. */
async function tunnelled(url: string, proxyUrl: Secret | undefined, signal: AbortSignal): Promise<object> {
  if (proxyUrl === undefined) return {};
  const tunnel = await openTunnel({ proxyUrl: proxyUrl.reveal(), origin: new URL(url).origin, signal }).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      throw failureAt(url, proxyUrl)(error);
    },
  );
  return url.startsWith('https:') ? { socket: tunnel } : { createConnection: () => tunnel };
}

type Failure = (error: unknown) => Error;

function opened(socket: WebSocket, about: ApiRequest, failure: Failure, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => settle(() => reject(reasonOf(signal)));
    const settle = (how: () => void): void => {
      signal.removeEventListener('abort', onAbort);
      how();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    socket.on('error', (error) => settle(() => reject(failure(error))));
    socket.once('open', () => {
      socket.pause(); // at once: what the server sends first may be here already
      settle(resolve);
    });
    socket.once('unexpected-response', (_request, response: IncomingMessage) => {
      refusal(response, about).then(
        (error) => settle(() => reject(error)),
        (error: unknown) => settle(() => reject(failure(error))),
      );
    });
  });
}

const reasonOf = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new StreamError('the stream was ended', { cause: signal.reason });

const failureAt =
  (url: string, proxyUrl: Secret | undefined): Failure =>
  (error) =>
    classifyFailure(error, {
      server: new URL(url).origin,
      proxy: proxyUrl === undefined ? undefined : originOf(proxyUrl.reveal()).origin,
      trusted: 'the authorities of this connection',
      wasSent: false,
      wasReused: false,
      hasHead: false,
    });

async function refusal(response: IncomingMessage, about: ApiRequest): Promise<Error> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > answerLimits.refusalBytes) break;
  }
  const body = Buffer.concat(chunks).toString('utf8');
  const { 'retry-after': retryAfter, location } = response.headers;
  return apiErrorFromResponse(
    { httpStatus: response.statusCode ?? 0, method: 'GET', body, retryAfter, location },
    about,
  );
}
