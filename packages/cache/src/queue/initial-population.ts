/**
 * Counts the items of the first list down. A queue is synced when something has filled it and each item of the first list has
 * been handed out; a queue whose first item came otherwise has no first list and is synced at once.
 */
import { Latch } from './latch.ts';

/** How much of the first list is left. */
export class InitialPopulation {
  readonly #synced = new Latch();
  #isPopulated = false;
  #left = 0;

  get isPopulated(): boolean {
    return this.#isPopulated;
  }

  get hasSynced(): boolean {
    return this.#synced.isOpen;
  }

  /** How many items of the first list have not been handed out. */
  get left(): number {
    return this.#left;
  }

  /** Something is in the queue. Only the first call counts, with the items of the list if it was one. */
  populate(items = 0): void {
    if (this.#isPopulated) return;
    this.#isPopulated = true;
    this.#left = items;
    this.#check();
  }

  handedOut(items = 1): void {
    this.#left = Math.max(0, this.#left - items);
    this.#check();
  }

  synced(signal?: AbortSignal): Promise<void> {
    return this.#synced.opened(signal);
  }

  #check(): void {
    if (this.#isPopulated && this.#left === 0) this.#synced.open();
  }
}
