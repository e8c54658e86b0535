/**
 * Large answers about resources, compressed for clients that take gzip. The fastest level: the network is mostly a loopback. Upstream: apiserver's response
 * writers.
 */
import { constants, gzip, gzipSync } from 'node:zlib';
import { isStream, type ApiResponse, type PlainResponse } from '../request/api-request.ts';
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
  isCompressed(answer, request) ? compressed(answer, gzipSync(answer.body, options)) : answer;

/** Whether an answer is compressed: it is large, and the client takes it so. */
export function isCompressed(answer: ApiResponse, { target, headers }: ApiRequest): answer is PlainResponse {
  if (isStream(answer) || answer.body.length <= threshold) return false;
  return /^\/apis?\//.test(target) && acceptsGzip(headers['accept-encoding'] ?? '');
}

/** Only the plain word counts, as for the real server. */
const acceptsGzip = (header: string): boolean => header.split(',').some((token) => token.trim() === 'gzip');

const compressed = (answer: PlainResponse, body: Uint8Array): PlainResponse => ({
  ...answer,
  headers: { ...answer.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
  body,
});
