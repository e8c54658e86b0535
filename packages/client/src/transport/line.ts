/**
 * What carries a request to the server and its answer back: a connection that is opened when it is needed and used again. Directly to the server it is
 * ours (`direct-line.ts`), through a proxy it is undici's (`proxied-line.ts`).
 */
import type { Enrolled } from './roster.ts';

/** A request as it is written. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  /** Names and values, which take turns. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | undefined;
}

/** Whoever waits for an answer. `onComplete` or `onError` is called last, and once; neither after the line was destroyed. */
export interface AnswerReceiver {
  /** The request is about to be written. A connection that is reused has served others before. */
  onConnect(isReused: boolean): void;
  /** The head: headers as lines of Latin-1. `resume` lets the line go on after `onData` answered false. */
  onHeaders(status: number, headers: string, resume: () => void): void;
  /** A part of the body; false asks the line to wait. */
  onData(chunk: Uint8Array): boolean;
  onComplete(): void;
  onError(error: Error): void;
}

/** Carries one request at a time. */
export interface Line extends Enrolled {
  send(request: WireRequest, receiver: AnswerReceiver): void;
  /** Since when it rests, on the monotonic clock. Only the pool writes it. */
  restsSince: number;
  /** How long it may rest before the other side is likely to hang up. */
  readonly restLimitMs: number;
  /** Closes the connection, now that nothing is under way. Resolves when it is closed. */
  close(): Promise<void>;
  /** Closes the connection, whatever is under way. */
  destroy(): Promise<void>;
}
