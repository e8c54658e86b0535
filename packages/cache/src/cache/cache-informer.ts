/**
 * The informers of one kind in a cache, as one: handlers hear of all namespaces that are held. It keeps the kind in the cache until
 * it is released.
 * Upstream: controller-runtime cache.Informer.
 */
import type { AnyKind, DeepReadonly, KubeObject } from '@reeve/machinery';
import type { View } from '../factory/selection.ts';
import type { EventHandler } from '../informer/event-handler.ts';
import type { HandlerOptions, HandlerRegistration } from '../informer/handler-registration.ts';
import { waitForSync } from '../informer/wait-for-sync.ts';
import { fieldIndexName } from './field-index.ts';
import type { KindCache } from './kind-cache.ts';

/** What a handler in a cache can ask for. */
export interface CacheHandlerOptions extends HandlerOptions {
  /** `metadata` when the handler looks at nothing else: then the cache may give the rest up. Whole objects unless given. */
  readonly view?: View;
}

/** A handler in a cache. */
export interface CacheRegistration extends HandlerRegistration, Disposable {
  /** Takes the handler out. Twice is harmless. */
  remove(): void;
}

/** A hold on a kind. */
export class CacheInformer<T extends KubeObject> implements Disposable {
  readonly kind: AnyKind;
  readonly #cache: KindCache<T>;
  #isReleased = false;

  constructor(cache: KindCache<T>) {
    this.kind = cache.kind;
    this.#cache = cache;
    cache.hold();
  }

  get hasSynced(): boolean {
    return this.#cache.scopes.every(({ handle }) => handle.hasSynced);
  }

  get isStopped(): boolean {
    return this.#cache.scopes.every(({ handle }) => handle.informer.isStopped);
  }

  /** Resolves when all has synced; rejects with the cause when that cannot be. */
  async synced(signal?: AbortSignal): Promise<void> {
    const result = await waitForSync(
      this.#cache.scopes.map(({ handle }) => handle),
      signal,
    );
    signal?.throwIfAborted();
    result.throwIfNotSynced();
  }

  /** Resolves when all that is held has come to a version. */
  async waitForVersion(version: string, signal?: AbortSignal): Promise<void> {
    await Promise.all(this.#cache.scopes.map(({ handle }) => handle.informer.waitForVersion(version, signal)));
  }

  /** Resolves when the server was heard of within the last `maxAgeMs`, by every informer of the kind. */
  async waitFresh(options: { readonly maxAgeMs: number; readonly signal?: AbortSignal }): Promise<void> {
    await Promise.all(this.#cache.scopes.map(({ handle }) => handle.informer.waitFresh(options)));
  }

  /** The keys of what is held now with a value of an indexed field: for handlers, which cannot wait as reads do. */
  keysByField(field: string, value: string): string[] {
    const name = fieldIndexName(field);
    return this.#cache.scopes.flatMap(({ handle }) => handle.informer.store.indexKeys(name, value));
  }

  /** Adds a handler, which keeps the kind in the cache until it is removed. */
  addEventHandler(handler: EventHandler<DeepReadonly<T>>, options: CacheHandlerOptions = {}): CacheRegistration {
    const isFull = (options.view ?? 'full') === 'full';
    this.#cache.hold();
    if (isFull) {
      this.#cache.holdFull();
      this.#cache.wantFull();
    }
    const parts = this.#cache.scopes.map(({ handle }) => ({
      informer: handle.informer,
      registration: handle.informer.addEventHandler(handler, options),
    }));
    let isRemoved = false;
    const remove = (): void => {
      if (isRemoved) return;
      isRemoved = true;
      for (const { informer, registration } of parts) informer.removeEventHandler(registration);
      if (isFull) this.#cache.releaseFull();
      this.#cache.release();
    };
    return joined(
      parts.map(({ registration }) => registration),
      remove,
    );
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#cache.release();
  }

  [Symbol.dispose](): void {
    this.release();
  }
}

/** Several registrations of one handler as one. */
function joined(all: readonly HandlerRegistration[], remove: () => void): CacheRegistration {
  const sum = (of: (one: HandlerRegistration) => number): number => all.reduce((total, one) => total + of(one), 0);
  return {
    name: all[0]?.name ?? '',
    get hasSynced() {
      return all.every(({ hasSynced }) => hasSynced);
    },
    synced: async (signal) => {
      await Promise.all(all.map((one) => one.synced(signal)));
    },
    get pending() {
      return sum(({ pending }) => pending);
    },
    get lagMs() {
      return Math.max(0, ...all.map(({ lagMs }) => lagMs));
    },
    get failures() {
      return sum(({ failures }) => failures);
    },
    resyncMs: all[0]?.resyncMs ?? 0,
    remove,
    [Symbol.dispose]: remove,
  };
}
