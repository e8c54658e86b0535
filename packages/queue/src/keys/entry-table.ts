/**
 * The entries of a queue by key. The map from keys leads to a slot's number, not to the entry itself: an engine's `Map` that keys
 * pass through is rehashed all the time, and its abandoned tables can keep whatever they referred to until the next full
 * collection. With numbers in them a finished entry is garbage at once, which makes a busy queue up to twice as fast.
 */
import { Entry } from './entry.ts';

/** Entries, each under its key. */
export class EntryTable<Key, Cause> {
  readonly #slotOf = new Map<Key, number>();
  readonly #slots: (Entry<Key, Cause> | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#slotOf.size;
  }

  get(key: Key): Entry<Key, Cause> | undefined {
    const slot = this.#slotOf.get(key);
    return slot === undefined ? undefined : this.#slots[slot];
  }

  /** Makes an entry for a key that has none. */
  create(key: Key, priority: number): Entry<Key, Cause> {
    const slot = this.#free.pop() ?? this.#slots.length;
    const entry = new Entry<Key, Cause>(key, priority, slot);
    this.#slots[slot] = entry;
    this.#slotOf.set(key, slot);
    return entry;
  }

  delete(entry: Entry<Key, Cause>): void {
    this.#slotOf.delete(entry.key);
    this.#slots[entry.slot] = undefined;
    this.#free.push(entry.slot);
    if (this.#slotOf.size === 0 && this.#slots.length > KEPT_SLOTS) this.#shrink();
  }

  /** All entries, in the order in which their keys came. */
  values(): Entry<Key, Cause>[] {
    return Array.from(this.#slotOf.values(), (slot) => this.#slots[slot]).filter((entry) => entry !== undefined);
  }

  /** A great backlog was worked off: its room is given back. */
  #shrink(): void {
    this.#slots.length = 0;
    this.#free.length = 0;
  }
}

const KEPT_SLOTS = 1024;
