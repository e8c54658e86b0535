/**
 * Reads a body up to the server's limit. What is beyond is read and thrown away, so that the client hears why.
 */
import type { Readable } from 'node:stream';

const limit = 3 * 1024 * 1024;

/** By listeners and not by iteration, which costs more than all the rest of a small request's reading. */
export function readLimited(request: Readable): Promise<Uint8Array | 'too large'> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    let isOver = false;
    const finish = (body: Uint8Array | 'too large') => {
      if (!isOver) resolve(body); // a second time would cost, though it changes nothing
      isOver = true;
    };
    const gone = () => finish(new Uint8Array()); // nobody will read the answer
    request.on('data', (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes <= limit) chunks.push(chunk);
    });
    request.once('end', () => finish(bytes > limit ? 'too large' : whole(chunks)));
    request.once('error', gone).once('close', gone);
  });
}

function whole(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}
