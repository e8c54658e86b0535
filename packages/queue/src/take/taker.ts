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
  /** The signal has aborted: asking it each time costs more. */
  #hasLeft: boolean;
  /** The same each time: what is new, and referred to by what is old, costs something when memory is collected. */
  #place: WaitingPlace<Wake> | undefined = undefined;

  constructor(source: Source<Item>, signal: AbortSignal | undefined) {
    this.#source = source;
    this.#signal = signal;
    this.#hasLeft = signal?.aborted === true;
    signal?.addEventListener('abort', this.#leave);
  }

  /** The next item if one is ready and the signal has not aborted. */
  takeNow(): Item | undefined {
    return this.#hasLeft ? undefined : this.#source.tryTake();
  }

  /** The next item; undefined when the signal aborted or the queue has ended. */
  async next(): Promise<Item | undefined> {
    for (;;) {
      const item = this.takeNow();
      if (item !== undefined) return item;
      const waiting = this.untilReady();
      if (waiting === undefined) return undefined;
      await waiting;
    }
  }

  /**
   * After `takeNow` has found nothing: resolves when it is worth looking again, which another may have done before. Undefined when the signal aborted or the queue has ended: then nothing
   * will come any more.
   */
  untilReady(): Promise<void> | undefined {
    if (this.#hasLeft) return this.#passOn();
    if (this.#source.hasEnded()) return undefined;
    return new Promise<void>((resolve) => (this.#place = this.#source.takers.join(resolve, this.#place)));
  }

  [Symbol.dispose](): void {
    this.#signal?.removeEventListener('abort', this.#leave);
  }

  /** The wake that an aborted taker may have received belongs to somebody else; one too many does no harm. */
  #passOn(): undefined {
    this.#source.takers.wakeOne();
  }

  readonly #leave = (): void => {
    this.#hasLeft = true;
    const wake = this.#place?.who;
    if (this.#place !== undefined && this.#source.takers.leave(this.#place)) wake?.();
  };
}
