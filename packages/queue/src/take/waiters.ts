/**
 * Those who wait for something to happen, first come, first served. A wake is a hint to look again, not the thing itself:
 * what is handed out is decided when the waiter looks, so that keys added in one turn are compared before one is taken.
 */

/** A line of waiters. */
export class Waiters {
  readonly #waiting = new Set<() => void>();

  /** Joins the line. `wake` is called once, unless the waiter leaves before. */
  join(wake: () => void): void {
    this.#waiting.add(wake);
  }

  /** Leaves the line. False when the wake had already come. */
  leave(wake: () => void): boolean {
    return this.#waiting.delete(wake);
  }

  /** Wakes the one who has waited longest. */
  wakeOne(): void {
    if (this.#waiting.size === 0) return;
    for (const wake of this.#waiting) {
      this.#waiting.delete(wake);
      wake();
      return;
    }
  }

  wakeAll(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}
