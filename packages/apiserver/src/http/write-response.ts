/**
 * Writes an answer to a socket. The head of a stream goes out at once: clients wait for it before they believe that a watch is open.
 */
import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import { isStream, type ApiResponse } from '../request/api-request.ts';

export function writeResponse(
  answer: ApiResponse,
  response: ServerResponse | Http2ServerResponse,
  signal: AbortSignal,
  isHead: boolean,
): void {
  if (signal.aborted) return;
  const target = response as ServerResponse;
  const headers = { 'cache-control': 'no-cache, private', ...answer.headers } as Record<string, string | string[]>;
  if (!isStream(answer)) {
    target.writeHead(answer.status, { ...headers, 'content-length': String(answer.body.length) });
    target.end(isHead ? undefined : answer.body);
    return;
  }
  target.writeHead(answer.status, headers);
  target.flushHeaders();
  answer.start(
    {
      write: (frames) => target.write(joined(frames)),
      onDrain: (callback) => void target.on('drain', callback),
      end: () => void target.end(),
      destroy: () => void target.destroy(),
    },
    signal,
  );
}

/** Many frames are one write to the socket. */
export function joined(frames: readonly Uint8Array[]): Uint8Array {
  const [only] = frames;
  return frames.length === 1 && only !== undefined ? only : Buffer.concat(frames);
}
