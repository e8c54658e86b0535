/**
 * A binary heap whose elements know their place, so that one which changed or left from the middle costs O(log n).
 *
 * Invariant: `#elements[i].place === i`, and no element comes before its parent at `(i - 1) >> 1`.
 */

/** What a heap can hold. `place` belongs to the heap; -1 means the element is not in it. */
export interface Placed {
  place: number;
}

/** A priority queue ordered by `before`, in which no two elements are equal. */
export class Heap<Element extends Placed> {
  readonly #elements: Element[] = [];
  readonly #before: (a: Element, b: Element) => boolean;

  constructor(before: (a: Element, b: Element) => boolean) {
    this.#before = before;
  }

  get length(): number {
    return this.#elements.length;
  }

  /** The first element, still in the heap. */
  get top(): Element | undefined {
    return this.#elements[0];
  }

  /** All elements in no particular order. */
  values(): IterableIterator<Element> {
    return this.#elements.values();
  }

  add(element: Element): void {
    this.#rise(element, this.#elements.length);
  }

  /** Restores the order after an element of the heap has moved towards the front. */
  advanced(element: Element): void {
    this.#rise(element, element.place);
  }

  /** Takes an element out. False when it was not in the heap. */
  remove(element: Element): boolean {
    const place = element.place;
    if (place < 0) return false;
    element.place = -1;
    const last = this.#elements.pop();
    if (last === undefined || last === element) return true;
    // The last element fills the gap. It may belong above it as well as below, as it comes from another branch.
    this.#sink(last, place);
    this.#rise(last, last.place);
    return true;
  }

  /** Empties the heap and returns what was in it. */
  clear(): Element[] {
    const elements = this.#elements.splice(0);
    for (const element of elements) element.place = -1;
    return elements;
  }

  #rise(element: Element, from: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = this.#elements[above];
      if (parent === undefined || !this.#before(element, parent)) break;
      this.#put(parent, place);
      place = above;
    }
    this.#put(element, place);
  }

  #sink(element: Element, from: number): void {
    let place = from;
    for (let child = this.#firstChild(place); child !== undefined; child = this.#firstChild(place)) {
      if (!this.#before(child, element)) break;
      const next = child.place;
      this.#put(child, place);
      place = next;
    }
    this.#put(element, place);
  }

  #firstChild(place: number): Element | undefined {
    const left = this.#elements[2 * place + 1];
    const right = this.#elements[2 * place + 2];
    if (left === undefined || right === undefined) return left;
    return this.#before(right, left) ? right : left;
  }

  #put(element: Element, place: number): void {
    this.#elements[place] = element;
    element.place = place;
  }
}
