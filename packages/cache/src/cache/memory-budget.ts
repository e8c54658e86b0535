/**
 * Keeps a cache within its bytes: when it holds too much, the largest kind that allows it is reduced to metadata, and its objects are read
 * live. Running out of memory would cost everybody everything.
 */
import { type KubeObject } from '@reeve/machinery';
import type { CacheWarning } from './cache-settings.ts';
import { bytesOf } from './cache-report.ts';
import type { KindCache } from './kind-cache.ts';

/** A limit, and what is done to keep it. */
export class MemoryBudget {
  readonly #maxBytes: number | undefined;
  readonly #warn: (warning: CacheWarning) => void;
  #hasWarned = false;

  constructor(maxBytes: number | undefined, warn: (warning: CacheWarning) => void) {
    this.#maxBytes = maxBytes;
    this.#warn = warn;
  }

  /** Looks at what is held, and reduces it as long as it is too much. */
  keep(kinds: readonly KindCache<KubeObject>[]): void {
    if (this.#maxBytes === undefined) return;
    const sizes = kinds.map((cache) => ({ cache, bytes: bytesOf(cache) })).toSorted((a, b) => b.bytes - a.bytes);
    let excess = sizes.reduce((total, { bytes }) => total + bytes, 0) - this.#maxBytes;
    for (const { cache, bytes } of sizes) {
      if (excess <= 0) break;
      if (cache.isDegraded || cache.isPinned || cache.needsFull || cache.view === 'metadata') continue;
      this.#degrade(cache, bytes);
      excess -= bytes; // what the metadata takes is seen the next time
    }
    if (excess > 0 && !this.#hasWarned && !sizes.some(({ cache }) => cache.isDegraded)) this.#tooLarge(sizes[0]?.cache);
  }

  #degrade(cache: KindCache<KubeObject>, bytes: number): void {
    cache.degrade(true);
    const { kind } = cache.kind;
    const message = `the cache is too large: of ${kind} (${bytes} bytes) it holds metadata only, and reads them live`;
    this.#warn({ type: 'degraded', kind, message });
  }

  #tooLarge(largest: KindCache<KubeObject> | undefined): void {
    this.#hasWarned = true;
    const kind = largest?.kind.kind ?? '';
    const message = `the cache is too large, and no kind can be reduced: restrict ${kind} by namespaces, labels or fields`;
    this.#warn({ type: 'too large', kind, message });
  }
}
