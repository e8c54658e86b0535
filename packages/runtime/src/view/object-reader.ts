/**
 * What a reconciler reads with: from the cache, through views where kinds are views, and from the server for kinds that are not to be held.
 * Upstream: controller-runtime's delegating client, with its cache options.
 */
import type { Cache, CacheListQuery, CacheReadOptions } from '@reeve/cache';
import type { Client } from '@reeve/client';
import { deepFreeze, isNotFound, sameKind } from '@reeve/machinery';
import type { AnyKind, DeepReadonly, KindObject, KubeObject } from '@reeve/machinery';
import { heldView, projectorOf } from './kind-view.ts';

/** What is read from. */
export interface ObjectReaderOptions {
  readonly cache: Cache;
  readonly client: Client;
  /** Kinds that are read from the server each time. */
  readonly live?: readonly AnyKind[];
}

/** Reads of any kind. */
export class ObjectReader {
  readonly #options: ObjectReaderOptions;

  constructor(options: ObjectReaderOptions) {
    this.#options = options;
  }

  /** The object as the kind shows it; undefined when there is none. */
  async get<K extends AnyKind>(
    kind: K,
    key: string,
    options: CacheReadOptions,
  ): Promise<DeepReadonly<KindObject<K>> | undefined> {
    try {
      return shownBy(kind, await this.#readsOf(kind).get(key, options));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** The objects as the kind shows them. */
  async list<K extends AnyKind>(kind: K, query: CacheListQuery): Promise<readonly DeepReadonly<KindObject<K>>[]> {
    const { items } = await this.#readsOf(kind).list(query);
    return projectorOf(kind) === undefined
      ? (items as readonly DeepReadonly<KindObject<K>>[]) // read as this very kind
      : items.map((object) => shownBy(kind, object));
  }

  #readsOf(kind: AnyKind): Reads {
    const { cache, client, live = [] } = this.#options;
    if (live.some((one) => sameKind(one, kind))) return liveReads(client, kind);
    if (heldView(kind) === 'metadata') return cache.metadata(kind);
    return { get: (key, options) => cache.get(kind, key, options), list: (query) => cache.list(kind, query) };
  }
}

interface Reads {
  get(key: string, options: CacheReadOptions): Promise<DeepReadonly<KubeObject>>;
  list(query: CacheListQuery): Promise<{ readonly items: readonly DeepReadonly<KubeObject>[] }>;
}

const liveReads = (client: Client, kind: AnyKind): Reads => ({
  get: async (key, { signal }) => deepFreeze(await client.get(kind, key, { signal })),
  list: async ({ namespace, labels, fields, limit, signal }) =>
    deepFreeze(await client.list(kind, { namespace, labels, fields, limit, signal })),
});

const shownBy = <K extends AnyKind>(kind: K, object: DeepReadonly<KubeObject>): DeepReadonly<KindObject<K>> =>
  (projectorOf(kind)?.(object) ?? object) as DeepReadonly<KindObject<K>>; // what the view of this kind shows
