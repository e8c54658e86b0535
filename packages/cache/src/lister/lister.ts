/**
 * Reads of one kind from a store, in the shape of the kind's client: by key, by namespace, by labels, by index. Objects are frozen and
 * shared. What is not there is a `NotFoundError`, as it would be from a server.
 * Upstream: client-go listers, cache.GenericLister, listers.ResourceIndexer.
 */
import { keyOf, NotFoundError, objectKey, type HasMetadata, type LabelQuery, type NamedKind } from '@reeve/machinery';
import type { ReadonlyIndexer } from '../store/indexer.ts';
import { listAll, listAllByNamespace } from './list-helpers.ts';

/** What to list. */
export interface ListerQuery {
  readonly labels?: LabelQuery;
}

/** Reads a store. */
export class Lister<T extends HasMetadata> {
  readonly #kind: NamedKind;
  readonly #store: ReadonlyIndexer<T>;

  constructor(kind: NamedKind, store: ReadonlyIndexer<T>) {
    this.#kind = kind;
    this.#store = store;
  }

  /** The object, or a `NotFoundError`. */
  get(key: string): T {
    const object = this.#store.getByKey(key);
    if (object === undefined) throw new NotFoundError(this.#kind, key, { verb: 'get' });
    return object;
  }

  /** The object, or undefined. */
  find(key: string): T | undefined {
    return this.#store.getByKey(key);
  }

  list({ labels }: ListerQuery = {}): T[] {
    return listAll(this.#store, labels);
  }

  /** The same reads in one namespace; the empty one stands for all of them. */
  inNamespace(namespace: string): NamespaceLister<T> {
    return {
      get: (name) => this.get(objectKey(namespace, name)),
      find: (name) => this.find(objectKey(namespace, name)),
      list: ({ labels } = {}) => listAllByNamespace(this.#store, namespace, labels),
    };
  }

  /** The objects that an index has for a value, narrowed by labels if given. */
  byIndex(index: string, value: string, { labels }: ListerQuery = {}): T[] {
    const found = this.#store.byIndex(index, value);
    return listAll({ list: () => found }, labels);
  }

  /** The stored state of an object that was read before; undefined when it is gone. */
  current(object: HasMetadata): T | undefined {
    return this.#store.getByKey(keyOf(object));
  }
}

/** Reads of one namespace. */
export interface NamespaceLister<T> {
  get(name: string): T;
  find(name: string): T | undefined;
  list(query?: ListerQuery): T[];
}
