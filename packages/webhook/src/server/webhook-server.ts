/**
 * Serves reviews over TLS on one port for all paths. It is ready when it has answered itself, takes new certificates without dropping a connection, and at its end waits for the
 * requests that are under way.
 * Upstream: controller-runtime webhook.Server.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as httpsRequest } from 'node:https';
import type { Server, ServerOptions } from 'node:https';
import type { CertificatePair, CertificateSource } from '@reeve/certificates';
import { nodeHost, orAbort, ReeveError, silentLogger, withTimeout } from '@reeve/machinery';
import type { Abortable, AbortListener, Host, Logger } from '@reeve/machinery';
import { healthPath, ReviewHandler } from '../http/review-handler.ts';
import type { ReviewLimits } from '../http/review-limits.ts';
import type { WebhookMetrics } from '../http/webhook-metrics.ts';
import type { WebhookAnswer } from '../http/webhook-http.ts';

/** How a server is made. */
export interface WebhookServerOptions {
  /** 9443 unless given; 0 takes a free one. */
  readonly port?: number;
  /** All addresses unless given. */
  readonly hostname?: string;
  /** Where its certificate comes from. A function is called when the server starts. */
  readonly certificates: CertificateSource | (() => CertificateSource | Promise<CertificateSource>);
  /** Authorities of clients, PEM: with it a caller without a certificate of one of them is refused. */
  readonly clientAuthorities?: string;
  /** More options of TLS, which go before those of this server: `minVersion`, `ciphers`, an `SNICallback` with certificates of one's own. */
  readonly tls?: ServerOptions;
  readonly limits?: ReviewLimits;
  readonly metrics?: WebhookMetrics;
  readonly log?: Logger;
  readonly host?: Host;
  /** False ends the server with what a function threw that was no refusal. True unless given: such a review is refused, and the server goes on. */
  readonly survivesBugs?: boolean;
  /** How long requests that are under way may take when the server ends; a minute unless given. */
  readonly graceMs?: number;
}

/** The server cannot listen at its port, or does not answer itself. */
export class WebhookServerError extends ReeveError {
  constructor(message: string, cause: unknown) {
    super('REEVE_WEBHOOK_SERVER', message, { cause });
  }
}

/** A server for webhooks. A manager runs it; alone it runs by `run(signal)`. */
export class WebhookServer {
  readonly name = 'webhook server';
  readonly group = 'webhooks';
  /** Where paths are registered, before or after the start. */
  readonly handler: ReviewHandler;
  readonly #options: WebhookServerOptions;
  readonly #host: Host;
  readonly #log: Logger;
  readonly #listening: Promise<void>;
  #onListening: () => void = () => undefined;
  #onBug: (error: unknown) => void = () => undefined;
  #port = 0;

  constructor(options: WebhookServerOptions) {
    const { host = nodeHost(), log = silentLogger, limits, metrics, survivesBugs = true } = options;
    this.#options = options;
    this.#host = host;
    this.#log = log;
    this.handler = new ReviewHandler({
      host,
      log,
      ...(limits && { limits }),
      ...(metrics && { metrics }),
      ...(!survivesBugs && { onBug: (error) => this.#onBug(error) }),
    });
    this.#listening = new Promise((resolve) => (this.#onListening = resolve));
  }

  /** The port, once it listens; 0 before. */
  get port(): number {
    return this.#port;
  }

  /** Resolves when it answers itself over TLS. */
  async ready(signal: AbortSignal): Promise<void> {
    await orAbort(this.#listening, signal);
    if (this.#port !== 0) await this.check(signal);
  }

  /** Asks itself over TLS, as a health check does. Rejects when there is no answer within ten seconds. */
  async check(signal?: AbortSignal): Promise<void> {
    const { clientAuthorities, tls } = this.#options;
    const handshakeOnly = clientAuthorities !== undefined || tls?.requestCert === true;
    try {
      await withTimeout(this.#host, 10_000, (stop) => this.#askItself(handshakeOnly, stop), {
        waitingFor: 'an answer of the webhook server to itself',
        ...(signal && { signal }),
      });
    } catch (cause) {
      signal?.throwIfAborted();
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new WebhookServerError(`the webhook server at port ${this.#port} does not answer: ${why}`, cause);
    }
  }

  /** Serves until the signal aborts, and then ends what is under way. */
  async run(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return this.#onListening();
    const { certificates: given } = this.#options;
    const certificates = typeof given === 'function' ? await given() : given;
    const server = this.#newServer(certificates);
    using _ = certificates.onChange((pair) => server.setSecureContext(this.#secure(pair)));
    const bug = new Promise<never>((_resolve, reject) => (this.#onBug = reject));
    try {
      await this.#listen(server);
      await Promise.race([aborted(signal), bug]);
    } finally {
      this.#onListening(); // nobody waits for what failed: the failure ends the manager
      await this.#closed(server);
    }
  }

  #newServer({ current }: CertificateSource): Server {
    const { clientAuthorities } = this.#options;
    const server = createServer(
      {
        ALPNProtocols: ['http/1.1'],
        ...(clientAuthorities !== undefined && { requestCert: true, rejectUnauthorized: true }),
        requestTimeout: 60_000,
        headersTimeout: 10_000,
        keepAliveTimeout: 120_000, // longer than API servers keep idle connections: they end them, and no request meets a connection that is being closed
        maxHeaderSize: 64 * 1024,
        ...this.#secure(current),
      },
      (incoming, response) => this.#serve(incoming, response),
    );
    server.maxConnections = 4096;
    return server;
  }

  /** What TLS needs, now and whenever the certificate is replaced. The user's own options count last. */
  #secure(pair: CertificatePair): ServerOptions {
    const { clientAuthorities, tls } = this.#options;
    return {
      minVersion: 'TLSv1.2',
      ...(clientAuthorities !== undefined && { ca: clientAuthorities }),
      ...pair,
      ...tls,
    };
  }

  #listen(server: Server): Promise<void> {
    const { port = 9443, hostname } = this.#options;
    return new Promise((resolve, reject) => {
      server.once('error', (cause) =>
        reject(
          new WebhookServerError(
            `the webhook server cannot listen at port ${port}: ${cause.message}; give it another port, or end what listens there`,
            cause,
          ),
        ),
      );
      server.listen({ port, ...(hostname !== undefined && { host: hostname }) }, () => {
        const address = server.address();
        this.#port = typeof address === 'object' && address !== null ? address.port : port;
        this.#log.info('the webhook server listens', {
          port: this.#port,
          paths: this.handler.endpoints.map(({ path }) => path),
        });
        this.#onListening();
        resolve();
      });
    });
  }

  #serve(incoming: IncomingMessage, response: ServerResponse): void {
    const gone = new Gone(response);
    const [path = '/', query = ''] = (incoming.url ?? '/').split('?', 2);
    const length = incoming.headers['content-length'];
    const answered = this.handler.answer({
      method: incoming.method ?? 'GET',
      path,
      query,
      contentType: incoming.headers['content-type'],
      contentLength: length === undefined ? undefined : Number(length),
      body: (maxBytes) => bytesOf(incoming, maxBytes),
      signal: gone,
    });
    answered.then(
      (answer) => write(incoming, response, answer),
      () => response.destroy(),
    );
  }

  #askItself(handshakeOnly: boolean, signal: AbortSignal): Promise<void> {
    const { hostname = '127.0.0.1' } = this.#options;
    return new Promise((resolve, reject) => {
      const request = httpsRequest({
        hostname: hostname === '0.0.0.0' || hostname === '::' ? '127.0.0.1' : hostname,
        port: this.#port,
        path: healthPath,
        agent: false,
        rejectUnauthorized: false, // it asks whether it answers, and not who answers
        signal,
      });
      request.once('error', reject);
      if (handshakeOnly)
        request.once('socket', (socket) => socket.once('secureConnect', () => (resolve(), request.destroy())));
      request.once('response', (response) => {
        response.resume();
        if (response.statusCode === 200) resolve();
        else reject(new Error(`it answers with ${response.statusCode ?? 0}`));
      });
      request.end();
    });
  }

  /** Connections without a request end at once, the others when they are answered. */
  async #closed(server: Server): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const { graceMs = 60_000 } = this.#options;
    await withTimeout(this.#host, graceMs, closed, { background: true }).catch(() => server.closeAllConnections());
  }
}

/** Aborts when the connection of a response is closed before it was sent. */
class Gone implements Abortable {
  aborted = false;
  readonly reason = new Error('the caller has closed its connection');
  #listener: AbortListener | undefined;

  constructor(response: ServerResponse) {
    response.once('close', () => {
      if (response.writableFinished) return;
      this.aborted = true;
      this.#listener?.handleEvent();
    });
  }

  addEventListener(_type: 'abort', listener: AbortListener): void {
    this.#listener = listener;
  }

  removeEventListener(): void {
    this.#listener = undefined;
  }
}

/** The bytes of a request; undefined where there are too many, which are then read no further. */
const bytesOf = (incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array | undefined> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maxBytes) return;
      incoming.pause();
      chunks.length = 0;
      resolve(undefined);
    });
    incoming.once('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length)));
    incoming.once('error', reject);
  });

/** A body that was not read to its end belongs to a connection that cannot be used again. */
function write(
  incoming: IncomingMessage,
  response: ServerResponse,
  { status, contentType, body }: WebhookAnswer,
): void {
  const isRead = incoming.complete || incoming.method === 'GET' || incoming.method === 'HEAD';
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    ...(!isRead && { connection: 'close' }),
  });
  response.end(incoming.method === 'HEAD' ? undefined : body);
  if (!isRead) response.once('finish', () => incoming.destroy());
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
