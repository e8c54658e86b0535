/**
 * A store that finds objects by more than their key. Indexes can be added at any time; late ones cover what is there before anybody
 * can use them. An index function that throws is reported, and costs nothing but that object's entry in that index.
 * Upstream: client-go cache.Indexer, cache.NewIndexer.
 */
import type { Indexers } from './object-index.ts';
import { Store, type ReadonlyStore, type StoreOptions } from './store.ts';

/** What can be read from an indexer. */
export interface ReadonlyIndexer<T> extends ReadonlyStore<T> {
  readonly indexers: Indexers<T>;
  index(name: string, object: T): T[];
  indexKeys(name: string, value: string): string[];
  indexValues(name: string): string[];
  byIndex(name: string, value: string): T[];
}

/** A store with indexes. */
export class Indexer<T> extends Store<T> implements ReadonlyIndexer<T> {
  constructor(indexers: Indexers<T> = {}, options: StoreOptions<T> = {}) {
    super(options, indexers);
  }

  /** The index functions by name. */
  get indexers(): Indexers<T> {
    return this.table.indexers;
  }

  /** Adds indexes: all of them, or none where a name is taken. */
  addIndexers(indexers: Indexers<T>): void {
    this.table.addIndexers(indexers);
  }

  /** Takes an index away. One that is not there is none. */
  removeIndexer(name: string): void {
    this.table.removeIndexer(name);
  }

  /** All objects that share a value of the index with this object, each once. */
  index(name: string, object: T): T[] {
    return this.table.index(name, object);
  }

  /** The keys of the objects that have the value. */
  indexKeys(name: string, value: string): string[] {
    return this.table.indexKeys(name, value);
  }

  /** The values that objects have, each once. */
  indexValues(name: string): string[] {
    return this.table.indexValues(name);
  }

  /** The objects that have the value. */
  byIndex(name: string, value: string): T[] {
    return this.table.byIndex(name, value);
  }
}
