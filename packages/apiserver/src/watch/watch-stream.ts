/**
 * One client's watch: a place in the resource's log, moved on as fast as the client reads. The log is the buffer, so a slow client costs nothing and is let
 * go when the window has passed it. Upstream: the watch cache's cacheWatcher.
 */
import type { Host, Timer } from '@reeve/machinery';
import { expired, internalError, StatusError, type Store, type StoredObject } from '@reeve/registry';
import type { FrameSink } from '../request/api-request.ts';
import { EventBatch } from './event-batch.ts';
import type { EventFeed, EventView } from './event-feed.ts';
import type { FeedShare, Watcher, WatchHub } from './watch-hub.ts';
import type { IndexedValue } from './watch-index.ts';

export interface WatchStreamOptions extends EventView {
  readonly store: Store;
  readonly table: string;
  readonly host: Host;
  readonly hub: WatchHub;
  /** The value that objects must have to concern this watch, where an index can tell. */
  readonly index: IndexedValue | undefined;
  /** The same for watches that see the same in the same form; undefined when the events are this client's alone. */
  readonly share: FeedShare | undefined;
  /** Objects to begin with, as ADDED. */
  readonly initial: readonly StoredObject[];
  /** Whether a bookmark closes the initial events. */
  readonly endsInitialEvents: boolean;
  /** Events after this revision follow. */
  readonly from: number;
  readonly hasBookmarks: boolean;
  readonly timeoutMs: number;
  /** Brings in what encoding objects needs; undefined where all is there. */
  bringIn?(objects: readonly StoredObject[]): Promise<void> | undefined;
}

const bookmarkEveryMs = 60_000;
const lastBookmarkBeforeMs = 2000;
/** Initial events go out in batches of so many bytes. */
const batchBytes = 64 * 1024;
/** How long a client may take to read the rest of a stream that has ended. */
const patienceMs = 10_000;

export class WatchStream implements Watcher {
  readonly table: string;
  readonly index: IndexedValue | undefined;
  readonly #options: WatchStreamOptions;
  readonly #sink: FrameSink;
  readonly #feed: EventFeed;
  readonly #timers = new Map<string, Timer>();
  readonly #leave: () => void;
  #initial: readonly StoredObject[];
  /** How many of the initial objects have been sent. */
  #sent = 0;
  /** Whether the initial events are out. */
  #hasBegun = false;
  #isEnded = false;
  #position: number;
  #isBlocked = false;
  /** Whether what changed is being converted. */
  #isConverting = false;
  /** Whether all that concerns this watch was sent the last time. */
  #hasSentAll = false;

  private constructor(options: WatchStreamOptions, sink: FrameSink) {
    const { hub, table, share, index, initial, from } = options;
    this.table = table;
    this.index = index;
    this.#options = options;
    this.#sink = sink;
    this.#initial = initial;
    const { feed, release } = hub.feed(table, share, options);
    this.#feed = feed;
    this.#position = feed.resources.log.after(from);
    const part = hub.join(this);
    this.#leave = () => {
      part();
      release();
    };
  }

  /** Begins to send; ends by itself, by its deadline, or when the signal aborts. */
  static open(options: WatchStreamOptions, sink: FrameSink, signal: AbortSignal): void {
    const stream = new WatchStream(options, sink);
    signal.addEventListener('abort', () => stream.#lost(), { once: true });
    if (signal.aborted) return stream.#lost();
    sink.onDrain(() => {
      stream.#isBlocked = false;
      stream.#goOn();
    });
    stream.#setTimers();
    stream.#goOn();
  }

  send(from: number): boolean {
    if (this.#hasSentAll) this.#position = Math.max(this.#position, from);
    this.#hasSentAll = this.#sendAll();
    return this.#hasSentAll;
  }

  /** Sends as far as the client reads; false where something is left. */
  #sendAll(): boolean {
    const { store, table } = this.#options;
    if (this.#feed.resources !== store.table(table)) return this.#expire(); // restored from a snapshot: our place is gone
    if (!this.#hasBegun) return this.#checkPlace();
    this.#skipUntilBegin();
    if (this.#isConverting || this.#startConverting()) return false;
    while (!this.#isEnded && !this.#isBlocked) {
      const step = this.#feed.stepFrom(this.#position);
      if (step === 'gone') return this.#expire();
      if (step === undefined) return true;
      this.#position = step.next;
      this.#write(step.batch);
    }
    return this.#checkPlace();
  }

  /** Converts what follows in the log; true where that takes a while. Others go on meanwhile. */
  #startConverting(): boolean {
    const { bringIn } = this.#options;
    const converting = bringIn?.(this.#following());
    if (converting === undefined) return false;
    this.#isConverting = true;
    void this.#afterwards(converting);
    return true;
  }

  async #afterwards(converting: Promise<void>): Promise<void> {
    try {
      await converting;
      this.#isConverting = false;
      if (!this.#isEnded) this.#goOn();
    } catch (error) {
      this.#failed(error);
    }
  }

  #following(): StoredObject[] {
    const { log } = this.#feed.resources;
    const found: StoredObject[] = [];
    for (let position = this.#position; position < log.end; position += 1) {
      const entry = log.at(position);
      if (entry === undefined || entry === 'gone') break;
      found.push(entry.current, ...(entry.previous ? [entry.previous] : []));
    }
    return found;
  }

  /** What changed cannot be shown in this version: the client hears why, and the watch ends. */
  #failed(error: unknown): void {
    const refusal = error instanceof StatusError ? error : internalError(String(error));
    this.#write(new EventBatch([this.#options.encoder.error(refusal.status)]));
    this.end();
  }

  end(): void {
    this.#close(() => {
      this.#sink.end();
      this.#after('patience', patienceMs, () => this.#sink.destroy());
    });
  }

  cut(): void {
    this.#close(() => this.#sink.destroy());
  }

  /** One batch per turn, and no faster than the client reads: there may be a hundred thousand, and others wait for theirs. */
  sendInitial(): number {
    if (this.#isEnded || this.#isBlocked || this.#hasBegun) return 0;
    const batch = this.#nextInitial();
    this.#write(batch);
    if (this.#sent === this.#initial.length) this.#endInitial();
    if (!this.#isBlocked) this.#goOn();
    return batch.length;
  }

  #nextInitial(): EventBatch {
    const { encoder } = this.#options;
    const frames: Uint8Array[] = [];
    for (let bytes = 0; bytes < batchBytes && this.#sent < this.#initial.length; this.#sent += 1) {
      const stored = this.#initial[this.#sent];
      const frame = stored && encoder.change('ADDED', stored);
      if (frame) frames.push(frame);
      bytes += frame?.length ?? 0;
    }
    return new EventBatch(frames);
  }

  #endInitial(): void {
    const { encoder, endsInitialEvents, from } = this.#options;
    this.#hasBegun = true;
    this.#initial = [];
    if (endsInitialEvents)
      this.#write(new EventBatch([encoder.bookmark(String(from), { 'k8s.io/initial-events-end': 'true' })]));
  }

  #goOn(): void {
    if (this.#hasBegun) this.#options.hub.wake(this);
    else this.#options.hub.wakeInitial(this);
  }

  /** A watch from a version that is still to come passes over what happens until then. */
  #skipUntilBegin(): void {
    const { log } = this.#feed.resources;
    const { from } = this.#options;
    for (let entry = log.at(this.#position); entry !== undefined && entry !== 'gone'; entry = log.at(this.#position)) {
      if (entry.revision > from) return;
      this.#position += 1;
    }
  }

  /** A watch whose client does not read ends when the log has passed it, even though there is no room to say so. */
  #checkPlace(): false {
    if (!this.#isEnded && this.#feed.resources.log.at(this.#position) === 'gone') this.#expire();
    return false;
  }

  #setTimers(): void {
    const { timeoutMs, hasBookmarks } = this.#options;
    this.#after('timeout', timeoutMs, () => this.end());
    if (!hasBookmarks) return;
    if (timeoutMs > lastBookmarkBeforeMs)
      this.#after('last bookmark', timeoutMs - lastBookmarkBeforeMs, () => this.#bookmark());
    const again = () => {
      this.#bookmark();
      this.#after('bookmark', bookmarkEveryMs, again);
    };
    this.#after('bookmark', bookmarkEveryMs, again);
  }

  #after(label: string, ms: number, action: () => void): void {
    this.#timers.set(label, this.#options.host.clock.setTimer(ms, action, { background: true, label }));
  }

  /** A bookmark promises that everything up to its version has been sent, so it waits for nothing and says how far we are. */
  #bookmark(): void {
    if (!this.#hasBegun || this.#isBlocked || !this.#isCurrent) return;
    const revision = Math.max(this.#options.store.revision, this.#options.from);
    this.#write(new EventBatch([this.#options.encoder.bookmark(String(revision), undefined)]));
  }

  get #isCurrent(): boolean {
    const { hub } = this.#options;
    return this.#position >= this.#feed.resources.log.end || (this.#hasSentAll && hub.isCurrent(this.table));
  }

  #write(batch: EventBatch): void {
    if (batch.length === 0 || this.#isEnded) return;
    if (!this.#sink.write(batch)) this.#isBlocked = true;
  }

  /** The client is too far behind: it must list again. */
  #expire(): false {
    const { encoder, store, from } = this.#options;
    this.#write(
      new EventBatch([encoder.error(expired(`too old resource version: ${from} (${store.revision})`).status)]),
    );
    this.end();
    return false;
  }

  /** The client has gone. */
  #lost(): void {
    this.#close(() => {});
    for (const timer of this.#timers.values()) timer.cancel();
  }

  #close(close: () => void): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#leave();
    for (const timer of this.#timers.values()) timer.cancel();
    close();
  }
}
