/**
 * Work for the next turn of the event loop, run together: what many watchers have to send after one burst of writes costs one turn, not one each.
 */
import type { Host } from '@reeve/machinery';

export class Turns {
  readonly #host: Host;
  readonly #onBug: (error: unknown) => void;
  #waiting: (() => void)[] = [];

  /** `onBug` hears of a callback that threw; the others run all the same. */
  constructor(host: Host, onBug: (error: unknown) => void) {
    this.#host = host;
    this.#onBug = onBug;
  }

  /** Calls back in the next turn. */
  next(callback: () => void): void {
    this.#waiting.push(callback);
    if (this.#waiting.length === 1) void this.#host.yield().then(() => this.#run());
  }

  #run(): void {
    const ready = this.#waiting;
    this.#waiting = [];
    for (const callback of ready) {
      try {
        callback();
      } catch (error) {
        this.#onBug(error);
      }
    }
  }
}
