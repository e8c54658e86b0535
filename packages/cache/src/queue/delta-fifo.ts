/**
 * A queue of what happened, grouped by object: a key waits once, in its first place, and a pop hands over all of its deltas in order.
 * Nothing is merged, except that of two deletions in a row one is kept. Informers use the in-order queue; this is for those who
 * build on it.
 * Upstream: client-go cache.DeltaFIFO.
 */
import type { HasMetadata } from '@reeve/machinery';
import { deletionHandlingKey, guardedKey, type KeyFunction } from '../store/key-function.ts';
import type { StoreTransform } from '../store/store.ts';
import {
  deletedFinalStateUnknown,
  isDeletedFinalStateUnknown,
  type DeletedFinalStateUnknown,
} from '../store/tombstone.ts';
import type { ObjectDelta } from './delta.ts';
import { InitialPopulation } from './initial-population.ts';
import { lookUp, type KnownObjects } from './known-objects.ts';
import { processOrRequeue, type PopProcess, type Queue } from './queue.ts';
import { Turnstile } from './turnstile.ts';

/** What happened to one object since it was popped last, oldest first. */
export type Deltas<T> = readonly ObjectDelta<T>[];

/** How a delta queue is made. */
export interface DeltaFifoOptions<T> {
  /** `namespace/name` unless given. Tombstones have their key in any case. */
  readonly key?: KeyFunction<T>;

  /** The consumer's store: what a list leaves out is found in it, and a resync tells it again. */
  readonly knownObjects?: KnownObjects<T>;

  /** Runs once on every object that is added, updated, deleted or listed; not on tombstones. */
  readonly transform?: StoreTransform<T>;

  /** True makes lists arrive as `Replaced`; else they arrive as `Sync`, as in old times. */
  readonly emitReplaced?: boolean;
}

/** Deltas by key. */
export class DeltaFifo<T> implements Queue<Deltas<T>> {
  readonly #options: DeltaFifoOptions<T>;
  readonly #key: KeyFunction<T>;
  readonly #items = new Map<string, ObjectDelta<T>[]>(); // a key is here if and only if it has deltas
  readonly #population = new InitialPopulation();
  readonly #turnstile = new Turnstile(() => this.#items.size > 0);

  constructor(options: DeltaFifoOptions<T> = {}) {
    this.#options = options;
    this.#key = guardedKey(options.key ?? ((object) => deletionHandlingKey(object as HasMetadata))); // which looks at it
  }

  /** How many keys wait. */
  get size(): number {
    return this.#items.size;
  }

  get hasSynced(): boolean {
    return this.#population.hasSynced;
  }

  get isClosed(): boolean {
    return this.#turnstile.isClosed;
  }

  /** The key of an object, of a tombstone, or of deltas: that of the newest. */
  keyOf(item: T | DeletedFinalStateUnknown<T> | Deltas<T>): string {
    if (!isDeltas<T>(item)) return isDeletedFinalStateUnknown(item) ? item.key : this.#key(item);
    const newest = item.at(-1);
    if (newest !== undefined) return this.keyOf(newest.object);
    return this.#key(item as T); // no deltas, no key: the key function says so
  }

  add(object: T): void {
    this.#population.populate();
    this.#enqueue('Added', object);
  }

  update(object: T): void {
    this.#population.populate();
    this.#enqueue('Updated', object);
  }

  /** Ignored for an object that neither waits nor is known. */
  delete(object: T | DeletedFinalStateUnknown<T>): void {
    this.#population.populate();
    const key = this.keyOf(object);
    const { knownObjects } = this.#options;
    const isKnown = knownObjects !== undefined && lookUp(knownObjects, key) !== undefined;
    if (this.#items.has(key) || isKnown) this.#enqueue('Deleted', object);
  }

  /** Puts deltas back, unless newer ones wait under their key. For a consumer that tries again. */
  addIfNotPresent(deltas: Deltas<T>): void {
    this.#population.populate();
    const key = this.keyOf(deltas);
    if (this.#items.has(key)) return;
    this.#items.set(key, [...deltas]);
    this.#turnstile.notify();
  }

  /** Tells all listed objects, and then the deletion of those that wait or are known and are not listed. */
  replace(objects: Iterable<T>, _resourceVersion?: string): void {
    const listed = new Set<string>();
    for (const object of objects) {
      listed.add(this.#key(object));
      this.#enqueue(this.#options.emitReplaced ? 'Replaced' : 'Sync', object, true);
    }
    const deletions = this.#deleteWaiting(listed) + this.#deleteKnown(listed);
    this.#population.populate(listed.size + deletions);
    this.#turnstile.notify();
  }

  /** Tells every known object again for which nothing waits. */
  resync(): void {
    const { knownObjects } = this.#options;
    if (knownObjects === undefined) return;
    for (const key of knownObjects.listKeys()) {
      const object = this.#items.has(key) ? undefined : lookUp(knownObjects, key);
      if (object !== undefined) this.#append(key, { type: 'Sync', object });
    }
    this.#turnstile.notify();
  }

  /** Hands over all deltas of one key. With a `RequeueError` they go back into the queue, unless newer ones wait by then. */
  async pop(process: PopProcess<Deltas<T>>, signal?: AbortSignal): Promise<Deltas<T>> {
    return await this.#turnstile.pass(async () => {
      const isInInitialList = !this.hasSynced;
      const deltas = this.#take();
      this.#population.handedOut(); // before it is processed, as upstream does
      await processOrRequeue<Deltas<T>>(process, deltas, isInInitialList, (unprocessed) =>
        this.addIfNotPresent(unprocessed),
      );
      return deltas;
    }, signal);
  }

  close(): void {
    this.#turnstile.close();
  }

  synced(signal?: AbortSignal): Promise<void> {
    return this.#population.synced(signal);
  }

  #deleteWaiting(listed: ReadonlySet<string>): number {
    const vanished = [...this.#items].filter(([key]) => !listed.has(key));
    for (const [key, deltas] of vanished) {
      const newest = deltas.at(-1)?.object;
      this.#enqueue('Deleted', deletedFinalStateUnknown(key, newest));
    }
    return vanished.length;
  }

  #deleteKnown(listed: ReadonlySet<string>): number {
    const { knownObjects } = this.#options;
    if (knownObjects === undefined) return 0;
    const vanished = [...knownObjects.listKeys()].filter((key) => !listed.has(key) && !this.#items.has(key));
    for (const key of vanished) {
      this.#enqueue('Deleted', deletedFinalStateUnknown<T>(key, lookUp(knownObjects, key)));
    }
    return vanished.length;
  }

  #enqueue(type: ObjectDelta<T>['type'], object: T | DeletedFinalStateUnknown<T>, isQuiet = false): void {
    const key = this.keyOf(object);
    this.#append(key, this.#delta(type, object));
    if (!isQuiet) this.#turnstile.notify();
  }

  #delta(type: ObjectDelta<T>['type'], object: T | DeletedFinalStateUnknown<T>): ObjectDelta<T> {
    if (isDeletedFinalStateUnknown(object)) return { type: 'Deleted', object };
    return { type, object: this.#options.transform?.(object) ?? object };
  }

  #append(key: string, delta: ObjectDelta<T>): void {
    const deltas = this.#items.get(key);
    if (deltas === undefined) this.#items.set(key, [delta]);
    else addWithoutTwin(deltas, delta);
  }

  #take(): ObjectDelta<T>[] {
    for (const [key, deltas] of this.#items) {
      this.#items.delete(key);
      return deltas;
    }
    throw new Error('the turnstile let somebody in while the queue was empty'); // a bug
  }
}

/** Of two deletions in a row the one that has the object is kept; if both have, the first. */
function addWithoutTwin<T>(deltas: ObjectDelta<T>[], delta: ObjectDelta<T>): void {
  const last = deltas.at(-1);
  if (last?.type !== 'Deleted' || delta.type !== 'Deleted') deltas.push(delta);
  else if (isDeletedFinalStateUnknown(last.object)) deltas[deltas.length - 1] = delta;
}

const isDeltas = <T>(item: unknown): item is Deltas<T> => Array.isArray(item);
