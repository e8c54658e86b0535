/**
 * Chunks of a body, one at a time, until the body ends or a signal aborts. The signal is listened to once for the whole body, not once
 * per chunk; closing tells the body that nobody reads on, and does not wait for one that no longer moves.
 */
import { asBuffer } from './byte-text.ts';

/** Reads a stream of anything; one reader, one call at a time. */
export class ChunkReader<Chunk> {
  readonly #iterator: AsyncIterator<Chunk>;
  readonly #signal: AbortSignal;
  readonly #onAbort = (): void => this.#giveUp?.(this.#signal.reason);
  #giveUp: ((reason: unknown) => void) | undefined;
  #isDone = false;

  constructor(body: AsyncIterable<Chunk>, signal: AbortSignal) {
    this.#iterator = body[Symbol.asyncIterator]();
    this.#signal = signal;
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** True when the signal has aborted: a failure of `next` is its doing. */
  get isAborted(): boolean {
    return this.#signal.aborted;
  }

  /** The next chunk; undefined at the end. Rejects with the signal's reason, or with what broke the body. */
  next(): Promise<Chunk | undefined> {
    return new Promise((resolve, reject) => {
      this.#signal.throwIfAborted();
      this.#giveUp = reject;
      this.#iterator.next().then((result) => resolve(this.#taken(result)), reject);
    });
  }

  /** Ends the body, if it has not ended. */
  async close(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#onAbort);
    if (this.#isDone) return;
    this.#isDone = true;
    const closing = Promise.resolve(this.#iterator.return?.()).then(undefined, () => {}); // it is over either way
    if (this.#giveUp === undefined) await closing;
  }

  #taken({ done = false, value }: IteratorResult<Chunk, undefined>): Chunk | undefined {
    this.#giveUp = undefined;
    this.#isDone ||= done;
    return done ? undefined : value;
  }
}

/** All of a body as one `Buffer`; for small ones. */
export async function readAll(body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Buffer> {
  const reader = new ChunkReader(body, signal);
  const chunks: Buffer[] = [];
  try {
    for (let chunk = await reader.next(); chunk !== undefined; chunk = await reader.next())
      chunks.push(asBuffer(chunk));
  } finally {
    await reader.close();
  }
  return Buffer.concat(chunks);
}
