/**
 * Entries in a row. The list runs through the entries themselves, so that one leaves from the middle in constant time and nothing is allocated per key. An entry is in one list at most.
 */
import type { Entry } from './entry.ts';

/** A linked list of entries, first in, first out. */
export class EntryList<Key, Cause> {
  #first: Entry<Key, Cause> | undefined = undefined;
  #last: Entry<Key, Cause> | undefined = undefined;

  get first(): Entry<Key, Cause> | undefined {
    return this.#first;
  }

  append(entry: Entry<Key, Cause>): void {
    entry.before = this.#last;
    if (this.#last === undefined) this.#first = entry;
    else this.#last.after = entry;
    this.#last = entry;
  }

  /** Takes out an entry of this list, which afterwards refers to nobody. */
  remove(entry: Entry<Key, Cause>): void {
    if (entry.before === undefined) this.#first = entry.after;
    else entry.before.after = entry.after;
    if (entry.after === undefined) this.#last = entry.before;
    else entry.after.before = entry.before;
    entry.before = undefined;
    entry.after = undefined;
  }
}
