/**
 * Large answers about resources, compressed for clients that take gzip, and watches that begin with all there is. The fastest level: the network is mostly a
 * loopback. Upstream: apiserver's response writers, and perFlushGzipWriter of its watches.
 */
import { constants, crc32, createGzip, gzip, gzipSync } from 'node:zlib';
import {
  isPiecewise,
  isStream,
  type ApiRequest,
  type ApiResponse,
  type FrameSink,
  type PiecewiseResponse,
  type PlainResponse,
  type StreamResponse,
} from '../request/api-request.ts';
import { isTrue } from '../request/request-info.ts';
import { EventBatch } from '../watch/event-batch.ts';

/** Smaller answers go out as they are. */
const threshold = 128 * 1024;
const options = { level: constants.Z_BEST_SPEED };

/** An answer that is compressed, as it is sent over a socket; the work is done beside the event loop. */
export async function compressAnswer(answer: PlainResponse): Promise<ApiResponse> {
  const body = await new Promise<Uint8Array>((resolve, reject) => {
    gzip(answer.body, options, (error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
  return compressed(answer, body);
}

/** The same at once, for requests in memory, where nothing may depend on how long work takes. */
export const compressAnswerNow = (answer: ApiResponse, request: ApiRequest): ApiResponse =>
  isCompressed(answer, request)
    ? compressed(answer, gzipSync(wholeBody(answer), options))
    : isStream(answer)
      ? compressStream(answer, request)
      : answer;

/** A watch that begins with all there is, compressed for a client that takes it so; every other stream as it is. */
export function compressStream(answer: StreamResponse, { info, query, headers }: ApiRequest): StreamResponse {
  const isStreamedList =
    answer.status === 200 &&
    info.verb === 'watch' &&
    isTrue(query.get('sendInitialEvents')) &&
    isTrue(query.get('allowWatchBookmarks'));
  if (!isStreamedList || !acceptsGzip(headers['accept-encoding'] ?? '')) return answer;
  return {
    ...answer,
    headers: { ...answer.headers, ...gzipHeaders },
    start: (sink, signal) => answer.start(gzipSink(sink), signal),
  };
}

/** Each batch is a gzip member of its own, so that a reader has all of its events at once. Watchers that share a batch share the member. */
const gzipSink = (sink: FrameSink): FrameSink => ({
  write: (batch) => sink.write(batch.compressed(gzipMember)),
  onDrain: (callback) => sink.onDrain(callback),
  end: () => sink.end(),
  destroy: () => sink.destroy(),
});

const wholeBody = (answer: PlainResponse | PiecewiseResponse): Uint8Array =>
  isPiecewise(answer) ? Buffer.concat([...iterable(answer.pieces)]) : answer.body;

const iterable = (pieces: Iterator<Uint8Array, void, void>): Iterable<Uint8Array> => ({
  [Symbol.iterator]: () => pieces,
});

/** Whether an answer is compressed: it is large, and the client takes it so. */
export function isCompressed(
  answer: ApiResponse,
  { target, headers }: ApiRequest,
): answer is PlainResponse | PiecewiseResponse {
  if (isStream(answer) || (!isPiecewise(answer) && answer.body.length <= threshold)) return false;
  return /^\/apis?\//.test(target) && acceptsGzip(headers['accept-encoding'] ?? '');
}

/**
 * A gzip member whose bytes are all flushed before its last block: Go's reader holds back what comes together with the end of a member until the next one
 * begins.
 */
function gzipMember(bytes: Uint8Array): Uint8Array {
  const flushed = gzipSync(bytes, { ...options, finishFlush: constants.Z_SYNC_FLUSH });
  const end = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]); // an empty last block, then checksum and size
  end.writeUInt32LE(crc32(bytes), 2);
  end.writeUInt32LE(bytes.length, 6);
  return Buffer.concat([flushed, end]);
}

const gzipHeaders = { 'content-encoding': 'gzip', vary: 'Accept-Encoding' };

/** Only the plain word counts, as for the real server. */
const acceptsGzip = (header: string): boolean => header.split(',').some((token) => token.trim() === 'gzip');

const compressed = (answer: ApiResponse, body: Uint8Array): PlainResponse => ({
  status: answer.status,
  headers: compressedHeaders(answer),
  body,
});

/** The headers of a compressed answer. */
export const compressedHeaders = ({ headers }: ApiResponse): ApiResponse['headers'] => ({
  ...headers,
  ...gzipHeaders,
});

/** A sink that compresses what goes to another one, no faster than that takes it. */
export function compressingSink(sink: FrameSink, signal: AbortSignal): FrameSink {
  const stream = createGzip(options);
  stream.on('data', (bytes: Buffer) => {
    if (!sink.write(new EventBatch([bytes]))) stream.pause();
  });
  sink.onDrain(() => stream.resume());
  stream.on('end', () => sink.end()).on('error', () => sink.destroy());
  signal.addEventListener('abort', () => stream.destroy(), { once: true });
  return {
    write: ({ bytes }) => stream.write(bytes),
    onDrain: (callback) => void stream.on('drain', callback),
    end: () => void stream.end(),
    destroy: () => {
      stream.destroy();
      sink.destroy();
    },
  };
}
