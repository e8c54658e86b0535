/**
 * How many finished names are worth remembering. Many, while names come again, as in most controllers. Where they do not, as with names that are made for one run, each one that is remembered only grows old
 * and slows the next collections; then few are. Whether it pays to remember many is tried again after a pause, which doubles each time it was in vain.
 */

/** How many names are remembered, and how many may be forgotten until that is reviewed. */
interface Extent {
  readonly limit: number;
  readonly reviewAfter: number;
}

const MANY: Extent = { limit: 8192, reviewAfter: 8192 };

/** So few that they stay near the processor, and enough for new names to take the places of old ones. */
const FEW: Extent = { limit: 64, reviewAfter: 32_768 };

/** The longest pause between two tries, in reviews. */
const MAX_PAUSE = 64;

/** The number of names to remember, and what it is learnt from. */
export class NameMemory {
  #extent = MANY;
  #recalled = 0; // since the last review
  #pause = 1;
  #reviewsLeft = 0;

  /** How many names are worth remembering. */
  get limit(): number {
    return this.#extent.limit;
  }

  /** After how many forgotten names a review is due. */
  get reviewAfter(): number {
    return this.#extent.reviewAfter;
  }

  /** A name came again, and was known. */
  recall(): void {
    this.#recalled += 1;
  }

  /** So many names were remembered since the last review and did not come again, or not yet. */
  review(idle: number): void {
    if (this.#recalled >= idle) this.#rememberMany(1);
    else if (this.#extent === MANY) this.#rememberFew();
    else if (--this.#reviewsLeft === 0) this.#rememberMany(Math.min(2 * this.#pause, MAX_PAUSE));
    this.#recalled = 0;
  }

  #rememberMany(nextPause: number): void {
    this.#extent = MANY;
    this.#pause = nextPause;
  }

  #rememberFew(): void {
    this.#extent = FEW;
    this.#reviewsLeft = this.#pause;
  }
}
