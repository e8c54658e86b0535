/**
 * A small server as a runnable: listens when the manager starts, plain or with TLS, and ends every connection when it stops. New certificates are used
 * from the next connection on.
 * Upstream: controller-runtime manager/server.go.
 */
import { createServer as createPlainServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Server as TlsServer } from 'node:https';
import type { CertificateSource } from '@reeve/certificates';
import { isAbort } from '@reeve/machinery';
import { silentLogger } from '../log/logger.ts';
import type { Logger } from '../log/logger.ts';
import type { Runnable } from '../runnable/runnable.ts';
import { ListenError } from './listen-error.ts';
import { parseListenAddress } from './listen-address.ts';
import type { ListenAddress } from './listen-address.ts';
import { textAnswer } from './request-handler.ts';
import type { RequestHandler, ServerAnswer, ServerRequest } from './request-handler.ts';

/** What a server needs. */
export interface HttpServerOptions {
  readonly name: string;
  /** Such as `:8080` or `127.0.0.1:0`; `0` serves nothing. */
  readonly address: string;
  readonly handle: RequestHandler;
  /** With it the server speaks TLS. A function is called when the server starts. */
  readonly certificates?: CertificateSource | (() => Promise<CertificateSource>);
  /** How many connections it holds at once; those above are closed. 512 unless given. */
  readonly maxConnections?: number;
  readonly log?: Logger;
}

/** A server that a manager runs. */
export class HttpServer implements Runnable {
  readonly name: string;
  readonly group = 'servers';
  readonly #options: HttpServerOptions;
  readonly #address: ListenAddress | undefined;
  readonly #listening: Promise<void>;
  #onListening: () => void = () => undefined;
  #port = 0;

  constructor(options: HttpServerOptions) {
    this.name = options.name;
    this.#options = options;
    this.#address = parseListenAddress(options.address);
    this.#listening = new Promise((resolve) => (this.#onListening = resolve));
  }

  /** The port, once it listens; 0 before. */
  get port(): number {
    return this.#port;
  }

  /** Where programs on this machine reach it. */
  get url(): string {
    const { host = '127.0.0.1' } = this.#address ?? {};
    const protocol = this.#options.certificates === undefined ? 'http' : 'https';
    return `${protocol}://${host.includes(':') ? `[${host}]` : host}:${this.#port}`;
  }

  /** Resolves when it listens. */
  async ready(signal: AbortSignal): Promise<void> {
    await Promise.race([this.#listening, aborted(signal)]);
  }

  /** Serves until the signal aborts. Rejects with a `ListenError` when it cannot listen. */
  async run(signal: AbortSignal): Promise<void> {
    const address = this.#address;
    if (address === undefined || signal.aborted) return this.#onListening();
    const certificates = await this.#certificates();
    const server = this.#newServer(certificates, signal);
    using _ = certificates?.onChange((pair) => 'setSecureContext' in server && server.setSecureContext(pair));
    try {
      await this.#listen(server, address);
      await aborted(signal);
    } finally {
      this.#onListening(); // nobody waits for what failed: the failure ends the manager
      await closed(server);
    }
  }

  async #certificates(): Promise<CertificateSource | undefined> {
    const { certificates } = this.#options;
    return typeof certificates === 'function' ? await certificates() : certificates;
  }

  #newServer(certificates: CertificateSource | undefined, signal: AbortSignal): Server | TlsServer {
    const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
      this.#serve(request, response, signal).catch(() => response.destroy());
    };
    const server =
      certificates === undefined
        ? createPlainServer(onRequest)
        : createTlsServer({ ...certificates.current, minVersion: 'TLSv1.2' }, onRequest);
    server.maxConnections = this.#options.maxConnections ?? 512;
    return server;
  }

  #listen(server: Server, { host, port }: ListenAddress): Promise<void> {
    return new Promise((resolve, reject) => {
      server.once('error', (cause) => reject(new ListenError(this.name, this.#options.address, cause)));
      server.listen({ port, ...(host !== undefined && { host }) }, () => {
        const address = server.address();
        this.#port = typeof address === 'object' && address !== null ? address.port : port;
        this.#options.log?.info('listening', { server: this.name, address: this.#options.address, port: this.#port });
        this.#onListening();
        resolve();
      });
    });
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse, stop: AbortSignal): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    incoming.resume(); // these servers read no bodies
    const answer = await this.#answer(requestOf(incoming, AbortSignal.any([stop, gone.signal])));
    response.writeHead(answer.status, { ...answer.headers });
    if (incoming.method === 'HEAD') return void response.end();
    if (typeof answer.body === 'string') return void response.end(answer.body);
    for await (const chunk of answer.body) {
      if (!response.write(chunk)) await drained(response, gone.signal);
      if (gone.signal.aborted) return;
    }
    response.end();
  }

  async #answer(request: ServerRequest): Promise<ServerAnswer> {
    try {
      return await this.#options.handle(request);
    } catch (error) {
      const { log = silentLogger } = this.#options;
      if (!isAbort(error))
        log.error('a request could not be answered', { server: this.name, path: request.path, error });
      return textAnswer(500, 'Internal Server Error\n');
    }
  }
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): ServerRequest {
  const [path = '/', query = ''] = (incoming.url ?? '/').split('?', 2);
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
  return {
    method: incoming.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    headers: Object.fromEntries(headers),
    remoteAddress: incoming.socket.remoteAddress ?? '',
    signal,
  };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Resolves when more can be written, or nobody reads any more. */
const drained = (response: ServerResponse, gone: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (gone.aborted) return resolve();
    response.once('drain', resolve);
    gone.addEventListener('abort', () => resolve(), { once: true });
  });

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
