/**
 * The keys that wait for their time, ordered by it, behind one timer. However many keys are delayed, at most one timer is
 * pending; none is before `start` or after `stop`.
 * Upstream: the waiting loop of client-go's delaying queue, which lingers up to 10 s and wakes every 10 s.
 */
import { Heap, type Clock, type Placed } from '@reeve/machinery';
import type { Entry } from '../keys/entry.ts';
import { EarliestTimer } from './earliest-timer.ts';

/** A key and the time at which it is due, on the monotonic clock. */
export interface Delay<Key, Cause> extends Placed {
  readonly entry: Entry<Key, Cause>;
  readonly sequence: number;
  dueAt: number;
}

/** Delayed keys, each at most once. */
export class DelayLine<Key, Cause> {
  readonly #clock: Clock;
  readonly #timer: EarliestTimer;
  readonly #heap = new Heap<Delay<Key, Cause>>(isEarlier);
  #started = false;
  #sequence = 0;

  /** `onDue` is called when at least one key may be due. */
  constructor(clock: Clock, onDue: () => void) {
    this.#clock = clock;
    this.#timer = new EarliestTimer(clock, onDue);
  }

  get length(): number {
    return this.#heap.length;
  }

  /** Somebody takes from the queue now, so that it matters when a key falls due. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#arm();
  }

  /** Lets a key wait. One that waits already is not put off: the earlier time counts. */
  delay(entry: Entry<Key, Cause>, delayMs: number): void {
    const dueAt = this.#clock.monotonic() + delayMs;
    if (entry.delay === undefined) {
      entry.delay = { entry, dueAt, sequence: this.#sequence++, place: -1 };
      this.#heap.add(entry.delay);
    } else if (dueAt < entry.delay.dueAt) {
      entry.delay.dueAt = dueAt;
      this.#heap.advanced(entry.delay);
    }
    this.#arm();
  }

  /** Ends the waiting of one key. */
  remove(entry: Entry<Key, Cause>): void {
    if (entry.delay === undefined) return;
    this.#heap.remove(entry.delay);
    entry.delay = undefined;
  }

  /** Takes out the next key whose time has come. */
  takeDue(): Entry<Key, Cause> | undefined {
    const next = this.#heap.top;
    if (next === undefined) return undefined;
    if (next.dueAt > this.#clock.monotonic()) {
      this.#arm();
      return undefined;
    }
    this.remove(next.entry);
    return next.entry;
  }

  /** Ends all waiting for good and returns the keys that waited, in the order they would have been due. */
  stop(): Entry<Key, Cause>[] {
    this.#started = false;
    this.#timer.cancel();
    const delays = this.#heap.clear().toSorted((a, b) => (isEarlier(a, b) ? -1 : 1));
    for (const delay of delays) delay.entry.delay = undefined;
    return delays.map((delay) => delay.entry);
  }

  #arm(): void {
    const next = this.#heap.top;
    if (this.#started && next !== undefined) this.#timer.atLatest(next.dueAt);
  }
}

const isEarlier = <Key, Cause>(a: Delay<Key, Cause>, b: Delay<Key, Cause>): boolean =>
  a.dueAt === b.dueAt ? a.sequence < b.sequence : a.dueAt < b.dueAt;
