/**
 * How long to wait before the next try: a duration that grows by a factor, step by step, with chance mixed in so that many
 * clients do not come back at the same moment.
 * Upstream: apimachinery util/wait Backoff, DelayFunc and DelayWithReset.
 */
import type { Clock } from '../host/clock.ts';
import type { Random } from '../host/random.ts';

/** The shape of a back-off. */
export interface BackoffOptions {
  /** The first delay. */
  readonly durationMs: number;

  /** Each step multiplies the duration by this. 0, the default, and 1 leave it as it is. */
  readonly factor?: number;

  /** Every delay is the duration plus a random part of up to `jitter` times the duration. 0 unless given. */
  readonly jitter?: number;

  /** In how many steps the duration may grow; afterwards it stays. 0 unless given. */
  readonly steps?: number;

  /** The duration does not grow beyond this; reaching it uses up the remaining steps. Jitter comes on top. */
  readonly capMs?: number;
}

/** A back-off in progress. */
export class Backoff {
  readonly #options: BackoffOptions;
  readonly #random: Random;
  #durationMs: number;
  #steps: number;

  constructor(options: BackoffOptions, random: Random) {
    this.#options = options;
    this.#random = random;
    this.#durationMs = options.durationMs;
    this.#steps = Math.max(0, options.steps ?? 0);
  }

  /** How many steps are left. */
  get steps(): number {
    return this.#steps;
  }

  /** Uses up a step and says how long to wait before the next try. Without steps left, the duration stays. */
  step(): number {
    const delay = jittered(this.#durationMs, this.#options.jitter ?? 0, this.#random);
    if (this.#steps > 0) {
      this.#steps -= 1;
      this.#grow();
    }
    return delay;
  }

  #grow(): void {
    const { factor = 0, capMs = 0 } = this.#options;
    if (factor === 0) return;
    this.#durationMs = Math.min(this.#durationMs * factor, Number.MAX_SAFE_INTEGER);
    if (capMs <= 0 || this.#durationMs <= capMs) return;
    this.#durationMs = capMs;
    this.#steps = 0;
  }
}

/** What a back-off that starts over needs besides its shape. */
export interface ResetOptions {
  readonly clock: Clock;
  readonly random: Random;

  /** A back-off that was not asked for longer than this starts over. With 0 it never grows. */
  readonly resetMs: number;
}

/** Delays that start over after a healthy time: one in which nobody had to ask for a delay. */
export const delayWithReset = (options: BackoffOptions, { clock, random, resetMs }: ResetOptions): (() => number) => {
  let backoff = new Backoff(options, random);
  let askedAt = clock.monotonic();
  return () => {
    const now = clock.monotonic();
    if (resetMs <= 0 || now - askedAt > resetMs) backoff = new Backoff(options, random);
    askedAt = now;
    return backoff.step();
  };
};

/** The duration plus a random part of up to `factor` times the duration. */
export const jittered = (durationMs: number, factor: number, random: Random): number =>
  factor > 0 ? durationMs + random.next() * factor * durationMs : durationMs;
