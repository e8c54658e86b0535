/**
 * Requests and answers as webhooks see them: plain values and bytes, so that what answers needs no socket.
 */

/** A request. */
export interface WebhookRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: string;
  readonly contentType: string | undefined;
  readonly contentLength: number | undefined;
  readonly body: AsyncIterable<Uint8Array>;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
}

/** An answer. */
export interface WebhookAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** An answer of JSON. */
export const jsonAnswer = (value: unknown, status = 200): WebhookAnswer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(value),
});

/** An answer of plain text. */
export const textAnswer = (status: number, text: string): WebhookAnswer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body: `${text}\n`,
});
