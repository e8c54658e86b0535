/**
 * Sends a request again where that is right: when the server refuses with 429 or 5xx and says when to come back, and when the connection of a GET broke
 * before an answer came. Everything else is the caller's to decide. Around each attempt the order is: back-off or Retry-After, rate limit, request,
 * metrics, back-off told of the result.
 * Upstream: client-go rest.withRetry, and net/http's second try on a stale connection.
 */
import {
  ReeveError,
  hasCode,
  longestRetryAfterMs,
  retryAfterMsOf,
  type Host,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '@reeve/machinery';
import { discard } from './discard.ts';
import { headerIn } from './response-head.ts';
import type { TransportLayer } from './transport-layer.ts';

/** When to give up, and what paces the attempts. */
export interface RetryOptions {
  readonly host: Host;

  /**
   * The longest wait that a server may ask for; five minutes unless given, and never more. A refusal that asks for more is handed on at once: whoever
   * called knows what it says, and a server must not be able to hold a caller up for years.
   */
  readonly maxWaitMs?: number | undefined;

  /** How often a request is sent again; 10 unless given. */
  readonly maxRetries?: number | undefined;

  /** Makes every attempt wait according to how the last ones ended. */
  readonly backoff?: RequestBackoff | undefined;

  /** Told of every attempt but the first, when it has ended. */
  readonly onRetry?: ((retry: RetryRecord) => void) | undefined;
}

/** Delays between requests to one server. Upstream: rest.BackoffManager. */
export interface RequestBackoff {
  /** How long to wait before the next attempt. */
  delayMs(request: TransportRequest): number;

  /** Told how an attempt ended: by its status, or without an answer. */
  update(request: TransportRequest, status: number | undefined): void;
}

/** An attempt that was not the first. */
export interface RetryRecord {
  readonly request: TransportRequest;
  readonly attempt: number;
  readonly waitedMs: number;
  readonly status: number | undefined;
}

/** Retries as client-go does. A request may bring its own limit. */
export const withRetries =
  (options: RetryOptions): TransportLayer =>
  (next) => {
    if (options.maxRetries === 0 && options.backoff === undefined) return next;
    return { request: (request) => attempts(options, request, next) };
  };

type Attempt = { readonly response: TransportResponse } | { readonly error: unknown };

async function attempts(options: RetryOptions, request: TransportRequest, next: Transport): Promise<TransportResponse> {
  const { host, backoff, onRetry } = options;
  const maxRetries = request.maxRetries ?? options.maxRetries ?? 10;
  let waitMs = backoff?.delayMs(request) ?? 0;
  let earlier: unknown;
  for (let attempt = 0; ; attempt += 1) {
    if (waitMs > 0) await host.sleep(waitMs, request.signal);
    let result: Attempt;
    try {
      result = { response: await next.request(request) };
    } catch (error) {
      result = { error };
    }
    const status = 'response' in result ? result.response.status : undefined;
    if (attempt > 0) onRetry?.({ request, attempt, waitedMs: waitMs, status });
    backoff?.update(request, status);
    const againMs = attempt < maxRetries ? comeBackAfterMs(result, request, attempt, options.maxWaitMs) : undefined;
    if (againMs === undefined || request.signal?.aborted) return outcome(result, earlier);
    if ('response' in result) await discard(result.response);
    else earlier = result.error;
    waitMs = Math.max(againMs, backoff?.delayMs(request) ?? 0);
  }
}

/** When to send again; undefined for never. */
const comeBackAfterMs = (
  result: Attempt,
  { method }: TransportRequest,
  attempt: number,
  maxWaitMs = longestRetryAfterMs,
): number | undefined => {
  if ('response' in result) {
    const askedMs = retryAfterMs(result.response);
    return askedMs !== undefined && askedMs > Math.min(maxWaitMs, longestRetryAfterMs) ? undefined : askedMs;
  }
  if (!hasCode(result.error, 'REEVE_CONNECTION_RESET')) return undefined;
  const { wasReused, wasSent } = result.error as { readonly wasReused?: boolean; readonly wasSent?: boolean };
  if (wasSent && method !== 'GET') return undefined; // the server may have acted on it
  return wasReused && attempt === 0 ? 0 : brokenWaitMs;
};

/** What upstream takes for the Retry-After of a connection that broke. */
const brokenWaitMs = 1000;

const retryAfterMs = (response: TransportResponse): number | undefined => {
  if (response.status !== 429 && response.status < 500) return undefined;
  const text = headerIn(response, 'retry-after');
  if (typeof text !== 'string' || !/^\d{1,9}$/.test(text)) return undefined;
  return retryAfterMsOf(Number(text)) ?? 0;
};

const outcome = (result: Attempt, earlier: unknown): TransportResponse => {
  if ('response' in result) return result.response;
  if (earlier instanceof Error && result.error instanceof ReeveError && earlier.message !== result.error.message) {
    result.error.message += ` (an earlier attempt: ${earlier.message})`;
  }
  throw result.error;
};
