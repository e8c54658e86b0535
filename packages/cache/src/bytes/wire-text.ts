/**
 * A part of the bytes of a body, and their text for those who need it. The text of a whole chunk, one character per byte, is made when somebody asks for it, once: a place is the same in both.
 * It is for comparing objects that are large; small ones are parsed from a text of their own, so that a chunk with a single event makes no text but that.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { InvalidInputError } from '@reeve/machinery';

/** Where the rest of an object is put together before it becomes text. */
const scratch = Buffer.allocUnsafeSlow(16 * 1024);

/** Some of the bytes of a chunk. Nothing is copied when a part is taken of it. */
export class WireText {
  /** All of the chunk. */
  readonly bytes: Buffer;
  /** Where the part begins in the chunk. */
  readonly from: number;
  /** The place behind the part. */
  readonly to: number;
  readonly #chunk: ChunkText;

  private constructor(bytes: Buffer, chunk: ChunkText, from: number, to: number) {
    this.bytes = bytes;
    this.#chunk = chunk;
    this.from = from;
    this.to = to;
  }

  /** All of these bytes. */
  static of(bytes: Buffer): WireText {
    return new WireText(bytes, new ChunkText(bytes), 0, bytes.length);
  }

  /** All of the chunk, a character per byte. */
  get text(): string {
    return this.#chunk.text;
  }

  get length(): number {
    return this.to - this.from;
  }

  /** True when a character of the text is a character of the object, and not a part of one. */
  get isAscii(): boolean {
    return this.#chunk.isAscii || isAscii(this.toBuffer());
  }

  /** What is between two places of the chunk. */
  part(from: number, to: number): WireText {
    return new WireText(this.bytes, this.#chunk, from, to);
  }

  /** The text between two places of the chunk, decoded. Throws `InvalidInputError` when it is no UTF-8. */
  textBetween(from: number, to: number): string {
    return this.#chunk.textBetween(from, to);
  }

  /** The text of the part without what is between two places of it, decoded. Bytes are put together rather than texts: those would be copied once more before they can be parsed. */
  textWithout(from: number, to: number): string {
    const length = this.length - (to - from);
    if (length > scratch.length || !this.#chunk.isAscii) {
      return this.textBetween(this.from, from) + this.textBetween(to, this.to);
    }
    scratch.set(this.bytes.subarray(this.from, from));
    scratch.set(this.bytes.subarray(to, this.to), from - this.from);
    return scratch.toString('latin1', 0, length);
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

/** What all parts of a chunk share. */
class ChunkText {
  readonly isAscii: boolean;
  readonly #bytes: Buffer;
  #text: string | undefined;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.isAscii = isAscii(bytes);
  }

  get text(): string {
    return (this.#text ??= this.#bytes.toString('latin1'));
  }

  /** A part of the text where there is one already. Throws when the bytes are no UTF-8: replacement characters would be stored, and written back by whoever edits the object. */
  textBetween(from: number, to: number): string {
    if (!this.isAscii) return utf8Of(this.#bytes.subarray(from, to));
    return this.#text === undefined ? this.#bytes.toString('latin1', from, to) : this.#text.slice(from, to);
  }
}

function utf8Of(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new InvalidInputError(`${bytes.length} bytes`, 'JSON text is UTF-8, and these bytes are not');
}
