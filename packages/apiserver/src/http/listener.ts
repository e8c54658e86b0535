/**
 * The sockets: HTTP/1.1 and, over TLS, HTTP/2. Reads requests up to a limit, hands them to the engine, and writes what it answers. Closing ends every
 * connection, watches included.
 */
import { createServer as createPlainServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { Clock } from '@reeve/machinery';
import { ClientSubjects } from './client-subjects.ts';
import { Connections } from './connections.ts';
import { readLimited } from './read-limited.ts';
import { writeResponse } from './write-response.ts';
import type { ApiResponse } from '../request/api-request.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';

/** How long a client may take to let go when the server closes. */
const patienceMs = 1000;

export interface ListenOptions {
  readonly clock: Clock;
  readonly address: string;
  readonly port: number;
  /** Absent for plain HTTP, which is for loopback only. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly clientCa: string | undefined };
  handle(request: IncomingRequest, signal: AbortSignal): Promise<ApiResponse>;
}

export interface Listener extends AsyncDisposable {
  readonly port: number;
  close(): Promise<void>;
}

type Request = IncomingMessage | Http2ServerRequest;
type Response = ServerResponse | Http2ServerResponse;

export async function listen(options: ListenOptions): Promise<Listener> {
  const connections = new Connections();
  const subjects = new ClientSubjects();
  const onRequest = (request: Request, response: Response) => void serve(options, subjects, request, response);
  const server: Server | Http2SecureServer = options.tls
    ? createSecureServer(
        {
          allowHTTP1: true,
          cert: options.tls.cert,
          key: options.tls.key,
          requestCert: true,
          rejectUnauthorized: false,
          ...(options.tls.clientCa && { ca: options.tls.clientCa }),
        },
        onRequest,
      )
    : createPlainServer({ keepAliveTimeout: 0, requestTimeout: 0 }, onRequest);
  connections.follow(server);
  server.on('sessionError', ignore).on('clientError', drop).on('tlsClientError', drop);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.address, () => resolve());
  });
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    connections.leave();
    const timer = options.clock.setTimer(patienceMs, () => connections.destroy());
    await closed;
    timer.cancel();
  };
  return { port: (server.address() as AddressInfo).port, close, [Symbol.asyncDispose]: close };
}

/** What a request is aborted with when its connection is gone: one for all, because an error is costly to make. */
const connectionClosed = new Error('the connection is closed');

async function serve(
  options: ListenOptions,
  subjects: ClientSubjects,
  request: Request,
  response: Response,
): Promise<void> {
  const abort = new AbortController();
  response.on('close', () => abort.abort(connectionClosed));
  response.on('error', ignore);
  request.on('error', ignore);
  const body = await readLimited(request);
  if (abort.signal.aborted) return;
  const incoming: IncomingRequest = {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    headers: headersOf(request),
    body,
    certificate: () => (options.tls ? subjects.of(request) : undefined),
  };
  writeResponse(await options.handle(incoming, abort.signal), response, abort.signal, request.method === 'HEAD');
}

function headersOf(request: Request): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

/** What does not speak our protocol is shown the door. */
function drop(_error: Error, socket: Socket): void {
  socket.destroy();
}

function ignore(): void {}
