/**
 * The pending timers of a virtual clock: a binary heap ordered by due time, then turn, then rank, then insertion.
 * Every entry knows its place, so that cancelling costs O(log n) and leaves nothing behind.
 *
 * Invariant: `entries[i].place === i`, and no entry comes before its parent at `(i - 1) >> 1`.
 */

/** One pending timer. `place` belongs to the heap; -1 means the timer is no longer in it. */
export interface TimerEntry {
  readonly dueMs: number;
  readonly turn: number;
  readonly rank: number;
  readonly sequence: number;
  readonly callback: () => void;
  readonly background: boolean;
  readonly label: string;
  place: number;
}

/** A priority queue of timers. */
export class TimerHeap {
  readonly #entries: TimerEntry[] = [];

  get size(): number {
    return this.#entries.length;
  }

  /** The next timer to fire, still in the heap. */
  peek(): TimerEntry | undefined {
    return this.#entries[0];
  }

  /** All entries in no particular order. */
  values(): IterableIterator<TimerEntry> {
    return this.#entries.values();
  }

  add(entry: TimerEntry): void {
    this.#rise(entry, this.#entries.length);
  }

  /** Takes an entry out. False when it had already left. */
  remove(entry: TimerEntry): boolean {
    const place = entry.place;
    if (place < 0) return false;
    entry.place = -1;
    const last = this.#entries.pop();
    if (last === undefined || last === entry) return true;
    // The last entry fills the gap. It may belong above it as well as below, as it comes from another branch.
    this.#sink(last, place);
    this.#rise(last, last.place);
    return true;
  }

  #rise(entry: TimerEntry, from: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = this.#entries[above];
      if (parent === undefined || !firesBefore(entry, parent)) break;
      this.#put(parent, place);
      place = above;
    }
    this.#put(entry, place);
  }

  #sink(entry: TimerEntry, from: number): void {
    let place = from;
    for (let child = this.#earlierChild(place); child !== undefined; child = this.#earlierChild(place)) {
      if (!firesBefore(child, entry)) break;
      const next = child.place;
      this.#put(child, place);
      place = next;
    }
    this.#put(entry, place);
  }

  #earlierChild(place: number): TimerEntry | undefined {
    const left = this.#entries[2 * place + 1];
    const right = this.#entries[2 * place + 2];
    if (left === undefined || right === undefined) return left;
    return firesBefore(right, left) ? right : left;
  }

  #put(entry: TimerEntry, place: number): void {
    this.#entries[place] = entry;
    entry.place = place;
  }
}

/** The order in which timers fire. Sequences differ, so that no two entries are equal. */
export const firesBefore = (a: TimerEntry, b: TimerEntry): boolean => {
  if (a.dueMs !== b.dueMs) return a.dueMs < b.dueMs;
  if (a.turn !== b.turn) return a.turn < b.turn;
  if (a.rank !== b.rank) return a.rank < b.rank;
  return a.sequence < b.sequence;
};
