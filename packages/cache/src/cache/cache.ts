/**
 * Reads of any kind from memory. A read waits until its kind is complete, or says that it is not; it never says that something does not
 * exist because nobody has looked yet. Own writes that were told to the cache are in it at once.
 * Upstream: controller-runtime pkg/cache.
 */
import {
  formatGvk,
  NotFoundError,
  sameKind,
  toPartialObjectMetadata,
  until,
  type AnyKind,
  type CachedObject,
  type DeepReadonly,
  type KindObject,
  type KubeObject,
  type ObjectList,
  type PartialObjectMetadata,
} from '@reeve/machinery';
import { InformerFactory } from '../factory/informer-factory.ts';
import { toFieldQuery, toLabelQuery, type View } from '../factory/selection.ts';
import type { SyncResult } from '../informer/wait-for-sync.ts';
import { milliseconds, wholeNumber } from '../number-checks.ts';
import { WriteOverlay } from '../overlay/write-overlay.ts';
import type { IndexFunction } from '../store/object-index.ts';
import { CacheNotStartedError, CacheStartedError, KindNotCachedError } from './cache-error.ts';
import { CacheInformer } from './cache-informer.ts';
import { listFrom, listOfCached, refusePaging, type CacheListQuery, type CacheReadOptions } from './cached-list.ts';
import { reportOn, type CacheReport } from './cache-report.ts';
import type { CachedKindSettings, CacheOptions } from './cache-settings.ts';
import { cacheView, type CacheView } from './cache-view.ts';
import { effectiveScopes } from './effective-scopes.ts';
import { filterByFields } from './field-index.ts';
import { KindCache } from './kind-cache.ts';
import { LiveReader } from './live-reader.ts';
import { MemoryBudget } from './memory-budget.ts';

/** A cache of the objects of a cluster. */
export class Cache {
  /** Caches run on every replica. */
  readonly needsLeaderElection = false;

  /** Where own writes are told, so that reads show them before the watch does. */
  readonly overlay: WriteOverlay;
  readonly #options: CacheOptions;
  readonly #factory: InformerFactory;
  readonly #kinds = new Map<string, KindCache<KubeObject>>();
  readonly #budget: MemoryBudget;
  #isStarted = false;

  constructor(options: CacheOptions) {
    this.#options = options;
    const { host, transport, source, name, metrics, onHealth, onProblem } = options;
    this.#factory = new InformerFactory({
      host,
      transport,
      graceMs: 0, // the cache counts its users itself
      ...(source && { source }),
      ...(name && { name }),
      ...(metrics && { metrics }),
      ...(onHealth && { onHealth }),
      ...(onProblem && { onProblem }),
    });
    this.overlay = new WriteOverlay((kind) => this.#kinds.get(formatGvk(kind.gvk)));
    milliseconds('graceMs of a cache', options.graceMs ?? 0);
    milliseconds('syncTimeoutMs of a cache', options.syncTimeoutMs ?? 0);
    if (options.maxBytes !== undefined) wholeNumber('maxBytes of a cache', options.maxBytes, 0);
    this.#budget = new MemoryBudget(options.maxBytes, (warning) => options.onWarning?.(warning));
    for (const { kind, ...settings } of options.kinds ?? []) this.#add(kind, settings, true);
  }

  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** Runs until the signal aborts, and ends when nothing runs any more. A second start is an error. */
  async start(signal: AbortSignal): Promise<void> {
    if (this.#isStarted) throw new CacheStartedError();
    this.#isStarted = true;
    this.#factory.start(signal);
    try {
      const periodMs = this.#options.maxBytes === undefined ? Infinity : 10_000; // without a limit there is nothing to look after
      await until(this.#options.host, () => this.#budget.keep([...this.#kinds.values()]), { periodMs, signal });
    } finally {
      await this.#factory.shutDown();
      for (const kind of this.#kinds.values()) kind.end();
    }
  }

  /** Waits for all kinds: which synced, which did not, and why. */
  waitForCacheSync(options: { readonly signal?: AbortSignal; readonly timeoutMs?: number } = {}): Promise<SyncResult> {
    return this.#factory.waitForCacheSync(options);
  }

  /** The object, or a `NotFoundError`. It is frozen and shared. */
  async get<K extends AnyKind>(kind: K, key: string, options: CacheReadOptions = {}): Promise<CachedObject<K>> {
    return await this.#reading(kind, 'full', options, async (cache) => {
      const found = this.#find(cache, key);
      if (!cache.isDegraded) return found;
      const live = new LiveReader<KindObject<K>>(kind, this.#options.transport);
      return await live.get(cache.keyOf(key), options.signal ?? new AbortController().signal);
    });
  }

  /** The object where it can be read at once: null where there is none, undefined where a read would have to wait, or to ask the server. */
  peek<K extends AnyKind>(kind: K, key: string): CachedObject<K> | null | undefined {
    return this.peeker(kind)(key);
  }

  /** The same for many objects of a kind. */
  peeker<K extends AnyKind>(kind: K): (key: string) => CachedObject<K> | null | undefined {
    const name = formatGvk(kind.gvk);
    let cache: KindCache<KubeObject> | undefined;
    return (key) => {
      if (cache === undefined || cache.isGone) cache = this.#isStarted ? this.#kinds.get(name) : undefined;
      return cache?.peek(key) as CachedObject<K> | null | undefined; // the kind's own objects
    };
  }

  /** The objects, in no particular order. */
  async list<K extends AnyKind>(kind: K, query: CacheListQuery = {}): Promise<Readonly<ObjectList<CachedObject<K>>>> {
    refusePaging(query);
    return await this.#reading(kind, 'full', query, async (cache) => {
      const items = cache.isDegraded ? await this.#listLive(cache, query) : listFrom(cache, query);
      return listOfCached(kind, items, query.limit);
    });
  }

  /** A look at the metadata of objects. Where nobody reads more of a kind, nothing else is fetched or held. */
  metadata(kind: AnyKind): CacheView<DeepReadonly<PartialObjectMetadata>> {
    const reads = {
      get: (key: string, options: CacheReadOptions = {}): Promise<DeepReadonly<KubeObject>> =>
        this.#reading(kind, 'metadata', options, async (cache) => this.#find(cache, key)),
      list: (query: CacheListQuery = {}): Promise<Readonly<ObjectList<DeepReadonly<KubeObject>>>> =>
        this.#reading(kind, 'metadata', query, async (cache) => {
          refusePaging(query);
          return listOfCached(kind, listFrom(cache, query), query.limit);
        }),
    };
    const view = cacheView<DeepReadonly<KubeObject>, DeepReadonly<PartialObjectMetadata>>(reads, asMetadata);
    const type = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadataList' };
    return { get: view.get, list: async (query) => ({ ...(await view.list(query)), ...type }) };
  }

  /** A look at a projection of objects, made once per object. */
  view<K extends AnyKind, P>(kind: K, project: (object: CachedObject<K>) => P): CacheView<P> {
    return cacheView<CachedObject<K> & object, P>(
      {
        get: (key, options) => this.get(kind, key, options),
        list: (query) => this.list(kind, query),
      },
      project,
    );
  }

  /** A hold on a kind, for handlers. It does not wait for the sync; reads do. */
  informer<K extends AnyKind>(kind: K, options: { readonly view?: View } = {}): CacheInformer<KindObject<K>> {
    const cache = this.#kindCache(kind, options.view ?? 'full');
    return new CacheInformer<KindObject<K>>(cache as unknown as KindCache<KindObject<K>>); // made for this kind
  }

  /** The same for the kind of an object, which must be one that the cache holds. */
  informerFor(object: KubeObject | DeepReadonly<KubeObject>): CacheInformer<KubeObject> {
    const cache = [...this.#kinds.values()].find(({ kind }) => kind.is(object as unknown));
    if (cache === undefined) throw new KindNotCachedError(`${object.apiVersion ?? ''} ${object.kind ?? ''}`.trim());
    return new CacheInformer(cache);
  }

  /** Stops the informers of a kind and forgets what they held. A later read starts them anew. */
  removeInformer(kind: AnyKind): void {
    const key = formatGvk(kind.gvk);
    this.#kinds.get(key)?.stop();
    this.#kinds.delete(key);
  }

  /**
   * Makes a field of a kind one to list by. It waits for nothing, and covers what is there. Several may ask for it with the same function. What is given back takes the
   * index away, when each of them has disposed of theirs.
   */
  indexField<K extends AnyKind>(kind: K, field: string, valuesOf: IndexFunction<CachedObject<K>>): Disposable {
    const cache = this.#kindCache(kind, 'full');
    return cache.addFieldIndex(field, valuesOf as unknown as IndexFunction<DeepReadonly<KubeObject>>); // only given this kind's objects
  }

  /** What is held, what it costs, and what could be done about it. */
  report(): CacheReport {
    return reportOn([...this.#kinds.values()], this.#options.maxBytes);
  }

  /** Why whoever depends on the cache is not ready; empty when all is well. */
  notReadyReasons(maxAgeMs?: number): string[] {
    return [...this.#kinds.values()].flatMap(({ scopes }) =>
      scopes.flatMap(({ handle }) => handle.informer.notReadyReason(maxAgeMs) ?? []),
    );
  }

  /** Runs a read on a kind that is complete, and keeps the kind while it runs. */
  async #reading<R>(
    kind: AnyKind,
    view: View,
    { signal, waits = true }: CacheReadOptions,
    read: (cache: KindCache<KubeObject>) => Promise<unknown>,
  ): Promise<R> {
    if (!this.#isStarted) throw new CacheNotStartedError();
    signal?.throwIfAborted();
    const cache = this.#kindCache(kind, view, true);
    cache.hold();
    try {
      if (!waits) cache.requireSynced();
      else if (!cache.isReady) await cache.ready(signal);
      return (await read(cache)) as R; // the kind's own objects
    } finally {
      cache.release();
    }
  }

  #find(cache: KindCache<KubeObject>, key: string): DeepReadonly<KubeObject> {
    const found = cache.held(key);
    if (found === undefined) throw new NotFoundError(cache.kind, cache.keyOf(key), { verb: 'get' });
    return found;
  }

  async #listLive(cache: KindCache<KubeObject>, query: CacheListQuery): Promise<DeepReadonly<KubeObject>[]> {
    const live = new LiveReader<KubeObject>(cache.kind, this.#options.transport);
    const signal = query.signal ?? new AbortController().signal;
    const objects = await live.list(query.namespace || undefined, toLabelQuery(query.labels), signal);
    return filterByFields(objects, toFieldQuery(query.fields), cache.fieldIndexers);
  }

  #kindCache(kind: AnyKind, view: View, isRead = false): KindCache<KubeObject> {
    const known = this.#kinds.get(formatGvk(kind.gvk));
    if (known !== undefined) {
      if (view === 'full') known.wantFull();
      return known;
    }
    const own = this.#options.kinds?.find((settings) => sameKind(settings.kind, kind));
    if (isRead && own === undefined) this.#beforeImplicit(kind);
    return this.#add(kind, { ...own, view }, own !== undefined);
  }

  #beforeImplicit({ kind }: AnyKind): void {
    if (this.#options.onMissing === 'fail') throw new KindNotCachedError(kind);
    const message = `a read of ${kind} started an informer that holds all of them: name it in the cache's kinds, with selectors`;
    this.#options.onWarning?.({ type: 'implicit informer', kind, message });
  }

  #add(kind: AnyKind, settings: CachedKindSettings, isDeclared: boolean): KindCache<KubeObject> {
    const { host, graceMs = 600_000, syncTimeoutMs = 30_000 } = this.#options;
    const { view = 'full', isRequired = false, isPinned = false } = settings;
    const key = formatGvk(kind.gvk);
    const defaults = this.#options.defaultsOf?.(kind);
    const handles = effectiveScopes(kind, { ...(defaults && { defaults }), ...settings }, this.#options).map(
      ({ namespace, settings: scoped }) => ({
        namespace,
        handle: this.#factory.informer(kind, { ...scoped, isRequired, view }),
      }),
    );
    const drop = (): void => {
      this.#kinds.delete(key);
      added.releaseHandles();
    };
    const added: KindCache<KubeObject> = new KindCache<KubeObject>({
      host,
      kind,
      handles,
      isDeclared,
      isPinned,
      graceMs,
      syncTimeoutMs,
      onUnused: drop,
    });
    this.#kinds.set(key, added);
    return added;
  }
}

const asMetadata = (object: DeepReadonly<KubeObject>): DeepReadonly<PartialObjectMetadata> =>
  Object.freeze(toPartialObjectMetadata(object));
