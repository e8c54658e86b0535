/**
 * A queue of what happened, in the order in which it happened: nothing is merged, nothing is left out, nothing overtakes. A list is
 * one item and is compared with the store when it is processed, and so is a resync; the queue needs no knowledge of the store
 * then. A producer that runs far ahead is held until the consumer has caught up.
 * Upstream: client-go cache.RealFIFO, with its atomic mode as the default.
 */
import { InvalidInputError, type HasMetadata } from '@reeve/machinery';
import { wholeNumber } from '../number-checks.ts';
import type { Accepted, ReflectorStore } from '../reflector/reflector-store.ts';
import { deletionHandlingKey, guardedKey, type KeyFunction } from '../store/key-function.ts';
import type { StoreTransform } from '../store/store.ts';
import {
  deletedFinalStateUnknown,
  isDeletedFinalStateUnknown,
  type DeletedFinalStateUnknown,
} from '../store/tombstone.ts';
import { isObjectDelta, SingleDelta, type Delta, type ObjectDelta } from './delta.ts';
import { InitialPopulation } from './initial-population.ts';
import { lookUp, type KnownObjects } from './known-objects.ts';
import { Latch } from './latch.ts';
import type { PopProcess, Queue } from './queue.ts';
import { StandingConsumer } from './standing-consumer.ts';
import { Turnstile } from './turnstile.ts';
import { Line } from './line.ts';

/** How an in-order queue is made. */
export interface InOrderQueueOptions<T> {
  /** `namespace/name` unless given. Tombstones have their key in any case. */
  readonly key?: KeyFunction<T>;

  /** Runs once on every object that is queued; not on tombstones. */
  readonly transform?: StoreTransform<T>;

  /** False makes a list as many items as it has objects and deletions, which the consumer's store has to tell. True unless given. */
  readonly atomic?: boolean;

  /** The consumer's store; needed without `atomic`, and not allowed with it. */
  readonly knownObjects?: KnownObjects<T>;

  /** True hands bookmarks to the consumer; needs `atomic`. */
  readonly emitBookmarks?: boolean;

  /** The most deltas of a batch; 1000 unless given. A producer is held when twice as many wait. */
  readonly batchSize?: number;
}

/** Deltas in order. */
export class InOrderQueue<T> implements Queue<readonly Delta<T>[]>, ReflectorStore<T> {
  readonly #options: InOrderQueueOptions<T>;
  readonly #key: KeyFunction<T>;
  readonly #line = new Line<Delta<T>>();
  readonly #population = new InitialPopulation();
  readonly #turnstile = new Turnstile(() => this.#line.size > 0);
  readonly #batchSize: number;
  #consumer: StandingConsumer | undefined;
  #room: Latch | undefined;
  #inHand = 0;
  #processed = 0;
  readonly #awaited = new Map<() => void, number>();

  constructor(options: InOrderQueueOptions<T> = {}) {
    refuseContradictions(options);
    this.#options = options;
    this.#key = guardedKey(options.key ?? ((object) => deletionHandlingKey(object as HasMetadata))); // which looks at it
    this.#batchSize = wholeNumber('batchSize of an in-order queue', options.batchSize ?? 1000, 1);
  }

  /** How many deltas wait. */
  get size(): number {
    return this.#line.size;
  }

  get hasSynced(): boolean {
    return this.#population.hasSynced;
  }

  get isClosed(): boolean {
    return this.#turnstile.isClosed;
  }

  /** The key of an object or of a tombstone. */
  keyOf(object: T | DeletedFinalStateUnknown<T>): string {
    return isDeletedFinalStateUnknown(object) ? object.key : this.#key(object);
  }

  add(object: T): Accepted {
    return this.#enqueue('Added', object);
  }

  update(object: T): Accepted {
    return this.#enqueue('Updated', object);
  }

  /** Told even if nobody knows the object. */
  delete(object: T | DeletedFinalStateUnknown<T>): Accepted {
    return this.#enqueue('Deleted', object);
  }

  replace(objects: readonly T[], resourceVersion: string): Accepted {
    if (this.#options.knownObjects === undefined) this.#replaceAtOnce(objects, resourceVersion);
    else this.#replaceOneByOne(objects, this.#options.knownObjects);
    this.#population.populate(this.#line.size);
    return this.#accept();
  }

  resync(): Accepted {
    if (this.#options.knownObjects === undefined) this.#line.push({ type: 'SyncAll' });
    else this.#resyncIdle(this.#options.knownObjects);
    return this.#accept();
  }

  bookmark(resourceVersion: string): Accepted {
    if (!this.#options.emitBookmarks) return;
    this.#line.push({ type: 'Bookmark', resourceVersion });
    return this.#accept();
  }

  /** Hands over one delta. */
  pop(process: PopProcess<readonly Delta<T>[]>, signal?: AbortSignal): Promise<readonly Delta<T>[]> {
    return this.#turnstile.pass(() => this.#handOut(1, process), signal);
  }

  /**
   * Hands over as many deltas as can be handled as one: about different objects, from the same side of the end of the initial list,
   * up to the batch size. A list, a resync or a bookmark comes alone; a delta without a key ends its batch.
   */
  popBatch(process: PopProcess<readonly Delta<T>[]>, signal?: AbortSignal): Promise<readonly Delta<T>[]> {
    return this.#turnstile.pass(() => this.#handOut(this.#batchLength(), process), signal);
  }

  /**
   * Hands over all that comes, as many deltas as wait at a time, up to the batch size, also several about one object: for one consumer that takes one after the other and leaves nothing to
   * others. The end of the initial list, a list, a resync and a bookmark part them all the same. Resolves when the queue is closed and empty.
   */
  consume(process: PopProcess<readonly Delta<T>[]>, onError: (error: unknown) => void): Promise<void> {
    if (this.#consumer !== undefined)
      throw new InvalidInputError(
        'consume',
        'A queue has one standing consumer, and this one has it: pop, or make another queue',
      );
    this.#consumer = new StandingConsumer({
      hasWork: () => this.#line.size > 0,
      isClosed: () => this.isClosed,
      work: () => this.#handOut(this.#runLength(), process),
      onError,
    });
    this.#consumer.notify();
    return this.#consumer.ended;
  }

  /** Resolves when everything that waits or is being processed now has been processed. */
  processed(): Promise<void> {
    if (this.#line.size + this.#inHand === 0) return Promise.resolve();
    const upTo = this.#processed + this.#inHand + this.#line.size;
    return new Promise((resolve) => this.#awaited.set(resolve, upTo));
  }

  close(): void {
    this.#turnstile.close();
    this.#consumer?.notify();
    this.#room?.open(); // nobody holds a producer any more
  }

  synced(signal?: AbortSignal): Promise<void> {
    return this.#population.synced(signal);
  }

  /** Without a promise where processing needs none, as for single events. */
  #handOut(
    count: number,
    process: PopProcess<readonly Delta<T>[]>,
  ): readonly Delta<T>[] | Promise<readonly Delta<T>[]> {
    const isInInitialList = !this.hasSynced;
    const deltas = this.#line.shift(count);
    this.#inHand = count;
    this.#makeRoom();
    let processing: Promise<void> | void;
    try {
      processing = process(deltas, isInInitialList);
    } catch (error) {
      this.#handedOut(count);
      throw error;
    }
    if (processing instanceof Promise) return processing.finally(() => this.#handedOut(count)).then(() => deltas);
    this.#handedOut(count);
    return deltas;
  }

  /** After it is processed: nobody is told too early. */
  #handedOut(count: number): void {
    this.#population.handedOut(count);
    this.#countProcessed(count);
  }

  #countProcessed(count: number): void {
    this.#inHand = 0;
    this.#processed += count;
    if (this.#awaited.size === 0) return;
    for (const [resolve, upTo] of this.#awaited) {
      if (this.#processed < upTo) continue;
      this.#awaited.delete(resolve);
      resolve();
    }
  }

  #runLength(): number {
    const most = this.#mostAtOnce();
    for (let length = 0; length < most; length += 1) {
      if (!isObjectDelta(this.#line.at(length))) return Math.max(length, 1);
    }
    return most;
  }

  #mostAtOnce(): number {
    return Math.min(this.#batchSize, this.#population.left || Infinity, this.#line.size);
  }

  #batchLength(): number {
    const most = this.#mostAtOnce();
    const keys = new Set<string>();
    for (let length = 0; length < most; length += 1) {
      const delta = this.#line.at(length);
      if (!isObjectDelta(delta)) return Math.max(length, 1);
      const key = this.#tryKey(delta.object);
      if (key === undefined) return length + 1;
      if (keys.has(key)) return length;
      keys.add(key);
    }
    return most;
  }

  #tryKey(object: T | DeletedFinalStateUnknown<T>): string | undefined {
    try {
      return this.keyOf(object);
    } catch {
      return undefined; // whoever processes it meets the error and reports it
    }
  }

  #enqueue(type: ObjectDelta<T>['type'], object: T | DeletedFinalStateUnknown<T>): Accepted {
    this.#population.populate();
    this.#line.push(this.#delta(type, object));
    return this.#accept();
  }

  #delta(type: ObjectDelta<T>['type'], object: T | DeletedFinalStateUnknown<T>): ObjectDelta<T> {
    if (isDeletedFinalStateUnknown(object)) return { type: 'Deleted', object };
    return new SingleDelta(type, this.#transformed(object));
  }

  #transformed(object: T): T {
    return this.#options.transform?.(object) ?? object;
  }

  #replaceAtOnce(objects: readonly T[], resourceVersion: string): void {
    const transformed = this.#options.transform ? objects.map((object) => this.#transformed(object)) : objects;
    this.#line.push({ type: 'ReplacedAll', objects: transformed, resourceVersion });
  }

  /** Deletions first, so that a name that is used again is told in the right order. */
  #replaceOneByOne(objects: readonly T[], known: KnownObjects<T>): void {
    const listed = new Set(objects.map((object) => this.keyOf(object)));
    const waiting = this.#lastByKey();
    for (const [key, { type, object }] of waiting) {
      if (!listed.has(key) && type !== 'Deleted') this.#bury(key, object);
    }
    for (const key of known.listKeys()) {
      if (!listed.has(key) && !waiting.has(key)) this.#bury(key, lookUp(known, key));
    }
    for (const object of objects) this.#line.push(this.#delta('Replaced', object));
  }

  #resyncIdle(known: KnownObjects<T>): void {
    const waiting = this.#lastByKey();
    for (const key of known.listKeys()) {
      const object = waiting.has(key) ? undefined : lookUp(known, key);
      if (object !== undefined) this.#line.push({ type: 'Sync', object });
    }
  }

  #lastByKey(): Map<string, ObjectDelta<T>> {
    const last = new Map<string, ObjectDelta<T>>();
    for (const delta of this.#line) {
      const key = isObjectDelta(delta) ? this.#tryKey(delta.object) : undefined;
      if (key !== undefined && isObjectDelta(delta)) last.set(key, delta);
    }
    return last;
  }

  #bury(key: string, object: T | DeletedFinalStateUnknown<T> | undefined): void {
    this.#line.push({ type: 'Deleted', object: deletedFinalStateUnknown(key, object) });
  }

  #accept(): Accepted {
    if (this.#consumer === undefined) this.#turnstile.notify();
    else this.#consumer.notify();
    if (this.#line.size < 2 * this.#batchSize || this.isClosed) return;
    this.#room ??= new Latch();
    return this.#room.opened();
  }

  #makeRoom(): void {
    if (this.#line.size >= 2 * this.#batchSize) return;
    this.#room?.open();
    this.#room = undefined;
  }
}

function refuseContradictions<T>({ atomic = true, knownObjects, emitBookmarks }: InOrderQueueOptions<T>): void {
  if (atomic && knownObjects !== undefined) {
    throw new InvalidInputError('knownObjects', 'An atomic queue does not look at known objects: leave them out');
  }
  if (!atomic && knownObjects === undefined) {
    throw new InvalidInputError('atomic', 'A queue that is not atomic needs the known objects, to find deletions');
  }
  if (!atomic && emitBookmarks) {
    throw new InvalidInputError('emitBookmarks', 'Only an atomic queue can emit bookmarks: leave one of them out');
  }
}
