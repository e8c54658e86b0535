/**
 * FNV-1a with 64 bits: a fast hash without secrets, for labels, sharding and change detection. Not for passwords, nor
 * where somebody gains by a collision.
 * Upstream: Go's hash/fnv, which Kubernetes uses for pod template hashes (32 bits) and for sharded lists (64 bits).
 */

/** The 64-bit hash of the UTF-8 bytes of a text, as 16 hexadecimal digits. */
export function fnv1a64(text: string): string {
  const { high, low } = hash(utf8.encode(text));
  return hex(high) + hex(low);
}

/** The 64-bit hash folded to 32 bits, as an unsigned number. */
export function fnv1aFolded(text: string): number {
  const { high, low } = hash(utf8.encode(text));
  return (high ^ low) >>> 0;
}

const utf8 = new TextEncoder();

/** The prime is 2^40 + 0x1b3. Halves of 32 bits, and the lower one in halves again, keep products exact in integers. */
function hash(bytes: Uint8Array): { high: number; low: number } {
  let high = 0xcbf29ce4 | 0;
  let low = 0x84222325 | 0;
  for (let at = 0; at < bytes.length; at++) {
    low ^= bytes[at] ?? 0;
    const lower = (low & 0xffff) * 0x1b3;
    const upper = (low >>> 16) * 0x1b3 + (lower >>> 16);
    high = (Math.imul(high, 0x1b3) + (upper >>> 16) + (low << 8)) | 0;
    low = (upper << 16) | (lower & 0xffff);
  }
  return { high: high >>> 0, low: low >>> 0 };
}

function hex(half: number): string {
  return half.toString(16).padStart(8, '0');
}
