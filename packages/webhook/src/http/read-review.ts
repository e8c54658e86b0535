/**
 * Reads the body of a request as JSON, within limits: how long it is, how deep it nests, and of what type it is. What is beyond them is never parsed.
 * Upstream: controller-runtime webhook/admission ServeHTTP.
 */
import { isJsonObject, parseJson } from '@reeve/machinery';
import type { ReadonlyJsonObject } from '@reeve/machinery';
import { ReviewError } from './review-error.ts';
import type { WebhookRequest } from './webhook-http.ts';

/** How much a body may be. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/** The review in a body. Rejects with a `ReviewError`. */
export async function readReview(request: WebhookRequest, limits: BodyLimits): Promise<ReadonlyJsonObject> {
  if (request.method !== 'POST') throw new ReviewError(405, `a review is sent by POST, and not by ${request.method}`);
  const type = request.contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new ReviewError(
      415,
      `contentType=${request.contentType ?? ''}, expected application/json: send the review as JSON`,
    );
  }
  if ((request.contentLength ?? 0) > limits.maxBytes) throw tooLarge(limits);
  const bytes = await readBody(request, limits);
  if (bytes.length === 0) throw new ReviewError(400, 'request body is empty: send a review');
  if (isTooDeep(bytes, limits.maxDepth))
    throw new ReviewError(400, `the review nests deeper than ${limits.maxDepth} levels`);
  return parsed(bytes);
}

async function readBody({ body, signal }: WebhookRequest, limits: BodyLimits): Promise<Uint8Array> {
  if (typeof body === 'function') {
    const bytes = await body(limits.maxBytes);
    if (bytes === undefined) throw tooLarge(limits);
    return bytes;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    if (signal.aborted) throw signal.reason;
    length += chunk.length;
    if (length > limits.maxBytes) throw tooLarge(limits);
    chunks.push(chunk);
  }
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length);
}

const tooLarge = ({ maxBytes }: BodyLimits): ReviewError =>
  new ReviewError(413, `request entity is too large; limit is ${maxBytes} bytes`);

/** Counts brackets. Those in strings count too, unless there are so many that it has to be known exactly. */
function isTooDeep(bytes: Uint8Array, maxDepth: number): boolean {
  let openings = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0x7b || bytes[at] === 0x5b) openings++; // an iterator costs ten times as much
  return openings > maxDepth && depthOf(bytes) > maxDepth;
}

function depthOf(bytes: Uint8Array): number {
  let [depth, deepest, inString] = [0, 0, false];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x22) inString = !inString;
    else if (inString) at += byte === 0x5c ? 1 : 0;
    else if (byte === 0x7b || byte === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return deepest;
}

function parsed(bytes: Uint8Array): ReadonlyJsonObject {
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ReviewError(400, `the review cannot be decoded: ${why}`, { cause });
  }
  if (!isJsonObject(value)) throw new ReviewError(400, 'the review cannot be decoded: it is no object');
  return value;
}
