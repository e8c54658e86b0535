/**
 * One consumer that waits for keys. It subscribes to its signal once, however many keys it takes: listeners on a long-lived
 * signal would add up otherwise.
 */
import type { WaitingPlace } from '@reeve/machinery';
import type { Waiters, Wake } from './waiters.ts';

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
  #place: WaitingPlace<Wake> | undefined = undefined;

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
  next(): Promise<Item | undefined> {
    if (this.#signal?.aborted === true) return Promise.resolve(this.#passOn());
    const item = this.#source.tryTake();
    if (item !== undefined || this.#source.hasEnded()) return Promise.resolve(item);
    const woken = new Promise<void>((resolve) => (this.#place = this.#source.takers.join(resolve)));
    return woken.then(this.#lookAgain);
  }

  [Symbol.dispose](): void {
    this.#signal?.removeEventListener('abort', this.#leave);
  }

  /** The wake that an aborted taker may have received belongs to somebody else; one too many does no harm. */
  #passOn(): undefined {
    this.#source.takers.wakeOne();
  }

  /** What is there by now; another may have been faster. */
  readonly #lookAgain = (): Item | undefined | Promise<Item | undefined> => this.takeNow() ?? this.next();

  readonly #leave = (): void => {
    const wake = this.#place?.who;
    if (this.#place !== undefined && this.#source.takers.leave(this.#place)) wake?.();
  };
}
