/**
 * A body that is there already, as the stream of chunks that a transport gives: one chunk, or none where it is empty. Not a generator, which costs several promises
 * more, and every request in memory has such a body.
 */
import type { TransportBody } from '@reeve/machinery';

/** One chunk, or none. */
export class SingleChunk implements TransportBody, AsyncIterableIterator<Uint8Array, void, void> {
  #body: Uint8Array | undefined;

  constructor(body: Uint8Array) {
    this.#body = body.length > 0 ? body : undefined;
  }

  next(): Promise<IteratorResult<Uint8Array, void>> {
    const value = this.#body;
    this.#body = undefined;
    return Promise.resolve(value === undefined ? { done: true, value } : { done: false, value });
  }

  takeRest(): Uint8Array {
    const rest = this.#body ?? new Uint8Array();
    this.#body = undefined;
    return rest;
  }

  return(): Promise<IteratorResult<Uint8Array, void>> {
    this.#body = undefined;
    return this.next();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
