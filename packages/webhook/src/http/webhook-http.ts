/**
 * Requests and answers as webhooks see them: plain values and bytes, so that what answers needs no socket.
 */
import type { Abortable } from '@reeve/machinery';

/** A request. */
export interface WebhookRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: string;
  readonly contentType: string | undefined;
  readonly contentLength: number | undefined;
  /** A stream, or a function that reads no more than so many bytes: undefined where there are more. */
  readonly body: AsyncIterable<Uint8Array> | ((maxBytes: number) => Promise<Uint8Array | undefined>);
  /** Aborts when the caller has gone. */
  readonly signal: Abortable;
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
