/**
 * Counts the same event, so that a repetition is a small patch of the object that is there.
 * Upstream: client-go tools/record eventLogger.
 */
import { RecentMap } from '@reeve/machinery';
import type { CoreEvent } from './event-kinds.ts';

/** An event as it is to be written. */
export interface CountedEvent {
  readonly event: CoreEvent;
  /** What to change in the event that is there; undefined for the first one. */
  readonly patch?: object;
}

/** What is remembered of an event: thousands are. */
interface Seen {
  readonly name: string;
  readonly firstTimestamp: string | undefined;
  readonly count: number;
}

/** Counts events. */
export class EventCounter {
  readonly #seen: RecentMap<Seen>;

  constructor(cacheSize: number) {
    this.#seen = new RecentMap(cacheSize);
  }

  /** The event with its count, under the name that it has had since it was first seen. */
  count(event: CoreEvent, key: string): CountedEvent {
    const before = this.#seen.get(key);
    const counted = before === undefined ? event : repeated(event, before);
    const { metadata, firstTimestamp, lastTimestamp, message, count = 1 } = counted;
    this.#seen.set(key, { name: metadata.name ?? '', firstTimestamp, count });
    return before === undefined ? { event } : { event: counted, patch: { count, lastTimestamp, message } };
  }
}

function repeated(event: CoreEvent, { name, firstTimestamp, count }: Seen): CoreEvent {
  return {
    ...event,
    metadata: { ...event.metadata, name },
    ...(firstTimestamp && { firstTimestamp }),
    count: count + 1,
  };
}
