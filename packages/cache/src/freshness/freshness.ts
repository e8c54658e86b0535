/**
 * How much a cache can be trusted: what its source is doing, up to which version it has come, and when the server was last heard of.
 * A quiet server sends a bookmark about once a minute, so an age beyond that means trouble, whatever the state says.
 */
import { orAbort, type Clock } from '@reeve/machinery';
import { milliseconds } from '../number-checks.ts';
import type { ReflectorState } from '../reflector/reflector-state.ts';
import { VersionWaiters } from './version-waiters.ts';

/** A moment's answer. */
export interface FreshnessSnapshot {
  readonly state: ReflectorState;

  /** The version up to which the store has everything; empty before the first list. */
  readonly resourceVersion: string;

  /** When the server was last heard of, in milliseconds since 1970; undefined before that. */
  readonly lastHeard: number | undefined;

  /** How long ago that was. Infinite before the server was ever heard of. */
  readonly ageMs: number;
}

/** A watch that is open for so long counts as one that works. */
const LASTING_WATCH_MS = 1000;

/** Keeps track of one source. */
export class Freshness {
  readonly #clock: Clock;
  readonly #version: () => string;
  readonly #versions: VersionWaiters;
  readonly #listeners = new Set<() => void>();
  #state: ReflectorState = { type: 'idle' };
  /** On the monotonic clock. */
  #heardAt: number | undefined;
  #watchedAt: number | undefined;
  /** When the store was last known to have every change; it counts while the source does not watch. */
  #upToDateAt: number | undefined;

  constructor(clock: Clock, version: () => string) {
    this.#clock = clock;
    this.#version = version;
    this.#versions = new VersionWaiters(version);
  }

  get state(): ReflectorState {
    return this.#state;
  }

  get ageMs(): number {
    return this.#heardAt === undefined ? Infinity : this.#clock.monotonic() - this.#heardAt;
  }

  snapshot(): FreshnessSnapshot {
    const { ageMs } = this;
    const lastHeard = this.#heardAt === undefined ? undefined : this.#clock.now() - ageMs;
    return { state: this.#state, resourceVersion: this.#version(), lastHeard, ageMs };
  }

  /** For how long the store may have missed changes, whatever the server has answered meanwhile: it answers errors, too. 0 while the source watches. */
  get behindMs(): number {
    const { type } = this.#state;
    if (this.#upToDateAt === undefined || type === 'watching' || type === 'idle') return 0;
    return this.#clock.monotonic() - this.#upToDateAt;
  }

  /** Why whoever depends on this cache is not ready; undefined when all is well. */
  notReadyReason(what: string, maxAgeMs: number): string | undefined {
    milliseconds('maxAgeMs of readiness', maxAgeMs);
    if (this.#heardAt === undefined) return `${what}: not synced (${describeState(this.#state)})`;
    if (this.behindMs > maxAgeMs)
      return `${what}: not up to date for ${Math.round(this.behindMs / 1000)} s (${describeState(this.#state)})`;
    if (this.ageMs <= maxAgeMs) return undefined;
    return `${what}: nothing heard for ${Math.round(this.ageMs / 1000)} s (${describeState(this.#state)})`;
  }

  /** Resolves as soon as the server was heard of within the last `maxAgeMs`. */
  async waitFresh(maxAgeMs: number, signal?: AbortSignal): Promise<void> {
    milliseconds('maxAgeMs of waitFresh', maxAgeMs);
    while (this.ageMs > maxAgeMs) {
      signal?.throwIfAborted();
      let wake = (): void => {};
      const heard = new Promise<void>((resolve) => (wake = resolve));
      this.#listeners.add(wake);
      try {
        await (signal ? orAbort(heard, signal) : heard);
      } finally {
        this.#listeners.delete(wake);
      }
    }
  }

  /** Resolves when the store has everything up to the version. One that cannot be compared is waited for exactly. */
  waitForVersion(version: string, signal?: AbortSignal): Promise<void> {
    return this.#versions.reached(version, signal);
  }

  changeState(state: ReflectorState): void {
    const now = this.#clock.monotonic();
    if (state.type === 'watching') this.#watchedAt = now;
    else if (this.#state.type === 'watching') this.#leaveWatch(now);
    this.#state = state;
  }

  /** The server sent something, whatever it is. */
  heard(): void {
    this.#heardAt = this.#clock.monotonic();
    this.#wake();
  }

  /** The server sent a list or a change that the store takes. */
  told(): void {
    this.#upToDateAt = this.#heardAt = this.#clock.monotonic();
    this.#wake();
  }

  /** The store has moved on. */
  stored(): void {
    this.#versions.notify();
  }

  /** A watch that lasted has told all changes up to its end; one that failed at once has told nothing. */
  #leaveWatch(now: number): void {
    const lastedMs = now - (this.#watchedAt ?? now);
    if (lastedMs >= LASTING_WATCH_MS) this.#upToDateAt = now;
    else this.#upToDateAt ??= now;
  }

  #wake(): void {
    if (this.#listeners.size > 0) for (const wake of this.#listeners) wake();
  }
}

/** A state in a few words, with the reason where there is one. */
export function describeState(state: ReflectorState): string {
  const error = state.type === 'backingOff' || state.type === 'stopped' ? state.error : undefined;
  const words = state.type === 'backingOff' ? state.problem : state.type;
  return error instanceof Error ? `${words}: ${error.message}` : words;
}
