/**
 * Time as the framework sees it: a wall clock, a monotonic clock and one-shot timers.
 * Nothing else in reeve reads the time or starts a timer, so whoever brings the clock owns the schedule.
 */

/** A timer that has been set. Cancelling it twice, or after it fired, does nothing. */
export interface Timer extends Disposable {
  cancel(): void;
}

/** What a timer may say about itself. */
export interface TimerOptions {
  /** A background timer alone does not keep the process alive, nor a virtual world busy. */
  readonly background?: boolean;

  /** What the timer is for, in a word or two: traces and lists of what is pending show it. */
  readonly label?: string;
}

/** Where time comes from. Production has the Node clock, tests turn a `ManualClock`. */
export interface Clock {
  /** Wall time in milliseconds since 1970, which may jump. For timestamps that people and servers read. */
  now(): number;

  /** Milliseconds since an arbitrary start, which never go backwards. For deadlines and durations. */
  monotonic(): number;

  /**
   * Calls back once, never synchronously, after at least `delayMs`. A negative or missing delay counts as 0, an infinite
   * one never ends. Timers that are due together may fire in any order, except that one set while others are already due
   * fires after them.
   */
  setTimer(delayMs: number, callback: () => void, options?: TimerOptions): Timer;
}
