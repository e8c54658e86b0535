/**
 * A request and its answer as the engine sees them, whichever way they came: a socket or memory.
 */
import type { UserInfo } from '../auth/user-info.ts';
import type { MessageLine } from '../kubelet/command-channels.ts';
import type { EventBatch } from '../watch/event-batch.ts';
import type { RequestInfo } from './request-info.ts';

export interface ApiRequest {
  readonly method: string;
  /** Decoded path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** What method, path and query ask for. */
  readonly info: RequestInfo;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /** Who is asking; filled in by authentication. */
  readonly user: UserInfo;
  /** How many revisions behind the present a read is answered: a fault on purpose. */
  readonly staleBy?: number;
}

/** An answer that is complete. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
}

/** Where a stream's events go. `write` gives false when the reader is behind: wait for `onDrain`. */
export interface FrameSink {
  write(batch: EventBatch): boolean;
  onDrain(callback: () => void): void;
  end(): void;
  /** Ends without a proper end, as a cut connection does. */
  destroy(): void;
}

/** An answer that goes on: the head is sent at once, then `start` feeds the sink until it ends or the signal aborts. */
export interface StreamResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  start(sink: FrameSink, signal: AbortSignal): void;
  /** Talks both ways in messages instead, over a connection that can. */
  talk?(line: MessageLine, signal: AbortSignal): void;
}

export type ApiResponse = PlainResponse | StreamResponse;

export const isStream = (response: ApiResponse): response is StreamResponse => 'start' in response;
