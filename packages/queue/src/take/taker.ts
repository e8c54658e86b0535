/**
 * One consumer that waits for keys. It subscribes to its signal once, however many keys it takes: listeners on a long-lived
 * signal would add up otherwise.
 */
import type { Waiters } from './waiters.ts';

/** What a taker takes from. */
export interface Source<Item> {
  /** Takes an item if one is ready. */
  tryTake(): Item | undefined;

  /** Nothing is ready, and nothing will ever be. */
  hasEnded(): boolean;

  /** Those who wait for an item. */
  readonly takers: Waiters;
}

/** A consumer of a queue. Dispose of it when it takes no more. */
export class Taker<Item> implements Disposable {
  readonly #source: Source<Item>;
  readonly #signal: AbortSignal | undefined;
  #wake: (() => void) | undefined = undefined;

  constructor(source: Source<Item>, signal: AbortSignal | undefined) {
    this.#source = source;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#leave);
  }

  /** The next item if one is ready and the signal has not aborted. */
  takeNow(): Item | undefined {
    return this.#signal?.aborted === true ? undefined : this.#source.tryTake();
  }

  /** The next item; undefined when the signal aborted or the queue has ended. */
  async next(): Promise<Item | undefined> {
    for (;;) {
      if (this.#signal?.aborted === true) return this.#passOn();
      const item = this.#source.tryTake();
      if (item !== undefined || this.#source.hasEnded()) return item;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        this.#source.takers.join(resolve);
      });
    }
  }

  [Symbol.dispose](): void {
    this.#signal?.removeEventListener('abort', this.#leave);
  }

  /** The wake that an aborted taker may have received belongs to somebody else; one too many does no harm. */
  #passOn(): undefined {
    this.#source.takers.wakeOne();
  }

  readonly #leave = (): void => {
    const wake = this.#wake;
    if (wake !== undefined && this.#source.takers.leave(wake)) wake();
  };
}
