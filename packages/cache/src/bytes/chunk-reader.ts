/**
 * Chunks of a body, one at a time, until the body ends or a signal aborts. The signal is listened to once for the whole body, not once
 * per chunk; closing tells the body that nobody reads on, and does not wait for one that no longer moves.
 */
import { checkLength, type AnswerPart } from './answer-limits.ts';
import { asBuffer } from './byte-text.ts';

/** Reads a stream of anything; one reader, one call at a time. Each chunk passes two promises and no more: most carry a single event, and each promise on its way costs as much as storing it. */
export class ChunkReader<Chunk> {
  readonly #iterator: AsyncIterator<Chunk>;
  readonly #signal: AbortSignal;
  readonly #onAbort = (): void => this.#settle()?.reject(this.#signal.reason);
  /** Whoever waits for the next chunk. */
  #waiting: Waiting<Chunk> | undefined;
  /** The body was asked for a chunk and has not given one: it may never. */
  #isAsked = false;
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
    return this.nextAs(unchanged);
  }

  /** The same, with what is made of it, or of what broke the body. */
  nextAs<Made>(take: (chunk: Chunk | undefined) => Made, fail: (error: unknown) => unknown = unchanged): Promise<Made> {
    return new Promise<Made>((resolve, reject) => {
      this.#signal.throwIfAborted();
      this.#waiting = new Waiting(take, fail, resolve as (made: unknown) => void, reject); // with what `take` has made
      this.#isAsked = true;
      this.#iterator.next().then(this.#taken, this.#failed);
    });
  }

  /** Ends the body, if it has not ended. */
  async close(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#onAbort);
    if (this.#isDone) return;
    this.#isDone = true;
    const closing = Promise.resolve(this.#iterator.return?.()).then(undefined, () => {}); // it is over either way
    if (!this.#isAsked) await closing;
  }

  readonly #taken = ({ done = false, value }: IteratorResult<Chunk, undefined>): void => {
    const waiting = this.#settle();
    this.#isAsked = false;
    this.#isDone ||= done;
    if (waiting === undefined) return;
    try {
      waiting.resolve(waiting.take(done ? undefined : value));
    } catch (error) {
      waiting.reject(error);
    }
  };

  readonly #failed = (error: unknown): void => {
    const waiting = this.#settle();
    waiting?.reject(waiting.fail(error));
  };

  #settle(): Waiting<Chunk> | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }
}

/** A call of `next` that was not answered yet. */
class Waiting<Chunk> {
  readonly take: (chunk: Chunk | undefined) => unknown;
  readonly fail: (error: unknown) => unknown;
  readonly resolve: (made: unknown) => void;
  readonly reject: (error: unknown) => void;

  constructor(
    take: (chunk: Chunk | undefined) => unknown,
    fail: (error: unknown) => unknown,
    resolve: (made: unknown) => void,
    reject: (error: unknown) => void,
  ) {
    this.take = take;
    this.fail = fail;
    this.resolve = resolve;
    this.reject = reject;
  }
}

const unchanged = <T>(value: T): T => value;

/** All of a body as one `Buffer`. Rejects with `REEVE_ANSWER_LIMIT`, and reads no more, when it is longer than this part of an answer may be. */
export async function readAll(
  body: AsyncIterable<Uint8Array>,
  limit: AnswerPart,
  signal: AbortSignal,
): Promise<Buffer> {
  const reader = new ChunkReader(body, signal);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for (let chunk = await reader.next(); chunk !== undefined; chunk = await reader.next()) {
      length += chunk.length;
      checkLength(limit, length);
      chunks.push(asBuffer(chunk));
    }
  } finally {
    await reader.close();
  }
  return Buffer.concat(chunks, length);
}
