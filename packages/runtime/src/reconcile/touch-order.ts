/**
 * Things in the order in which they were last touched. The list runs through the things themselves, so that touching one costs a few assignments and no memory, however often that is.
 *
 * Invariant: a thing is in at most one order; it has a neighbour on a side unless it is the first or the last there.
 */

/** Something that can be touched. */
export interface Touchable<T> {
  older: T | undefined;
  younger: T | undefined;
}

/** The order of things by when they were touched. */
export class TouchOrder<T extends Touchable<T>> {
  #oldest: T | undefined;
  #youngest: T | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The thing is the youngest now; one that is new comes in. */
  touch(thing: T): void {
    if (thing === this.#youngest) return;
    if (thing.younger !== undefined) this.#remove(thing);
    thing.older = this.#youngest;
    if (this.#youngest === undefined) this.#oldest = thing;
    else this.#youngest.younger = thing;
    this.#youngest = thing;
    this.#size += 1;
  }

  /** Takes the thing out that was untouched for longest. */
  takeOldest(): T | undefined {
    const oldest = this.#oldest;
    if (oldest !== undefined) this.#remove(oldest);
    return oldest;
  }

  /** All of them, the longest untouched first. */
  *all(): Generator<T, void, void> {
    for (let thing = this.#oldest; thing !== undefined; thing = thing.younger) yield thing;
  }

  #remove(thing: T): void {
    if (thing.older === undefined) this.#oldest = thing.younger;
    else thing.older.younger = thing.younger;
    if (thing.younger === undefined) this.#youngest = thing.older;
    else thing.younger.older = thing.older;
    thing.older = undefined;
    thing.younger = undefined;
    this.#size -= 1;
  }
}
