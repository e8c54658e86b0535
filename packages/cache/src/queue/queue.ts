/**
 * What all queues between a reflector and a store have in common. A pop waits for work and hands it to the function it was given;
 * at most one such function runs at a time. What waits when the queue is closed is still handed out.
 * Upstream: client-go cache.Queue.
 */
import { hasCode, ReeveError } from '@reeve/machinery';

/** Does the work that was popped. What it throws, the pop throws; nothing is tried again but for a `RequeueError`, where the queue says so. */
export type PopProcess<Item> = (item: Item, isInInitialList: boolean) => void | Promise<void>;

/** The consumer's side of a queue. */
export interface Queue<Item> {
  /** Waits for an item, and processes it. Rejects with `REEVE_QUEUE_CLOSED` when none will come, or with the signal's reason. */
  pop(process: PopProcess<Item>, signal?: AbortSignal): Promise<Item>;

  /** Nothing more is added. Pops go on until the queue is empty. */
  close(): void;
  readonly isClosed: boolean;

  /** True once the first list has been popped, or something else has come first. It stays true. */
  readonly hasSynced: boolean;

  /** Resolves when `hasSynced` turns true. */
  synced(signal?: AbortSignal): Promise<void>;
}

/** The queue is closed and empty: the consumer's loop is over. */
export class QueueClosedError extends ReeveError {
  constructor() {
    super('REEVE_QUEUE_CLOSED', 'The queue is closed and has nothing left: end the loop that pops from it');
  }
}

/**
 * Thrown by the function of a pop: the item goes back into the queue, unless something newer waits under its key. The pop rejects with the cause, and resolves where
 * there is none. Only for a `DeltaFifo` and a `Fifo`.
 * Upstream: client-go cache.ErrRequeue, which newer versions do not have.
 */
export class RequeueError extends ReeveError {
  constructor(cause?: unknown) {
    super(
      'REEVE_REQUEUE',
      'an item could not be processed and goes back into its queue: pop again',
      cause === undefined ? undefined : { cause },
    );
  }
}

/** Lets a pop process its item, and puts the item back where that is asked for. */
export async function processOrRequeue<Item>(
  process: PopProcess<Item>,
  item: Item,
  isInInitialList: boolean,
  requeue: (item: Item) => void,
): Promise<void> {
  try {
    await process(item, isInInitialList);
  } catch (error) {
    if (!(error instanceof Error) || !hasCode(error, 'REEVE_REQUEUE')) throw error;
    requeue(item);
    if (error.cause !== undefined) return Promise.reject(error.cause);
  }
}
