/**
 * What a cache holds of one kind: a share in an informer per namespace that was asked for, with one's own writes laid over it. It
 * counts who uses it; without users it goes after a grace period.
 */
import {
  everyIn,
  parseKey,
  withTimeout,
  type AnyKind,
  type DeepReadonly,
  type Host,
  type KubeObject,
  type Timer,
} from '@reeve/machinery';
import type { InformerHandle } from '../factory/informer-handle.ts';
import type { View } from '../factory/selection.ts';
import { CacheNotSyncedError } from '../informer/informer-error.ts';
import { waitForSync } from '../informer/wait-for-sync.ts';
import { admit } from '../overlay/admission.ts';
import { InformerOverlay } from '../overlay/informer-overlay.ts';
import type { IndexFunction, Indexers } from '../store/object-index.ts';
import { NamespaceNotCachedError } from './cache-error.ts';
import { fieldIndexName } from './field-index.ts';

/** One informer of a kind. */
export interface CacheScope<T extends KubeObject> {
  /** Undefined for all namespaces that have no scope of their own. */
  readonly namespace: string | undefined;
  readonly handle: InformerHandle<T>;
  readonly overlay: InformerOverlay<DeepReadonly<T>>;
}

/** How a kind's part of a cache is made. */
export interface KindCacheOptions<T extends KubeObject> {
  readonly host: Host;
  readonly kind: AnyKind;
  readonly handles: readonly { readonly namespace: string | undefined; readonly handle: InformerHandle<T> }[];
  readonly isDeclared: boolean;
  readonly isPinned: boolean;
  readonly graceMs: number;
  readonly syncTimeoutMs: number;
  onUnused(): void;
}

/** The objects of a kind. */
export class KindCache<T extends KubeObject> {
  readonly kind: AnyKind;
  readonly scopes: readonly CacheScope<T>[];
  readonly isDeclared: boolean;
  readonly isPinned: boolean;
  readonly #options: KindCacheOptions<T>;
  /** The only scope, where it is one for all namespaces. */
  readonly #forAll: CacheScope<T> | undefined;
  readonly #fieldIndexes = new Map<string, { readonly valuesOf: IndexFunction<DeepReadonly<T>>; users: number }>();
  #users = 0;
  #fullUsers = 0;
  #leaving: Timer | undefined;
  #hasEnded = false;
  #isGone = false;
  #isDegraded = false;

  constructor(options: KindCacheOptions<T>) {
    this.#options = options;
    this.kind = options.kind;
    this.isDeclared = options.isDeclared;
    this.isPinned = options.isPinned;
    this.scopes = options.handles.map(({ namespace, handle }) => ({
      namespace,
      handle,
      overlay: this.#overlay(handle),
    }));
    const [only, ...others] = this.scopes;
    const isForAll = only?.namespace === undefined && only?.handle.selection.namespace === undefined;
    this.#forAll = isForAll && others.length === 0 ? only : undefined;
  }

  /** True when the cache holds the kind no more, or anew. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** True when whole objects were given up for want of memory. */
  get isDegraded(): boolean {
    return this.#isDegraded;
  }

  /** True when somebody needs whole objects from the informers, so that they cannot be given up. */
  get needsFull(): boolean {
    return this.#fullUsers > 0;
  }

  get view(): View {
    return this.scopes.every(({ handle }) => handle.view === 'full') ? 'full' : 'metadata';
  }

  get keepsManagedFields(): boolean {
    return this.scopes.some(({ handle }) => handle.keepsManagedFields);
  }

  get fieldIndexers(): Indexers<DeepReadonly<T>> {
    return Object.fromEntries([...this.#fieldIndexes].map(([name, { valuesOf }]) => [name, valuesOf]));
  }

  /** Keeps the kind until it is released as often. */
  hold(): void {
    this.#users += 1;
    this.#leaving?.cancel();
    this.#leaving = undefined;
  }

  release(): void {
    this.#users -= 1;
    if (this.#users > 0 || this.isDeclared || this.#hasEnded) return;
    const { host, graceMs, onUnused } = this.#options;
    const label = `${this.kind.kind} is unused`;
    this.#leaving = host.clock.setTimer(graceMs, onUnused, { background: true, label });
  }

  /** The cache has ended: nobody need wait for a kind to be unused any more. */
  end(): void {
    this.#hasEnded = true;
    this.#leaving?.cancel();
  }

  holdFull(): void {
    this.#fullUsers += 1;
  }

  releaseFull(): void {
    this.#fullUsers -= 1;
  }

  /** Whole objects are wanted, unless there is no room for them. */
  wantFull(): void {
    if (!this.#isDegraded) for (const { handle } of this.scopes) handle.use('full');
  }

  /** Gives whole objects up, or takes them back. */
  degrade(isDegraded: boolean): void {
    this.#isDegraded = isDegraded;
    for (const { handle } of this.scopes) handle.use(isDegraded ? 'metadata' : 'full');
  }

  /** True when a read need not wait: everything is there, own writes too. */
  get isReady(): boolean {
    return everyIn(this.scopes, isCaughtUp);
  }

  /** The object that is held, own writes in it, where a read need not wait and whole objects are held: null where there is none, undefined where it is not so. */
  peek(key: string): DeepReadonly<T> | null | undefined {
    const only = this.#forAll;
    const isThere = only === undefined ? everyIn(this.scopes, isPeekable) : isPeekable(only);
    return isThere && !this.#isDegraded ? (this.held(key) ?? null) : undefined;
  }

  /** What is held under a key, own writes in it. */
  held(asked: string): DeepReadonly<T> | undefined {
    const key = this.keyOf(asked);
    return this.scopeOfKey(key).overlay.getByKey(key);
  }

  /** Waits until all scopes have everything, for as long as a read may wait. */
  async synced(signal: AbortSignal | undefined): Promise<void> {
    if (this.scopes.every(({ handle }) => handle.hasSynced)) return;
    const { host, syncTimeoutMs } = this.#options;
    const waiting = async (abort: AbortSignal): Promise<void> => {
      const result = await waitForSync(
        this.scopes.map(({ handle }) => handle),
        abort,
      );
      result.throwIfNotSynced();
    };
    try {
      await withTimeout(host, syncTimeoutMs, waiting, { signal, waitingFor: `the cache of ${this.kind.kind} to sync` });
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof CacheNotSyncedError ? error : new CacheNotSyncedError(this.kind.kind, this.#reason(error));
    }
  }

  /** Throws where a read would have to wait. */
  requireSynced(): void {
    const missing = this.scopes.find(({ handle }) => !handle.hasSynced);
    if (missing) throw new CacheNotSyncedError(missing.handle.name, missing.handle.informer.lastError);
  }

  /** Waits until a read can be answered: everything is there, own writes too. */
  async ready(signal: AbortSignal | undefined): Promise<void> {
    await this.synced(signal);
    await this.caughtUp(signal);
  }

  /** Waits until writes are in the store that could not be laid over it. */
  async caughtUp(signal: AbortSignal | undefined): Promise<void> {
    for (const { handle, overlay } of this.scopes) {
      if (overlay.awaitedVersion !== '') await handle.informer.waitForVersion(overlay.awaitedVersion, signal);
    }
  }

  /** The key as this kind has it: a namespace means nothing to a cluster-scoped kind. */
  keyOf(key: string): string {
    return this.kind.scope === 'Cluster' ? parseKey(key).name : key;
  }

  /** The scope that holds a namespace; one that no scope holds is a `NamespaceNotCachedError`. */
  scopeOf(namespace: string | undefined): CacheScope<T> {
    const exact = this.scopes.find((scope) => scope.namespace !== undefined && scope.namespace === namespace);
    const scope = exact ?? this.scopes.find((other) => other.namespace === undefined);
    const pinned = scope?.handle.selection.namespace;
    const isOutside = pinned !== undefined && namespace !== undefined && pinned !== namespace;
    if (scope !== undefined && !isOutside) return scope;
    const cached = this.scopes.map(({ handle }) => handle.selection.namespace ?? '');
    throw new NamespaceNotCachedError(this.kind.kind, namespace ?? '', cached);
  }

  /** The scope that holds what a key names. Mostly there is one for all, and the key need not be taken apart. */
  scopeOfKey(key: string): CacheScope<T> {
    return this.#forAll ?? this.scopeOf(parseKey(key).namespace);
  }

  /** The scopes to look into: that of a namespace, or all. */
  scopesFor(namespace: string | undefined): readonly CacheScope<T>[] {
    return namespace === undefined || namespace === '' ? this.scopes : [this.scopeOf(namespace)];
  }

  /** Adds an index that several may ask for with the same function; it goes when each of them has given it up. */
  addFieldIndex(field: string, valuesOf: IndexFunction<DeepReadonly<T>>): Disposable {
    const name = fieldIndexName(field);
    const known = this.#fieldIndexes.get(name);
    const index = known?.valuesOf === valuesOf ? known : { valuesOf, users: 0 };
    if (index !== known) for (const { handle } of this.scopes) handle.informer.addIndexers({ [name]: valuesOf });
    this.#fieldIndexes.set(name, index);
    index.users += 1;
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      index.users -= 1;
      if (index.users === 0) this.#dropFieldIndex(name);
    };
    return { [Symbol.dispose]: release };
  }

  #dropFieldIndex(name: string): void {
    for (const { handle } of this.scopes) handle.informer.removeIndexer(name);
    this.#fieldIndexes.delete(name);
  }

  /** Stops the informers at once, also for others who share them. */
  stop(): void {
    this.#isGone = true;
    this.#leaving?.cancel();
    for (const { handle } of this.scopes) handle.stop();
  }

  /** Gives the informers up; whoever shares them keeps them. */
  releaseHandles(): void {
    this.#isGone = true;
    this.#leaving?.cancel();
    for (const { handle } of this.scopes) handle.release();
  }

  #reason(error: unknown): unknown {
    return this.scopes.map(({ handle }) => handle.informer.lastError).find((last) => last !== undefined) ?? error;
  }

  #overlay(handle: InformerHandle<T>): InformerOverlay<DeepReadonly<T>> {
    const overlay = new InformerOverlay<DeepReadonly<T>>({
      clock: this.#options.host.clock,
      store: handle.informer.store,
      admit: (object) =>
        admit<DeepReadonly<T>>(object, {
          selection: handle.selection,
          view: handle.view,
          keepsManagedFields: handle.keepsManagedFields,
          transform: handle.transform,
        }),
    });
    handle.informer.tap(overlay);
    return overlay;
  }
}

const isCaughtUp = <T extends KubeObject>({ handle, overlay }: CacheScope<T>): boolean =>
  handle.hasSynced && overlay.awaitedVersion === '';

const isPeekable = <T extends KubeObject>(scope: CacheScope<T>): boolean =>
  scope.handle.view === 'full' && isCaughtUp(scope);
