/**
 * Large answers about resources, compressed for clients that take gzip. The fastest level: the network is mostly a loopback. Upstream: apiserver's response
 * writers.
 */
import { constants, createGzip, gzip, gzipSync } from 'node:zlib';
import {
  isPiecewise,
  isStream,
  type ApiResponse,
  type FrameSink,
  type PiecewiseResponse,
  type PlainResponse,
} from '../request/api-request.ts';
import { EventBatch } from '../watch/event-batch.ts';
import type { ApiRequest } from '../request/api-request.ts';

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
  isCompressed(answer, request) ? compressed(answer, gzipSync(wholeBody(answer), options)) : answer;

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
  'content-encoding': 'gzip',
  vary: 'Accept-Encoding',
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
