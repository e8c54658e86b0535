/**
 * Answers that are good for a while. When there are too many, those that were kept first go. Upstream: apimachinery util/cache LRUExpireCache.
 */
import type { Clock } from '@reeve/machinery';

export class ExpiringCache<Value> {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>();

  constructor(clock: Clock, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.until > this.#clock.monotonic()) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  /** Keeps a value; not at all for no time. */
  set(key: string, value: Value, ttlMs: number): void {
    this.#entries.delete(key);
    if (ttlMs <= 0) return;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size < this.#most) break;
      this.#entries.delete(oldest);
    }
    this.#entries.set(key, { value, until: this.#clock.monotonic() + ttlMs });
  }
}
