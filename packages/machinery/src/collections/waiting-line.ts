/**
 * Those who wait, first come, first served. Places are linked to each other, and whoever leaves one refers to nobody any more: an engine's `Set` that entries pass through is rehashed all the
 * time, and its abandoned tables can keep whatever they referred to until the next full collection.
 */

/** A place in a line. */
export class WaitingPlace<T> {
  /** Who waits here; undefined once the place was left. */
  who: T | undefined;
  before: WaitingPlace<T> | undefined;
  after: WaitingPlace<T> | undefined = undefined;

  /** Made by the line, behind its last place. */
  constructor(who: T, before: WaitingPlace<T> | undefined) {
    this.who = who;
    this.before = before;
  }
}

/** A line, which anybody may leave at any time. */
export class WaitingLine<T extends object> {
  #first: WaitingPlace<T> | undefined = undefined;
  #last: WaitingPlace<T> | undefined = undefined;

  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  /** Joins the end of the line; at a place that was left before, where one is given, for whoever comes again and again. */
  join(who: T, left?: WaitingPlace<T>): WaitingPlace<T> {
    const place = left === undefined || left.who !== undefined ? new WaitingPlace(who, this.#last) : left;
    place.who = who;
    place.before = this.#last;
    if (this.#last === undefined) this.#first = place;
    else this.#last.after = place;
    this.#last = place;
    return place;
  }

  /** Leaves a place of this line. False when it was left before, or taken. */
  leave(place: WaitingPlace<T>): boolean {
    if (place.who === undefined) return false;
    place.who = undefined;
    if (place.before === undefined) this.#first = place.after;
    else place.before.after = place.after;
    if (place.after === undefined) this.#last = place.before;
    else place.after.before = place.before;
    place.before = undefined;
    place.after = undefined;
    return true;
  }

  /** Takes the one who has waited longest out of the line. */
  take(): T | undefined {
    const first = this.#first;
    if (first === undefined) return undefined;
    const { who } = first;
    this.leave(first);
    return who;
  }
}
