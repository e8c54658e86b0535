/**
 * Sums up events that differ in their message only: from the tenth within ten minutes on, they become one event that is counted.
 * Upstream: client-go tools/record.EventAggregator.
 */
import { RecentMap, formatTime } from '@reeve/machinery';
import type { Clock } from '@reeve/machinery';
import { combinedMessage, sameEventKey, similarEventKey } from './event-keys.ts';
import type { EventKey } from './event-keys.ts';
import type { CoreEvent } from './event-kinds.ts';
import type { EventNames } from './event-name.ts';

/** How events are summed up. */
export interface AggregationOptions {
  /** What makes events similar. */
  readonly similarKey?: EventKey;
  /** What tells similar events apart; their message unless given. */
  readonly localKey?: EventKey;
  readonly message?: (event: CoreEvent) => string;
  /** So many different ones become one; 10 unless given. */
  readonly maxEvents?: number;
  /** After so long without one, counting begins anew; 10 minutes unless given. */
  readonly intervalMs?: number;
}

/** An event and the key under which it is counted. */
export interface Aggregated {
  readonly event: CoreEvent;
  readonly key: string;
}

/** Sums up events. */
export class EventAggregator {
  readonly #clock: Clock;
  readonly #names: EventNames;
  readonly #options: Required<AggregationOptions>;
  readonly #similar: RecentMap<{ readonly keys: Set<string>; at: number }>;

  constructor(clock: Clock, names: EventNames, cacheSize: number, options: AggregationOptions = {}) {
    this.#clock = clock;
    this.#names = names;
    this.#options = {
      similarKey: similarEventKey,
      localKey: ({ message = '' }) => message,
      message: combinedMessage,
      maxEvents: 10,
      intervalMs: 600_000,
      ...options,
    };
    this.#similar = new RecentMap(cacheSize);
  }

  /** The event itself, or the one that stands for it and those like it. */
  aggregate(event: CoreEvent): Aggregated {
    const { similarKey, localKey, maxEvents } = this.#options;
    const key = similarKey(event);
    const { keys } = this.#record(key);
    keys.add(localKey(event));
    if (keys.size < maxEvents) return { event, key: sameEventKey(event) };
    const [oldest] = keys;
    if (oldest !== undefined) keys.delete(oldest); // it grows no larger
    return { event: this.#combined(event), key };
  }

  #record(key: string): { readonly keys: Set<string> } {
    const now = this.#clock.monotonic();
    const known = this.#similar.get(key);
    const isRecent = known !== undefined && now - known.at <= this.#options.intervalMs;
    const record = { keys: isRecent ? known.keys : new Set<string>(), at: now };
    this.#similar.set(key, record);
    return record;
  }

  #combined(event: CoreEvent): CoreEvent {
    const { namespace } = event.metadata;
    const now = formatTime(this.#clock.now());
    return {
      ...event,
      metadata: { name: this.#names.next(event.involvedObject.name ?? ''), ...(namespace && { namespace }) },
      count: 1,
      firstTimestamp: now,
      lastTimestamp: now,
      message: this.#options.message(event),
    };
  }
}
