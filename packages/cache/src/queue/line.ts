/**
 * A first-in, first-out line. Its room is used again, so that what comes and goes one by one makes nothing; what a long line needed is given back when it is empty.
 */

/** A line that was longer gives its room back. */
const KEPT = 1024;

/** Items in order. Taking from the front costs the same however long the line is. */
export class Line<T> {
  #items: T[] = [];
  #head = 0;
  /** The place behind the last item. */
  #end = 0;

  get size(): number {
    return this.#end - this.#head;
  }

  push(item: T): void {
    this.#items[this.#end] = item;
    this.#end += 1;
  }

  /** The item at a position that exists. */
  at(position: number): T {
    return this.#items[this.#head + position] as T; // callers stay below `size`
  }

  /** Takes the first item; undefined when there is none. */
  take(): T | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#head];
    this.#items[this.#head] = undefined as T; // never read again
    this.#moveTo(this.#head + 1);
    return item;
  }

  /** Takes up to this many items from the front. */
  shift(count: number): T[] {
    if (count === 1 && this.size > 0) return [this.take() as T]; // a list that grows has room for many from the start
    const to = Math.min(this.#head + count, this.#end);
    const taken: T[] = [];
    for (let at = this.#head; at < to; at += 1) {
      taken.push(this.#items[at] as T); // within the line
      this.#items[at] = undefined as T; // never read again
    }
    this.#moveTo(to);
    return taken;
  }

  clear(): void {
    this.#items = [];
    this.#head = 0;
    this.#end = 0;
  }

  *[Symbol.iterator](): Generator<T, void, void> {
    for (let at = this.#head; at < this.#end; at += 1) yield this.#items[at] as T; // within the line
  }

  #moveTo(head: number): void {
    this.#head = head;
    if (head === this.#end) this.#empty();
    else if (head > KEPT && head * 2 > this.#end) this.#compact();
  }

  #empty(): void {
    if (this.#items.length > KEPT) this.#items = [];
    this.#head = 0;
    this.#end = 0;
  }

  #compact(): void {
    this.#items = this.#items.slice(this.#head, this.#end);
    this.#end -= this.#head;
    this.#head = 0;
  }
}
