/**
 * Reads protobuf's wire format from bytes, without copying them. What ends too early, overflows or makes no sense is an `InvalidInputError` in the words
 * of Go's decoder; every read moves forward, so that no input can make a loop endless.
 * Upstream: the generated Unmarshal functions of k8s.io/api.
 */
import { Buffer, isUtf8 } from 'node:buffer';
import { InvalidInputError } from '@reeve/machinery';
import { bytesWire, fixed64Wire, varintWire } from './value-type.ts';

/** Messages nest no deeper than this, so that no input exhausts the stack. */
const maxDepth = 1000;

/** Texts up to this length are made here when they are ASCII, which beats calling the runtime. */
const shortText = 12;

const fixed32Wire = 5;
const groupStart = 3;
const groupEnd = 4;

export class WireReader {
  /** The next byte to read, and the end of the message that is being read. */
  position: number;
  end: number;
  /** The wire type of the field that was found last. */
  wire = varintWire;

  readonly #bytes: Buffer;
  #depth = 0;
  /** The last varint, as two halves of 32 bits. */
  #low = 0;
  #high = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength); // a view, not a copy
    this.position = 0;
    this.end = bytes.byteLength;
  }

  /** Reads the next field's tag and returns its number. */
  field(message: string): number {
    this.#varint();
    const number = this.#low >>> 3;
    this.wire = this.#low & 7;
    if (this.wire === groupEnd) throw malformed(`proto: ${message}: wiretype end group for non-group`);
    if (number === 0 || this.#high !== 0)
      throw malformed(`proto: ${message}: illegal tag ${number} (wire type ${this.wire})`);
    return number;
  }

  /** Refuses a field that does not have this wire type. */
  expect(wire: number, name: string): this {
    if (this.wire === wire) return this;
    throw this.wrongWire(name);
  }

  wrongWire(name: string): InvalidInputError {
    return malformed(`proto: wrong wireType = ${this.wire} for field ${name}`);
  }

  bool(): boolean {
    this.#varint();
    return this.#low !== 0 || this.#high !== 0;
  }

  int32(): number {
    this.#varint();
    return this.#low | 0;
  }

  int64(): number | bigint {
    this.#varint();
    const number = (this.#high | 0) * 0x1_0000_0000 + this.#low;
    if (Number.isSafeInteger(number)) return number;
    return (BigInt(this.#high | 0) << 32n) | BigInt(this.#low);
  }

  double(): number {
    if (this.end - this.position < 8) throw unexpectedEnd();
    this.position += 8;
    return this.#bytes.readDoubleLE(this.position - 8);
  }

  string(): string {
    const start = this.#chunk();
    if (this.position - start > shortText) return this.#text(start);
    let text = '';
    for (let at = start; at < this.position; at++) {
      const byte = this.#bytes[at] ?? 0;
      if (byte >= 0x80) return this.#text(start);
      text += String.fromCharCode(byte);
    }
    return text;
  }

  base64(): string {
    const start = this.#chunk();
    return this.#bytes.toString('base64', start, this.position);
  }

  /** A view of bytes. */
  bytes(): Buffer {
    const start = this.#chunk();
    return this.#bytes.subarray(start, this.position);
  }

  /** Goes into a nested message; what it returns is for `leave`. */
  enter(): number {
    const outer = this.end;
    const start = this.#chunk();
    if (++this.#depth > maxDepth) throw malformed(`proto: messages nest deeper than ${maxDepth} levels`);
    this.end = this.position;
    this.position = start;
    return outer;
  }

  leave(outer: number): void {
    this.#depth -= 1;
    this.position = this.end;
    this.end = outer;
  }

  /** Passes over a field that nobody knows. Groups, which Kubernetes never had, may nest. */
  skip(): void {
    let groups = 0;
    for (let current = this.wire; ; current = this.#anyWire()) {
      if (current === groupStart) groups += 1;
      else if (current === groupEnd) groups -= 1;
      else this.#skipValue(current);
      if (groups <= 0) return;
    }
  }

  #text(start: number): string {
    const text = this.#bytes.toString('utf8', start, this.position);
    // A replacement character is either in the text, or stands for bytes that are none.
    if (text.includes('\uFFFD') && !isUtf8(this.#bytes.subarray(start, this.position))) {
      throw malformed('proto: a string has bytes that are not UTF-8');
    }
    return text;
  }

  #anyWire(): number {
    this.#varint();
    return this.#low & 7;
  }

  #skipValue(wire: number): void {
    if (wire === varintWire) this.#varint();
    else if (wire === fixed64Wire) this.#advance(8);
    else if (wire === bytesWire) this.#chunk();
    else if (wire === fixed32Wire) this.#advance(4);
    else throw malformed(`proto: illegal wireType ${wire}`);
  }

  /** Passes over a length and as many bytes, and returns where these start. */
  #chunk(): number {
    this.#varint();
    if (this.#high !== 0)
      throw this.#high > 0x7fff_ffff ? malformed('proto: negative length found during unmarshaling') : unexpectedEnd();
    const start = this.position;
    this.#advance(this.#low);
    return start;
  }

  #advance(count: number): void {
    if (count > this.end - this.position) throw unexpectedEnd();
    this.position += count;
  }

  #varint(): void {
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.position >= this.end) throw unexpectedEnd();
      const byte = this.#bytes[this.position++] ?? 0;
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift > 28) high |= bits << (shift - 32);
      else {
        low |= bits << 28;
        high = bits >>> 4;
      }
      if (byte < 0x80) {
        this.#low = low >>> 0;
        this.#high = high >>> 0;
        return;
      }
    }
    throw malformed('proto: integer overflow');
  }
}

const malformed = (problem: string): InvalidInputError => new InvalidInputError('', problem);

const unexpectedEnd = (): InvalidInputError => malformed('unexpected EOF');
