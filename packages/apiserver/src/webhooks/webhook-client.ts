/**
 * Sends a review to a webhook and reads what comes back, in the words of client-go where that is nothing to work with.
 * Upstream: client-go rest Request, apimachinery serializer.
 */
import { isJsonObject, parseJson, InvalidInputError, type JsonObject } from '@reeve/machinery';
import { goJsonError, textAt } from '@reeve/registry';
import type { OutboundAnswer, OutboundCall, OutboundClient } from '../outbound/outbound-client.ts';

/** A webhook gave no review back. */
export class WebhookAnswerError extends Error {}

/** A review has a few megabytes at most; what an answer may have beyond that is for long messages. */
const maxBytes = 32 * 1024 * 1024;
/** How often a call is made that the other side asks to make later. */
const mostAttempts = 10;

export type WebhookCall = Pick<OutboundCall, 'target' | 'tls' | 'timeoutMs' | 'signal'> & {
  readonly review: Uint8Array;
  readonly userAgent: string;
  readonly sleep: (ms: number) => Promise<void>;
};

/** The group and kinds of reviews. */
export interface ReviewKind {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
}

/** The answer as a JSON object. Rejects with an `OutboundError` or a `WebhookAnswerError`. */
export async function callWebhook(client: OutboundClient, call: WebhookCall, wanted: ReviewKind): Promise<JsonObject> {
  const answer = await answered(client, call);
  return readReview(answer, wanted);
}

async function answered(client: OutboundClient, call: WebhookCall): Promise<OutboundAnswer> {
  const { target, tls, timeoutMs, signal, review, userAgent, sleep } = call;
  const seconds = Math.ceil(timeoutMs / 1000);
  for (let attempt = 1; ; attempt += 1) {
    const answer = await client.call({
      target,
      method: 'POST',
      query: { timeout: `${seconds}s` },
      headers: {
        accept: 'application/json, */*',
        'content-type': 'application/json',
        'user-agent': userAgent,
      },
      body: review,
      tls,
      timeoutMs,
      maxBytes,
      signal,
    });
    const pause = retryAfter(answer);
    if (pause === undefined || attempt === mostAttempts) return answer;
    await sleep(pause);
  }
}

/** How long to wait before the call is made again; undefined where it is not. */
function retryAfter({ status, headers }: OutboundAnswer): number | undefined {
  const text = String(headers['retry-after'] ?? '');
  return (status === 429 || status >= 500) && /^[0-9]+$/.test(text) ? Number(text) * 1000 : undefined;
}

function readReview(answer: OutboundAnswer, wanted: ReviewKind): JsonObject {
  const { status, body, headers } = answer;
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8');
  if (status < 200 || status > 299) throw new WebhookAnswerError(statusProblem(status, text));
  if (body.length === 0) {
    const type = String(headers['content-type'] ?? 'application/json');
    throw new WebhookAnswerError(`0-length response with status code: ${status} and content type: ${type}`);
  }
  const value = readObject(text);
  const problem = kindProblem(value, wanted);
  if (problem !== undefined) throw new WebhookAnswerError(problem);
  return value;
}

const typeStruct =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

function readObject(text: string): JsonObject {
  let value: unknown = '';
  try {
    value = parseJson(text);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    // What is no JSON is read as YAML by the real server, and text is text there.
    if (/^\s*\{/.test(text)) throw new WebhookAnswerError(`${typeProblem}${goJsonError(text) ?? error.message}`);
  }
  if (isJsonObject(value)) return value as JsonObject;
  const found = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  throw new WebhookAnswerError(`${typeProblem}json: cannot unmarshal ${found} into Go value of type ${typeStruct}`);
}

const typeProblem = "couldn't get version/kind; json parse error: ";

/** Something else than a review of that version; an object that does not say what it is may pass. */
function kindProblem(value: JsonObject, { group, version, kind }: ReviewKind): string | undefined {
  const found = { apiVersion: textAt(value, 'apiVersion'), kind: textAt(value, 'kind') };
  if (found.apiVersion === '' || found.kind === '') return undefined;
  if (found.apiVersion === `${group}/${version}` && found.kind === kind) return undefined;
  const foundVersion = found.apiVersion.slice(found.apiVersion.lastIndexOf('/') + 1);
  const isOtherVersion =
    found.kind === kind && ['v1', 'v1beta1'].some((each) => found.apiVersion === `${group}/${each}`);
  return isOtherVersion || (found.apiVersion === 'v1' && found.kind === 'Status')
    ? `converting (${foundVersion}.${found.kind}) to (${version}.${kind}): unknown conversion`
    : `no kind ${JSON.stringify(found.kind)} is registered for version ${JSON.stringify(found.apiVersion)} in scheme "pkg/runtime/scheme.go:111"`;
}

/** What a client says of a refusal: its own words where they are a Status, else what the code stands for. */
function statusProblem(status: number, text: string): string {
  const message = statusMessage(text);
  if (message !== undefined) return message;
  switch (status) {
    case 400:
      return 'the server rejected our request for an unknown reason';
    case 401:
      return 'the server has asked for the client to provide credentials';
    case 403:
      return text.trim();
    case 404:
      return 'the server could not find the requested resource';
    case 405:
      return 'the server does not allow this method on the requested resource';
    case 406:
      return text.trim();
    case 409:
      return 'the server reported a conflict';
    case 413:
      return `Request entity too large: ${text.trim()}`;
    case 415:
      return text.trim();
    case 422:
      return 'the server rejected our request due to an error in our request';
    case 429:
      return 'the server has received too many requests and has asked us to try again later';
    case 503:
      return 'the server is currently unable to handle the request';
    case 504:
      return 'the server was unable to return a response in the time allotted, but may still be processing the request';
    default:
      return status >= 500
        ? `an error on the server (${JSON.stringify(text.trim() || 'unknown')}) has prevented the request from succeeding`
        : `the server responded with the status code ${status} but did not return more information`;
  }
}

function statusMessage(text: string): string | undefined {
  try {
    const value = parseJson(text);
    const isStatus = isJsonObject(value) && value['kind'] === 'Status' && value['apiVersion'] === 'v1';
    return isStatus && textAt(value, 'status') !== 'Success' ? textAt(value, 'message') || 'unknown' : undefined;
  } catch (error) {
    if (error instanceof InvalidInputError) return undefined;
    throw error;
  }
}
