/**
 * What happened to one resource, in order, inside a window. Watchers hold a place in it and read on; the log itself is their buffer, so that a slow
 * one costs nothing until the window passes it.
 */
import type { StoredObject } from './stored-object.ts';

/** Entries are dropped this many at a time, so that a write does not shift the whole log. */
const batch = 256;

/** One change. `previous` is what the object was before, which selectors and deletions need. */
export interface LogEntry {
  readonly revision: number;
  /** Monotonic milliseconds, for the window. */
  readonly time: number;
  readonly current: StoredObject;
  readonly previous: StoredObject | undefined;
}

/** The entries of one resource. Positions count from the first entry ever, so that they survive compaction. */
export class ResourceLog {
  #entries: LogEntry[] = [];
  #dropped = 0;
  #floor: number;
  #oldestRead: number;

  /** `floor` is where watches may begin, `oldestRead` how far back reads go. */
  constructor(floor: number, oldestRead: number) {
    this.#floor = floor;
    this.#oldestRead = oldestRead;
  }

  /** Watches from before this revision cannot be answered. */
  get floor(): number {
    return this.#floor;
  }

  /** Reads at revisions before this one cannot be answered; the start of the server does not limit them, only forgetting does. */
  get oldestRead(): number {
    return this.#oldestRead;
  }

  /** Lets no watch begin before a revision, and keeps history for reads. */
  beginAt(revision: number): void {
    this.#floor = Math.max(this.#floor, revision);
  }

  /** The position after the newest entry. */
  get end(): number {
    return this.#dropped + this.#entries.length;
  }

  append(entry: LogEntry): void {
    this.#entries.push(entry);
  }

  /** The entry at a position, undefined beyond the end; a position before the window is `'gone'`. */
  at(position: number): LogEntry | undefined | 'gone' {
    return position < this.#dropped ? 'gone' : this.#entries[position - this.#dropped];
  }

  /** The position of the first entry after a revision. */
  after(revision: number): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return this.#dropped + low;
  }

  /** Drops what the window has passed and gives it back, oldest first. */
  compact(keep: { readonly since: number; readonly atLeast: number }): LogEntry[] {
    const excess = this.#entries.length - keep.atLeast;
    let count = 0;
    while (count < excess && (this.#entries[count]?.time ?? Infinity) < keep.since) count += 1;
    if (count < batch) return [];
    const dropped = this.#entries.splice(0, count);
    this.#dropped += count;
    this.#floor = Math.max(this.#floor, dropped.at(-1)?.revision ?? 0);
    this.#oldestRead = Math.max(this.#oldestRead, dropped.at(-1)?.revision ?? 0);
    return dropped;
  }

  /** Forgets everything up to a revision, whatever the window says. */
  forget(revision: number): LogEntry[] {
    const dropped = this.#entries.splice(0, this.after(revision) - this.#dropped);
    this.#dropped += dropped.length;
    this.#floor = Math.max(this.#floor, revision);
    this.#oldestRead = Math.max(this.#oldestRead, revision);
    return dropped;
  }
}
