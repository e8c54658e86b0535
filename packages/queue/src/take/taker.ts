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
      if (!(await this.#untilReady())) return undefined;
    }
  }

  /**
   * After `takeNow` has found nothing: `wake` is called once when it is worth looking again, which another may have done before. It is called by whoever adds, who is not done yet: look in a turn of
   * your own. False when the signal aborted or the queue has ended: then nothing will come any more.
   */
  onceReady(wake: Wake): boolean {
    if (this.#hasLeft) this.#passOn();
    else if (!this.#source.hasEnded()) {
      this.#place = this.#source.takers.join(wake, this.#place);
      return true;
    }
    return false;
  }

  [Symbol.dispose](): void {
    this.#signal?.removeEventListener('abort', this.#leave);
  }

  #untilReady(): Promise<boolean> {
    return new Promise((resolve) => {
      if (!this.onceReady(() => resolve(true))) resolve(false);
    });
  }

  /** The wake that an aborted taker may have received belongs to somebody else; one too many does no harm. */
  #passOn(): void {
    this.#source.takers.wakeOne();
  }

  readonly #leave = (): void => {
    this.#hasLeft = true;
    const wake = this.#place?.who;
    if (this.#place !== undefined && this.#source.takers.leave(this.#place)) wake?.();
  };
}
