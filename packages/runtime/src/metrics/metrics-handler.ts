/**
 * What a metrics server answers: the registry at `/metrics`, handlers of one's own beside it, nothing else; a filter stands before all of them.
 * Upstream: controller-runtime pkg/metrics/server.
 */
import { InvalidInputError } from '@reeve/machinery';
import { readsOnly, routed } from '../server/request-handler.ts';
import type { RequestFilter, RequestHandler } from '../server/request-handler.ts';
import type { Metrics } from './metrics.ts';

/** What is served beside the metrics, and who may read it. */
export interface MetricsHandlerOptions {
  /** By path; `/metrics` is taken. */
  readonly extraHandlers?: Readonly<Record<string, RequestHandler>>;
  /** Stands before the metrics and the extra handlers. */
  readonly filter?: RequestFilter;
}

/** Answers requests for metrics. */
export function metricsHandler(
  metrics: Metrics,
  { extraHandlers = {}, filter }: MetricsHandlerOptions = {},
): RequestHandler {
  if (Object.hasOwn(extraHandlers, '/metrics')) {
    throw new InvalidInputError('/metrics', 'an extra handler cannot take the path /metrics: choose another one');
  }
  const own = readsOnly(async () => ({
    status: 200,
    headers: { 'content-type': metrics.registry.contentType },
    body: await metrics.text(),
  }));
  const handlers = [['/metrics', own] as const, ...Object.entries(extraHandlers)];
  return routed(new Map(handlers.map(([path, handle]) => [path, filter ? filter(handle) : handle])));
}
