/**
 * Something that happens once and can be waited for.
 * Upstream: client-go cache.DoneChecker.
 */
import { orAbort } from '@reeve/machinery';

/** Closed, and then open for ever. */
export class Latch {
  #isOpen = false;
  #open: () => void = () => {};
  readonly #opened = new Promise<void>((resolve) => (this.#open = resolve));

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Opening it again does nothing: to resolve a promise twice is reported to the engine's host, which costs as much as storing an object. */
  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#open();
  }

  /** Resolves when it opens; rejects with the signal's reason if that comes first. */
  opened(signal?: AbortSignal): Promise<void> {
    if (this.#isOpen || signal === undefined) return this.#opened;
    return orAbort(this.#opened, signal);
  }
}
