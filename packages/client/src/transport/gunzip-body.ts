/**
 * A compressed body, decompressed as it is read. An error of the connection passes through as it is; what cannot be decompressed is an answer that was
 * spoiled on the way. The reader's `break` ends the request as it does without compression.
 */
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Servers compress answers of this length and more. Each chunk is a trip to another thread, and Node's own 16 KiB cost several times as much. */
const chunkSize = 128 * 1024;

/** The bytes that were compressed. */
export async function* gunzipBody(
  body: AsyncIterable<Uint8Array>,
  spoiled: (cause: unknown) => Error,
): AsyncGenerator<Uint8Array, void, void> {
  let failure: unknown;
  const guarded = keepFailure(body, (error) => (failure = error));
  const gunzip = createGunzip({ chunkSize });
  pipeline(Readable.from(guarded, { objectMode: false }), gunzip, () => {}); // errors surface below
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array;
  } catch (error) {
    throw failure instanceof Error ? failure : spoiled(failure ?? error);
  }
}

/** Streams wrap and reorder errors; the first one is the truth. */
async function* keepFailure(
  body: AsyncIterable<Uint8Array>,
  onFailure: (error: unknown) => void,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* body;
  } catch (error) {
    onFailure(error);
    throw error;
  }
}
