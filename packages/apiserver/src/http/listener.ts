/**
 * The sockets: HTTP/1.1 and, over TLS, HTTP/2. Reads requests up to a limit, hands them to the engine, and writes what it answers. Closing ends every
 * connection, watches included.
 */
import { X509Certificate } from 'node:crypto';
import { createServer as createPlainServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { DEFAULT_CIPHERS } from 'node:tls';
import type { Clock } from '@reeve/machinery';
import { BrokenRequests } from './broken-requests.ts';
import { ClientSubjects } from './client-subjects.ts';
import { BodySender } from './body-sender.ts';
import { compressAnswer, compressStream, isCompressed } from './compress-answer.ts';
import { Connections } from './connections.ts';
import type { Handshake } from './websocket.ts';
import { BodyReader } from './read-limited.ts';
import { writeResponse } from './write-response.ts';
import { RequestRate } from '../request/request-rate.ts';
import type { TickBatcher } from '../engine/tick-batcher.ts';
import { ApiRequest, isPiecewise, isStream, type ApiResponse, type ReceivedRequest } from '../request/api-request.ts';
import { ClientConnection } from '../request/client-connection.ts';

/** How long a client may take to let go when the server closes. */
const patienceMs = 1000;

/** How long the head of a request may be, as for Go's servers, and how many headers fit in there. */
const largestHead = 1024 * 1024;
const mostHeaders = largestHead / 4;

/** The shorter key first, as Go's servers choose: what many watchers get is encrypted for each of them. */
const ciphers = ['TLS_AES_128_GCM_SHA256', ...DEFAULT_CIPHERS.split(':')]
  .filter((name, index, all) => all.indexOf(name) === index)
  .join(':');

export interface ListenOptions {
  readonly clock: Clock;
  readonly address: string;
  readonly port: number;
  /** Absent for plain HTTP, which is for loopback only. */
  readonly tls?: {
    readonly cert: string;
    readonly key: string;
    readonly clientCa: string | undefined;
    readonly frontProxyCa?: string | undefined;
  };
  /** TickBatcher of the event loop that sockets have. */
  readonly ticks: TickBatcher;
  handle(request: ApiRequest): Promise<ApiResponse>;
}

export interface Listener extends AsyncDisposable {
  readonly port: number;
  /** Whether the serving certificate is good for a name. */
  hasCertificateFor(name: string): boolean;
  close(): Promise<void>;
}

type Request = IncomingMessage | Http2ServerRequest;
type Response = ServerResponse | Http2ServerResponse;

export async function listen(options: ListenOptions): Promise<Listener> {
  const connections = new Connections();
  const subjects = new ClientSubjects({ client: options.tls?.clientCa, frontProxy: options.tls?.frontProxyCa });
  const bodies = new BodyReader();
  const broken = new BrokenRequests();
  const rate = new RequestRate(options.clock);
  const sender = new BodySender(options.clock, options.ticks, rate);
  const onRequest = (request: Request, response: Response) => {
    if (!broken.begin(request, response)) return;
    rate.note();
    serve(options, { subjects, bodies, sender }, request, response).catch(() => response.destroy());
  };
  const server: Server | Http2SecureServer = options.tls
    ? createSecureServer(
        {
          allowHTTP1: true,
          ciphers,
          cert: options.tls.cert,
          key: options.tls.key,
          requestCert: true,
          rejectUnauthorized: false,
          maxHeaderListPairs: mostHeaders,
          settings: { maxHeaderListSize: largestHead },
          ...(options.tls.clientCa && {
            ca: [options.tls.clientCa, ...(options.tls.frontProxyCa ? [options.tls.frontProxyCa] : [])],
          }),
        },
        onRequest,
      )
    : createPlainServer({ keepAliveTimeout: 0, requestTimeout: 0 }, onRequest);
  // No options of servers over TLS. Newer versions of Node ask whether to change protocols; older ones always do, see `putBack`.
  Object.assign(server, {
    maxHeaderSize: largestHead,
    maxHeadersCount: mostHeaders,
    shouldUpgradeCallback: isWebSocket,
  });
  connections.follow(server);
  server.on('secureConnection', readThroughStream);
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    upgrade(options, { subjects, sender }, server, { request, socket, head }).catch(() => socket.destroy());
  });
  server.on('sessionError', ignore).on('tlsClientError', drop);
  server.on('clientError', (error: Error, socket: Socket) => broken.end(error, socket));
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
  const certificate = options.tls && new X509Certificate(options.tls.cert);
  return {
    port: (server.address() as AddressInfo).port,
    hasCertificateFor: (name) => certificate?.checkHost(name) !== undefined,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Lets Node read HTTP/1.1 over TLS through the stream of the socket. By itself it reads past the stream, and a record that is decrypted while the parser is paused (an answer
 * drains) fails there with HPE_PAUSED; the stream holds it back. A listener for data is what makes Node do so.
 */
const readThroughStream = (socket: Socket & { readonly alpnProtocol?: string | false | null }): void => {
  if (socket.alpnProtocol !== 'h2') socket.on('data', ignore);
};

/** What all requests of a listener share. */
interface Parts {
  readonly subjects: ClientSubjects;
  readonly sender: BodySender;
}

async function serve(
  options: ListenOptions,
  { subjects, bodies, sender }: Parts & { readonly bodies: BodyReader },
  request: Request,
  response: Response,
): Promise<void> {
  const connection = new ClientConnection();
  response.on('close', () => connection.leave());
  response.on('error', ignore);
  request.on('error', ignore);
  const body = hasBody(request) ? await bodies.read(request) : noBytes;
  if (connection.isGone) return;
  const incoming = requestFrom(options, subjects, request, { body, connection });
  const answer = await options.handle(incoming);
  const compresses = isCompressed(answer, incoming);
  const sent = isStream(answer)
    ? compressStream(answer, incoming)
    : compresses && !isPiecewise(answer)
      ? await compressAnswer(answer)
      : answer;
  const writing = { sender, isHead: request.method === 'HEAD', isCompressed: compresses };
  // Answers of one tick go out together: a client that is woken once reads them all.
  options.ticks.next(() => writeResponse(sent, response, connection, writing));
}

const noBytes = new Uint8Array();

/** In HTTP/1.1 the head says whether a body follows. */
const hasBody = ({ headers, httpVersionMajor }: Request): boolean =>
  httpVersionMajor !== 1 || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

function requestFrom(
  { tls }: ListenOptions,
  subjects: ClientSubjects,
  request: Request,
  { body, connection }: Pick<ReceivedRequest, 'body'> & { readonly connection: ClientConnection },
): ApiRequest {
  const received: ReceivedRequest = {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    headers: headersOf(request),
    body,
    certificate: () => (tls ? subjects.of(request) : undefined),
    hasUntrustedCertificate: () => tls !== undefined && subjects.isUntrusted(request),
  };
  return new ApiRequest(received, connection);
}

/** A client asks to change protocols: to a WebSocket, for a watch, or to one that we do not speak, which is passed over. */
async function upgrade(
  options: ListenOptions,
  { subjects, sender }: Parts,
  server: Server | Http2SecureServer,
  { request, socket, head }: Handshake,
): Promise<void> {
  socket.on('error', ignore);
  if (!isWebSocket(request)) return putBack(server, { request, socket, head });
  const connection = new ClientConnection();
  socket.once('close', () => connection.leave());
  const answer = await options.handle(requestFrom(options, subjects, request, { body: noBytes, connection }));
  if (connection.isGone) return;
  const { answerWebSocket } = await import('./websocket.ts'); // few clients watch like this
  answerWebSocket(answer, { request, socket, head }, connection, sender);
}

/** As if the client had not asked to change protocols: the request is read once more, without the words that ask for it. */
function putBack(server: Server | Http2SecureServer, { request, socket, head }: Handshake): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(index, index + 2);
    if (!/^(upgrade|connection|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
}

const isWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';

function headersOf(request: Request): Record<string, string> {
  const given = request.headers;
  const headers: Record<string, string> = {};
  for (const name in given) {
    const value = given[name];
    if (value !== undefined && !name.startsWith(':')) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  const { [':authority']: authority } = given; // how HTTP/2 says Host
  if (typeof authority === 'string') headers['host'] ??= authority;
  return headers;
}

/** Ends a connection that failed before HTTP began. */
function drop(_error: Error, socket: Socket): void {
  socket.destroy();
}

function ignore(): void {}
