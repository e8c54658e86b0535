/**
 * A way to a server that answers as a test says, for answers that no real server gives on demand: pages of proxies, half an answer,
 * discovery of servers that are long gone. It keeps the requests it saw.
 */
import type { Transport, TransportRequest, TransportResponse } from '@reeve/machinery';

/** An answer in short: a status, a body as JSON, text or chunks, and headers. */
export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly chunks?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export class ScriptedTransport implements Transport {
  readonly requests: TransportRequest[] = [];
  readonly #answer: (request: TransportRequest, count: number) => Scripted | Promise<Scripted>;

  constructor(answer: (request: TransportRequest, count: number) => Scripted | Promise<Scripted>) {
    this.#answer = answer;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    request.signal?.throwIfAborted();
    this.requests.push(request);
    const { status = 200, headers = {}, json, text, chunks } = await this.#answer(request, this.requests.length);
    const type = text === undefined ? { 'content-type': 'application/json' } : {};
    const body = chunks ?? [Buffer.from(text ?? JSON.stringify(json ?? {}))];
    return {
      status,
      headers: { ...type, ...headers },
      body: (async function* () {
        yield* body;
      })(),
    };
  }
}

/** Chunks, and then the connection breaks. */
export async function* cutAfter(...chunks: readonly string[]): AsyncGenerator<Uint8Array, void, void> {
  for (const chunk of chunks) yield Buffer.from(chunk);
  throw new Error('the connection was cut');
}
