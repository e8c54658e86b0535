/**
 * Reads a body up to the server's limit. What is beyond is read and thrown away, so that the client hears why.
 */
import type { Readable } from 'node:stream';

const limit = 3 * 1024 * 1024;

export async function readLimited(request: Readable): Promise<Uint8Array | 'too large'> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes <= limit) chunks.push(chunk);
    }
  } catch {
    return new Uint8Array(); // the client went away: nobody will read the answer
  }
  if (bytes > limit) return 'too large';
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}
