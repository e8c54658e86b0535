/**
 * Writes an answer to a socket. The head of a stream goes out at once: clients wait for it before they believe that a watch is open.
 */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import { isStream, type ApiResponse, type FrameSink } from '../request/api-request.ts';
import type { ClientConnection } from '../request/client-connection.ts';

/** More than this unsent, and the writer is asked to wait. */
export const highWaterMark = 256 * 1024;

/** A body up to this many bytes is copied to be in one piece with its head. */
const shortBody = 16 * 1024;

/** What every answer says. */
export const commonHeaders = { 'cache-control': 'no-cache, private' } as const;

type Response = ServerResponse | Http2ServerResponse;

export function writeResponse(
  answer: ApiResponse,
  response: Response,
  connection: ClientConnection,
  isHead: boolean,
): void {
  if (connection.isGone) return;
  const target = response as ServerResponse;
  if (!isStream(answer)) {
    target.writeHead(answer.status, headersOf(answer, { 'content-length': String(answer.body.length) }));
    endWith(target, isHead ? noBytes : answer.body);
    return;
  }
  const isChunked = 'req' in response && response.req.httpVersion === '1.1';
  target.writeHead(answer.status, headersOf(answer, isChunked ? { 'transfer-encoding': 'chunked' } : {}));
  target.flushHeaders();
  answer.start(isChunked && target.socket ? chunkSink(target, target.socket) : messageSink(target), connection.signal);
}

const noBytes = new Uint8Array();

/** A short body goes as text of one byte per character: Node joins a head with text, so that both are one write and one TLS record. */
function endWith(target: ServerResponse, body: Uint8Array): void {
  if (body.length > shortBody) target.end(body);
  else target.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1'), 'latin1');
}

function headersOf({ headers }: ApiResponse, framing: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const all: OutgoingHttpHeaders = { ...commonHeaders };
  for (const name in headers) {
    const value = headers[name] ?? '';
    all[name] = typeof value === 'string' ? wireText(value) : value.map(wireText);
  }
  return { ...all, ...framing };
}

/** A text of others' choosing as a header carries it: the bytes of its UTF-8, which HTTP sees as so many characters. */
export const wireText = (text: string): string => (/^[ -~]*$/.test(text) ? text : Buffer.from(text).toString('latin1'));

/** Through the message, which frames what is written; HTTP/2 has frames of its own, HTTP/1.0 none. */
function messageSink(target: ServerResponse): FrameSink {
  return {
    write: ({ bytes }) => {
      target.write(bytes);
      return target.writableLength < highWaterMark;
    },
    onDrain: (callback) => void target.on('drain', callback),
    end: () => void target.end(),
    destroy: () => void target.destroy(),
  };
}

/** Past the message to its socket: watchers share a batch with its framing, and each write is one buffer and one call to the system. */
function chunkSink(target: ServerResponse, socket: NonNullable<ServerResponse['socket']>): FrameSink {
  return {
    write: ({ chunk }) => {
      socket.write(chunk);
      return socket.writableLength < highWaterMark;
    },
    onDrain: (callback) => {
      socket.on('drain', callback);
      target.once('close', () => socket.off('drain', callback));
    },
    end: () => void target.end(),
    destroy: () => void target.destroy(),
  };
}
