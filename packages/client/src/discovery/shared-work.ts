/**
 * One piece of work for everybody who asks while it is under way. Each waits with a signal of his own; when nobody waits any more,
 * the work itself is aborted.
 */
import { orAbort } from '@reeve/machinery';

/** Work that is done once at a time. */
export class SharedWork<T> {
  readonly #work: (signal: AbortSignal) => Promise<T>;
  #running: Running<T> | undefined;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    this.#work = work;
  }

  /** Joins the work that is under way, or starts it. */
  async join(signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const running = (this.#running ??= this.#start());
    running.waiting += 1;
    try {
      return await (signal === undefined ? running.result : orAbort(running.result, signal));
    } finally {
      running.waiting -= 1;
      if (running.waiting === 0) this.#end(running.abort);
    }
  }

  #start() {
    const abort = new AbortController();
    const result = this.#work(abort.signal);
    const running = { result, abort, waiting: 0 };
    void this.#forgetAfter(running);
    return running;
  }

  async #forgetAfter(running: Running<T>): Promise<void> {
    await Promise.allSettled([running.result]);
    if (this.#running === running) this.#running = undefined;
  }

  /** Does nothing to work that is done. */
  #end(abort: AbortController): void {
    if (this.#running?.abort === abort) this.#running = undefined;
    abort.abort();
  }
}

interface Running<T> {
  readonly result: Promise<T>;
  readonly abort: AbortController;
  waiting: number;
}
