/**
 * Time as the framework sees it: a wall clock, a monotonic clock and one-shot timers.
 * Nothing else in reeve reads the time or starts a timer, so whoever brings the clock owns the schedule.
 */

/** A timer that has been set. Cancelling it twice, or after it fired, does nothing. */
export interface Timer extends Disposable {
  cancel(): void;
}

/** Where time comes from. Production has the Node clock, tests turn a `ManualClock`. */
export interface Clock {
  /** Wall time in milliseconds since 1970, which may jump. For timestamps that people and servers read. */
  now(): number;

  /** Milliseconds since an arbitrary start, which never go backwards. For deadlines and durations. */
  monotonic(): number;

  /**
   * Calls back once, never synchronously, after at least `delayMs`; timers that are due together fire in the order
   * they were set. A negative or missing delay counts as 0. A timer alone does not keep the process alive
   * when `background` is true.
   */
  setTimer(delayMs: number, callback: () => void, options?: { readonly background?: boolean }): Timer;
}
