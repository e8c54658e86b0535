/**
 * Work that must be done by a certain time. The clock is the Host's, so deadlines pass in virtual time as well; `AbortSignal`'s
 * own `timeout()` would not.
 * Upstream: context.WithTimeout.
 */
import { DeadlineError } from '../errors/deadline-error.ts';
import type { Clock, Timer } from '../host/clock.ts';
import type { Host } from '../host/host.ts';
import type { AbortListener, Abortable } from './abortable.ts';
import { listened, orAbort } from './derived-abort.ts';

/** What a deadline belongs to. */
export interface DeadlineOptions {
  /** Ends the work earlier. */
  readonly signal?: AbortSignal | undefined;

  /** What is being waited for, for the message: "the cache of Pods to sync". A function is asked when the time is over. */
  readonly waitingFor?: string | (() => string) | undefined;

  /** True when the deadline alone should keep neither the process alive nor a virtual world busy. */
  readonly background?: boolean | undefined;
}

/**
 * What aborts on time. Listen to it directly where there are many: its signal is made when somebody asks for it. Dispose of it when the work is done: its
 * timer and its listener go.
 */
export interface Deadline extends Abortable, Disposable {
  readonly signal: AbortSignal;
}

/** Aborts with a `DeadlineError` after a time, or with its parent. */
export const deadlineSignal = (host: Pick<Host, 'clock'>, timeoutMs: number, options: DeadlineOptions = {}): Deadline =>
  new TimedAbort(host.clock, timeoutMs, options);

class TimedAbort implements Deadline, AbortListener {
  aborted = false;
  reason: unknown;
  readonly #timeoutMs: number;
  readonly #options: DeadlineOptions;
  readonly #timer: Timer;
  #listeners: AbortListener[] = none;
  #controller: AbortController | undefined;

  constructor(clock: Clock, timeoutMs: number, options: DeadlineOptions) {
    this.#timeoutMs = timeoutMs;
    this.#options = options;
    const { signal, waitingFor, background = false } = options;
    if (signal?.aborted) this.#abort(signal.reason);
    else if (signal !== undefined) listened(signal).addEventListener('abort', this);
    const label = typeof waitingFor === 'string' ? `deadline of ${waitingFor}` : 'deadline of work';
    this.#timer = clock.setTimer(timeoutMs, () => this.#expire(), { label, background });
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.aborted) this.#controller.abort(this.reason);
    }
    return this.#controller.signal;
  }

  addEventListener(_type: 'abort', listener: AbortListener): void {
    if (!this.#listeners.includes(listener)) this.#listeners = [...this.#listeners, listener];
  }

  removeEventListener(_type: 'abort', listener: AbortListener): void {
    this.#listeners = this.#listeners.filter((one) => one !== listener);
  }

  /** The parent was aborted. */
  handleEvent(): void {
    this.#abort(this.#options.signal?.reason);
  }

  [Symbol.dispose](): void {
    this.#timer.cancel();
    this.#options.signal?.removeEventListener('abort', this);
  }

  #expire(): void {
    const { waitingFor } = this.#options;
    this.#abort(new DeadlineError(this.#timeoutMs, typeof waitingFor === 'function' ? waitingFor() : waitingFor));
  }

  /** The first reason counts, as it does for a signal. */
  #abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.#controller?.abort(reason);
    for (const listener of this.#listeners) listener.handleEvent();
  }
}

const none: AbortListener[] = [];

/**
 * The result of the work, or a `DeadlineError` when it takes too long. Work given as a function hears of the deadline by its
 * signal; work that does not listen is left behind.
 */
export const withTimeout = async <T>(
  host: Pick<Host, 'clock'>,
  timeoutMs: number,
  work: Promise<T> | ((signal: AbortSignal) => Promise<T>),
  options: DeadlineOptions = {},
): Promise<T> => {
  using deadline = deadlineSignal(host, timeoutMs, options);
  return await orAbort(typeof work === 'function' ? work(deadline.signal) : work, deadline.signal);
};
