/**
 * One who takes all that comes to a queue, for as long as there is one. It is called in a turn of its own, and goes on without a promise for as long as there is nothing to wait for: most work is
 * a single event, and each promise on its way costs as much as storing it.
 */

/** What a consumer works on. */
export interface StandingConsumerOptions {
  hasWork(): boolean;

  /** True when nothing more will come. */
  isClosed(): boolean;

  /** Does some of the work; what it throws or rejects with is reported, and the rest goes on. */
  work(): unknown;
  onError(error: unknown): void;
}

/** Resolved already: what follows it comes in the next turn. */
const soon = Promise.resolve();

/** Works whenever there is work. */
export class StandingConsumer {
  readonly #options: StandingConsumerOptions;
  #isBusy = false;
  #end: () => void = () => {};
  #fail: (error: unknown) => void = () => {};

  /** Resolves when nothing is left and nothing will come. Rejects with what `onError` throws. */
  readonly ended = new Promise<void>((resolve, reject) => {
    this.#end = resolve;
    this.#fail = reject;
  });

  constructor(options: StandingConsumerOptions) {
    this.#options = options;
  }

  /** Something has come, or nothing will any more. */
  notify(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    void soon.then(this.#workOff);
  }

  readonly #workOff = (): void => {
    const { hasWork, isClosed } = this.#options;
    try {
      while (hasWork()) {
        const working = this.#work();
        if (working !== undefined) return void working.then(this.#workOff, this.#fail);
      }
    } catch (error) {
      return this.#fail(error);
    }
    this.#isBusy = false;
    if (isClosed()) this.#end();
  };

  /** A promise only where there is something to wait for. */
  #work(): Promise<unknown> | undefined {
    const { work, onError } = this.#options;
    try {
      const working = work();
      return working instanceof Promise ? working.catch((error: unknown) => onError(error)) : undefined;
    } catch (error) {
      onError(error);
      return undefined;
    }
  }
}
