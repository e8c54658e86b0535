/**
 * Requests and answers as the runtime's small servers see them: plain values, so that what answers needs no socket to be tested.
 */

/** A request. */
export interface ServerRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where it came from. */
  readonly remoteAddress: string;
  /** Aborts when the client has gone, or the server ends. */
  readonly signal: AbortSignal;
}

/** An answer. */
export interface ServerAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | AsyncIterable<string | Uint8Array>;
}

/** Answers requests. What it throws is logged, and answered as an internal error without a word about it. */
export type RequestHandler = (request: ServerRequest) => ServerAnswer | Promise<ServerAnswer>;

/** Stands before a handler: may answer itself, or pass on. */
export type RequestFilter = (next: RequestHandler) => RequestHandler;

/** Passes on requests that read, and refuses all others. */
export const readsOnly: RequestFilter = (next) => (request) =>
  request.method === 'GET' || request.method === 'HEAD'
    ? next(request)
    : { ...textAnswer(405, 'Method Not Allowed\n'), headers: { allow: 'GET, HEAD' } };

/** An answer of plain text. */
export const textAnswer = (status: number, text: string): ServerAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  body: text,
});

/** An answer of JSON. */
export const jsonAnswer = (value: unknown): ServerAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** Answers by path, and 404 for others. */
export const routed =
  (routes: ReadonlyMap<string, RequestHandler>): RequestHandler =>
  (request) =>
    routes.get(request.path)?.(request) ?? textAnswer(404, '404 page not found\n');
