/**
 * How often each key has failed since it was last forgotten.
 */

/** A counter per key; a key that never failed takes no room. */
export class FailureCount<Key> {
  readonly #counts = new Map<Key, number>();

  of(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Counts one more failure and returns how many there were before. */
  add(key: Key): number {
    const before = this.of(key);
    this.#counts.set(key, before + 1);
    return before;
  }

  forget(key: Key): void {
    this.#counts.delete(key);
  }
}
