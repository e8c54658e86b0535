/**
 * Room for what a socket reads next. Reads follow each other in one piece of memory, and what was read stays where it is: nothing is copied, and no
 * memory is asked for with each read. A socket that reads little holds little.
 */

/** A read may be as short as this when the piece is nearly full. */
const LEAST = 4 * 1024;

const FIRST = 8 * 1024;
const LARGEST = 64 * 1024;

/** Room for one socket. */
export class ReadRoom {
  #piece = Buffer.allocUnsafeSlow(FIRST);
  #used = 0;

  /** The room that is left, or new room. */
  next(): Buffer {
    if (this.#piece.length - this.#used < LEAST) {
      this.#piece = Buffer.allocUnsafeSlow(Math.min(this.#piece.length * 2, LARGEST));
      this.#used = 0;
    }
    return this.#piece.subarray(this.#used);
  }

  /** All of the memory that the last room is a part of. */
  get piece(): Buffer {
    return this.#piece;
  }

  /** So much was read into the room that was given last: answers where that ends in the piece. */
  take(length: number): number {
    this.#used += length;
    return this.#used;
  }
}
