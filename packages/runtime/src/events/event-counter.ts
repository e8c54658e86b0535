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

/** Counts events. */
export class EventCounter {
  readonly #seen: RecentMap<CoreEvent>;

  constructor(cacheSize: number) {
    this.#seen = new RecentMap(cacheSize);
  }

  /** The event with its count, under the name that it has had since it was first seen. */
  count(event: CoreEvent, key: string): CountedEvent {
    const before = this.#seen.get(key);
    if (before === undefined) {
      this.#seen.set(key, event);
      return { event };
    }
    const counted = repeated(event, before);
    this.#seen.set(key, counted);
    const { count, lastTimestamp, message } = counted;
    return { event: counted, patch: { count, lastTimestamp, message } };
  }
}

function repeated(event: CoreEvent, { metadata, firstTimestamp, count = 1 }: CoreEvent): CoreEvent {
  const { name = '' } = metadata;
  return {
    ...event,
    metadata: { ...event.metadata, name },
    ...(firstTimestamp && { firstTimestamp }),
    count: count + 1,
  };
}
