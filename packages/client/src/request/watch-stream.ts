/**
 * A watch as an async iterator of events. The request is sent when the first event is asked for, or by `open()`; leaving the loop
 * closes the connection, and a consumer that takes its time slows the server down. An abort ends the loop, it is no error.
 * Upstream: apimachinery watch.StreamWatcher.
 */
import { deriveAbort } from '@reeve/machinery';
import type { ApiRequest, DerivedAbort, TransportResponse, TypeMeta } from '@reeve/machinery';
import { cutError, headerOf, readUpTo } from './answer.ts';
import { UnreadableAnswerError } from './unreadable-answer-error.ts';
import { ResponseCutError } from '../transport/connection-error.ts';
import { decodeEvent, type StreamEvent } from './decode-event.ts';
import { FrameSplitter } from './frame-splitter.ts';

/** Where the events of a watch come from. */
export interface WatchSource {
  /** What was asked, for messages. */
  readonly about: ApiRequest;
  /** What objects are that do not say it themselves. */
  readonly type?: Readonly<TypeMeta>;
  readonly signal?: AbortSignal | undefined;
  /** Sends the request. The signal ends it, and the stream. */
  open(signal: AbortSignal): Promise<TransportResponse>;
}

/** The events of one watch, in order. Ends when the server ends it; ERROR events and cut connections are thrown. */
export class WatchStream<T> implements AsyncIterableIterator<StreamEvent<T>, void, void>, AsyncDisposable {
  readonly #source: WatchSource;
  readonly #abort: DerivedAbort;
  readonly #events: AsyncGenerator<StreamEvent<T>, void, void>;
  #response: Promise<TransportResponse> | undefined;

  constructor(source: WatchSource) {
    this.#source = source;
    this.#abort = deriveAbort(source.signal);
    this.#events = this.#read();
  }

  /** Sends the request now and waits until the server has accepted it. Refusals are thrown here. */
  async open(): Promise<this> {
    try {
      await this.#opened();
    } catch (error) {
      this.#abort[Symbol.dispose]();
      throw error;
    }
    return this;
  }

  next(): Promise<IteratorResult<StreamEvent<T>, void>> {
    return this.#events.next();
  }

  /** Closes the connection. A pending `next()` ends at once. */
  async return(): Promise<IteratorResult<StreamEvent<T>, void>> {
    this.#abort.abort();
    this.#abort[Symbol.dispose]();
    await this.#events.return();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  #opened(): Promise<TransportResponse> {
    this.#response ??= this.#source.open(this.#abort.signal);
    return this.#response;
  }

  async *#read(): AsyncGenerator<StreamEvent<T>, void, void> {
    try {
      if (!this.#abort.signal.aborted) yield* this.#decode(await this.#opened());
    } catch (error) {
      if (!this.#abort.signal.aborted) throw cutError(error);
    } finally {
      this.#abort[Symbol.dispose]();
    }
  }

  async *#decode(response: TransportResponse): AsyncGenerator<StreamEvent<T>, void, void> {
    const { about, type = {} } = this.#source;
    await this.#check(response);
    const splitter = new FrameSplitter();
    for await (const chunk of response.body) {
      for (const frame of splitter.push(chunk)) yield decodeEvent<T>(frame, about, type);
    }
    if (splitter.restBytes > 0) throw new ResponseCutError({ server: 'the server', wasSent: true });
  }

  /** A page of a proxy is no stream of events. */
  async #check(response: TransportResponse): Promise<void> {
    const contentType = headerOf(response.headers, 'content-type');
    if (contentType === undefined || contentType.startsWith('application/json')) return;
    const { about } = this.#source;
    const { bytes } = await readUpTo(response, SHOWN_BYTES); // a page may come without end
    throw new UnreadableAnswerError(about, `it is ${contentType}, not JSON`, bytes);
  }
}

/** More than this of an answer that cannot be read is not shown. */
const SHOWN_BYTES = 4096;
