/**
 * How long keys have been in work, measured twice a second while there are any. An idle queue has no timer: the last sample
 * reports zero and the timer rests until the next key is handed out.
 */
import type { Clock, Timer } from '@reeve/machinery';

/** How often unfinished work is measured, as upstream does. */
const SAMPLE_PERIOD_MS = 500;

/** Keys in work and since when: as many as there are workers at most. */
export class WorkSampler {
  readonly #clock: Clock;
  readonly #report: (totalMs: number, longestMs: number) => void;
  readonly #held: object[] = [];
  /** In the order of `#held`. */
  readonly #since: number[] = [];
  #timer: Timer | undefined = undefined;
  #stopped = false;

  constructor(clock: Clock, report: (totalMs: number, longestMs: number) => void) {
    this.#clock = clock;
    this.#report = report;
  }

  begin(key: object, now: number): void {
    this.#held.push(key);
    this.#since.push(now);
    this.#arm();
  }

  /** Returns how long the key was in work. */
  end(key: object, now: number): number {
    const at = this.#held.lastIndexOf(key);
    const since = this.#since[at] ?? now;
    const lastKey = this.#held.pop();
    const lastSince = this.#since.pop();
    if (lastKey !== undefined && lastSince !== undefined && lastKey !== key) {
      this.#held[at] = lastKey;
      this.#since[at] = lastSince;
    }
    return now - since;
  }

  /** Measures no more. */
  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #arm(): void {
    if (this.#stopped) return;
    this.#timer ??= this.#clock.setTimer(SAMPLE_PERIOD_MS, () => this.#sample(), {
      background: true,
      label: 'queue metrics',
    });
  }

  #sample(): void {
    this.#timer = undefined;
    const now = this.#clock.monotonic();
    const ages = this.#since.map((since) => now - since);
    this.#report(
      ages.reduce((sum, age) => sum + age, 0),
      ages.reduce((longest, age) => Math.max(longest, age), 0),
    );
    if (ages.length > 0) this.#arm();
  }
}
