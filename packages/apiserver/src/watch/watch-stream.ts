/**
 * One client's watch: a place in the resource's log, moved on as fast as the client reads. The log is the buffer, so a slow client costs nothing and is let
 * go when the window has passed it. Upstream: the watch cache's cacheWatcher.
 */
import type { Host, Timer } from '@reeve/machinery';
import type { Turns } from '../engine/turns.ts';
import { expired } from '../error/status-error.ts';
import type { FrameSink } from '../request/api-request.ts';
import type { ResourceTable } from '../store/resource-table.ts';
import type { Store } from '../store/store.ts';
import type { StoredObject } from '../store/stored-object.ts';
import type { EventEncoder } from './event-encoder.ts';
import { transitionOf } from './transition.ts';

export interface WatchStreamOptions {
  readonly store: Store;
  readonly table: string;
  readonly host: Host;
  readonly turns: Turns;
  /** What ends each open stream properly: ours is among them while it is open. */
  readonly openStreams: Set<() => void>;
  readonly encoder: EventEncoder;
  matches(stored: StoredObject): boolean;
  /** Objects to begin with, as ADDED. */
  readonly initial: readonly StoredObject[];
  /** Whether a bookmark closes the initial events. */
  readonly endsInitialEvents: boolean;
  /** Events after this revision follow. */
  readonly from: number;
  readonly hasBookmarks: boolean;
  readonly timeoutMs: number;
}

const bookmarkEveryMs = 60_000;
const lastBookmarkBeforeMs = 2000;
const chunkBytes = 64 * 1024;

export class WatchStream {
  readonly #options: WatchStreamOptions;
  readonly #sink: FrameSink;
  readonly #timers: Timer[] = [];
  #resources: ResourceTable;
  #position: number;
  #isBlocked = false;
  #isScheduled = false;
  #isEnded = false;
  #stopListening: () => void;
  readonly #onStopping = (): void => this.#end(() => this.#sink.end());

  private constructor(options: WatchStreamOptions, sink: FrameSink, signal: AbortSignal) {
    this.#options = options;
    this.#sink = sink;
    this.#resources = options.store.table(options.table);
    this.#position = this.#resources.log.after(options.from);
    this.#stopListening = options.store.onChange(options.table, () => this.#schedule());
    signal.addEventListener('abort', () => this.#end(() => {}), { once: true });
    options.openStreams.add(this.#onStopping);
    sink.onDrain(() => {
      this.#isBlocked = false;
      this.#schedule();
    });
    if (signal.aborted) this.#end(() => {});
  }

  /** Begins to send; ends by itself, by its deadline, or when the signal aborts. */
  static open(options: WatchStreamOptions, sink: FrameSink, signal: AbortSignal): void {
    new WatchStream(options, sink, signal).#begin();
  }

  #begin(): void {
    if (this.#isEnded) return;
    this.#setTimers();
    this.#sendInitial();
    this.#schedule();
  }

  #setTimers(): void {
    const { host, timeoutMs, hasBookmarks } = this.#options;
    const after = (ms: number, action: () => void) =>
      this.#timers.push(host.clock.setTimer(ms, action, { background: true }));
    after(timeoutMs, () => this.#end(() => this.#sink.end()));
    if (!hasBookmarks) return;
    if (timeoutMs > lastBookmarkBeforeMs) after(timeoutMs - lastBookmarkBeforeMs, () => this.#bookmark());
    const again = () => {
      this.#bookmark();
      after(bookmarkEveryMs, again);
    };
    after(bookmarkEveryMs, again);
  }

  #sendInitial(): void {
    const { initial, encoder, endsInitialEvents, from } = this.#options;
    this.#write(initial.map((stored) => encoder.change('ADDED', stored)));
    if (endsInitialEvents) this.#write([encoder.bookmark(String(from), { 'k8s.io/initial-events-end': 'true' })]);
  }

  /** A bookmark promises that everything up to its version has been sent, so it waits for nothing and says how far we are. */
  #bookmark(): void {
    if (this.#isEnded || this.#isBlocked || this.#position < this.#resources.log.end) return;
    const revision = Math.max(this.#options.store.revision, this.#options.from);
    this.#write([this.#options.encoder.bookmark(String(revision), undefined)]);
  }

  /** Changes of one turn of the event loop go out together. */
  #schedule(): void {
    if (this.#isScheduled || this.#isEnded) return;
    this.#isScheduled = true;
    this.#options.turns.next(() => {
      this.#isScheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    const { store, table, encoder, from, matches } = this.#options;
    if (this.#resources !== store.table(table)) return this.#expire(); // restored from a snapshot: our place is gone
    let chunk: Uint8Array[] = [];
    let bytes = 0;
    while (!this.#isEnded && !this.#isBlocked) {
      const entry = this.#resources.log.at(this.#position);
      if (entry === 'gone') return this.#expire();
      if (entry === undefined) break;
      this.#position += 1;
      const transition = entry.revision > from ? transitionOf(entry, matches) : undefined;
      if (transition === undefined) continue;
      const frame =
        transition.type === 'departed'
          ? encoder.departure(transition.before, transition.resourceVersion)
          : encoder.change(transition.type, transition.stored);
      chunk.push(frame);
      bytes += frame.length;
      if (bytes < chunkBytes) continue;
      this.#write(chunk);
      [chunk, bytes] = [[], 0];
    }
    this.#write(chunk);
  }

  #write(frames: readonly Uint8Array[]): void {
    if (frames.length === 0 || this.#isEnded) return;
    if (!this.#sink.write(frames)) this.#isBlocked = true;
  }

  /** The client is too far behind: it must list again. */
  #expire(): void {
    if (this.#isEnded) return;
    const { encoder, store } = this.#options;
    this.#sink.write([
      encoder.error(expired(`too old resource version: ${this.#options.from} (${store.revision})`).status),
    ]);
    this.#end(() => this.#sink.end());
  }

  #end(close: () => void): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#stopListening();
    this.#options.openStreams.delete(this.#onStopping);
    for (const timer of this.#timers) timer.cancel();
    close();
  }
}
