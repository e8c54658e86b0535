/**
 * The order in which ready keys are handed out, as a part that can be replaced. The queue sees to it that a key is in the
 * order at most once, and never while it is held.
 * Upstream: client-go util/workqueue.Queue (Touch, Push, Len, Pop).
 */

/** A key that waits to be handed out. */
export interface ReadyKey<Key> {
  readonly key: Key;

  /** The greatest priority that it was added with. */
  readonly priority: number;
}

/** A collection of ready keys that decides which one is next. */
export interface ReadyOrder<Waiting> {
  /** How many keys wait. */
  readonly length: number;

  /** A key became ready. It is not in the order. */
  push(waiting: Waiting): void;

  /** A key in the order was added again. Its priority is the greater of both now, and was `formerPriority` before. */
  touch(waiting: Waiting, formerPriority: number): void;

  /** Takes out the key that is next. The order must not refer to it any longer. */
  pop(): Waiting | undefined;
}

/** Makes an empty order for one queue. It can only return what was pushed, as it cannot make a `Waiting` itself. */
export type ReadyOrderFactory<Key> = <Waiting extends ReadyKey<Key>>(this: void) => ReadyOrder<Waiting>;
