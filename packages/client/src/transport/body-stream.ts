/**
 * The body of an answer between a socket that pushes and a reader that pulls. More than a little unread pauses the socket, so a slow reader slows the
 * server down instead of filling memory; a reader that stops early ends the request.
 *
 * Invariant: a reader waits only while no chunk is buffered and the body has not ended.
 */

/** What the body asks of its connection. */
export interface BodySource {
  /** Lets the socket go on after it was paused. */
  resume(): void;
  /** Ends the request: the reader wants no more. */
  cancel(): void;
}

type Result = IteratorResult<Uint8Array, undefined>;

interface Waiting {
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** More than this unread, and the socket is paused. */
const highWaterMark = 64 * 1024;

/** So little unread, and it goes on: pausing is a call of the kernel, so a pause must not end with each small chunk that is read. */
const lowWaterMark = 16 * 1024;

/** One body, for one reader. */
export class BodyStream implements AsyncIterableIterator<Uint8Array, undefined, undefined> {
  readonly #source: BodySource;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isPaused = false;
  #isEnded = false;
  #error: unknown;
  #waiting: Waiting | undefined;

  constructor(source: BodySource) {
    this.#source = source;
  }

  /** True when nothing waits to be read: silence is then the server's doing. */
  get isDrained(): boolean {
    return this.#chunks.length === 0;
  }

  /** Takes a chunk from the socket; false asks it to pause. */
  push(chunk: Uint8Array): boolean {
    const waiting = this.#waiting;
    if (waiting !== undefined) {
      this.#waiting = undefined;
      waiting.resolve({ value: chunk, done: false });
      return true;
    }
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes >= highWaterMark) this.#isPaused = true;
    return !this.#isPaused;
  }

  /** No more chunks will come; with an error, the reader gets it after what has arrived. */
  end(error?: unknown): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#error = error;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) this.#finish(waiting);
  }

  next(): Promise<Result> {
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) {
      this.#give(chunk.length);
      return Promise.resolve({ value: chunk, done: false });
    }
    return new Promise((resolve, reject) => {
      if (this.#isEnded) this.#finish({ resolve, reject });
      else this.#waiting = { resolve, reject };
    });
  }

  /** What is left to read, when all of it is here: small answers need no waiting. Undefined when the body has not ended, or ended with an error. */
  takeRest(): Uint8Array | undefined {
    if (!this.#isEnded || this.#error !== undefined) return undefined;
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#bytes = 0;
    return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
  }

  return(): Promise<Result> {
    const isUnfinished = !this.#isEnded;
    this.#chunks = [];
    this.#bytes = 0;
    this.end();
    this.#error = undefined;
    if (isUnfinished) this.#source.cancel();
    return Promise.resolve(over);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #give(bytes: number): void {
    this.#bytes -= bytes;
    if (!this.#isPaused || this.#bytes > lowWaterMark || this.#isEnded) return;
    this.#isPaused = false;
    this.#source.resume();
  }

  #finish({ resolve, reject }: Waiting): void {
    const error = this.#error;
    this.#error = undefined; // whoever asks again after an error is told that it is over, as of a generator
    if (error === undefined) resolve(over);
    else reject(error);
  }
}

const over = { value: undefined, done: true } as const;
