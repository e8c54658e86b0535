/**
 * The JSON of stored objects that was made already, up to a limit: readers and watchers share it while it is there, and the oldest goes first. What is not kept
 * is made again, so that the bytes of a store cost no second copy of all it holds.
 */

/** Who can make its bytes again. */
export interface HoldsBytes {
  release(): void;
}

/** Kept for all objects of a store together. */
const most = 64 * 1024 * 1024;
/** So many holders that have been let go of are left in the list before it is tidied up. */
const mostReleased = 1024;

export class KeptBytes {
  readonly #limit: number;
  /** Oldest first; those before `#first` have been let go of. */
  #holders: { readonly holder: HoldsBytes; readonly length: number }[] = [];
  #first = 0;
  #bytes = 0;

  constructor(limit = most) {
    this.#limit = limit;
  }

  /** How many bytes are kept. */
  get length(): number {
    return this.#bytes;
  }

  hasRoomFor(length: number): boolean {
    return this.#bytes + length <= this.#limit;
  }

  /** Takes note that a holder has bytes now, for which others may have to let go of theirs; false for more than is kept at all. */
  keep(holder: HoldsBytes, length: number): boolean {
    if (length > this.#limit) return false;
    while (!this.hasRoomFor(length)) this.#releaseOldest();
    this.#holders.push({ holder, length });
    this.#bytes += length;
    return true;
  }

  #releaseOldest(): void {
    const oldest = this.#holders[this.#first];
    if (oldest === undefined) return;
    oldest.holder.release();
    this.#bytes -= oldest.length;
    this.#first += 1;
    if (this.#first < mostReleased || this.#first * 2 < this.#holders.length) return;
    this.#holders = this.#holders.slice(this.#first);
    this.#first = 0;
  }
}
