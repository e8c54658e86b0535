/**
 * Lets consumers in one at a time, first come first served, and only while there is work. Closing turns away those for whom
 * nothing is left.
 */
import { WaitingLine } from '@reeve/machinery';
import { QueueClosedError } from './queue.ts';

/** The line in front of a queue. */
export class Turnstile {
  readonly #hasWork: () => boolean;
  readonly #line = new WaitingLine<Waiter>();
  #isTaken = false;
  #isClosed = false;

  constructor(hasWork: () => boolean) {
    this.#hasWork = hasWork;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  close(): void {
    this.#isClosed = true;
    this.notify();
  }

  /** Something has changed: work came, or somebody left. */
  notify(): void {
    while (!this.#isTaken && (this.#isClosed || this.#hasWork())) {
      const waiter = this.#line.take();
      if (waiter === undefined) return;
      if (this.#hasWork()) this.#admit(waiter);
      else waiter.reject(new QueueClosedError());
    }
  }

  /** Runs the work when it is this consumer's turn; it is the next one's when the work is done, at once where it waits for nothing. */
  async pass<R>(work: () => R | Promise<R>, signal?: AbortSignal): Promise<R> {
    if (this.#isTaken || !this.#line.isEmpty || !this.#hasWork()) await this.#wait(signal);
    else this.#isTaken = true;
    try {
      const result = work();
      return result instanceof Promise ? await result : result;
    } finally {
      this.#isTaken = false;
      this.notify();
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#line.leave(place);
        reject(signal?.reason);
      };
      const settled = (): void => signal?.removeEventListener('abort', giveUp);
      const waiter = { resolve: () => (settled(), resolve()), reject: (error: Error) => (settled(), reject(error)) };
      signal?.addEventListener('abort', giveUp, { once: true });
      const place = this.#line.join(waiter);
      this.notify();
    });
  }

  #admit(waiter: Waiter): void {
    this.#isTaken = true;
    waiter.resolve();
  }
}

interface Waiter {
  resolve(): void;
  reject(error: Error): void;
}
