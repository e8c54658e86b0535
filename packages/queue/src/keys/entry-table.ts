/**
 * The entries of a queue by key. The entry of a finished key rests and is there for the next time it comes: in a controller the same keys come again and again. When enough of them rest, the one that has rested
 * longest is given to the next new name, so that names that pass through make nothing that lives long.
 *
 * An engine's `Map` that names pass through is rehashed again and again, and once one of its abandoned tables is old, it keeps all that follow until the next full collection. So the map itself is
 * replaced from time to time.
 * A key that is no text may stand for much else, and is let go each time.
 */
import { TouchOrder } from '@reeve/machinery';
import { Entry } from './entry.ts';
import { NameMemory } from './name-memory.ts';

/** Entries, each under its key. */
export class EntryTable<Key, Cause> {
  readonly #memory = new NameMemory();
  #entries = new Map<Key, Entry<Key, Cause>>();
  #rested = new TouchOrder<Entry<Key, Cause>>(); // by when they last came to rest; some are in use again
  #size = 0;
  #recycled = 0; // since the map is there

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
    if (entry === undefined) entry = this.#enter(key);
    else if (entry.isInUse) return entry;
    else if (entry.isRecalled) this.#memory.recall();
    else this.#recall(entry, key);
    entry.isInUse = true;
    this.#size += 1;
    return entry;
  }

  /** Nothing is left to do for a key. */
  rest(entry: Entry<Key, Cause>): void {
    entry.isInUse = false;
    this.#size -= 1;
    if (typeof entry.key !== 'string') this.#entries.delete(entry.key);
    else {
      this.#rested.touch(entry);
      if (this.#entries.size > 2 * (this.#size + this.#memory.limit)) this.#renew();
    }
  }

  /** All entries in use, in the order in which their keys first came. */
  values(): Entry<Key, Cause>[] {
    return [...this.#entries.values()].filter(({ isInUse }) => isInUse);
  }

  #enter(key: Key): Entry<Key, Cause> {
    const entry = this.#recycle(key) ?? new Entry<Key, Cause>(key);
    this.#entries.set(key, entry);
    return entry;
  }

  /** A name that comes a second time comes again, and then mostly as the very text that it is now: the map finds that one without comparing the two. */
  #recall(entry: Entry<Key, Cause>, key: Key): void {
    this.#memory.recall();
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.key = key;
    entry.isRecalled = true;
  }

  /** The entry that has rested longest, for another key, once enough of them rest. It is as good as new. */
  #recycle(key: Key): Entry<Key, Cause> | undefined {
    if (this.#entries.size - this.#size < this.#memory.limit) return undefined;
    const entry = this.#takeLongestResting();
    if (entry === undefined) return undefined;
    this.#entries.delete(entry.key);
    entry.key = key;
    entry.note = undefined;
    entry.isRecalled = false;
    this.#recycled += 1;
    if (this.#recycled >= this.#memory.reviewAfter && this.#recycled >= this.#size) this.#renew();
    return entry;
  }

  #takeLongestResting(): Entry<Key, Cause> | undefined {
    let entry = this.#rested.takeOldest();
    while (entry?.isInUse === true) entry = this.#rested.takeOldest(); // that one is back when it rests again
    return entry;
  }

  /** Replaces the map, and lets all that rest go if they are more than is worth remembering. It comes so seldom that each key that passes through pays for one other at most. */
  #renew(): void {
    const resting = this.#entries.size - this.#size;
    this.#memory.review(this.#recycled + resting);
    const entries = new Map<Key, Entry<Key, Cause>>();
    for (const entry of this.#entries.values()) if (entry.isInUse) entries.set(entry.key, entry);
    if (resting > this.#memory.limit) this.#forgetRested();
    for (const entry of this.#rested.all()) if (!entry.isInUse) entries.set(entry.key, entry);
    this.#entries = entries;
    this.#recycled = 0;
  }

  #forgetRested(): void {
    for (const entry of this.#rested.all()) entry.touchedAt = 0; // those in use come again
    this.#rested = new TouchOrder();
  }
}
