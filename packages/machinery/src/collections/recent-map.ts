/**
 * A map that forgets what was longest untouched when it is full, so that many objects do not cost memory for ever.
 * Upstream: the LRU caches of client-go's event correlator.
 *
 * Invariant: entries stand in the order in which they were last touched, the oldest first.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';

/** Remembers so many entries and no more. */
export class RecentMap<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #limit: number;

  /** Holds at most `limit` entries, at least one. */
  constructor(limit: number) {
    if (!(limit >= 1)) {
      throw new InvalidInputError(String(limit), `A map of recent entries is to hold ${limit}: give it room for one`);
    }
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The value, which counts as touched. */
  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  /** Puts a value in as the one touched last. When there is no room, the one that was longest untouched goes. */
  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#limit) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** All as they are now, the longest untouched first: changing the map meanwhile does no harm. */
  entries(): readonly (readonly [string, Value])[] {
    return [...this.#entries];
  }
}
