/**
 * How requests reach an API server and its answers come back, as bytes. A client is given one; a socket, or memory, is behind it. Client and server share
 * this interface and nothing else.
 */

/** One request. */
export interface TransportRequest {
  readonly method: string;
  /** Path and query, as on the request line. */
  readonly path: string;
  /** Names in lower case; a list is sent as one header per value. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Uint8Array;
  /** How often a layer that tries again may do so; as often as it is set up to unless given. 0 for whoever tries again himself. */
  readonly maxRetries?: number;
  /** Ends the request, and the answer's body if it has begun. */
  readonly signal?: AbortSignal;
}

/** The bytes of an answer as they come. */
export interface TransportBody extends AsyncIterable<Uint8Array> {
  /** What is left to read, where all of it is here, which saves the waiting. Undefined where it has to be read. */
  takeRest?(): Uint8Array | undefined;
}

/** The head of an answer, and its body as it comes. Whoever stops reading the body early ends the request. */
export interface TransportResponse {
  readonly status: number;
  /** Names in lower case; a header that came more than once is a list. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: TransportBody;
}

/** A way to one server, with one identity. */
export interface Transport {
  request(request: TransportRequest): Promise<TransportResponse>;
}
