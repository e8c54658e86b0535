/**
 * Takes deltas out of a queue: the store first, then the handlers, always. A list is compared with the store as it is by then; the
 * new content is prepared aside, in slices, and swapped in at once, so that the store is never empty or half full, and handlers
 * find it complete.
 * Upstream: client-go cache.processDeltas, processReplacedAllInfo, processDeltasInBatch.
 */
import type { Host } from '@reeve/machinery';
import { isObjectDelta, type Delta, type ObjectDelta } from '../queue/delta.ts';
import type { Store } from '../store/store.ts';
import { TransactionError } from '../store/store-transaction.ts';
import {
  deletedFinalStateUnknown,
  deletedObject,
  isDeletedFinalStateUnknown,
  type DeletedFinalStateUnknown,
  type DeletedObject,
} from '../store/tombstone.ts';
import { keyOfPlace, type Place } from '../store/nested-map.ts';
import type { Replacement } from '../store/object-table.ts';

/** Hears what changed in the store. */
export interface ChangeSink<T> {
  onAdd(key: string, object: T, isInInitialList: boolean): void;
  onUpdate(key: string, previous: T, object: T): void;
  onDelete(key: string, deleted: DeletedObject<T>): void;

  /** A sink for the same listeners, whoever comes later. */
  present(): ChangeSink<T>;
}

/** Hears of every change in the moment it is stored. No object means that it is gone. */
export type StoredListener<T> = (key: string, previous: T | undefined, object: T | undefined) => void;

/** What a delta processor works on. */
export interface DeltaProcessorOptions<T> {
  readonly store: Store<T>;
  readonly sink: ChangeSink<T>;
  readonly host: Host;
  readonly onStored?: StoredListener<T>;
}

/** Applies deltas to a store, and tells. */
export class DeltaProcessor<T> {
  readonly #store: Store<T>;
  readonly #sink: ChangeSink<T>;
  readonly #host: Host;
  readonly #onStored: StoredListener<T>;

  constructor({ store, sink, host, onStored = () => {} }: DeltaProcessorOptions<T>) {
    this.#store = store;
    this.#sink = sink;
    this.#host = host;
    this.#onStored = onStored;
  }

  /** Throws a `TransactionError` for deltas that could not be applied; all others were, and were told. */
  process(deltas: readonly Delta<T>[], isInInitialList: boolean): void | Promise<void> {
    const [only] = deltas;
    if (deltas.length === 1 && only !== undefined && !isObjectDelta(only)) return this.#whole(only, isInInitialList);
    let failures: Map<number, unknown> | undefined;
    for (let at = 0; at < deltas.length; at += 1) {
      const delta = deltas[at];
      try {
        if (delta !== undefined && isObjectDelta(delta)) this.#single(delta, isInInitialList);
      } catch (error) {
        (failures ??= new Map()).set(at, error);
      }
    }
    if (failures !== undefined) throw transactionError(deltas.length, failures);
  }

  #single(delta: ObjectDelta<T>, isInInitialList: boolean): void {
    if (delta.type === 'Deleted') return this.#delete(delta.object);
    const { object } = delta;
    const place = this.#store.placeOf(object);
    const previous = this.#store.peek(place.namespace, place.name);
    const key = this.#store.put(place, object);
    this.#onStored(key, previous, object);
    if (previous === undefined) this.#sink.onAdd(key, object, isInInitialList);
    else this.#sink.onUpdate(key, previous, object);
  }

  #delete(last: T | DeletedFinalStateUnknown<T>): void {
    if (!isDeletedFinalStateUnknown(last)) {
      const key = this.#store.keyOf(last);
      this.#store.delete(last);
      this.#onStored(key, last, undefined);
      return this.#sink.onDelete(key, deletedObject(key, last));
    }
    this.#store.deleteKey(last.key);
    this.#onStored(last.key, last.object, undefined);
    this.#sink.onDelete(last.key, last);
  }

  #whole(delta: Exclude<Delta<T>, ObjectDelta<T>>, isInInitialList: boolean): void | Promise<void> {
    switch (delta.type) {
      case 'ReplacedAll':
        return this.#replace(delta.objects, delta.resourceVersion, isInInitialList);
      case 'SyncAll':
        return this.#resync();
      case 'Bookmark':
        return this.#store.bookmark(delta.resourceVersion);
    }
  }

  async #replace(objects: readonly T[], resourceVersion: string, isInInitialList: boolean): Promise<void> {
    const replacement = this.#store.beginReplace();
    const { previous, succeeded, errors } = await this.#prepare(objects, replacement);
    const vanished = await this.#vanished(replacement);
    replacement.swap(resourceVersion);
    const sink = this.#sink.present(); // whoever joins from here on is given the new content when it does
    await this.#inSlices(vanished, (last) => {
      const key = this.#store.keyOf(last);
      this.#onStored(key, last, undefined);
      sink.onDelete(key, deletedFinalStateUnknown(key, last));
    });
    await this.#inSlices(objects, (object, at) => this.#tellListed(sink, object, previous[at], isInInitialList));
    if (errors.length > 0) throw new TransactionError(objects.length, succeeded, errors);
  }

  /** Fills the replacement. What each object takes the place of is found at the object's position. */
  async #prepare(
    objects: readonly T[],
    replacement: Replacement<T>,
  ): Promise<{ previous: (T | undefined)[]; succeeded: number[]; errors: unknown[] }> {
    const previous: (T | undefined)[] = [];
    const succeeded: number[] = [];
    const errors: unknown[] = [];
    await this.#inSlices(objects, (object, at) => {
      try {
        const { namespace, name } = this.#store.placeOf(object);
        previous.push(this.#store.peek(namespace, name));
        replacement.put(namespace, name, object);
        succeeded.push(at);
      } catch (error) {
        previous.push(undefined);
        errors.push(error);
      }
    });
    return { previous, succeeded, errors };
  }

  async #vanished(replacement: Replacement<T>): Promise<T[]> {
    const vanished: T[] = [];
    await this.#inSlices(this.#store.values(), (object) => {
      const { namespace, name } = this.#store.placeOf(object);
      if (!replacement.has(namespace, name)) vanished.push(object);
    });
    return vanished;
  }

  /** Of an object that is listed twice only the last state is stored, and told. */
  #tellListed(sink: ChangeSink<T>, object: T, previous: T | undefined, isInInitialList: boolean): void {
    const place = this.#tryPlace(object);
    if (place === undefined || this.#store.peek(place.namespace, place.name) !== object) return;
    const key = keyOfPlace(place.namespace, place.name);
    this.#onStored(key, previous, object);
    if (previous === undefined) sink.onAdd(key, object, isInInitialList);
    else sink.onUpdate(key, previous, object);
  }

  #tryPlace(object: T): Place | undefined {
    try {
      return this.#store.placeOf(object);
    } catch {
      return undefined; // reported when the list was prepared
    }
  }

  async #resync(): Promise<void> {
    const sink = this.#sink.present();
    await this.#inSlices(this.#store.list(), (object) => sink.onUpdate(this.#store.keyOf(object), object, object));
  }

  async #inSlices<Item>(items: Iterable<Item>, work: (item: Item, at: number) => void): Promise<void> {
    const slice = this.#host.startSlice();
    let at = 0;
    for (const item of items) {
      work(item, at++);
      if (slice.spent(256)) await this.#host.yield();
    }
  }
}

function transactionError(count: number, failures: ReadonlyMap<number, unknown>): TransactionError {
  const succeeded = Array.from({ length: count }, (_, at) => at).filter((at) => !failures.has(at));
  return new TransactionError(count, succeeded, [...failures.values()]);
}
