/**
 * One open watch: events as they come, in batches as large as the chunks of bytes they came in, until the server ends it, the connection
 * breaks or falls silent. It is closed exactly once, whatever happens.
 */
import { apiFailureIn, deriveAbort, isAbort, orAbort } from '@reeve/machinery';
import type { DerivedAbort, Host } from '@reeve/machinery';
import { ChunkReader } from '../bytes/chunk-reader.ts';
import { LineSplitter } from '../bytes/line-splitter.ts';
import type { WireText } from '../bytes/wire-text.ts';
import { readWireEvent } from '../decode/wire-event.ts';
import type { ListerWatcher, WatchAnswer, WatchRequest } from '../lister-watcher/lister-watcher.ts';
import { SilenceDeadline } from './silence-deadline.ts';
import { BrokenStreamError, SilentStreamError, StreamDecodingError } from './stream-errors.ts';

/** An event that has not been decoded: its object as bytes, or as somebody else's function gave it. */
export interface IncomingEvent {
  readonly type: string;
  readonly object: WireText | object;
}

const none: readonly IncomingEvent[] = [];

/** What a stream is opened with. */
export interface WatchStreamOptions {
  readonly host: Host;
  readonly source: ListerWatcher;
  readonly request: WatchRequest;
  readonly signal: AbortSignal;
  /** What it is, for messages: `the watch of v1 Pod`. */
  readonly description: string;
  /** How long the answer may take to begin. */
  readonly openingLimitMs: number;
  /** How long it may be silent then. */
  readonly silenceLimitMs: number;
  readonly onHeard: () => void;
}

/** A watch that is open. */
export class WatchStream implements AsyncDisposable {
  readonly #options: WatchStreamOptions;
  readonly #abort: DerivedAbort;
  readonly #silence: SilenceDeadline;
  readonly #lines = new LineSplitter();
  readonly #openedAt: number;
  #reader: ChunkReader<Uint8Array> | ChunkReader<IncomingEvent> | undefined;
  #isBytes = false;
  #isClosed = false;
  #isInterrupted = false;
  #events = 0;
  #putBack: IncomingEvent[] = [];
  #batch: readonly IncomingEvent[] = [];

  private constructor(options: WatchStreamOptions) {
    this.#options = options;
    this.#abort = deriveAbort(options.signal);
    this.#openedAt = options.host.clock.monotonic();
    this.#silence = new SilenceDeadline({
      host: options.host,
      limitMs: options.openingLimitMs,
      onSilence: (silentMs) => this.#abort.abort(new SilentStreamError(options.description, silentMs)),
    });
  }

  /** Asks for a watch and waits for the answer to begin. Rejects with the server's refusal, or with why there is no answer. */
  static async open(options: WatchStreamOptions): Promise<WatchStream> {
    const stream = new WatchStream(options);
    try {
      await stream.#open();
      return stream;
    } catch (error) {
      await stream.close();
      throw error;
    }
  }

  /** What was asked for. */
  get request(): WatchRequest {
    return this.#options.request;
  }

  /** How many events have come. */
  get events(): number {
    return this.#events;
  }

  /** How long it has been open. */
  get ageMs(): number {
    return this.#options.host.clock.monotonic() - this.#openedAt;
  }

  /** When something came last, on the monotonic clock. */
  get heardAt(): number {
    return this.#silence.heardAt;
  }

  /** Silence may last this long from now on. */
  allowSilence(limitMs: number): void {
    this.#silence.allow(limitMs);
  }

  /** The events that `next` has read. */
  get batch(): readonly IncomingEvent[] {
    return this.#batch;
  }

  /** True when somebody has ended it before the server did. */
  get isInterrupted(): boolean {
    return this.#isInterrupted;
  }

  /**
   * Reads the events of the next chunk into `batch`, none of them when it ends within one; false when the server has ended the watch. A promise of the events themselves would cost more: a value
   * that is an object is asked whether it is a promise, too.
   */
  next(): Promise<boolean> {
    if (this.#putBack.length > 0) {
      this.#batch = this.#putBack.splice(0);
      return Promise.resolve(true);
    }
    if (this.#reader === undefined) return Promise.resolve(false);
    this.#silence.heard();
    return this.#reader.nextAs(this.#take, this.#reasonFor);
  }

  /** Gives back events that were read too far: they are the next batch. */
  putBack(events: readonly IncomingEvent[]): void {
    this.#putBack.push(...events);
  }

  /** Makes a pending or coming `next` reject with this reason. */
  interrupt(reason: unknown): void {
    this.#isInterrupted = true;
    this.#abort.abort(reason);
  }

  /** Ends the watch. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#silence[Symbol.dispose]();
    await this.#reader?.close();
    this.#abort.abort();
    this.#abort[Symbol.dispose]();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  readonly #take = (chunk: Uint8Array | IncomingEvent | undefined): boolean => {
    this.#silence.pause();
    if (chunk === undefined) return this.#ended();
    this.#options.onHeard();
    this.#batch = this.#isBytes ? this.#split(chunk as Uint8Array) : [chunk as IncomingEvent];
    this.#events += this.#batch.length;
    return true;
  };

  async #open(): Promise<void> {
    const { source, request, silenceLimitMs } = this.#options;
    const { signal } = this.#abort;
    const answer = await orAbort(source.watch(request, signal), signal);
    this.#readFrom(answer, signal);
    this.#silence.heard();
    this.#silence.allow(silenceLimitMs);
  }

  #readFrom(answer: WatchAnswer, signal: AbortSignal): void {
    this.#isBytes = 'bytes' in answer;
    this.#reader =
      'bytes' in answer
        ? new ChunkReader<Uint8Array>(answer.bytes, signal)
        : new ChunkReader<IncomingEvent>(answer.events, signal);
  }

  /** A refusal by the server and an abort are told as they are; everything else is a connection that broke. */
  readonly #reasonFor = (error: unknown): unknown => {
    if (this.#abort.signal.aborted) return this.#abort.signal.reason;
    if (apiFailureIn(error) !== undefined || !this.#isBytes || isAbort(error)) return error;
    return new BrokenStreamError(this.#options.description, { cause: error });
  };

  #split(chunk: Uint8Array): readonly IncomingEvent[] {
    this.#lines.push(chunk);
    let events: IncomingEvent[] | undefined;
    try {
      for (let line = this.#lines.next(); line !== undefined; line = this.#lines.next()) {
        if (line.length <= 1) continue;
        if (events === undefined) events = [readWireEvent(line)]; // mostly all: a list that grows has room for many from the start
        else events.push(readWireEvent(line));
      }
    } catch (cause) {
      throw new StreamDecodingError(this.#options.description, { cause });
    }
    return events ?? none;
  }

  #ended(): false {
    if (this.#lines.unfinishedBytes > 1) throw new BrokenStreamError(this.#options.description); // in the middle of an event
    return false;
  }
}
