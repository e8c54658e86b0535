/**
 * Joins a source, a queue and whatever handles what comes out: the source fills the queue, one loop empties it. An item that cannot be
 * processed is reported, and the loop goes on; with `retryOnError` the item is tried again after a back-off.
 * Upstream: client-go cache.Controller, cache.Config.
 */
import { hasCode, InvalidInputError, TaskScope } from '@reeve/machinery';
import type { AnyKind, DeepReadonly, Host, KubeObject } from '@reeve/machinery';
import type { ListerWatcher } from '../lister-watcher/lister-watcher.ts';
import type { Delta } from '../queue/delta.ts';
import { RequeueError, type PopProcess, type Queue } from '../queue/queue.ts';
import type { ReflectorStore } from '../reflector/reflector-store.ts';
import { Reflector } from '../reflector/reflector.ts';

/** A queue that a source fills and a controller empties: `DeltaFifo`, `Fifo`, `InOrderQueue`. */
export interface ControllerQueue<T, Item> extends Queue<Item>, ReflectorStore<T> {
  /** Puts back an item for which nothing newer waits; needed for `retryOnError`. */
  addIfNotPresent?(item: Item): void;

  /** Hands over all that comes to one consumer. Where a queue has it, it takes the place of `pop`. */
  consume?(process: PopProcess<Item>, onError: (error: unknown) => void): Promise<void>;
}

/** What is said of a controller in any case. */
interface CommonOptions<Item, Q> {
  readonly queue: Q;

  /** Handles what is popped. */
  readonly process: PopProcess<Item>;

  /** Hears of items that could not be processed. */
  onError(error: unknown): void;
}

/** A controller whose queue is filled by a function. */
export interface FilledControllerOptions<T, Item, Q extends ControllerQueue<T, Item>> extends CommonOptions<Item, Q> {
  /** Fills the queue until the signal aborts. What it rejects with ends the controller. */
  fill(queue: Q, signal: AbortSignal): Promise<void>;
}

/** A controller that lists and watches. Upstream: client-go cache.Config. */
export interface ListingControllerOptions<T, Item, Q extends ControllerQueue<T, Item>> extends CommonOptions<Item, Q> {
  readonly host: Host;

  /** Where the objects come from. */
  readonly source: ListerWatcher;

  /** What the objects are; what the source says unless given. Objects of another kind are passed over. */
  readonly kind?: AnyKind;

  /** How often the queue is asked to resync. 0, the default, never. */
  readonly resyncPeriodMs?: number;

  /** Asked when a period is over; true unless given. */
  readonly shouldResync?: () => boolean;

  /** True puts an item that could not be processed back into the queue, and tries it again after a back-off. Needs a queue with `addIfNotPresent`. */
  readonly retryOnError?: boolean;

  /** How many objects a page of a list has. */
  readonly pageSize?: number;

  /** Hears of failing lists and watches, which the controller survives. */
  readonly onWatchError?: (error: unknown) => void;
}

/** What a controller joins. */
export type ControllerOptions<T, Item, Q extends ControllerQueue<T, Item>> =
  | FilledControllerOptions<T, Item, Q>
  | ListingControllerOptions<T, Item, Q>;

/** The delay after the first of several failures in a row, and the longest. Others wait as long: an item is tried again in its turn. */
const [FIRST_RETRY_MS, LONGEST_RETRY_MS] = [10, 1000];

/** A source, a queue and a loop. */
export class Controller<T, Item = readonly Delta<T>[], Q extends ControllerQueue<T, Item> = ControllerQueue<T, Item>> {
  readonly #options: ControllerOptions<T, Item, Q>;
  readonly #reflector: Reflector | undefined;

  constructor(options: ControllerOptions<T, Item, Q>) {
    this.#options = options;
    if (!('source' in options)) return;
    if (options.retryOnError === true && options.queue.addIfNotPresent === undefined)
      throw new InvalidInputError(
        'retryOnError',
        'This queue cannot take an item back: use a DeltaFifo or a Fifo, or leave retryOnError out',
      );
    this.#reflector = reflectorOf(options);
  }

  get hasSynced(): boolean {
    return this.#options.queue.hasSynced;
  }

  /** The version up to which the queue has been told everything; empty before the first list, and where a function fills the queue. */
  get lastSyncResourceVersion(): string {
    return this.#reflector?.lastSyncResourceVersion ?? '';
  }

  /** Resolves when everything of the first list has been processed. */
  synced(signal?: AbortSignal): Promise<void> {
    return this.#options.queue.synced(signal);
  }

  /** Runs until the signal aborts or the source ends; what waits by then is still processed. Rejects with what the source throws. */
  async run(signal: AbortSignal): Promise<void> {
    const { queue } = this.#options;
    const scope = new TaskScope(signal);
    scope.run(async (stop) => {
      try {
        await this.#fill(stop);
      } finally {
        queue.close();
      }
    });
    scope.run((stop) => this.#empty(stop));
    if (scope.size === 0) queue.close(); // aborted before it began
    await scope.join();
  }

  async #fill(stop: AbortSignal): Promise<void> {
    if ('fill' in this.#options) await this.#options.fill(this.#options.queue, stop);
    else await this.#reflector?.run(stop);
  }

  #empty(stop: AbortSignal): Promise<void> {
    const { queue, process, onError } = this.#options;
    if (queue.consume !== undefined) return queue.consume(process, (error) => onError(error));
    return this.#popAll(stop);
  }

  /** Pops until the queue is closed and empty. Several failures in a row are followed by longer and longer delays where items are tried again. */
  async #popAll(stop: AbortSignal): Promise<void> {
    const { queue, onError } = this.#options;
    const process = this.#retriesOnError ? this.#processOrRequeue : this.#options.process;
    for (let failures = 0; ;) {
      try {
        await queue.pop(process);
        failures = 0;
      } catch (error) {
        if (queue.isClosed && hasCode(error, 'REEVE_QUEUE_CLOSED')) return;
        onError(error);
        failures += 1;
        await this.#pause(failures, stop);
      }
    }
  }

  get #retriesOnError(): boolean {
    return 'source' in this.#options && this.#options.retryOnError === true;
  }

  /** Once the queue is closed nothing goes back into it: the loop has to come to an end. */
  readonly #processOrRequeue: PopProcess<Item> = async (item, isInInitialList) => {
    try {
      await this.#options.process(item, isInInitialList);
    } catch (error) {
      throw this.#options.queue.isClosed ? error : new RequeueError(error);
    }
  };

  async #pause(failures: number, stop: AbortSignal): Promise<void> {
    if (!('source' in this.#options) || !this.#retriesOnError || stop.aborted) return;
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
    await this.#options.host.sleep(delayMs, stop).catch(() => {}); // stopped: what waits is still processed
  }
}

function reflectorOf<T, Item, Q extends ControllerQueue<T, Item>>(
  options: ListingControllerOptions<T, Item, Q>,
): Reflector {
  const { queue, host, source, kind, resyncPeriodMs, shouldResync, pageSize, onWatchError } = options;
  return new Reflector({
    host,
    source: kind === undefined ? source : ofKind(source, kind),
    store: queue as unknown as ReflectorStore<DeepReadonly<KubeObject>>, // it holds what the source has
    ...(resyncPeriodMs !== undefined && { resyncPeriodMs }),
    ...(shouldResync && { shouldResync }),
    ...(pageSize !== undefined && { pageSize }),
    listener: (notice) => {
      if (notice.type === 'failed' || notice.type === 'skipped') onWatchError?.(notice.error);
    },
  });
}

/** The same source, from which this kind is expected. */
const ofKind = (source: ListerWatcher, kind: AnyKind): ListerWatcher => ({
  kind,
  metadataOnly: source.metadataOnly ?? false,
  supportsStreaming: source.supportsStreaming ?? true,
  list: (request, signal) => source.list(request, signal),
  watch: (request, signal) => source.watch(request, signal),
});
