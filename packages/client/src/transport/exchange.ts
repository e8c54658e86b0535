/**
 * One request and its answer on a line. The head is handed on as soon as it is there, the body as it comes; an abort ends both at any point.
 */
import type { Abortable } from '@reeve/machinery';
import { BodyStream, type BodySource } from './body-stream.ts';
import { classifyFailure, type FailureContext } from './classify-failure.ts';
import { ConnectionClosedError, ConnectionTimeoutError } from './connection-error.ts';
import type { AnswerReceiver, Line } from './line.ts';
import type { LinePool } from './line-pool.ts';
import { ResponseHead } from './response-head.ts';
import type { Enrolled } from './roster.ts';
import type { Watched } from './silence-watch.ts';

/** What all exchanges of a transport have in common. */
export interface ExchangeSettings {
  readonly server: string;
  readonly proxy?: string | undefined;
  /** How long the head may take, and how long a body may be silent; 0 for ever. */
  readonly headTimeoutMs: number;
  readonly bodyTimeoutMs: number;
  now(): number;
  /** Called once for each exchange when it is over, however it ended. */
  onEnd(exchange: Exchange): void;
}

/** What is particular to one. */
export interface ExchangeOptions {
  /** What ends it early. */
  readonly end: Abortable | undefined;
  /** The line that carries it, and where it is given back. */
  readonly line: Line;
  readonly lines: Pick<LinePool, 'release' | 'discard'>;
  /** True for an answer that ends when somebody ends it. */
  readonly isStream: boolean;
  /** True for an answer whose bytes may come slowly again and again. */
  readonly mayTrickle: boolean;
  /** Which authorities are believed, for messages. */
  readonly trusted: () => string;
  resolve(response: ResponseHead): void;
  reject(error: unknown): void;
}

/** A request under way. */
export class Exchange implements AnswerReceiver, BodySource, Watched, Enrolled {
  place = 0;
  heardAt: number;
  readonly #settings: ExchangeSettings;
  readonly #options: ExchangeOptions;
  #body: BodyStream | undefined;
  #wasReused = false;
  #isOver = false;
  #wasSent = false;
  #resumeSocket: (() => void) | undefined;

  constructor(settings: ExchangeSettings, options: ExchangeOptions) {
    this.#settings = settings;
    this.#options = options;
    this.heardAt = settings.now();
    options.end?.addEventListener('abort', this);
  }

  get isStream(): boolean {
    return this.#options.isStream;
  }

  get isWaiting(): boolean {
    return this.#body?.isDrained ?? true;
  }

  get patienceMs(): number {
    if (this.#body === undefined) return this.#settings.headTimeoutMs;
    return this.#options.isStream ? 0 : this.#settings.bodyTimeoutMs;
  }

  /** Ends the exchange because its connection is given up on this side; `reason` completes "the connection to … ". */
  giveUp(reason: string): void {
    if (!this.#isOver) this.#stop(new ConnectionClosedError(reason, this.#context()));
  }

  onSilence(): void {
    const silence =
      this.#body === undefined
        ? `did not answer for ${this.patienceMs} ms`
        : `went silent in the middle of an answer, or sent less than a kilobyte a second of it, for ${this.patienceMs} ms`;
    this.#stop(new ConnectionTimeoutError(silence, this.#context()));
  }

  /** The request was aborted. */
  handleEvent(): void {
    this.#stop(this.#options.end?.reason);
  }

  onConnect(isReused: boolean): void {
    this.#wasSent = true;
    this.#wasReused = isReused;
  }

  onHeaders(status: number, headers: string, resume: () => void): void {
    this.heardAt = this.#settings.now();
    this.#resumeSocket = resume;
    this.#body = new BodyStream(this);
    this.#options.resolve(new ResponseHead(status, headers, this.#body));
  }

  onData(chunk: Uint8Array): boolean {
    if (!this.#options.isStream) this.#heard(chunk.length); // a stream may be silent, and says something all the time
    return this.#body?.push(chunk) ?? true;
  }

  /**
   * Each byte lets the server be silent for a millisecond longer, up to all of its patience: one that sends a byte now and then does not hold a request
   * for ever, and one that sends a kilobyte each second is never cut.
   */
  #heard(bytes: number): void {
    const now = this.#settings.now();
    this.heardAt = this.#options.mayTrickle ? now : Math.min(now, this.heardAt + bytes);
  }

  onComplete(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#options.lines.release(this.#options.line);
    this.#body?.end();
  }

  onError(error: Error): void {
    if (!this.#isOver) this.#stop(classifyFailure(error, this.#context()));
  }

  resume(): void {
    this.#resumeSocket?.();
  }

  cancel(): void {
    this.#stop(cancelled);
  }

  /** The line goes with the request that was cut: the rest of the answer may still come. */
  #stop(reason: unknown): void {
    if (this.#isOver) return;
    this.#finish();
    if (this.#body === undefined) this.#options.reject(reason);
    else this.#body.end(reason);
    this.#options.lines.discard(this.#options.line);
  }

  #finish(): void {
    this.#isOver = true;
    this.#options.end?.removeEventListener('abort', this);
    this.#settings.onEnd(this);
  }

  #context(): FailureContext {
    const { server, proxy } = this.#settings;
    const trusted = this.#options.trusted();
    const hasHead = this.#body !== undefined;
    return { server, proxy, trusted, wasSent: this.#wasSent, wasReused: this.#wasReused, hasHead };
  }
}

/** A reader that stops early is told nothing; the socket is. */
const cancelled = new Error('the reader wants no more of the answer');
