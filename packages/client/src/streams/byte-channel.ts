/**
 * One direction of a stream: what was received, until somebody reads it. Says when it is full, so that the sender can be slowed down.
 */

import { AnswerTooLargeError, answerLimits } from '@reeve/machinery';

/** Bytes in the order they came. One consumer reads them; leaving the loop drops the rest. */
export class ByteChannel implements AsyncIterable<Uint8Array> {
  readonly #onRoom: () => void;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #end: { readonly error?: Error } | undefined;
  #isDropped = false;
  #wake: () => void = () => {};

  /** `onRoom` is called when a full channel has room again. */
  constructor(onRoom: () => void = () => {}) {
    this.#onRoom = onRoom;
  }

  /** True when no more should be sent for now. */
  get isFull(): boolean {
    return this.#bytes >= HIGH_WATER;
  }

  push(bytes: Uint8Array): void {
    if (this.#end !== undefined || this.#isDropped || bytes.length === 0) return;
    this.#chunks.push(bytes);
    this.#bytes += bytes.length;
    this.#wake();
  }

  /** Ends the stream; what is in it can still be read. An error comes after it. */
  end(error?: Error): void {
    this.#end ??= error === undefined ? {} : { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    try {
      for (let chunk = await this.#next(); chunk !== undefined; chunk = await this.#next()) yield chunk;
    } finally {
      this.#isDropped = true;
      this.#take(this.#chunks.splice(0));
    }
  }

  /** Everything until the end, as text. More than `maxBytes` (128 MiB unless given) is an `AnswerTooLargeError`. */
  async text(maxBytes: number = answerLimits.wholeBytes): Promise<string> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of this) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes)
        throw new AnswerTooLargeError('what came on the stream', maxBytes, { advice: 'read it piece by piece' });
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  async #next(): Promise<Uint8Array | undefined> {
    while (this.#chunks.length === 0 && this.#end === undefined) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) this.#take([chunk]);
    else if (this.#end?.error !== undefined) throw this.#end.error;
    return chunk;
  }

  #take(chunks: readonly Uint8Array[]): void {
    const wasFull = this.isFull;
    for (const { length } of chunks) this.#bytes -= length;
    if (wasFull && !this.isFull) this.#onRoom();
  }
}

const HIGH_WATER = 256 * 1024;
