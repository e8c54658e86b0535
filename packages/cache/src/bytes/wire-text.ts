/**
 * A part of the bytes of a body with their text beside them, one character per byte, which is made once for a whole chunk: a place is the same in
 * both. The text is for searching and, where all of it is ASCII, for parsing; the bytes are for loops, and for what is not ASCII.
 */
import { isAscii } from 'node:buffer';

/** Some of the bytes of a chunk. Nothing is copied when a part is taken of it. */
export class WireText {
  /** All of the chunk. */
  readonly bytes: Buffer;
  /** All of the chunk, a character per byte. */
  readonly text: string;
  readonly #isAscii: boolean;
  /** Where the part begins in the chunk. */
  readonly from: number;
  /** The place behind the part. */
  readonly to: number;

  private constructor(bytes: Buffer, text: string, allAscii: boolean, from: number, to: number) {
    this.bytes = bytes;
    this.text = text;
    this.#isAscii = allAscii;
    this.from = from;
    this.to = to;
  }

  /** All of these bytes. */
  static of(bytes: Buffer): WireText {
    return new WireText(bytes, bytes.toString('latin1'), isAscii(bytes), 0, bytes.length);
  }

  get length(): number {
    return this.to - this.from;
  }

  /** True when a character of the text is a character of the object, and not a part of one. */
  get isAscii(): boolean {
    return this.#isAscii || isAscii(this.toBuffer());
  }

  /** What is between two places of the chunk. */
  part(from: number, to: number): WireText {
    return new WireText(this.bytes, this.text, this.#isAscii, from, to);
  }

  /** The text between two places of the chunk, decoded. */
  textBetween(from: number, to: number): string {
    return this.#isAscii ? this.text.slice(from, to) : this.bytes.toString('utf8', from, to);
  }

  /** The bytes of the part, not copied. */
  toBuffer(): Buffer {
    return this.bytes.subarray(this.from, this.to);
  }

  /** The text of the part, decoded. */
  toString(): string {
    return this.textBetween(this.from, this.to);
  }
}
