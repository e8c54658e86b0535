/**
 * A world in a box: time that turns only when told to, chance from a seed, effects by stand-in. The same seed replays a
 * program exactly, as long as it waits for nothing outside the box; another seed runs whatever is ready at the same instant
 * in another order, and so finds the schedules that a plain test never sees.
 */
import type { Host } from './host.ts';
import { settle } from './macrotask.ts';
import { ManualClock, type TimerInfo } from './manual-clock.ts';
import { NotQuietError, StuckError } from './not-quiet-error.ts';
import { SeededRandom } from './seeded-random.ts';
import { sleepOn } from './sleep.ts';
import { countedSlice } from './slice-budget.ts';
import { StandIns } from './stand-ins.ts';
import type { WorkSlice } from './work-slice.ts';

/** How a virtual world starts and behaves. */
export interface VirtualHostOptions {
  /** Decides every random number, UUID and order of things that are ready together. 0 unless given. */
  readonly seed?: number | string;

  /** The wall time at the start, in milliseconds since 1970; the beginning of 2026 unless given. */
  readonly start?: number;

  /** False runs what is ready at the same instant in the order it got ready. True unless given. */
  readonly shuffle?: boolean;

  /** The fixed size of a slice of long work, in bytes. */
  readonly sliceBytes?: number;

  /** Hears of every timer and every yield just before it goes on. */
  readonly trace?: (timer: TimerInfo) => void;
}

/** How long a virtual world may take to come to rest. */
export interface QuietOptions {
  readonly signal?: AbortSignal;

  /** How many timers and yields may go on; 100,000 unless given. */
  readonly maxSteps?: number;

  /** How far virtual time may turn; no limit unless given. */
  readonly maxTimeMs?: number;

  /** True waits for background timers as well. A periodic one never ends, so they do not count unless asked for. */
  readonly includeBackground?: boolean;
}

/** A deterministic Host. */
export class VirtualHost implements Host {
  readonly clock: ManualClock;
  readonly random: SeededRandom;
  readonly effects = new StandIns();
  readonly #uuids: SeededRandom;
  readonly #sliceBytes: number;

  constructor(options: VirtualHostOptions = {}) {
    const { seed = 0, start, shuffle = true, sliceBytes = 64 * 1024, trace } = options;
    const root = new SeededRandom(seed);
    this.random = root.fork('random');
    this.#uuids = root.fork('uuid');
    this.#sliceBytes = sliceBytes;
    this.clock = new ManualClock({
      ...(start !== undefined && { start }),
      ...(shuffle && { shuffle: root.fork('schedule') }),
      ...(trace && { trace }),
    });
  }

  uuid(): string {
    const [first, second, third, fourth] = [this.#word(), this.#word(), this.#word(), this.#word()];
    const version = (second & 0x0fff) | 0x4000; // 4: random
    const variant = ((third >>> 16) & 0x3fff) | 0x8000; // that of RFC 9562
    return `${hex(first >>> 16)}${hex(first)}-${hex(second >>> 16)}-${hex(version)}-${hex(variant)}-${hex(third)}${hex(fourth >>> 16)}${hex(fourth)}`;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepOn(this.clock, ms, signal);
  }

  yield(): Promise<void> {
    return sleepOn(this.clock, 0, undefined, { label: 'yield' });
  }

  startSlice(): WorkSlice {
    return countedSlice(() => this.#sliceBytes);
  }

  /** Lets every promise settle that can settle without time passing. */
  settle(): Promise<void> {
    return settle();
  }

  /**
   * Turns time from timer to timer until nothing is left to do, and says how much that was. Time stands still while an effect is performed for real.
   * Rejects with `REEVE_NOT_QUIET` when that takes more than it was given.
   */
  async runUntilQuiet(options: QuietOptions = {}): Promise<{ steps: number; elapsedMs: number }> {
    const startedAt = this.clock.monotonic();
    await settle();
    for (let steps = 0; ; steps += 1) {
      options.signal?.throwIfAborted();
      await this.effects.idle();
      if (this.#isQuiet(options)) return { steps, elapsedMs: this.clock.monotonic() - startedAt };
      this.#stayWithin(options, steps, startedAt);
      await this.clock.next();
    }
  }

  /**
   * Runs a program to its end, turning time whenever it waits, and gives back its result. Time stands still while an effect is performed for real (`effects.real`).
   * Rejects with `REEVE_STUCK` when the program waits and no timer is left, background timers included.
   */
  async run<T>(program: () => Promise<T>, options: Omit<QuietOptions, 'includeBackground'> = {}): Promise<T> {
    const startedAt = this.clock.monotonic();
    const state = { isRunning: true };
    const result = program().finally(() => (state.isRunning = false));
    result.catch(() => {}); // heard below: not before the program has finished
    await settle();
    for (let steps = 0; state.isRunning; steps += 1) {
      options.signal?.throwIfAborted();
      await this.effects.idle(() => !state.isRunning);
      if (!state.isRunning) break;
      this.#stayWithin(options, steps, startedAt);
      if (!(await this.clock.next()) && state.isRunning) throw new StuckError();
    }
    return result;
  }

  #word(): number {
    return this.#uuids.integer(2 ** 32);
  }

  #isQuiet({ includeBackground = false }: QuietOptions): boolean {
    const waiting = includeBackground ? this.clock.pendingTimers : this.clock.pendingForegroundTimers;
    return waiting === 0 || this.clock.nextDueMs === Infinity;
  }

  #stayWithin({ maxSteps = 100_000, maxTimeMs = Infinity }: QuietOptions, steps: number, startedAt: number): void {
    if (steps >= maxSteps) throw new NotQuietError(`${steps} steps`, this.clock.pending());
    const { nextDueMs } = this.clock;
    if (nextDueMs === Infinity || nextDueMs <= startedAt + maxTimeMs) return;
    throw new NotQuietError(`${maxTimeMs} ms`, this.clock.pending());
  }
}

/** The lower sixteen bits as four digits. */
const hex = (bits: number): string => (0x1_0000 | (bits & 0xffff)).toString(16).slice(1);
