/**
 * A first-in, first-out line that gives memory back as it moves on.
 */

/** Items in order. Taking from the front costs the same however long the line is. */
export class Line<T> {
  #items: T[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** The item at a position that exists. */
  at(position: number): T {
    return this.#items[this.#head + position] as T; // callers stay below `size`
  }

  /** Takes the first item; undefined when there is none. */
  take(): T | undefined {
    if (this.#head === this.#items.length) return undefined;
    const item = this.#items[this.#head];
    this.#items[this.#head] = undefined as T; // never read again
    this.#head += 1;
    if (this.#head === this.#items.length) this.clear();
    else if (this.#head > 1024 && this.#head * 2 > this.#items.length) this.#compact();
    return item;
  }

  /** Takes up to this many items from the front. */
  shift(count: number): T[] {
    const taken = this.#items.slice(this.#head, this.#head + count);
    this.#items.fill(undefined as T, this.#head, this.#head + taken.length); // never read again
    this.#head += taken.length;
    if (this.#head > 1024 && this.#head * 2 > this.#items.length) this.#compact();
    if (this.size === 0) this.clear();
    return taken;
  }

  clear(): void {
    this.#items = [];
    this.#head = 0;
  }

  *[Symbol.iterator](): Generator<T, void, void> {
    for (let at = this.#head; at < this.#items.length; at += 1) yield this.#items[at] as T; // within the array
  }

  #compact(): void {
    this.#items = this.#items.slice(this.#head);
    this.#head = 0;
  }
}
