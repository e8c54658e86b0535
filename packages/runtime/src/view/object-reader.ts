/**
 * What a reconciler reads with: from the cache, through views where kinds are views, and from the server for kinds that are not to be held.
 * Upstream: controller-runtime's delegating client, with its cache options.
 */
import type { Cache, CacheListQuery, CacheReadOptions } from '@reeve/cache';
import type { Client } from '@reeve/client';
import { deepFreeze, isNotFound, sameKind } from '@reeve/machinery';
import type { AnyKind, CachedObject, DeepReadonly, KubeObject } from '@reeve/machinery';
import { heldView, projectorOf } from './kind-view.ts';

/** What is read from. */
export interface ObjectReaderOptions {
  readonly cache: Cache;
  readonly client: Client;
  /** Kinds that are read from the server each time. */
  readonly live?: readonly AnyKind[];
  /** Hears of a kind that is read from the cache; what it throws is what the read throws. */
  readonly onCached?: (kind: AnyKind) => void;
}

/** Reads of any kind. */
export class ObjectReader {
  readonly #options: ObjectReaderOptions;
  readonly #known = new WeakMap<AnyKind, Reads>(); // how a kind is read stays the same, and there is a read in every run

  constructor(options: ObjectReaderOptions) {
    this.#options = options;
  }

  /** The object as the kind shows it; undefined when there is none. */
  get<K extends AnyKind>(kind: K, key: string, options: CacheReadOptions): Promise<CachedObject<K> | undefined> {
    const held = this.peek(kind, key);
    if (held !== undefined) return Promise.resolve(held ?? undefined);
    const { get, project } = this.#readsOf(kind);
    const shown = get(key, options).then(project, absent); // there is one in every run, and a function that waits costs more
    return shown as Promise<CachedObject<K> | undefined>; // what the view of this kind shows
  }

  /** The object where it can be had at once: null where there is none, undefined where it takes a `get`. */
  peek<K extends AnyKind>(kind: K, key: string): CachedObject<K> | null | undefined {
    return this.peeker(kind)(key);
  }

  /** The same for many objects of a kind. */
  peeker<K extends AnyKind>(kind: K): (key: string) => CachedObject<K> | null | undefined {
    const { peek = () => undefined, project } = this.#readsOf(kind);
    const shown = (key: string): DeepReadonly<KubeObject> | null | undefined => {
      const held = peek(key);
      return held && project ? project(held) : held;
    };
    return (project === undefined ? peek : shown) as (key: string) => CachedObject<K> | null | undefined; // what the view of this kind shows
  }

  /** The objects as the kind shows them. */
  async list<K extends AnyKind>(kind: K, query: CacheListQuery): Promise<readonly CachedObject<K>[]> {
    const { list, project } = this.#readsOf(kind);
    const { items } = await list(query);
    return (project === undefined ? items : items.map(project)) as readonly CachedObject<K>[]; // read as this very kind
  }

  #readsOf(kind: AnyKind): Reads {
    const known = this.#known.get(kind);
    if (known !== undefined) return known;
    const reads = { ...this.#sourceOf(kind), project: projectorOf(kind) };
    this.#known.set(kind, reads);
    return reads;
  }

  #sourceOf(kind: AnyKind): Omit<Reads, 'project'> {
    const { cache, client, live = [], onCached } = this.#options;
    if (live.some((one) => sameKind(one, kind))) return liveReads(client, kind);
    onCached?.(kind);
    if (heldView(kind) === 'metadata') return cache.metadata(kind);
    return {
      get: (key, options) => cache.get(kind, key, options),
      list: (query) => cache.list(kind, query),
      peek: cache.peeker(kind),
    };
  }
}

/** How the objects of one kind are read. */
interface Reads {
  get(this: void, key: string, options: CacheReadOptions): Promise<DeepReadonly<KubeObject>>;
  list(this: void, query: CacheListQuery): Promise<{ readonly items: readonly DeepReadonly<KubeObject>[] }>;
  /** Reads that need not wait; absent where all have to. */
  peek?(this: void, key: string): DeepReadonly<KubeObject> | null | undefined;
  /** What is shown of an object; all of it without one. */
  readonly project: ReturnType<typeof projectorOf>;
}

const liveReads = (client: Client, kind: AnyKind): Omit<Reads, 'project'> => ({
  get: async (key, { signal }) => deepFreeze(await client.get(kind, key, { signal })),
  list: async ({ namespace, labels, fields, limit, signal }) =>
    deepFreeze(await client.list(kind, { namespace, labels, fields, limit, signal })),
});

/** That there is no such object is an answer. */
function absent(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}
