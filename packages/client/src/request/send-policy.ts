/**
 * How a single request wants to be sent, when it differs from what the transport does for all: its own rate limit, back-off and
 * number of retries. Made of the same layers that transports are made of.
 * Upstream: client-go rest.Request's Throttle, BackOff and MaxRetries.
 */
import type { Host, Transport } from '@reeve/machinery';
import { layered, type TransportLayer } from '../transport/transport-layer.ts';
import { withRateLimit } from '../transport/with-rate-limit.ts';
import { withRetries, type RequestBackoff } from '../transport/with-retries.ts';

/** Holds requests back. A `TokenBucket` is one. */
export interface RateLimiter {
  wait(options?: { readonly signal?: AbortSignal }): Promise<void>;
}

/** What a single request says about being sent. */
export interface SendPolicy {
  readonly host: Host;
  readonly limiter?: RateLimiter | undefined;
  readonly backoff?: RequestBackoff | undefined;
  /** How often to try again; left to the transport unless given. */
  readonly maxRetries?: number | undefined;
}

/** The transport as a request with this policy sees it. */
export function withPolicy(transport: Transport, { host, limiter, backoff, maxRetries }: SendPolicy): Transport {
  const layers: TransportLayer[] = [];
  if (backoff !== undefined || maxRetries !== undefined) {
    layers.push(withRetries({ host, backoff, maxRetries: maxRetries ?? 0 }));
  }
  if (maxRetries !== undefined) layers.push(withoutRetriesBelow);
  if (limiter !== undefined) layers.push(withRateLimit({ clock: host.clock, limiter }));
  return layered(transport, layers);
}

/** Whoever tries again himself does not want others to, or attempts would multiply. */
const withoutRetriesBelow: TransportLayer = (next) => ({
  request: (request) => next.request({ ...request, maxRetries: 0 }),
});
