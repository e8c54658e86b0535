/**
 * How much of an answer is read, and how long a server may ask to wait. A server that is broken or hostile, and a proxy in its place, must be able neither
 * to fill the memory of its clients nor to hold them up. Clients and caches count against the same limits.
 */
import { ReeveError } from '../errors/reeve-error.ts';

const mebibyte = 1024 * 1024;

/** The limits, in bytes after decompression. */
export const answerLimits = {
  /** An answer that is read as a whole. Longer lists are read in pages, or item by item. */
  wholeBytes: 128 * mebibyte,
  /** One item of a list that is read item by item, and one event of a watch. */
  itemBytes: 64 * mebibyte,
  /** What stands in front of the items of a list and behind them. */
  aroundItemsBytes: 4 * mebibyte,
  /** The body of a refusal. It is cut there, not refused: the status code is worth more. */
  refusalBytes: 4 * mebibyte,
} as const;

/** What can be said besides. */
export interface AnswerTooLargeOptions extends ErrorOptions {
  readonly advice?: string | undefined;
}

const listAdvice = 'list in pages (listEach, or a limit), or check that the address leads to a Kubernetes API server';

/** A server sent more than is read. The rest of the answer was not read, and its connection is closed. */
export class AnswerTooLargeError extends ReeveError {
  readonly limitBytes: number;

  /** `what` is the subject of the message: `the answer to list Pod`. `advice` is what to do instead of reading it as a whole. */
  constructor(what: string, limitBytes: number, { advice = listAdvice, ...options }: AnswerTooLargeOptions = {}) {
    const size = describeBytes(limitBytes);
    super(
      'REEVE_ANSWER_TOO_LARGE',
      `${what} is longer than ${size}, and the rest of it was not read: ${advice}`,
      options,
    );
    this.limitBytes = limitBytes;
  }
}

const describeBytes = (bytes: number): string => (bytes < mebibyte ? `${bytes} bytes` : `${bytes / mebibyte} MiB`);

/** The longest time that a server may ask to wait (Retry-After) and is obeyed. */
export const longestRetryAfterMs = 5 * 60_000;

/**
 * The time to wait, in milliseconds, that a number of seconds from a server stands for: a Retry-After header, or `details.retryAfterSeconds`. Undefined for
 * what is no finite number above 0. It is not capped: compare it with `longestRetryAfterMs`, or wait for `cappedRetryAfterMs` of it.
 */
export const retryAfterMsOf = (seconds: unknown): number | undefined => {
  const ms = typeof seconds === 'number' ? seconds * 1000 : Number.NaN;
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
};

/** The time to wait, or the longest that is obeyed when the server asks for more. For loops that go on in any case. */
export const cappedRetryAfterMs = (askedMs: number): number =>
  Math.min(Number.isFinite(askedMs) && askedMs > 0 ? askedMs : 0, longestRetryAfterMs);
