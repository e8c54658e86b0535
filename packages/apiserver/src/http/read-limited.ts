/**
 * Reads bodies up to the server's limits. What is beyond is read and thrown away, so that the client hears why: a body may be so long, and all that are
 * being read so long together, as many connections could else fill the memory.
 */
import type { Readable } from 'node:stream';
import type { BodyProblem } from '../request/api-request.ts';

const limit = 3 * 1024 * 1024;
const limitTogether = 128 * 1024 * 1024;

/** A body, or why there is none. */
type ReadBody = Uint8Array | BodyProblem;

/** Reads the bodies of one server. */
export class BodyReader {
  #bytesHeld = 0;

  /** By listeners and not by iteration, which costs more than all the rest of a small request's reading. */
  read(request: Readable): Promise<ReadBody> {
    return new Promise((resolve) => {
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      let held = 0;
      let problem: BodyProblem | undefined;
      let isOver = false;
      const letGo = () => {
        this.#bytesHeld -= held;
        held = 0;
      };
      const finish = (body: ReadBody) => {
        if (isOver) return;
        isOver = true;
        letGo();
        resolve(body);
      };
      const gone = () => finish(new Uint8Array()); // nobody will read the answer
      request.on('data', (chunk: Uint8Array) => {
        bytes += chunk.length;
        if (bytes > limit) problem = 'too large';
        else if (this.#bytesHeld + chunk.length > limitTogether) problem = 'too many';
        if (problem !== undefined) {
          chunks.length = 0;
          return letGo();
        }
        held += chunk.length;
        this.#bytesHeld += chunk.length;
        chunks.push(chunk);
      });
      request.once('end', () => finish(problem ?? whole(chunks)));
      request.once('error', gone).once('close', gone);
    });
  }
}

function whole(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}
