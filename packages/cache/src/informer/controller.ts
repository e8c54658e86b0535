/**
 * Joins a source, a queue and whatever handles what comes out: the source fills the queue, one loop empties it. An item that cannot be
 * processed is reported, and the loop goes on.
 * Upstream: client-go cache.Controller.
 */
import { TaskScope } from '@reeve/machinery';
import type { Delta } from '../queue/delta.ts';
import type { InOrderQueue } from '../queue/in-order-queue.ts';
import type { PopProcess } from '../queue/queue.ts';

/** What a controller joins. */
export interface ControllerOptions<T> {
  readonly queue: InOrderQueue<T>;

  /** Fills the queue until the signal aborts. What it rejects with ends the controller. */
  fill(queue: InOrderQueue<T>, signal: AbortSignal): Promise<void>;

  /** Handles what is popped. */
  readonly process: PopProcess<readonly Delta<T>[]>;

  /** Hears of deltas that could not be processed. */
  onError(error: unknown): void;
}

/** A source, a queue and a loop. */
export class Controller<T> {
  readonly #options: ControllerOptions<T>;

  constructor(options: ControllerOptions<T>) {
    this.#options = options;
  }

  get hasSynced(): boolean {
    return this.#options.queue.hasSynced;
  }

  /** Resolves when everything of the first list has been processed. */
  synced(signal?: AbortSignal): Promise<void> {
    return this.#options.queue.synced(signal);
  }

  /** Runs until the signal aborts or the source ends; what waits by then is still processed. Rejects with what the source throws. */
  async run(signal: AbortSignal): Promise<void> {
    const { queue, fill, process, onError } = this.#options;
    const scope = new TaskScope(signal);
    scope.run(async (stop) => {
      try {
        await fill(queue, stop);
      } finally {
        queue.close();
      }
    });
    scope.run(() => queue.consume(process, (error) => onError(error)));
    if (scope.size === 0) queue.close(); // aborted before it began
    await scope.join();
  }
}
