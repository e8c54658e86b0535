/**
 * All ready keys of all priorities in the order in which they arrived, with the time. It answers one question: who has
 * waited longest? A key that is raised to another priority keeps its place here.
 */
import type { Entry } from '../keys/entry.ts';

/** When a key arrived, between those that came before and after it. */
export interface Arrival<Key, Cause> {
  readonly entry: Entry<Key, Cause>;
  readonly at: number;
  older: Arrival<Key, Cause> | undefined;
  younger: Arrival<Key, Cause> | undefined;
}

/** A linked list, from which any key leaves in constant time. */
export class Arrivals<Key, Cause> {
  #oldest: Arrival<Key, Cause> | undefined = undefined;
  #youngest: Arrival<Key, Cause> | undefined = undefined;

  get oldest(): Arrival<Key, Cause> | undefined {
    return this.#oldest;
  }

  append(entry: Entry<Key, Cause>, at: number): void {
    const arrival = { entry, at, older: this.#youngest, younger: undefined };
    if (this.#youngest === undefined) this.#oldest = arrival;
    else this.#youngest.younger = arrival;
    this.#youngest = arrival;
    entry.arrival = arrival;
  }

  remove(entry: Entry<Key, Cause>): void {
    const arrival = entry.arrival;
    if (arrival === undefined) return;
    if (arrival.older === undefined) this.#oldest = arrival.younger;
    else arrival.older.younger = arrival.younger;
    if (arrival.younger === undefined) this.#youngest = arrival.older;
    else arrival.younger.older = arrival.older;
    entry.arrival = undefined;
  }
}
