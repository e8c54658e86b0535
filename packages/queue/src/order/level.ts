/**
 * The ready keys of one priority, first in, first out. The list runs through the entries themselves, so that one leaves from the middle in constant time and nothing is allocated per key. An entry is at
 * one level at most.
 */
import type { Placed } from '@reeve/machinery';
import type { Entry } from '../keys/entry.ts';

/** One priority and the keys that have it. */
export class Level<Key, Cause> implements Placed {
  readonly priority: number;
  place = -1;
  #first: Entry<Key, Cause> | undefined = undefined;
  #last: Entry<Key, Cause> | undefined = undefined;

  constructor(priority: number) {
    this.priority = priority;
  }

  get first(): Entry<Key, Cause> | undefined {
    return this.#first;
  }

  append(entry: Entry<Key, Cause>): void {
    entry.before = this.#last;
    if (this.#last === undefined) this.#first = entry;
    else this.#last.after = entry;
    this.#last = entry;
  }

  /** Takes out an entry of this level, which afterwards refers to nobody. */
  remove(entry: Entry<Key, Cause>): void {
    if (entry.before === undefined) this.#first = entry.after;
    else entry.before.after = entry.after;
    if (entry.after === undefined) this.#last = entry.before;
    else entry.after.before = entry.before;
    entry.before = undefined;
    entry.after = undefined;
  }
}
