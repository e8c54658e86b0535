/**
 * Lines out of chunks of bytes. Only a line that spans chunks is copied, once; the others are parts of the chunk they came in.
 * Upstream: apimachinery runtime/serializer/json Framer.
 */
import { checkLength } from './answer-limits.ts';
import { asBuffer } from './byte-text.ts';
import { WireText } from './wire-text.ts';

const NEWLINE = 0x0a;

/** Push a chunk, then take lines until there is none; then push the next. A line is refused with `REEVE_ANSWER_LIMIT` when it is too long. */
export class LineSplitter {
  #chunk = WireText.of(Buffer.alloc(0));
  #at = 0;
  #begun: Buffer[] = [];
  #begunBytes = 0;

  /** How many bytes of an unfinished line are waiting for its end. */
  get unfinishedBytes(): number {
    return this.#begunBytes;
  }

  /** Adds a chunk, after all lines of the one before have been taken. */
  push(chunk: Uint8Array): void {
    this.#chunk = WireText.of(asBuffer(chunk));
    this.#at = 0;
  }

  /** The next whole line without its newline. Undefined when the rest of the chunk has no newline; it is kept for the next chunk. */
  next(): WireText | undefined {
    const start = this.#at;
    const end = this.#chunk.bytes.indexOf(NEWLINE, start);
    if (end === -1) return this.#keep();
    this.#at = end + 1;
    const line = this.#chunk.part(start, end);
    return this.#begunBytes === 0 ? line : this.#join(line.toBuffer());
  }

  #keep(): undefined {
    const { bytes } = this.#chunk;
    if (this.#at < bytes.length) {
      const rest = bytes.subarray(this.#at);
      this.#begun.push(rest);
      this.#begunBytes += rest.length;
    }
    this.#at = bytes.length;
    checkLength('item', this.#begunBytes);
  }

  #join(tail: Buffer): WireText {
    const length = this.#begunBytes + tail.length;
    checkLength('item', length);
    const line = Buffer.concat([...this.#begun, tail], length);
    this.#begun = [];
    this.#begunBytes = 0;
    return WireText.of(line);
  }
}
