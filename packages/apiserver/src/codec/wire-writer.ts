/**
 * Writes protobuf's wire format from the end to the start: a message is written before its length, which is then known, so that one pass suffices. Fields go
 * in descending order, the parts of a field as value, length, tag.
 * Upstream: the generated MarshalToSizedBuffer functions of k8s.io/api.
 */
import { Buffer } from 'node:buffer';

/** Texts up to this length are copied here when they are ASCII, which beats calling the runtime. */
const shortText = 48;

export class WireWriter {
  #bytes: Buffer;
  #start: number;

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity);
    this.#start = capacity;
  }

  /** How many bytes are written. Counted from the end, so that it marks a place that stays. */
  get length(): number {
    return this.#bytes.length - this.#start;
  }

  /** How many bytes can be written before it has to grow. */
  get capacity(): number {
    return this.#bytes.length;
  }

  /** A copy of what is written, in the order in which it is read. The writer starts afresh. */
  take(): Buffer {
    const result = Buffer.allocUnsafeSlow(this.length);
    this.#bytes.copy(result, 0, this.#start);
    this.#start = this.#bytes.length;
    return result;
  }

  /** Forgets what is written, after a failure. */
  clear(): void {
    this.#start = this.#bytes.length;
  }

  tag(number: number, wire: number): void {
    this.varint(number * 8 + wire);
  }

  /** The length of all that was written since a mark. */
  lengthSince(mark: number): void {
    this.varint(this.length - mark);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[--this.#start] = value;
  }

  /** A number that is not negative and within 2^53. */
  varint(value: number): void {
    if (value < 0x80) return this.byte(value);
    const size = varintSize(value);
    this.#reserve(size);
    let at = (this.#start -= size);
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes[at++] = (rest % 0x80) | 0x80;
    this.#bytes[at] = rest;
  }

  /** An integer of up to 64 bits; negative ones take ten bytes. */
  integer(value: number | bigint): void {
    if (typeof value === 'number' && value >= 0) return this.varint(value);
    let rest = BigInt.asUintN(64, BigInt(value));
    const bytes: number[] = [];
    for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
    bytes.push(Number(rest));
    for (const byte of bytes.toReversed()) this.byte(byte);
  }

  double(value: number): void {
    this.#reserve(8);
    this.#start -= 8;
    this.#bytes.writeDoubleLE(value, this.#start);
  }

  string(text: string): void {
    if (text.length > shortText || !this.#ascii(text)) this.#encoded(text, 'utf8');
  }

  /** The bytes that a base64 text stands for. */
  base64(text: string): void {
    this.#encoded(text, 'base64');
  }

  bytes(value: Uint8Array): void {
    this.plain(value);
    this.varint(value.length);
  }

  /** Bytes without their length. */
  plain(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#start -= value.length;
    this.#bytes.set(value, this.#start);
  }

  #ascii(text: string): boolean {
    const size = text.length;
    this.#reserve(size);
    const at = this.#start - size;
    for (let index = 0; index < size; index++) {
      const code = text.charCodeAt(index);
      if (code >= 0x80) return false;
      this.#bytes[at + index] = code;
    }
    this.#start = at;
    this.varint(size);
    return true;
  }

  #encoded(text: string, encoding: 'utf8' | 'base64'): void {
    const size = Buffer.byteLength(text, encoding);
    this.#reserve(size);
    this.#start -= size;
    this.#bytes.write(text, this.#start, size, encoding);
    this.varint(size);
  }

  #reserve(size: number): void {
    if (this.#start >= size) return;
    const { length } = this;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, length + size));
    this.#bytes.copy(grown, grown.length - length, this.#start);
    this.#start = grown.length - length;
    this.#bytes = grown;
  }
}

function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 0x80; rest /= 0x80) size += 1;
  return size;
}
