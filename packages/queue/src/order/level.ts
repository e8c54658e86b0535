/**
 * The ready keys of one priority, first in, first out.
 */
import type { Placed } from '../heap.ts';
import { EntryList } from '../keys/entry-list.ts';

/** One priority and the keys that have it. */
export class Level<Key, Cause> extends EntryList<Key, Cause> implements Placed {
  readonly priority: number;
  place = -1;

  constructor(priority: number) {
    super();
    this.priority = priority;
  }
}
