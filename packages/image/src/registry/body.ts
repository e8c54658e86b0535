/**
 * Bodies of answers, read up to a limit.
 */
import { ImageError } from '../image-error.ts';
import type { WebResponse } from '../machine/machine.ts';

/** Documents of registries have kilobytes; 4 MiB is the limit of the specification. */
const longestDocument = 4 * 1024 * 1024;

/** The whole text. */
export async function textOfBody({ body }: WebResponse): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > longestDocument)
      throw new ImageError(
        'REEVE_IMAGE_REGISTRY',
        `a registry answered with a document of more than ${longestDocument} bytes`,
      );
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Reads the body to its end and forgets it, so that the connection can be used again. */
export async function discard(response: WebResponse): Promise<void> {
  await textOfBody(response);
}
