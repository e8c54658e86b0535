/**
 * Writes an answer to a socket. The head of a stream goes out at once: clients wait for it before they believe that a watch is open.
 */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import {
  isPiecewise,
  isStream,
  type ApiResponse,
  type FrameSink,
  type PiecewiseResponse,
} from '../request/api-request.ts';
import type { ClientConnection } from '../request/client-connection.ts';
import type { BodySender } from './body-sender.ts';
import { compressedHeaders, compressingSink } from './compress-answer.ts';

/** More than this unsent, and the writer is asked to wait. */
export const highWaterMark = 256 * 1024;

/** A body up to this many bytes is copied to be in one piece with its head. */
const shortBody = 16 * 1024;

/** What every answer says. */
export const commonHeaders = { 'cache-control': 'no-cache, private' } as const;

type Response = ServerResponse | Http2ServerResponse;

/** How an answer is written. */
export interface WriteOptions {
  /** Sends the bodies that are made while they are sent. */
  readonly sender: BodySender;
  readonly isHead: boolean;
  /** Whether such a body is compressed on its way. */
  readonly isCompressed?: boolean;
}

export function writeResponse(
  answer: ApiResponse,
  response: Response,
  connection: ClientConnection,
  options: WriteOptions,
): void {
  if (connection.isGone) return;
  const target = response as ServerResponse;
  if (isPiecewise(answer)) return writePieces(answer, response, connection, options);
  if (!isStream(answer)) {
    target.writeHead(answer.status, headersOf(answer, { 'content-length': String(answer.body.length) }));
    endWith(target, options.isHead ? noBytes : answer.body);
    return;
  }
  answer.start(openSink(answer, response), connection.signal);
}

function writePieces(
  answer: PiecewiseResponse,
  response: Response,
  { signal }: ClientConnection,
  { sender, isHead, isCompressed = false }: WriteOptions,
): void {
  const headers = isCompressed ? compressedHeaders(answer) : answer.headers;
  const sink = openSink({ ...answer, headers }, response);
  if (isHead) return sink.end();
  sender.send(answer.pieces, isCompressed ? compressingSink(sink, signal) : sink, signal);
}

/** Sends the head, and gives where the body goes. */
function openSink(answer: ApiResponse, response: Response): FrameSink {
  const target = response as ServerResponse;
  const isChunked = 'req' in response && response.req.httpVersion === '1.1';
  target.writeHead(answer.status, headersOf(answer, isChunked ? { 'transfer-encoding': 'chunked' } : {}));
  target.flushHeaders();
  return isChunked && target.socket ? chunkSink(target, target.socket) : messageSink(target);
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
