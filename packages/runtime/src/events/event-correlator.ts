/**
 * Decides what becomes of an event: sum it up with similar ones, count it if it was there, and drop it when its source says too much.
 * Upstream: client-go tools/record.EventCorrelator and EventSourceObjectSpamFilter.
 */
import { RecentMap, TokenBucket } from '@reeve/machinery';
import type { Clock, Host } from '@reeve/machinery';
import { EventAggregator } from './event-aggregator.ts';
import type { AggregationOptions } from './event-aggregator.ts';
import { EventCounter } from './event-counter.ts';
import { spamKey } from './event-keys.ts';
import type { EventKey } from './event-keys.ts';
import type { CoreEvent } from './event-kinds.ts';
import { EventNames } from './event-name.ts';

/** How many events are let through. */
export interface SpamOptions {
  /** Which events share a budget: those of one source, object and type unless given. */
  readonly spamKey?: EventKey;
  /** How many may come at once; 25 unless given. */
  readonly burst?: number;
  /** How many per second after that; one in 300 seconds unless given. */
  readonly perSecond?: number;
}

/** How events are correlated. */
export interface CorrelatorOptions extends AggregationOptions, SpamOptions {
  /** How many keys are remembered; 4096 unless given. */
  readonly cacheSize?: number;
}

/** What to do with an event. */
export type Correlated =
  | { readonly type: 'write'; readonly event: CoreEvent; readonly patch?: object }
  | { readonly type: 'drop'; readonly event: CoreEvent };

/** Correlates the events of one sink. */
export class EventCorrelator {
  readonly #aggregator: EventAggregator;
  readonly #counter: EventCounter;
  readonly #filter: SpamFilter;

  constructor(host: Host, options: CorrelatorOptions = {}, names: EventNames = new EventNames(host)) {
    const { cacheSize = 4096, spamKey: budgetKey, burst, perSecond, ...aggregation } = options;
    this.#aggregator = new EventAggregator(host.clock, names, cacheSize, aggregation);
    this.#counter = new EventCounter(cacheSize);
    this.#filter = new SpamFilter(host.clock, cacheSize, {
      ...(budgetKey && { spamKey: budgetKey }),
      ...(burst !== undefined && { burst }),
      ...(perSecond !== undefined && { perSecond }),
    });
  }

  /** What becomes of this event. Dropped events are counted too, so that the next one that passes tells how many there were. */
  correlate(event: CoreEvent): Correlated {
    const aggregated = this.#aggregator.aggregate(event);
    const counted = this.#counter.count(aggregated.event, aggregated.key);
    if (!this.#filter.admits(counted.event)) return { type: 'drop', event: counted.event };
    return { type: 'write', ...counted };
  }
}

class SpamFilter {
  readonly #clock: Clock;
  readonly #options: Required<SpamOptions>;
  readonly #buckets: RecentMap<TokenBucket>;

  constructor(clock: Clock, cacheSize: number, options: SpamOptions) {
    this.#clock = clock;
    this.#options = { spamKey, burst: 25, perSecond: 1 / 300, ...options };
    this.#buckets = new RecentMap(cacheSize);
  }

  admits(event: CoreEvent): boolean {
    const { spamKey: keyOf, burst, perSecond } = this.#options;
    const key = keyOf(event);
    const bucket = this.#buckets.get(key) ?? new TokenBucket({ clock: this.#clock, burst, perSecond });
    this.#buckets.set(key, bucket);
    return bucket.tryTake();
  }
}
