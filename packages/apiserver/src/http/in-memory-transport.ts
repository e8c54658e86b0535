/**
 * The way to a server in the same process without a socket: the same requests, the same bytes back.
 */
import type { Transport, TransportRequest, TransportResponse } from '@reeve/machinery';
import { isStream, type ApiResponse, type FrameSink } from '../request/api-request.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';

/** More than this unread, and the writer is asked to wait. */
const highWaterMark = 64 * 1024;

/** Requests go to `handle` as they would come from a listener. `identity` stands for the client certificate. */
export function inMemoryTransport(
  handle: (request: IncomingRequest, signal: AbortSignal) => Promise<ApiResponse>,
  identity: { readonly commonName: string; readonly organizations: readonly string[] } | undefined,
): Transport {
  return {
    async request({
      method,
      path,
      headers = {},
      body = new Uint8Array(),
      signal,
    }: TransportRequest): Promise<TransportResponse> {
      signal?.throwIfAborted();
      const abort = new AbortController();
      const onAbort = () => abort.abort(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      const answer = await handle({ method, target: path, headers, body, certificate: () => identity }, abort.signal);
      signal?.throwIfAborted();
      const responseHeaders = { 'cache-control': 'no-cache, private', ...answer.headers };
      if (isStream(answer))
        return {
          status: answer.status,
          headers: responseHeaders,
          body: streamed(answer, abort, () => signal?.removeEventListener('abort', onAbort)),
        };
      signal?.removeEventListener('abort', onAbort);
      return {
        status: answer.status,
        headers: responseHeaders,
        body: once(method === 'HEAD' ? new Uint8Array() : answer.body),
      };
    },
  };
}

async function* once(body: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  if (body.length > 0) yield body;
}

/** Chunks as they are written; back-pressure as a socket's, and the reader's `break` ends the stream. */
async function* streamed(
  answer: Extract<ApiResponse, { start: unknown }>,
  abort: AbortController,
  release: () => void,
): AsyncGenerator<Uint8Array, void, void> {
  const pipe = new Pipe();
  const onAbort = () => pipe.fail(abort.signal.reason);
  abort.signal.addEventListener('abort', onAbort, { once: true });
  answer.start(pipe, abort.signal);
  try {
    for (let chunk = await pipe.next(); chunk !== undefined; chunk = await pipe.next()) yield chunk;
  } finally {
    abort.signal.removeEventListener('abort', onAbort);
    release();
    abort.abort();
  }
}

class Pipe implements FrameSink {
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isEnded = false;
  #error: Error | undefined;
  #wake: (() => void) | undefined;
  #drained: () => void = () => {};

  write(frames: readonly Uint8Array[]): boolean {
    if (this.#isEnded) return false;
    this.#chunks.push(...frames);
    for (const { length } of frames) this.#bytes += length;
    this.#wake?.();
    return this.#bytes < highWaterMark;
  }

  onDrain(callback: () => void): void {
    this.#drained = callback;
  }

  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  destroy(): void {
    this.fail(new Error('the connection was cut'));
  }

  fail(error: unknown): void {
    this.#error ??= error instanceof Error ? error : new Error('the request was ended', { cause: error });
    this.end();
  }

  async next(): Promise<Uint8Array | undefined> {
    while (this.#chunks.length === 0 && !this.#isEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
    const chunk = this.#chunks.shift();
    if (chunk === undefined && this.#error !== undefined) throw this.#error;
    if (chunk === undefined) return undefined;
    const wasFull = this.#bytes >= highWaterMark;
    this.#bytes -= chunk.length;
    if (wasFull && this.#bytes < highWaterMark) this.#drained();
    return chunk;
  }
}
