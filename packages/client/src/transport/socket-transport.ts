/**
 * The way to a server over sockets: HTTP/1.1 with one pool of connections that live on between requests. When the certificates
 * behind it change, the pool is replaced: what is under way may finish, streams are told to start over.
 * Upstream: client-go transport.New and its TLS cache, cert and CA rotation.
 */
import type { Clock, Transport, TransportRequest, TransportResponse } from '@reeve/machinery';
import { ConnectionClosedError, ConnectionError } from './connection-error.ts';
import { Exchange, type ExchangeSettings } from './exchange.ts';
import { gunzipBody } from './gunzip-body.ts';
import { endOf } from './limited-request.ts';
import { isLongRunning, mayTrickle } from './long-running.ts';
import { lineOpener } from './line-opener.ts';
import { LinePool } from './line-pool.ts';
import { originOf } from '../config/origin-of.ts';
import type { ResponseHead } from './response-head.ts';
import { Roster } from './roster.ts';
import { SilenceWatch } from './silence-watch.ts';
import { trustedIn, type TlsSettings, type TlsSource } from './tls-settings.ts';

/** Where a transport leads, and how patient it is. */
export interface SocketTransportOptions {
  readonly clock: Clock;
  /** `https://host:port`, with a path if the server is behind one. */
  readonly server: string;
  /** Trust and identity, fixed or from a source that follows files. */
  readonly tls?: TlsSettings | TlsSource | undefined;
  /** `http://`, `https://` or `socks5://`. */
  readonly proxyUrl?: string | undefined;
  /** Does not ask for compressed answers. */
  readonly disableCompression?: boolean | undefined;
  /** How long connecting may take; 30 seconds unless given. 0 for ever. */
  readonly connectTimeoutMs?: number | undefined;
  /** How long the head of an answer may take; 65 seconds unless given, as a server gives up after 60. 0 for ever. */
  readonly headTimeoutMs?: number | undefined;
  /**
   * How long an answer may be silent; 60 seconds unless given, 0 for ever. Each byte that came buys a millisecond of it back, so that an answer takes at most
   * this long and a millisecond for each byte. Logs and what is behind a proxy (`/log`, `/proxy`) may be slow, watches and followed logs silent for ever.
   */
  readonly bodyTimeoutMs?: number | undefined;
}

/** A transport with connections to close. */
export interface ClosableTransport extends Transport, AsyncDisposable {
  close(): Promise<void>;
}

/** Makes a transport. Nothing is loaded or dialled before the first request. */
export const socketTransport = (options: SocketTransportOptions): ClosableTransport => new SocketTransport(options);

interface Pool {
  readonly tls: TlsSettings;
  readonly lines: LinePool;
}

class SocketTransport implements ClosableTransport {
  readonly #options: SocketTransportOptions;
  readonly #settings: ExchangeSettings;
  readonly #prefix: string;
  readonly #source: TlsSource;
  readonly #live = new Roster<Exchange>();
  readonly #silence: SilenceWatch;
  readonly #retired = new Set<Promise<void>>();
  #pool: Pool | undefined;
  #opening: Promise<Pool> | undefined;
  #isClosed = false;

  constructor(options: SocketTransportOptions) {
    const { clock, proxyUrl, headTimeoutMs = 65_000, bodyTimeoutMs = 60_000 } = options;
    const { origin, prefix } = originOf(options.server);
    this.#options = options;
    this.#prefix = prefix;
    this.#settings = {
      server: origin,
      proxy: proxyUrl === undefined ? undefined : originOf(proxyUrl).origin,
      headTimeoutMs,
      bodyTimeoutMs,
      now: () => clock.monotonic(),
      onEnd: (exchange) => this.#live.delete(exchange),
    };
    this.#silence = new SilenceWatch(clock, this.#live, [headTimeoutMs, bodyTimeoutMs]);
    this.#source = sourceOf(options.tls);
  }

  request(request: TransportRequest): Promise<TransportResponse> {
    const end = endOf(request);
    if (end?.aborted) return Promise.reject(end.reason);
    const tls = this.#source.current(request);
    if (tls === this.#pool?.tls && !this.#isClosed) return this.#send(request, this.#pool);
    return this.#prepare(request, tls);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening?.catch(() => {});
    for (const exchange of this.#live) exchange.giveUp('was closed');
    this.#silence.stop();
    await Promise.all([this.#pool?.lines.destroy(), ...this.#retired]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** The way for requests that have to wait: for a first connection, or for certificates to be read. */
  async #prepare(request: TransportRequest, source: TlsSettings | Promise<TlsSettings>): Promise<TransportResponse> {
    const tls = await source;
    const pool = this.#pool?.tls === tls ? this.#pool : await this.#open(tls);
    const end = endOf(request);
    if (end?.aborted) throw end.reason;
    if (this.#isClosed) throw closed(this.#settings.server);
    return this.#send(request, pool);
  }

  #send(request: TransportRequest, pool: Pool): Promise<TransportResponse> {
    const isStream = isLongRunning(request);
    const asksForGzip =
      !isStream && !this.#options.disableCompression && request.headers?.['accept-encoding'] === undefined;
    return new Promise((resolve, reject) => {
      const line = pool.lines.take();
      const exchange = new Exchange(this.#settings, {
        line,
        lines: pool.lines,
        end: endOf(request),
        isStream,
        mayTrickle: mayTrickle(request),
        trusted: () => trustedIn(pool.tls),
        resolve: asksForGzip ? (response) => resolve(this.#decompressed(response)) : resolve,
        reject,
      });
      this.#live.add(exchange);
      this.#silence.start();
      line.send(
        {
          method: request.method,
          path: this.#prefix + request.path,
          headers: headersOf(request, asksForGzip),
          body: request.body,
        },
        exchange,
      );
    });
  }

  /** What the transport asked for by itself, it also undoes; the caller sees the answer as if it had not been compressed. */
  #decompressed(response: ResponseHead): TransportResponse {
    if (response.header('content-encoding') !== 'gzip') return response;
    const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = response.headers;
    const spoiled = (cause: unknown): Error =>
      new ConnectionError(`the answer of ${this.#settings.server} cannot be decompressed: it was spoiled on the way`, {
        server: this.#settings.server,
        wasSent: true,
        cause,
      });
    return { status: response.status, headers, body: gunzipBody(response.body, spoiled) };
  }

  /** Requests that arrive while a pool is being opened share it. Those that waited look again: one of them may have opened theirs. */
  async #open(tls: TlsSettings): Promise<Pool> {
    while (this.#opening !== undefined) await this.#opening.catch(() => {});
    if (this.#pool?.tls === tls) return this.#pool;
    this.#opening = this.#replacePool(tls);
    try {
      return await this.#opening;
    } finally {
      this.#opening = undefined;
    }
  }

  async #replacePool(tls: TlsSettings): Promise<Pool> {
    const { clock, proxyUrl, connectTimeoutMs = 30_000 } = this.#options;
    const lines = new LinePool(
      await lineOpener({ clock, origin: this.#settings.server, proxyUrl, tls, connectTimeoutMs }),
      clock,
    );
    const old = this.#pool;
    this.#pool = { tls, lines };
    if (old !== undefined) this.#retire(old);
    return this.#pool;
  }

  #retire({ lines }: Pool): void {
    for (const exchange of this.#live) {
      if (exchange.isStream) exchange.giveUp('was replaced because its certificates changed: start the stream over');
    }
    const closing = lines.close().finally(() => this.#retired.delete(closing));
    this.#retired.add(closing);
  }
}

const closed = (server: string): ConnectionClosedError =>
  new ConnectionClosedError('was closed: make a new one', { server, wasSent: false });

const sourceOf = (tls: TlsSettings | TlsSource = {}): TlsSource => ('current' in tls ? tls : { current: () => tls });

/** Names and values, which take turns. A list is one header for each of its values. */
const headersOf = ({ headers = {} }: TransportRequest, asksForGzip: boolean): string[] => {
  const sent = asksForGzip ? ['accept-encoding', 'gzip'] : [];
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'string') sent.push(name, value);
    else for (const each of value ?? []) sent.push(name, each);
  }
  return sent;
};
