/**
 * Runs callbacks together in the next tick of the event loop: what many watchers have to send after one burst of writes costs one tick, not one each.
 */
import type { Host } from '@reeve/machinery';

export class TickBatcher {
  readonly #host: Host;
  readonly #onBug: (error: unknown) => void;
  #waiting: (() => void)[] = [];

  /** `onBug` is called when a callback throws; the others still run. */
  constructor(host: Host, onBug: (error: unknown) => void) {
    this.#host = host;
    this.#onBug = onBug;
  }

  /** Calls back in the next tick. */
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
