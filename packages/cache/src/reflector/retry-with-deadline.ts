/**
 * Whether to try again after a failure: within a window that opens with the first failure, and anew after a quiet time.
 * Upstream: client-go tools/cache RetryWithDeadline.
 */
import type { Clock } from '@reeve/machinery';

/** The window and what it is for. */
export interface RetryWithDeadlineOptions {
  /** How long after the first failure tries go on; 0 never tries again. */
  readonly windowMs: number;
  /** A failure that comes this long after the one before opens a new window. */
  readonly resetMs: number;
  /** Which failures count. */
  readonly isRetryable: (error: unknown) => boolean;
  readonly clock: Clock;
}

/** Follows the outcome of tries. */
export class RetryWithDeadline {
  readonly #options: RetryWithDeadlineOptions;
  #openedAt: number | undefined;
  #failedAt = 0;

  constructor(options: RetryWithDeadlineOptions) {
    this.#options = options;
  }

  /** Notes how a try ended; `undefined` is a success. */
  after(error: unknown): void {
    if (error === undefined || !this.#options.isRetryable(error)) return;
    const now = this.#options.clock.monotonic();
    if (this.#openedAt === undefined || now - this.#failedAt >= this.#options.resetMs) this.#openedAt = now;
    this.#failedAt = now;
  }

  /** True while the window is open. Asking after it has closed makes room for a new one. */
  shouldRetry(): boolean {
    const { windowMs, clock } = this.#options;
    if (windowMs <= 0 || this.#openedAt === undefined) return false;
    if (clock.monotonic() - this.#openedAt <= windowMs) return true;
    this.#openedAt = undefined;
    return false;
  }
}
