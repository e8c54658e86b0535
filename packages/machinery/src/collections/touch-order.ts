/**
 * Things in the order in which they were last touched. Touching one writes a number into it and nothing else, as it happens with every run; the order is made when somebody asks for it or something has
 * to go, and then for many at once.
 *
 * Invariant: what stands in `#line` from `#at` on and was not touched since the line was made is in order there, and was touched before everything in `#others`.
 */

/** Something that can be touched. */
export interface Touchable {
  /** Which touch was its last; 0 before the first, and when it was taken out. */
  touchedAt: number;
}

/** The order of things by when they were touched. */
export class TouchOrder<T extends Touchable> {
  #touches = 0;
  #size = 0;
  #line: T[] = [];
  #at = 0;
  /** The last touch when the line was made. */
  #madeAt = 0;
  #others: T[] = [];

  get size(): number {
    return this.#size;
  }

  /** The thing is the youngest now; one that is new comes in. */
  touch(thing: T): void {
    if (thing.touchedAt === 0) {
      this.#others.push(thing);
      this.#size += 1;
    }
    thing.touchedAt = this.#touches += 1;
  }

  /** Takes the thing out that was untouched for longest. */
  takeOldest(): T | undefined {
    for (let thing = this.#next(); thing !== undefined; thing = this.#next()) {
      if (thing.touchedAt > this.#madeAt) this.#others.push(thing);
      else {
        thing.touchedAt = 0;
        this.#size -= 1;
        return thing;
      }
    }
    return undefined;
  }

  /** All of them, the longest untouched first. */
  all(): readonly T[] {
    return [...this.#line.slice(this.#at), ...this.#others].toSorted(byTouch);
  }

  #next(): T | undefined {
    if (this.#at === this.#line.length) this.#makeLine();
    const thing = this.#line[this.#at];
    if (thing !== undefined) this.#at += 1;
    return thing;
  }

  #makeLine(): void {
    this.#line = this.#others.toSorted(byTouch);
    this.#others = [];
    this.#at = 0;
    this.#madeAt = this.#touches;
  }
}

const byTouch = (one: Touchable, other: Touchable): number => one.touchedAt - other.touchedAt;
