/**
 * Hands commits to a journal in order, as many at a time as have gathered while the last ones were under way.
 */
import type { Commit, Store } from '../store/store.ts';
import type { Journal } from './journal.ts';

export class JournalWriter {
  readonly #journal: Journal;
  readonly #stop: () => void;
  #waiting: Commit[] = [];
  #running: Promise<void> | undefined;

  constructor(store: Store, journal: Journal) {
    this.#journal = journal;
    this.#stop = store.onCommit((commit) => this.#waiting.push(commit));
  }

  /** Resolves when everything committed so far is safe; rejects when the journal is lost. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#running) {
      this.#running ??= this.#writeAll();
      await this.#running;
    }
  }

  /** Writes what is left and lets go of the store. */
  async close(): Promise<void> {
    this.#stop();
    await this.flush();
  }

  async #writeAll(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      await this.#journal.append(batch);
    } catch (error) {
      this.#waiting = [...batch, ...this.#waiting]; // nothing later may be recorded without them
      throw error;
    } finally {
      this.#running = undefined;
    }
  }
}
