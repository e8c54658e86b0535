/**
 * The heart of all stores: objects by place, their indexes, and the resource version up to which the content is known. JavaScript
 * runs a call to its end, so every call is a transaction; the replacement of everything is prepared aside, in as many steps
 * as wanted, and swapped in at once.
 * Upstream: client-go cache.threadSafeMap.
 */
import { resourceVersionOf, type HasMetadata } from '@reeve/machinery';
import { IndexConflictError, UnknownIndexError } from './index-error.ts';
import { keyOfPlace, placeOfKey } from './nested-map.ts';
import { ObjectIndex, type IndexFunction, type IndexFunctionError, type Indexers } from './object-index.ts';
import { PlacedObjects } from './placed-objects.ts';

/** Told of index functions that throw. */
export type IndexErrorReporter = (error: IndexFunctionError) => void;

/** The index that every table has without storing one: its function is recognised. */
export const namespaceIndex = 'namespace';

/** Finds an object by its namespace. Cluster-scoped objects are found by the empty one. */
export const indexByNamespace = (object: HasMetadata): readonly string[] => [object.metadata?.namespace ?? ''];

/** Objects, indexes and a version. */
export class ObjectTable<T> {
  readonly #report: IndexErrorReporter | undefined;
  readonly #indexers = new Map<string, IndexFunction<T>>();
  /** The same, as they are shown: every list by a field asks for them. */
  #shownIndexers: Indexers<T> | undefined;
  #objects = new PlacedObjects<T>();
  #indexes = new Map<string, ObjectIndex<T>>();
  #resourceVersion = '';
  /** What was put last: it is mostly what is read next, and need not be looked up then. */
  #newestKey: string | undefined = undefined;
  #newest: T | undefined = undefined;

  /** Without a reporter, a call that met a failing index function throws after it has done its work. */
  constructor(indexers: Indexers<T>, report?: IndexErrorReporter) {
    this.#report = report;
    this.addIndexers(indexers);
  }

  get size(): number {
    return this.#objects.size;
  }

  /** Empty until something says what it is. */
  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  get indexers(): Indexers<T> {
    return (this.#shownIndexers ??= Object.freeze(Object.fromEntries(this.#indexers)));
  }

  get objects(): Omit<PlacedObjects<T>, 'put' | 'list' | 'delete'> {
    return this.#objects;
  }

  /** The object of a key. */
  getByKey(key: string): T | undefined {
    if (key === this.#newestKey) return this.#newest;
    const { namespace, name } = placeOfKey(key);
    return this.#objects.get(namespace, name);
  }

  /** Stores an object, and returns its key. */
  put(namespace: string, name: string, object: T): string {
    const key = this.#objects.put(namespace, name, object);
    this.#newestKey = key;
    this.#newest = object;
    this.#advance(object);
    if (this.#indexes.size > 0) this.#putIntoIndexes(key, object);
    return key;
  }

  #putIntoIndexes(key: string, object: T): void {
    let problems: IndexFunctionError[] | undefined;
    for (const index of this.#indexes.values()) {
      const problem = index.put(key, object);
      if (problem !== undefined) (problems ??= []).push(problem);
    }
    if (problems !== undefined) this.#raise(problems);
  }

  /** Removes an object if it is there. Its last state, where known, says how far the table has come. */
  remove(namespace: string, name: string, last?: T): void {
    this.#newestKey = undefined;
    this.#newest = undefined;
    this.#advance(last);
    if (!this.#objects.delete(namespace, name) || this.#indexes.size === 0) return;
    const key = keyOfPlace(namespace, name);
    for (const index of this.#indexes.values()) index.remove(key);
  }

  /** Everything up to this version is in the table. */
  bookmark(resourceVersion: string): void {
    this.#resourceVersion = resourceVersion;
  }

  /** An empty table that takes the place of this one's content when it is swapped in. */
  beginReplace(): Replacement<T> {
    const objects = new PlacedObjects<T>();
    const indexes = new Map([...this.#indexes].map(([name, index]) => [name, index.emptied()]));
    const problems: (IndexFunctionError | undefined)[] = [];
    return {
      put: (namespace, name, object) => {
        objects.list(namespace, name, object, this.#objects);
        if (indexes.size === 0) return;
        const key = keyOfPlace(namespace, name);
        for (const index of indexes.values()) problems.push(index.put(key, object));
      },
      has: (namespace, name) => objects.has(namespace, name),
      swap: (resourceVersion) => {
        for (const name of indexes.keys()) if (!this.#indexes.has(name)) indexes.delete(name); // taken away meanwhile
        problems.push(...this.#fillLate(objects, indexes)); // indexes that were added meanwhile
        [this.#objects, this.#indexes, this.#resourceVersion] = [objects, indexes, resourceVersion];
        [this.#newestKey, this.#newest] = [undefined, undefined];
        this.#raise(problems);
      },
    };
  }

  /** Adds indexes, filled with what is there; all of them, or none where a name is taken. */
  addIndexers(indexers: Indexers<T>): void {
    const entries = Object.entries(indexers);
    const taken = entries.map(([name]) => name).filter((name) => this.#indexers.has(name));
    if (taken.length > 0) throw new IndexConflictError(taken);
    for (const [name, valuesOf] of entries) this.#indexers.set(name, valuesOf);
    this.#shownIndexers = undefined;
    this.#raise(this.#fillLate(this.#objects, this.#indexes));
  }

  /** Takes an index away; one that is not there is none. */
  removeIndexer(name: string): void {
    this.#indexers.delete(name);
    this.#shownIndexers = undefined;
    this.#indexes.delete(name);
  }

  /** The keys that an index has for a value. */
  indexKeys(index: string, value: string): string[] {
    if (this.#isByPlace(index)) return [...this.#objects.namesIn(value)].map((name) => keyOfPlace(value, name));
    return [...this.#index(index).keys(value)];
  }

  byIndex(index: string, value: string): T[] {
    if (this.#isByPlace(index)) return this.#objects.in(value);
    return this.#objectsOf(this.#index(index).keys(value));
  }

  /** All objects that share a value with this one. */
  index(name: string, object: T): T[] {
    const valuesOf = this.#indexers.get(name);
    if (valuesOf === undefined) throw new UnknownIndexError(name, this.#indexers.keys());
    const keys = new Set(valuesOf(object).flatMap((value) => this.indexKeys(name, value)));
    return this.#objectsOf(keys);
  }

  /** The values that an index has keys for. */
  indexValues(index: string): string[] {
    return this.#isByPlace(index) ? [...this.#objects.namespaces()] : [...this.#index(index).values()];
  }

  #objectsOf(keys: Iterable<string>): T[] {
    const found: T[] = [];
    for (const key of keys) {
      const object = this.getByKey(key);
      if (object !== undefined) found.push(object);
    }
    return found;
  }

  #index(name: string): ObjectIndex<T> {
    const index = this.#indexes.get(name);
    if (index === undefined) throw new UnknownIndexError(name, this.#indexers.keys());
    return index;
  }

  /** Objects are at their namespace already: that index costs nothing. */
  #isByPlace(index: string): boolean {
    return (this.#indexers.get(index) as unknown) === indexByNamespace;
  }

  #fillLate(objects: PlacedObjects<T>, indexes: Map<string, ObjectIndex<T>>): (IndexFunctionError | undefined)[] {
    const problems: (IndexFunctionError | undefined)[] = [];
    for (const [name, valuesOf] of this.#indexers) {
      if (indexes.has(name) || this.#isByPlace(name)) continue;
      const index = new ObjectIndex(name, valuesOf);
      objects.forEach((object, namespace, at) => problems.push(index.put(keyOfPlace(namespace, at), object)));
      indexes.set(name, index);
    }
    return problems;
  }

  #advance(object: T | undefined): void {
    const version = hasMetadata(object) ? resourceVersionOf(object) : undefined;
    if (version !== undefined) this.#resourceVersion = version;
  }

  /** Only after all is consistent: whoever throws here breaks nothing. */
  #raise(problems: readonly (IndexFunctionError | undefined)[]): void {
    const errors = problems.filter((problem) => problem !== undefined);
    const [first] = errors;
    if (first === undefined) return;
    if (this.#report === undefined) throw first;
    for (const error of errors) this.#report(error);
  }
}

/** A new content in the making. Nobody sees it before it is swapped in. */
export interface Replacement<T> {
  put(namespace: string, name: string, object: T): void;
  has(namespace: string, name: string): boolean;
  swap(resourceVersion: string): void;
}

const hasMetadata = (value: unknown): value is HasMetadata =>
  typeof value === 'object' && value !== null && 'metadata' in value && typeof value.metadata === 'object';
