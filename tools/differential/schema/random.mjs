/**
 * Random choices that are the same in every run.
 */

/** A generator of numbers, and what can be made of them. */
export class Random {
  /** @param {number} seed */
  constructor(seed) {
    this.state = seed;
  }

  /** A number from 0 up to but not including 1. */
  next() {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** @param {number} limit An integer from 0 up to but not including the limit. */
  below(limit) {
    return Math.floor(this.next() * limit);
  }

  /** @param {number} probability */
  chance(probability) {
    return this.next() < probability;
  }

  /** @template Item @param {readonly Item[]} items At least one. @returns {Item} */
  pick(items) {
    const at = this.below(items.length);
    for (const [index, item] of items.entries()) if (index === at) return item;
    throw new Error('there is nothing to pick from');
  }
}
