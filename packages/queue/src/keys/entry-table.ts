/**
 * The entries of a queue by key. The entry of a finished key stays for the next time it comes, up to a number of them: in a controller the same keys come again and again, and an engine's `Map`
 * that keys pass through is rehashed all the time, while its abandoned tables can keep whatever they referred to until the next full collection. Then all that rest are let go at once.
 * A key that is no text may stand for much else, and is let go each time.
 */
import { Entry } from './entry.ts';

/** So many finished keys are remembered; twice as many for a short time. */
const RESTING = 8192;

/** Entries, each under its key. */
export class EntryTable<Key, Cause> {
  #entries = new Map<Key, Entry<Key, Cause>>();
  #size = 0;

  /** How many keys are in use. */
  get size(): number {
    return this.#size;
  }

  /** The entry of a key that is in use. */
  get(key: Key): Entry<Key, Cause> | undefined {
    const entry = this.#entries.get(key);
    return entry?.isInUse === true ? entry : undefined;
  }

  /** The entry of a key, which is in use from now on. */
  use(key: Key): Entry<Key, Cause> {
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = new Entry<Key, Cause>(key);
      this.#entries.set(key, entry);
    }
    if (entry.isInUse) return entry;
    entry.isInUse = true;
    this.#size += 1;
    return entry;
  }

  /** Nothing is left to do for a key. */
  rest(entry: Entry<Key, Cause>): void {
    entry.isInUse = false;
    this.#size -= 1;
    if (typeof entry.key !== 'string') this.#entries.delete(entry.key);
    else if (this.#entries.size > 2 * (this.#size + RESTING)) this.#forgetResting();
  }

  /** All entries in use, in the order in which their keys first came. */
  values(): Entry<Key, Cause>[] {
    return [...this.#entries.values()].filter(({ isInUse }) => isInUse);
  }

  #forgetResting(): void {
    this.#entries = new Map(this.values().map((entry) => [entry.key, entry]));
  }
}
