/**
 * Bytes as text, and as Node's `Buffer`, whose searches and slices run in native code. Nothing is copied but into the text.
 */
import { Buffer, isAscii } from 'node:buffer'; // the global Buffer is found anew with each use

/** The same memory as a `Buffer`. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The text of UTF-8 bytes. Most are ASCII, which needs no decoding and half the memory. */
export function textOf(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8');
}
