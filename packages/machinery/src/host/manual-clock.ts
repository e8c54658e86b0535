/**
 * A clock that stands still until it is turned. Timers fire in the order of their due time, then of insertion, and all
 * promises settle between two timers, so timers set by those that fired take part when they fall into the same window.
 * Upstream: k8s.io/utils/clock/testing, which leaves the settling to the test.
 */
import { Heap, type Placed } from '../collections/heap.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { Clock, Timer, TimerOptions } from './clock.ts';
import { settle } from './macrotask.ts';
import type { Random } from './random.ts';

/** A timer as lists of pending work and traces show it. */
export interface TimerInfo {
  /** When it fires, on the monotonic clock. */
  readonly dueMs: number;
  readonly label: string;
  readonly background: boolean;
}

/** How a manual clock starts and behaves. */
export interface ManualClockOptions {
  /** The wall time at the start, in milliseconds since 1970; the beginning of 2026 unless given. */
  readonly start?: number;

  /** Draws the order of timers that are due at the same instant. Without it they fire in the order they were set. */
  readonly shuffle?: Random;

  /** Hears of every timer just before it fires. */
  readonly trace?: (timer: TimerInfo) => void;
}

/** The wall time at which virtual time starts unless told otherwise: 2026-01-01T00:00:00Z. */
export const VIRTUAL_START = 1_767_225_600_000;

/** Time in the hands of a test. */
export class ManualClock implements Clock {
  readonly #timers = new Heap<TimerEntry>(firesBefore);
  readonly #shuffle: Random | undefined;
  readonly #trace: ((timer: TimerInfo) => void) | undefined;
  #wallOffset: number;
  #elapsed = 0;
  #sequence = 0;
  #turn = 0; // the turn of the timer that fired last at this instant; what it sets belongs to the next one
  #foreground = 0;

  constructor(options: ManualClockOptions = {}) {
    this.#wallOffset = options.start ?? VIRTUAL_START;
    this.#shuffle = options.shuffle;
    this.#trace = options.trace;
  }

  now(): number {
    return this.#wallOffset + this.#elapsed;
  }

  /** Milliseconds turned since the clock was made. */
  monotonic(): number {
    return this.#elapsed;
  }

  /** How many timers wait to fire. */
  get pendingTimers(): number {
    return this.#timers.length;
  }

  /** How many timers wait to fire, background timers left out. */
  get pendingForegroundTimers(): number {
    return this.#foreground;
  }

  /** When the next timer fires, on the monotonic clock; `Infinity` when none ever will. */
  get nextDueMs(): number {
    return this.#timers.top?.dueMs ?? Infinity;
  }

  /** The waiting timers in the order in which they will fire. */
  pending(): TimerInfo[] {
    return [...this.#timers.values()].toSorted((a, b) => (firesBefore(a, b) ? -1 : 1)).map(infoOf);
  }

  setTimer(delayMs: number, callback: () => void, options: TimerOptions = {}): Timer {
    const delay = delayMs > 0 ? delayMs : 0; // NaN counts as 0, too
    const entry: TimerEntry = {
      dueMs: this.#elapsed + delay,
      turn: delay > 0 ? 0 : this.#turn + 1,
      rank: this.#shuffle?.next() ?? 0,
      sequence: this.#sequence++,
      callback,
      background: options.background ?? false,
      label: options.label ?? 'timer',
      place: -1,
    };
    this.#timers.add(entry);
    if (!entry.background) this.#foreground += 1;
    const cancel = (): void => this.#forget(entry);
    return { cancel, [Symbol.dispose]: cancel };
  }

  /** Turns the clock, firing every timer that falls due on the way. Rejects with what a timer's callback throws. */
  async advance(ms: number): Promise<void> {
    if (!(ms >= 0 && ms < Infinity)) throw notForward(ms);
    await this.#turnTo(this.#elapsed + ms);
  }

  /** Turns the clock to a wall time; a time that has passed only fires what is due now. */
  async advanceTo(wallTime: number): Promise<void> {
    await this.#turnTo(wallTime - this.#wallOffset);
  }

  /** Jumps to the next timer and fires it. False when no timer will ever fire. */
  async next(): Promise<boolean> {
    await settle();
    const timer = this.#timers.top;
    if (timer === undefined || timer.dueMs === Infinity) return false;
    this.#fire(timer);
    await settle();
    return true;
  }

  /** Moves the wall clock as an operator or NTP would. The monotonic clock and the timers do not notice. */
  jump(ms: number): void {
    this.#wallOffset += ms;
  }

  async #turnTo(elapsed: number): Promise<void> {
    await settle();
    for (let timer = this.#timers.top; timer !== undefined && timer.dueMs <= elapsed; timer = this.#timers.top) {
      this.#fire(timer);
      await settle();
    }
    this.#moveTo(elapsed);
  }

  #fire(timer: TimerEntry): void {
    this.#forget(timer);
    this.#moveTo(timer.dueMs);
    this.#turn = timer.turn;
    this.#trace?.(infoOf(timer));
    timer.callback();
  }

  /** Never backwards: two calls that turn the clock at once share the way. */
  #moveTo(elapsed: number): void {
    if (elapsed <= this.#elapsed) return;
    this.#elapsed = elapsed;
    this.#turn = 0;
  }

  #forget(timer: TimerEntry): void {
    if (this.#timers.remove(timer) && !timer.background) this.#foreground -= 1;
  }
}

const infoOf = ({ dueMs, label, background }: TimerEntry): TimerInfo => ({ dueMs, label, background });

const notForward = (ms: number): InvalidInputError =>
  new InvalidInputError(
    String(ms),
    `a clock cannot be advanced by ${ms} ms: give a finite number from 0, or move only the wall clock with jump(ms)`,
  );

/** A pending timer in the heap of a clock, which orders timers by due time, then turn, then rank, then insertion. */
interface TimerEntry extends Placed {
  readonly dueMs: number;
  readonly turn: number;
  readonly rank: number;
  readonly sequence: number;
  readonly callback: () => void;
  readonly background: boolean;
  readonly label: string;
}

/** The order in which timers fire. Sequences differ, so that no two entries are equal. */
function firesBefore(a: TimerEntry, b: TimerEntry): boolean {
  if (a.dueMs !== b.dueMs) return a.dueMs < b.dueMs;
  if (a.turn !== b.turn) return a.turn < b.turn;
  if (a.rank !== b.rank) return a.rank < b.rank;
  return a.sequence < b.sequence;
}
