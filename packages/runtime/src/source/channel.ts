/**
 * A bounded line of values between one that pushes and one that reads: pushing waits while it is full, reading waits while it is empty.
 * Upstream: a buffered Go channel.
 */

/** A channel. What is pushed after it was closed is dropped. */
export class Channel<T> implements AsyncIterable<T> {
  readonly #capacity: number;
  readonly #values: T[] = [];
  readonly #readers: (() => void)[] = [];
  readonly #writers: (() => void)[] = [];
  #isClosed = false;

  constructor(capacity = 1024) {
    this.#capacity = capacity;
  }

  /** How many values wait to be read. */
  get length(): number {
    return this.#values.length;
  }

  /** Resolves when the value has its place; false when the channel is closed. */
  async push(value: T): Promise<boolean> {
    while (!this.#isClosed && this.#values.length >= this.#capacity) {
      await new Promise<void>((resolve) => this.#writers.push(resolve));
    }
    if (this.#isClosed) return false;
    this.#values.push(value);
    this.#readers.shift()?.();
    return true;
  }

  /** Ends it: what waits can still be read. */
  close(): void {
    this.#isClosed = true;
    for (const wake of [...this.#readers.splice(0), ...this.#writers.splice(0)]) wake();
  }

  [Symbol.asyncIterator](): AsyncIterator<T> {
    const reading = { hasEnded: false };
    return {
      next: () => this.#next(reading),
      return: async () => {
        reading.hasEnded = true;
        for (const wake of this.#readers.splice(0)) wake();
        return { done: true, value: undefined };
      },
    };
  }

  async #next(reading: { readonly hasEnded: boolean }): Promise<IteratorResult<T>> {
    while (this.#values.length === 0 && !this.#isClosed && !reading.hasEnded) {
      await new Promise<void>((resolve) => this.#readers.push(resolve));
    }
    const isOver = reading.hasEnded || this.#values.length === 0;
    const [value] = isOver ? [] : this.#values.splice(0, 1);
    this.#writers.shift()?.();
    return isOver ? { done: true, value: undefined } : { done: false, value: value as T }; // one was there
  }
}
