/**
 * A source that can be exchanged while the informer runs: from whole objects to their metadata, or back. The store keeps what it has
 * until the other source has told everything; objects whose version is the same are no news to handlers.
 */
import { deriveAbort, type DerivedAbort } from '@reeve/machinery';
import type { ReflectorStore } from '../reflector/reflector-store.ts';
import { Latch } from '../queue/latch.ts';
import type { InformerSource, SourceContext } from './informer-source.ts';

/** One of several sources at a time. */
export class SwitchableSource<T> implements InformerSource<T> {
  #source: InformerSource<T>;
  #listed = new Latch();
  #running: DerivedAbort | undefined;

  constructor(source: InformerSource<T>) {
    this.#source = source;
  }

  get description(): string {
    return this.#source.description;
  }

  /** True when the present source has told everything there is. */
  get hasListed(): boolean {
    return this.#listed.isOpen;
  }

  /** Resolves when the present source has told everything there is. */
  listed(signal?: AbortSignal): Promise<void> {
    return this.#listed.opened(signal);
  }

  /** Goes on with another source. */
  use(source: InformerSource<T>): void {
    this.#source = source;
    this.#listed = new Latch();
    this.#running?.abort();
  }

  async run(store: ReflectorStore<T>, context: SourceContext<T>, signal: AbortSignal): Promise<void> {
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      const [source, listed] = [this.#source, this.#listed];
      using running = deriveAbort(signal);
      this.#running = running;
      await source.run(noting(store, listed, isFirst), context, running.signal);
      if (this.#source === source) return; // it ended by itself
    }
  }
}

/** What the store holds comes from another source until the list is there: what is known must not stand for what is told. */
function noting<T>(store: ReflectorStore<T>, listed: Latch, isFirst: boolean): ReflectorStore<T> {
  return {
    add: (object) => store.add(object),
    update: (object) => store.update(object),
    delete: (object) => store.delete(object),
    replace: async (objects, resourceVersion) => {
      await store.replace(objects, resourceVersion);
      listed.open();
    },
    resync: () => store.resync(),
    bookmark: (resourceVersion) => store.bookmark?.(resourceVersion),
    peek: (namespace, name) => (isFirst || listed.isOpen ? store.peek?.(namespace, name) : undefined),
    get isLevelTriggered() {
      return store.isLevelTriggered ?? false;
    },
  };
}
