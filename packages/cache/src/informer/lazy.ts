/**
 * A value that is computed when it is asked for, and again only after somebody said that it may have changed.
 * Upstream: client-go cache/synctrack Lazy.
 */

/** A computation with memory. What it throws is not remembered. */
export class Lazy<T> {
  readonly #evaluate: () => T;
  #value: { readonly of: T } | undefined;

  constructor(evaluate: () => T) {
    this.#evaluate = evaluate;
  }

  /** The value may have changed. */
  notify(): void {
    this.#value = undefined;
  }

  get(): T {
    return (this.#value ??= { of: this.#evaluate() }).of;
  }
}
