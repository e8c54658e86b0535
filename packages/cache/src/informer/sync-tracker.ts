/**
 * Knows when a handler has dealt with everything that was there when it came: the source has been read to its end, and every initial
 * item that was begun is finished, however it ended.
 * Upstream: client-go cache/synctrack SingleFileTracker, AsyncTracker.
 */
import { ReeveError } from '@reeve/machinery';
import { Latch } from '../queue/latch.ts';

/** More initial items were finished than started. */
export class SyncCountError extends ReeveError {
  constructor() {
    super('REEVE_SYNC_COUNT', 'More initial items were finished than started: call start() before finished()');
  }
}

/** Counts initial items; for handlers that take one after the other. */
export class SyncTracker {
  readonly #latch = new Latch();
  #hasUpstreamSynced = false;
  #count = 0;

  get hasSynced(): boolean {
    return this.#latch.isOpen;
  }

  /** Initial items are on their way to the handler. Before the source's end is announced. */
  start(items = 1): void {
    this.#count += items;
  }

  /** Initial items have been dealt with. More than were started are a bug of the caller. */
  finished(items = 1): void {
    this.#count -= items;
    if (this.#count < 0) throw new SyncCountError();
    this.#check();
  }

  /** The source has told everything that was there. */
  upstreamSynced(): void {
    this.#hasUpstreamSynced = true;
    this.#check();
  }

  synced(signal?: AbortSignal): Promise<void> {
    return this.#latch.opened(signal);
  }

  #check(): void {
    if (this.#hasUpstreamSynced && this.#count === 0) this.#latch.open();
  }
}

/** Knows initial items by key; for those who deal with several at once, in any order. */
export class KeyedSyncTracker<Key> {
  readonly #latch = new Latch();
  readonly #waiting = new Set<Key>();
  #hasUpstreamSynced = false;

  get hasSynced(): boolean {
    return this.#latch.isOpen;
  }

  start(key: Key): void {
    this.#waiting.add(key);
  }

  /** A key that was never started is none of this tracker's. */
  finished(key: Key): void {
    this.#waiting.delete(key);
    this.#check();
  }

  upstreamSynced(): void {
    this.#hasUpstreamSynced = true;
    this.#check();
  }

  synced(signal?: AbortSignal): Promise<void> {
    return this.#latch.opened(signal);
  }

  #check(): void {
    if (this.#hasUpstreamSynced && this.#waiting.size === 0) this.#latch.open();
  }
}
