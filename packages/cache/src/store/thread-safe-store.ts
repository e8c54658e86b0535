/**
 * Values by key, with indexes, for those who bring the keys. The name is upstream's; there are no threads here to be safe from, and
 * every call is a transaction by nature.
 * Upstream: client-go cache.ThreadSafeStore.
 */
import { deepFreeze } from '@reeve/machinery';
import { placeOfKey } from './nested-map.ts';
import type { Indexers } from './object-index.ts';
import { ObjectTable, type IndexErrorReporter } from './object-table.ts';

/** A keyed change in a transaction. */
export interface KeyedOperation<T> {
  readonly type: 'add' | 'update' | 'delete';
  readonly key: string;
  /** For deletions the last state, where it is known: its version counts. */
  readonly object?: T;
}

/** A store whose user says the keys. */
export class ThreadSafeStore<T> {
  readonly #table: ObjectTable<T>;

  constructor(indexers: Indexers<T> = {}, options: { readonly onIndexError?: IndexErrorReporter } = {}) {
    this.#table = new ObjectTable(indexers, options.onIndexError);
  }

  get size(): number {
    return this.#table.size;
  }

  /** That of the last object written, of the last replacement or of the last bookmark, whichever came last. */
  get resourceVersion(): string {
    return this.#table.resourceVersion;
  }

  get indexers(): Indexers<T> {
    return this.#table.indexers;
  }

  add(key: string, object: T): void {
    this.update(key, object);
  }

  update(key: string, object: T): void {
    const { namespace, name } = placeOfKey(key);
    this.#table.put(namespace, name, deepFreeze(object) as T);
  }

  /** Removes what is there. Only with the last state does the store's version move. */
  delete(key: string, last?: T): void {
    const { namespace, name } = placeOfKey(key);
    this.#table.remove(namespace, name, last);
  }

  get(key: string): T | undefined {
    return this.#table.getByKey(key);
  }

  list(): T[] {
    return this.#table.objects.all();
  }

  listKeys(): string[] {
    return [...this.#table.objects.keys()];
  }

  /** Makes these the whole content, at once. */
  replace(objects: Iterable<readonly [key: string, object: T]>, resourceVersion: string): void {
    const replacement = this.#table.beginReplace();
    for (const [key, object] of objects) {
      const { namespace, name } = placeOfKey(key);
      replacement.put(namespace, name, deepFreeze(object) as T);
    }
    replacement.swap(resourceVersion);
  }

  bookmark(resourceVersion: string): void {
    this.#table.bookmark(resourceVersion);
  }

  resync(): void {}

  /** Makes all changes, in order. */
  transaction(operations: Iterable<KeyedOperation<T>>): void {
    for (const { type, key, object } of operations) {
      if (type === 'delete') this.delete(key, object);
      else if (object !== undefined) this.update(key, object);
    }
  }

  addIndexers(indexers: Indexers<T>): void {
    this.#table.addIndexers(indexers);
  }

  index(name: string, object: T): T[] {
    return this.#table.index(name, object);
  }

  indexKeys(name: string, value: string): string[] {
    return this.#table.indexKeys(name, value);
  }

  indexValues(name: string): string[] {
    return this.#table.indexValues(name);
  }

  byIndex(name: string, value: string): T[] {
    return this.#table.byIndex(name, value);
  }
}
