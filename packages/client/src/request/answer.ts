/**
 * From a request to a readable answer: sends it, turns refusals into typed errors, reads bodies to their end and parses them.
 * Whoever calls gets a whole answer or an error, never half of one.
 * Upstream: client-go rest.Request's transformResponse.
 */
import {
  AnswerTooLargeError,
  ReeveError,
  answerLimits,
  apiErrorFromResponse,
  isAbort,
  parseJson,
} from '@reeve/machinery';
import type { ApiRequest, JsonValue, Transport, TransportRequest, TransportResponse } from '@reeve/machinery';
import { ResponseCutError } from '../transport/connection-error.ts';
import { headerIn } from '../transport/response-head.ts';
import { describeRequest } from './describe-request.ts';
import { UnreadableAnswerError } from './unreadable-answer-error.ts';

/** The headers of a request or of an answer. */
export type Headers = TransportResponse['headers'];

/** A body that was read to its end, and the head it came with. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/**
 * True of the statuses of an answer that is what was asked for. A redirect is none: it is what login pages and proxies answer, and nobody has done
 * anything. A 304 is one for requests that said which version they know.
 */
export const isSuccess = (status: number, request: Pick<TransportRequest, 'headers'>): boolean =>
  (status >= 200 && status <= 206) || (status === 304 && request.headers?.['if-none-match'] !== undefined);

/** Sends a request. An answer that is a refusal is thrown as the `ApiError` it stands for; others come with their body unread. */
export async function send(
  transport: Transport,
  request: TransportRequest,
  about: ApiRequest,
): Promise<TransportResponse> {
  const response = await transport.request(request);
  if (isSuccess(response.status, request)) return response;
  throw await refusal(response, request.method, about);
}

/** The `ApiError` that a refusal stands for. */
export async function refusal(response: TransportResponse, method: string, about: ApiRequest): Promise<Error> {
  const body = await readRefusal(response);
  const retryAfter = firstOf(headerIn(response, 'retry-after'));
  const location = firstOf(headerIn(response, 'location'));
  return apiErrorFromResponse({ httpStatus: response.status, method, body, retryAfter, location }, about);
}

/** The whole body where it is already here, which saves the waiting; undefined where it has to be read. */
export const bytesAtHand = ({ body }: TransportResponse): Uint8Array | undefined => body.takeRest?.();

/**
 * The whole body, of which only so much is read as fits into memory: a longer one is an `AnswerTooLargeError`. One that breaks off is a
 * `ResponseCutError`, or what the transport makes of it.
 */
export async function readBytes(
  response: TransportResponse,
  about: () => ApiRequest,
  limitBytes: number = answerLimits.wholeBytes,
): Promise<Uint8Array> {
  const { bytes, isWhole } = await readUpTo(response, limitBytes);
  if (isWhole) return bytes;
  throw new AnswerTooLargeError(`the answer to ${describeRequest(about())}`, limitBytes);
}

/** The beginning of a body, of so many bytes and what came with the last of them. The rest is not read: the request is ended. */
export async function readUpTo(
  { body }: TransportResponse,
  limitBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > limitBytes) break;
    }
  } catch (error) {
    throw cutError(error);
  }
  const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  return { bytes, isWhole: length <= limitBytes };
}

/** What to throw when reading a body failed: an abort and errors with a code stay what they are. */
export const cutError = (error: unknown): unknown =>
  error instanceof ReeveError || isAbort(error)
    ? error
    : new ResponseCutError({ server: 'the server', wasSent: true, cause: error });

/** The body as JSON. Other formats, and JSON that is broken, are an `UnreadableAnswerError`. */
export function parseAnswer({ headers, bytes }: Answer, about: ApiRequest): JsonValue {
  return parseBytes(bytes, headerOf(headers, 'content-type'), () => about);
}

/** Bytes as JSON, if their type says that they are or says nothing. What they are about is asked for when something is wrong. */
export function parseBytes(
  bytes: Uint8Array,
  contentType: string | undefined,
  about: () => ApiRequest,
  parse: (bytes: Uint8Array) => JsonValue = parseJson,
): JsonValue {
  checkFormat(bytes, contentType, about);
  try {
    return parse(bytes);
  } catch (cause) {
    throw new UnreadableAnswerError(about(), 'its JSON is broken', bytes, { cause });
  }
}

/** Refuses what says that it is something else than JSON: a page of a proxy in the server's place. */
export function checkFormat(bytes: Uint8Array, contentType: string | undefined, about: () => ApiRequest): void {
  if (contentType === undefined || isJson(contentType)) return;
  throw new UnreadableAnswerError(about(), `it is ${contentType}, not JSON`, bytes);
}

/** A header of an answer. Of several the first counts. */
export function headerOf(headers: Headers, name: string): string | undefined {
  return firstOf(headers[name]);
}

/** The first of several values. */
export const firstOf = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' || value === undefined ? value : value[0];

const isJson = (contentType: string): boolean =>
  contentType === 'application/json' || /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType);

/** What a refusal says, as far as it came: its code is worth more than the error of a body that broke off. */
async function readRefusal({ body }: TransportResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > answerLimits.refusalBytes) break;
    }
  } catch (error) {
    if (isAbort(error)) throw error;
  }
  return Buffer.concat(chunks).toString('utf8');
}
