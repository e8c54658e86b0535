/**
 * Deletes objects when their time is up (Events after an hour). One timer for all of them.
 */
import type { Clock, Timer } from '@reeve/machinery';
import type { Store } from './store.ts';

interface Due {
  readonly at: number;
  readonly table: string;
  readonly key: string;
  readonly uid: string | undefined;
}

export class Expiry {
  readonly #store: Store;
  readonly #clock: Clock;
  /** In order of time: lifetimes are few and constant, so that a new one is nearly always the last. */
  #due: Due[] = [];
  #timer: Timer | undefined;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Deletes the object that is under a key now, after a while, unless another one has taken its place. */
  schedule(table: string, key: string, lifetimeMs: number): void {
    const uid = this.#store.table(table).get(key)?.object.metadata.uid;
    const due = { at: this.#clock.monotonic() + lifetimeMs, table, key, uid };
    const place = this.#due.findLastIndex((other) => other.at <= due.at) + 1;
    this.#due.splice(place, 0, due);
    if (place === 0) this.#arm();
  }

  /** Forgets everything and stops the timer. */
  clear(): void {
    this.#due = [];
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #arm(): void {
    this.#timer?.cancel();
    const [first] = this.#due;
    this.#timer =
      first &&
      this.#clock.setTimer(first.at - this.#clock.monotonic(), () => this.#expire(), {
        background: true,
        label: 'expiry of objects',
      });
  }

  #expire(): void {
    const now = this.#clock.monotonic();
    while (this.#due[0] !== undefined && this.#due[0].at <= now) {
      const { table, key, uid } = this.#due.shift() as Due;
      this.#store.commit(table, key, (current) =>
        current !== undefined && current.object.metadata.uid === uid
          ? { type: 'delete', object: current.object }
          : { type: 'keep' },
      );
    }
    this.#arm();
  }
}
