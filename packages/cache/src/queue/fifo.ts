/**
 * A queue of objects of which only the latest state matters: a key waits once, in its first place, with its newest object.
 * An object that is deleted leaves the queue.
 * Upstream: client-go cache.FIFO.
 */
import type { HasMetadata } from '@reeve/machinery';
import { guardedKey, metaNamespaceKey, type KeyFunction } from '../store/key-function.ts';
import { InitialPopulation } from './initial-population.ts';
import { processOrRequeue, type PopProcess, type Queue } from './queue.ts';
import { Turnstile } from './turnstile.ts';

/** The latest objects, in order of their first arrival. */
export class Fifo<T> implements Queue<T> {
  readonly #key: KeyFunction<T>;
  readonly #population = new InitialPopulation();
  readonly #turnstile = new Turnstile(() => this.#items.size > 0);
  #items = new Map<string, T>(); // a map keeps a key's first place

  constructor(options: { readonly key?: KeyFunction<T> } = {}) {
    this.#key = guardedKey(options.key ?? ((object) => metaNamespaceKey(object as HasMetadata))); // which looks at it
  }

  get size(): number {
    return this.#items.size;
  }

  get hasSynced(): boolean {
    return this.#population.hasSynced;
  }

  get isClosed(): boolean {
    return this.#turnstile.isClosed;
  }

  add(object: T): void {
    this.#population.populate();
    this.#items.set(this.#key(object), object);
    this.#turnstile.notify();
  }

  update(object: T): void {
    this.add(object);
  }

  /** Adds an object unless one waits under its key: that one is newer. For a consumer that tries again. */
  addIfNotPresent(object: T): void {
    this.#population.populate();
    const key = this.#key(object);
    if (this.#items.has(key)) return;
    this.#items.set(key, object);
    this.#turnstile.notify();
  }

  delete(object: T): void {
    this.#population.populate();
    this.#items.delete(this.#key(object));
  }

  replace(objects: Iterable<T>, _resourceVersion?: string): void {
    this.#items = new Map(Array.from(objects, (object) => [this.#key(object), object]));
    this.#population.populate(this.#items.size);
    this.#turnstile.notify();
  }

  /** What waits is the latest state already. */
  resync(): void {}

  /** Hands over one object. With a `RequeueError` it goes back into the queue, unless a newer one waits by then. */
  async pop(process: PopProcess<T>, signal?: AbortSignal): Promise<T> {
    return await this.#turnstile.pass(async () => {
      const isInInitialList = !this.hasSynced;
      const item = this.#take();
      this.#population.handedOut();
      await processOrRequeue(process, item, isInInitialList, (unprocessed) => this.addIfNotPresent(unprocessed));
      return item;
    }, signal);
  }

  close(): void {
    this.#turnstile.close();
  }

  synced(signal?: AbortSignal): Promise<void> {
    return this.#population.synced(signal);
  }

  #take(): T {
    for (const [key, object] of this.#items) {
      this.#items.delete(key);
      return object;
    }
    throw new Error('the turnstile let somebody in while the queue was empty'); // a bug
  }
}
