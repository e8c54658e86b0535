/**
 * How often each key has failed since it was last forgotten.
 */

/** A counter per key; a key that never failed takes no room. */
export class FailureCount<Key> {
  readonly #counts = new Map<Key, number>();

  of(key: Key): number {
    return this.#counts.size === 0 ? 0 : (this.#counts.get(key) ?? 0); // mostly nothing fails, and a key need not be looked up
  }

  /** Counts one more failure and returns how many there were before. */
  add(key: Key): number {
    const before = this.of(key);
    this.#counts.set(key, before + 1);
    return before;
  }

  forget(key: Key): void {
    if (this.#counts.size > 0) this.#counts.delete(key);
  }
}
