/**
 * What the queue knows about one key. It is in use from an add until nothing is left to do for the key.
 *
 * A key is held or not, and beside that its next run is in one of four stages:
 * - `none`: no next run is asked for (only while held, else the entry is not in use);
 * - `delayed`: it waits in the delay line, held or not;
 * - `ready`: it waits in the ready order, never while held;
 * - `withheld`: it is due, and becomes ready when the present holder is done.
 */
import type { Touchable } from '@reeve/machinery';
import type { CauseSet } from '../causes/cause-set.ts';
import type { Delay } from '../delay/delay-line.ts';
import type { MeasuredKey } from '../metrics/measured-key.ts';
import type { Arrival } from '../order/arrivals.ts';
import type { ReadyKey } from '../order/ready-order.ts';

/** Where the next run of a key stands. */
export type Stage = 'none' | 'delayed' | 'ready' | 'withheld';

/**
 * One key. The queue's parts keep their notes in it instead of in maps of their own, so that a key costs one lookup.
 * All fields are set by the constructor in one order: the engine then treats every entry alike.
 */
export class Entry<Key, Cause> implements ReadyKey<Key>, MeasuredKey, Touchable {
  /** It stays the same while the entry is in use. */
  key: Key;

  /** The greatest priority of the adds since the last hand-out. */
  priority = 0;
  stage: Stage = 'none';
  held = false;

  /** False while nothing is known but the key. */
  isInUse = false;

  /** True once the key came again after it had rested. */
  isRecalled = false;

  /** Why the next run is wanted. */
  causes: CauseSet<Cause> | undefined = undefined;

  /** What the user of the queue keeps with the key. */
  note: unknown = undefined;

  /** Its place in the delay line, while delayed. */
  delay: Delay<Key, Cause> | undefined = undefined;

  /** Its place among all ready keys by age, while that matters. */
  arrival: Arrival<Key, Cause> | undefined = undefined;

  /** When it last came to rest, among all that did; 0 before. */
  touchedAt = 0;

  /** Where its queue has metrics: since when its next run has been due, on the monotonic clock. */
  dueSince = 0;

  /** Its neighbours in its priority level, while ready. */
  before: Entry<Key, Cause> | undefined = undefined;
  after: Entry<Key, Cause> | undefined = undefined;

  constructor(key: Key) {
    this.key = key;
  }
}
