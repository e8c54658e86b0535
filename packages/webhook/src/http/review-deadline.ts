/**
 * How long a review may take, and whether its caller still waits. A signal of Node costs as much as parsing a small review, so there is one only when a function asks for it.
 */
import { DeadlineError } from '@reeve/machinery';
import type { Abortable, Clock, Timer } from '@reeve/machinery';

/** The end of one review. */
export class ReviewDeadline implements Disposable {
  aborted = false;
  readonly #parent: Abortable;
  readonly #timer: Timer;
  #reason: unknown;
  #reject: ((reason: unknown) => void) | undefined;
  #controller: AbortController | undefined;

  constructor(clock: Clock, timeoutMs: number, parent: Abortable) {
    this.#parent = parent;
    const waitingFor = 'the answer of a webhook';
    const expire = (): void => this.#abort(new DeadlineError(timeoutMs, waitingFor));
    this.#timer = clock.setTimer(timeoutMs, expire, { background: true, label: waitingFor });
    if (parent.aborted) this.#abort(parent.reason);
    else parent.addEventListener('abort', this);
  }

  /** Aborts with the deadline. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.aborted) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** The promise, or why there is no more time for it. */
  race<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      if (this.aborted) reject(this.#reason);
      promise.then(resolve, reject);
    });
  }

  /** The caller has gone. */
  handleEvent(): void {
    this.#abort(this.#parent.reason);
  }

  [Symbol.dispose](): void {
    this.#timer.cancel();
    this.#parent.removeEventListener('abort', this);
  }

  #abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.#reason = reason;
    this.#reject?.(reason);
    this.#controller?.abort(reason);
  }
}
