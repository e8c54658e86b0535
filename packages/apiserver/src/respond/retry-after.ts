/**
 * A refusal that says when to come again says so in its header too.
 */
import type { StatusError } from '@reeve/registry';
import type { PlainResponse } from '../request/api-request.ts';

export function withRetryAfter(response: PlainResponse, { status }: StatusError): PlainResponse {
  const seconds = status.details?.retryAfterSeconds;
  return seconds ? { ...response, headers: { ...response.headers, 'retry-after': String(seconds) } } : response;
}
