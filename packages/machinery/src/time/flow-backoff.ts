/**
 * Back-off per id: each failure of an id doubles its delay, up to a limit, and a long quiet time forgives it.
 * Upstream: client-go util/flowcontrol Backoff.
 *
 * All times are readings of the clock's monotonic side, in milliseconds.
 */
import type { Clock } from '../host/clock.ts';
import type { Random } from '../host/random.ts';

/** The shape of the back-off and the clock it goes by. */
export interface FlowBackoffOptions {
  readonly clock: Clock;

  /** The delay after the first failure. */
  readonly initialMs: number;

  /** The longest delay. */
  readonly maxMs: number;

  /** Adds a random part of up to `factor` times the last delay. */
  readonly jitter?: { readonly factor: number; readonly random: Random };

  /** When an id is forgiven, given the time since its last failure; after twice the longest delay unless given. */
  readonly hasExpired?: (idleMs: number, maxMs: number) => boolean;
}

interface Entry {
  readonly delayMs: number;
  readonly updatedAt: number;
}

/** The delays of many ids. */
export class FlowBackoff {
  readonly #options: FlowBackoffOptions;
  readonly #entries = new Map<string, Entry>();

  constructor(options: FlowBackoffOptions) {
    this.#options = options;
  }

  /** How many ids are remembered. */
  get size(): number {
    return this.#entries.size;
  }

  /** The present delay of an id; 0 for one that has not failed. */
  get(id: string): number {
    return this.#entries.get(id)?.delayMs ?? 0;
  }

  /** Notes a failure of the id at a time, now unless given, and gives back its new delay. */
  next(id: string, failedAt = this.#options.clock.monotonic()): number {
    const { initialMs, maxMs, clock } = this.#options;
    const entry = this.#live(id, failedAt);
    const delayMs =
      entry === undefined
        ? initialMs + this.#jitter(initialMs)
        : Math.min(entry.delayMs * 2 + this.#jitter(entry.delayMs), maxMs);
    this.#entries.set(id, { delayMs, updatedAt: clock.monotonic() });
    return delayMs;
  }

  /** True while less time than the id's delay has passed since the given moment. */
  isInBackoffSince(id: string, since: number): boolean {
    const entry = this.#live(id, since);
    return entry !== undefined && this.#options.clock.monotonic() - since < entry.delayMs;
  }

  /** True when, at the given moment, the id's delay had not passed since its last failure. */
  isInBackoffSinceUpdate(id: string, at: number): boolean {
    const entry = this.#live(id, at);
    return entry !== undefined && at - entry.updatedAt < entry.delayMs;
  }

  /** Forgives an id. */
  reset(id: string): void {
    this.#entries.delete(id);
  }

  /** Forgets the ids that have been quiet for long. Call it now and then: nothing else makes room. */
  collect(): void {
    const now = this.#options.clock.monotonic();
    for (const [id, entry] of this.#entries) if (this.#isExpired(entry, now)) this.#entries.delete(id);
  }

  /** The entry of an id unless it is forgiven by then. */
  #live(id: string, at: number): Entry | undefined {
    const entry = this.#entries.get(id);
    return entry === undefined || this.#isExpired(entry, at) ? undefined : entry;
  }

  #isExpired(entry: Entry, at: number): boolean {
    const { maxMs, hasExpired = idleForTwice } = this.#options;
    return hasExpired(at - entry.updatedAt, maxMs);
  }

  #jitter(delayMs: number): number {
    const { jitter } = this.#options;
    return jitter === undefined ? 0 : jitter.random.next() * jitter.factor * delayMs;
  }
}

const idleForTwice = (idleMs: number, maxMs: number): boolean => idleMs > 2 * maxMs;
