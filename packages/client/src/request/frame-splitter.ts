/**
 * Splits a stream of bytes into frames that end with a newline, wherever the chunks were cut, inside a character too. A frame
 * that lies within one chunk is a view of it; only frames that span chunks are copied, once.
 */
import { InvalidInputError, answerLimits } from '@reeve/machinery';

/** How to split. */
export interface FrameSplitterOptions {
  /** The longest frame, in bytes; 64 MiB unless given. A stream without newlines must not eat all memory. */
  readonly maxFrameBytes?: number;
  /** True hands out empty frames too: an empty line of a log is a line. */
  readonly keepsEmpty?: boolean;
}

/** Collects chunks and hands out whole frames, without their newline. Empty frames are left out unless they are wanted. */
export class FrameSplitter {
  readonly #maxBytes: number;
  readonly #keepsEmpty: boolean;
  #rest: Uint8Array[] = [];
  #restBytes = 0;

  constructor({ maxFrameBytes = answerLimits.itemBytes, keepsEmpty = false }: FrameSplitterOptions = {}) {
    this.#maxBytes = maxFrameBytes;
    this.#keepsEmpty = keepsEmpty;
  }

  /** How many bytes are waiting for their newline. After the last chunk they are a frame that was cut. */
  get restBytes(): number {
    return this.#restBytes;
  }

  /** The frames that the chunk completes. */
  push(chunk: Uint8Array): Uint8Array[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const frames: Uint8Array[] = [];
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      const frame = this.#completed(bytes.subarray(start, end));
      if (frame.length > 0 || this.#keepsEmpty) frames.push(frame);
      start = end + 1;
    }
    this.#keep(bytes.subarray(start));
    return frames;
  }

  #completed(end: Uint8Array): Uint8Array {
    if (this.#restBytes === 0) return end;
    const frame = Buffer.concat([...this.#rest, end]);
    this.#rest = [];
    this.#restBytes = 0;
    return frame;
  }

  #keep(rest: Uint8Array): void {
    if (rest.length === 0) return;
    this.#rest.push(rest);
    this.#restBytes += rest.length;
    if (this.#restBytes <= this.#maxBytes) return;
    throw new InvalidInputError(
      `${this.#restBytes} bytes`,
      `A stream sent ${this.#restBytes} bytes without a newline, more than the ${this.#maxBytes} of its longest frame: ` +
        'it is not a stream of lines',
    );
  }
}

const NEWLINE = 0x0a;
