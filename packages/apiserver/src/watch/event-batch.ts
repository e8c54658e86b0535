/**
 * Events that go out together. Those who look at single events have the frames; those who only pass bytes on have them joined, plain or as one chunk of
 * HTTP/1.1. Watchers share a batch, so its bytes are put together once however many they are.
 */
const lineEnd = '\r\n';

export class EventBatch {
  /** One per event. */
  readonly frames: readonly Uint8Array[];
  readonly length: number;
  #chunk: Buffer | undefined;
  #compressed: EventBatch | undefined;

  constructor(frames: readonly Uint8Array[]) {
    this.frames = frames;
    this.length = frames.reduce((sum, frame) => sum + frame.length, 0);
  }

  /** All frames, one after the other. */
  get bytes(): Uint8Array {
    const [only] = this.frames;
    if (this.frames.length === 1 && only !== undefined) return only;
    const start = this.#head().length;
    return this.chunk.subarray(start, start + this.length);
  }

  /** All frames as one chunk of a chunked body. */
  get chunk(): Uint8Array {
    return (this.#chunk ??= this.#framed());
  }

  /** The same events, compressed together. */
  compressed(compress: (bytes: Uint8Array) => Uint8Array): EventBatch {
    return (this.#compressed ??= new EventBatch([compress(this.bytes)]));
  }

  #head(): string {
    return `${this.length.toString(16)}${lineEnd}`;
  }

  #framed(): Buffer {
    const head = this.#head();
    const chunk = Buffer.allocUnsafe(head.length + this.length + lineEnd.length);
    let at = chunk.write(head, 'latin1');
    for (const frame of this.frames) {
      chunk.set(frame, at);
      at += frame.length;
    }
    chunk.write(lineEnd, at, 'latin1');
    return chunk;
  }
}
