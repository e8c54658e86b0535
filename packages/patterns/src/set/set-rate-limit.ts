/**
 * How often sets may be applied. A set that comes too early is delayed by its key; nothing waits for it meanwhile.
 * Upstream: rancher/wrangler's apply, which blocks a worker.
 */
import { RecentMap, TokenBucket } from '@reeve/machinery';
import type { Clock } from '@reeve/machinery';

/** A rate per set. Sets that share one object are limited each by itself. */
export class SetRateLimit {
  readonly #rate: { readonly perSecond: number; readonly burst: number };
  readonly #buckets = new RecentMap<TokenBucket>(10_000);

  constructor(rate: { readonly perSecond: number; readonly burst: number }) {
    this.#rate = rate;
    void new TokenBucket({ clock: stopped, ...rate }); // refuses what is no rate
  }

  /** Takes a turn; else says after how many milliseconds to come back. */
  delayMs(set: string, clock: Pick<Clock, 'monotonic'>): number {
    let bucket = this.#buckets.get(set);
    if (bucket === undefined) {
      bucket = new TokenBucket({ clock: clock as Clock, ...this.#rate }); // which only reads the time
      this.#buckets.set(set, bucket);
    }
    if (bucket.tryTake()) return 0;
    return Math.max(1, Math.ceil(((1 - bucket.tokens) * 1000) / this.#rate.perSecond));
  }
}

const stopped = { monotonic: () => 0 } as unknown as Clock; // only asked for the time
