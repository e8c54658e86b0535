/**
 * The way to a server in the same process without a socket: the same requests, the same bytes back.
 */
import type { Transport, TransportBody, TransportRequest, TransportResponse } from '@reeve/machinery';
import { ApiRequest, isPiecewise, isStream, type ApiResponse, type FrameSink } from '../request/api-request.ts';
import { ClientConnection } from '../request/client-connection.ts';
import type { EventBatch } from '../watch/event-batch.ts';
import { nextBatch } from './body-sender.ts';
import { compressAnswerNow } from './compress-answer.ts';

const nothing = new Uint8Array();

/** More than this unread, and the writer is asked to wait. */
const highWaterMark = 64 * 1024;

/**
 * Requests go to `handle` as they would come from a listener. `identity` stands for the client certificate, unless a request brings credentials of its own.
 */
export function inMemoryTransport(
  handle: (request: ApiRequest) => Promise<ApiResponse>,
  identity: { readonly commonName: string; readonly organizations: readonly string[] } | undefined,
): Transport {
  return {
    async request({
      method,
      path,
      headers = {},
      body = nothing,
      signal,
    }: TransportRequest): Promise<TransportResponse> {
      signal?.throwIfAborted();
      const connection = new ClientConnection(signal);
      const arrived = receivedHeaders(headers);
      const holder = arrived['authorization'] === undefined ? identity : undefined;
      const received = { method, target: path, headers: arrived, body, certificate: () => holder };
      const request = new ApiRequest(received, connection);
      const answer = compressAnswerNow(await handle(request), request);
      signal?.throwIfAborted();
      const { status } = answer;
      const responseHeaders = Object.assign({ 'cache-control': 'no-cache, private' }, answer.headers);
      if (isStream(answer)) return { status, headers: responseHeaders, body: streamed(answer, connection) };
      if (isPiecewise(answer)) return { status, headers: responseHeaders, body: taken(answer.pieces, connection) };
      connection.end();
      return { status, headers: responseHeaders, body: new SingleChunk(method === 'HEAD' ? nothing : answer.body) };
    },
  };
}

/** Several headers of one name arrive as a listener would hand them on. */
function receivedHeaders(headers: NonNullable<TransportRequest['headers']>): Record<string, string> {
  const arrived: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name] ?? '';
    arrived[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return arrived;
}

/** A complete body as the stream that a transport gives: one chunk, or none where it is empty. Not a generator, which costs several promises more per request. */
class SingleChunk implements TransportBody, AsyncIterableIterator<Uint8Array, void, void> {
  #body: Uint8Array | undefined;

  constructor(body: Uint8Array) {
    this.#body = body.length > 0 ? body : undefined;
  }

  next(): Promise<IteratorResult<Uint8Array, void>> {
    const value = this.#body;
    this.#body = undefined;
    return Promise.resolve(value === undefined ? { done: true, value } : { done: false, value });
  }

  takeRest(): Uint8Array {
    const rest = this.#body ?? new Uint8Array();
    this.#body = undefined;
    return rest;
  }

  return(): Promise<IteratorResult<Uint8Array, void>> {
    this.#body = undefined;
    return this.next();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** A body that is made as it is read. */
async function* taken(
  pieces: Iterator<Uint8Array, void, void>,
  connection: ClientConnection,
): AsyncGenerator<Uint8Array, void, void> {
  const { signal } = connection;
  for (let batch = nextBatch(pieces); batch !== undefined; batch = nextBatch(pieces)) {
    signal.throwIfAborted();
    yield batch.bytes;
  }
  connection.end();
}

/** Chunks as they are written; back-pressure as a socket's, and the reader's `break` ends the stream. */
async function* streamed(
  answer: Extract<ApiResponse, { start: unknown }>,
  connection: ClientConnection,
): AsyncGenerator<Uint8Array, void, void> {
  const pipe = new Pipe();
  const { signal } = connection;
  const onAbort = () => pipe.fail(signal.reason);
  if (signal.aborted) onAbort(); // before anybody began to read
  signal.addEventListener('abort', onAbort, { once: true });
  answer.start(pipe, signal);
  try {
    for (let chunk = await pipe.next(); chunk !== undefined; chunk = await pipe.next()) yield chunk;
  } finally {
    signal.removeEventListener('abort', onAbort);
    connection.leave();
  }
}

class Pipe implements FrameSink {
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isEnded = false;
  #error: Error | undefined;
  #wake: (() => void) | undefined;
  #drained: () => void = () => {};

  write({ bytes }: EventBatch): boolean {
    if (this.#isEnded) return false;
    this.#chunks.push(bytes);
    this.#bytes += bytes.length;
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
