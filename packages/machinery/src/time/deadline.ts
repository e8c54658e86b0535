/**
 * Work that must be done by a certain time. The clock is the Host's, so deadlines pass in virtual time as well; `AbortSignal`'s
 * own `timeout()` would not.
 * Upstream: context.WithTimeout.
 */
import { DeadlineError } from '../errors/deadline-error.ts';
import type { Host } from '../host/host.ts';
import { deriveAbort, orAbort } from './derived-abort.ts';

/** What a deadline belongs to. */
export interface DeadlineOptions {
  /** Ends the work earlier. */
  readonly signal?: AbortSignal | undefined;

  /** What is being waited for, for the message: "the cache of Pods to sync". A function is asked when the time is over. */
  readonly waitingFor?: string | (() => string) | undefined;

  /** True when the deadline alone should keep neither the process alive nor a virtual world busy. */
  readonly background?: boolean | undefined;
}

/** A signal that aborts on time. Dispose of it when the work is done: its timer and its listener go. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

/** A signal that aborts with a `DeadlineError` after a time, or with its parent. */
export const deadlineSignal = (
  host: Pick<Host, 'clock'>,
  timeoutMs: number,
  options: DeadlineOptions = {},
): Deadline => {
  const derived = deriveAbort(options.signal);
  const { waitingFor, background = false } = options;
  const said = (): string | undefined => (typeof waitingFor === 'function' ? waitingFor() : waitingFor);
  const expire = (): void => derived.abort(new DeadlineError(timeoutMs, said()));
  const label = typeof waitingFor === 'string' ? `deadline of ${waitingFor}` : 'deadline of work';
  const timer = host.clock.setTimer(timeoutMs, expire, { label, background });
  return {
    signal: derived.signal,
    [Symbol.dispose]: () => {
      timer.cancel();
      derived[Symbol.dispose]();
    },
  };
};

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
