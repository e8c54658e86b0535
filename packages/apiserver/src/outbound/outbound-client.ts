/**
 * Makes one call and reads the answer whole: resolves the Service, ends the call when its time is over, and refuses an answer beyond a limit before it is in
 * memory. Upstream: apiserver util/webhook ClientManager.
 */
import type { Clock } from '@reeve/machinery';
import { OutboundError, type Outbound, type OutboundTls } from './outbound.ts';
import type { ServiceResolver } from './service-addresses.ts';

/** A Service in the cluster. */
export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly path?: string | undefined;
  /** 443 unless given. */
  readonly port?: number | undefined;
}

/** Whom to call: a URL or a Service. */
export type OutboundTarget = { readonly url: string } | { readonly service: ServiceReference };

export interface OutboundCall {
  readonly target: OutboundTarget;
  readonly method: 'GET' | 'POST';
  /** Parameters to add to the URL. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array | undefined;
  readonly tls?: OutboundTls | undefined;
  readonly timeoutMs: number;
  /** How much of an answer is read; more is refused. 3 MiB unless given. */
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

const defaultMaxBytes = 3 * 1024 * 1024;

export class OutboundClient {
  readonly #outbound: Outbound;
  readonly #services: ServiceResolver;
  readonly #clock: Clock;

  constructor(outbound: Outbound, services: ServiceResolver, clock: Clock) {
    this.#outbound = outbound;
    this.#services = services;
    this.#clock = clock;
  }

  /**
   * Calls, and gives the answer whatever its status. Rejects with an `OutboundError` in Go's words, `Post "URL": reason`, and with the signal's reason when that
   * aborts.
   */
  async call(call: OutboundCall): Promise<OutboundAnswer> {
    const { url, serverName } = urlOf(call);
    const time = this.#timeLimit(call.timeoutMs, call.signal);
    try {
      return await this.#answer(
        call,
        url,
        { ...(serverName !== undefined && { serverName }), ...call.tls },
        time.signal,
      );
    } catch (error) {
      if (call.signal?.aborted) throw call.signal.reason;
      const problem = time.isOver()
        ? 'context deadline exceeded'
        : error instanceof Error
          ? error.message
          : String(error);
      throw new OutboundError(`${call.method === 'POST' ? 'Post' : 'Get'} ${JSON.stringify(url)}: ${problem}`, error);
    } finally {
      time.end();
    }
  }

  async #answer(call: OutboundCall, url: string, tls: OutboundTls, signal: AbortSignal): Promise<OutboundAnswer> {
    const { target, method, headers = {}, body, maxBytes = defaultMaxBytes } = call;
    const connectTo = 'service' in target ? this.#resolve(target.service) : undefined;
    const opening = this.#outbound.open({ method, url, headers, body, tls, connectTo, signal });
    const response = await unlessAborted(opening, signal);
    const { status, headers: answered } = response;
    return { status, headers: answered, body: await unlessAborted(readWhole(response.body, maxBytes), signal) };
  }

  #resolve({ namespace, name, port = 443 }: ServiceReference): { host: string; port: number } {
    return this.#services.resolve(namespace, name, port);
  }

  /** A signal that aborts when the time is over or the caller's does. */
  #timeLimit(timeoutMs: number, outer: AbortSignal | undefined) {
    const controller = new AbortController();
    const abort = (): void => controller.abort(outer?.reason);
    let isOver = false;
    const expire = (): void => {
      isOver = true;
      controller.abort(new OutboundError('context deadline exceeded'));
    };
    const timer = this.#clock.setTimer(Math.max(0, timeoutMs), expire, { label: 'outbound call' });
    if (outer?.aborted) abort();
    else outer?.addEventListener('abort', abort, { once: true });
    return {
      signal: controller.signal,
      isOver: () => isOver,
      end: () => {
        timer.cancel();
        outer?.removeEventListener('abort', abort);
      },
    };
  }
}

/** The URL as messages name it, and the name in the certificate of a Service. */
function urlOf({ target, query = {} }: OutboundCall): { url: string; serverName?: string } {
  const parameters = new URLSearchParams(query).toString();
  const withQuery = (url: string) => (parameters === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${parameters}`);
  if ('url' in target) return { url: withQuery(target.url) };
  const { namespace, name, path = '', port = 443 } = target.service;
  const serverName = `${name}.${namespace}.svc`;
  const rooted = path === '' || path.startsWith('/') ? path : `/${path}`;
  return { url: withQuery(`https://${serverName}:${port}${rooted}`), serverName };
}

async function readWhole(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new OutboundError(`the answer has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

/** Does not wait for who does not listen to the signal: an in-process handler. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
