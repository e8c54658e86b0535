/**
 * Objects by key. Reads hand out what is stored, frozen and uncloned; a list is a snapshot. Optionally a transform has its say before
 * an object is stored.
 * Upstream: client-go cache.Store, cache.NewStore.
 */
import { deepFreeze, nameOf, type HasMetadata } from '@reeve/machinery';
import { KeyError, guardedKey, type KeyFunction } from './key-function.ts';
import { keyOfPlace, placeOfKey, type Place } from './nested-map.ts';
import { ObjectTable, type IndexErrorReporter, type Replacement } from './object-table.ts';
import type { Indexers } from './object-index.ts';
import { TransactionError, type StoreOperation } from './store-transaction.ts';

/** Changes an object before it is stored. */
export type StoreTransform<T> = (object: T) => T;

/** How a store is made. */
export interface StoreOptions<T> {
  /** `namespace/name` unless given, which objects without metadata need. */
  readonly key?: KeyFunction<T>;

  /** Runs when an object is added, updated or listed in a replacement; not when it is deleted. */
  readonly transform?: StoreTransform<T>;

  /** Told of index functions that throw. Without it the call throws, after it has done its work. */
  readonly onIndexError?: IndexErrorReporter;
}

/** What can be read from a store. */
export interface ReadonlyStore<T> {
  readonly size: number;
  readonly resourceVersion: string;
  list(): T[];
  listKeys(): string[];
  getByKey(key: string): T | undefined;
  inNamespace(namespace: string): T[];
}

/** A store of objects. */
export class Store<T> implements ReadonlyStore<T> {
  protected readonly table: ObjectTable<T>;
  readonly #key: KeyFunction<T> | undefined;
  readonly #transform: StoreTransform<T>;

  constructor(options: StoreOptions<T> = {}, indexers: Indexers<T> = {}) {
    this.table = new ObjectTable(indexers, options.onIndexError);
    this.#key = options.key && guardedKey(options.key);
    this.#transform = options.transform ?? ((object) => object);
  }

  get size(): number {
    return this.table.size;
  }

  /** The version up to which the content is known; empty before anything said so. */
  get resourceVersion(): string {
    return this.table.resourceVersion;
  }

  /** Stores an object, whether or not it was there. */
  add(object: T): void {
    this.#put(object);
  }

  /** The same as `add`. */
  update(object: T): void {
    this.#put(object);
  }

  /** Stores an object at its place, which the caller has found out, and returns its key. */
  put({ namespace, name }: Place, object: T): string {
    return this.table.put(namespace, name, deepFreeze(this.#transform(object)) as T);
  }

  /** Removes an object; one that is not there is no error. */
  delete(object: T): void {
    const { namespace, name } = this.placeOf(object);
    this.table.remove(namespace, name, object);
  }

  /** Removes what has this key. The store's version stays, as nobody knows what was last. */
  deleteKey(key: string): void {
    const { namespace, name } = placeOfKey(key);
    this.table.remove(namespace, name);
  }

  /** The stored object with the key of this one. */
  get(object: T): T | undefined {
    const { namespace, name } = this.placeOf(object);
    return this.table.objects.get(namespace, name);
  }

  getByKey(key: string): T | undefined {
    return this.table.getByKey(key);
  }

  /** The object at a place: what a reflector asks before it parses. */
  peek(namespace: string | undefined, name: string): T | undefined {
    return this.table.objects.get(namespace ?? '', name);
  }

  list(): T[] {
    return this.table.objects.all();
  }

  listKeys(): string[] {
    return [...this.table.objects.keys()];
  }

  /** The objects one by one, for walks that take breaks: nothing may be written meanwhile. */
  values(): Iterable<T> {
    return this.table.objects.values();
  }

  /** The objects whose key has this namespace. No index is needed for it. */
  inNamespace(namespace: string): T[] {
    return this.table.objects.in(namespace);
  }

  /** Makes these objects the whole content, at once. */
  replace(objects: Iterable<T>, resourceVersion: string): void {
    const replacement = this.table.beginReplace();
    for (const object of objects) {
      const { namespace, name } = this.placeOf(object);
      replacement.put(namespace, name, deepFreeze(this.#transform(object)) as T);
    }
    replacement.swap(resourceVersion);
  }

  /** Begins a replacement that is made in steps and becomes visible at its end. Only one is made at a time. */
  beginReplace(): Replacement<T> {
    return this.table.beginReplace();
  }

  /** Everything up to this version is in the store. */
  bookmark(resourceVersion: string): void {
    this.table.bookmark(resourceVersion);
  }

  /** A plain store has nothing to tell again. */
  resync(): void {}

  /** Makes all changes that can be made. Throws a `TransactionError` when that was not all. */
  transaction(operations: readonly StoreOperation<T>[]): void {
    const succeeded: number[] = [];
    const errors: unknown[] = [];
    for (const [at, operation] of operations.entries()) {
      try {
        this[operation.type](operation.object);
        succeeded.push(at);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new TransactionError(operations.length, succeeded, errors);
  }

  /** The key of an object in this store. */
  keyOf(object: T): string {
    const { namespace, name } = this.placeOf(object);
    return keyOfPlace(namespace, name);
  }

  /** Where an object is, or would be. */
  placeOf(object: T): Place {
    if (this.#key !== undefined) return placeOfKey(this.#key(object));
    const { metadata } = object as HasMetadata; // what the usual key is made of; whatever it is, it is looked at below
    const name = metadata === null || metadata === undefined ? undefined : nameOf({ metadata });
    if (typeof name === 'string') return { namespace: metadata?.namespace ?? '', name };
    throw new KeyError(object, new Error('it has no metadata.name'));
  }

  #put(object: T): void {
    this.put(this.placeOf(object), object);
  }
}
