/**
 * Shows every attempt to an observer: what was asked, how it ended, how long it took, how many bytes went each way. Without an observer this layer is not
 * there.
 * Upstream: client-go rest.Request's metrics.
 */
import type { Clock, TransportRequest, TransportResponse } from '@reeve/machinery';
import { isLongRunning } from './long-running.ts';
import { outcomeLabel, takesMetric, type RequestEnd, type RequestObserver } from './request-observer.ts';
import type { TransportLayer } from './transport-layer.ts';

/** Who sees, by which clock, and which server is meant. */
export interface ObserverOptions {
  readonly observer: RequestObserver;
  readonly clock: Clock;
  readonly host: string;
}

/** Shows attempts to an observer. */
export const withObserver =
  (options: ObserverOptions): TransportLayer =>
  (next) => ({
    async request(request): Promise<TransportResponse> {
      const { observer, clock, host } = options;
      const { method, path } = request;
      const onEnd = observer.onStart?.({ method, path, host });
      const startedAt = clock.monotonic();
      const ended = (end: RequestEnd): void => {
        onEnd?.(end);
        report(options, request, end, clock.monotonic() - startedAt);
      };
      try {
        const response = await next.request(request);
        ended({ status: response.status });
        if (!takesMetric(observer, 'rest_client_response_size_bytes')) return response;
        return { ...response, body: measured(options, request, response) };
      } catch (error) {
        ended({ error });
        throw error;
      }
    },
  });

const report = (
  { observer, host }: ObserverOptions,
  request: TransportRequest,
  end: RequestEnd,
  durationMs: number,
): void => {
  const { method, path, body } = request;
  const status = 'status' in end ? end.status : undefined;
  observer.onRequest?.({ method, path, host, status, error: 'error' in end ? end.error : undefined, durationMs });
  const labels = { verb: method, host };
  if (takesMetric(observer, 'rest_client_request_duration_seconds') && !isLongRunning(request)) {
    observer.onMetric?.({ name: 'rest_client_request_duration_seconds', labels, value: durationMs / 1000 });
  }
  if (takesMetric(observer, 'rest_client_request_size_bytes') && body !== undefined) {
    observer.onMetric?.({ name: 'rest_client_request_size_bytes', labels, value: body.length });
  }
  if (takesMetric(observer, 'rest_client_requests_total')) {
    const code = outcomeLabel(status);
    observer.onMetric?.({ name: 'rest_client_requests_total', labels: { code, method, host }, value: 1 });
  }
};

/** The body, whose size is told when it has been read. */
async function* measured(
  { observer, host }: ObserverOptions,
  { method }: TransportRequest,
  { body }: TransportResponse,
): AsyncGenerator<Uint8Array, void, void> {
  let value = 0;
  try {
    for await (const chunk of body) {
      value += chunk.length;
      yield chunk;
    }
  } finally {
    observer.onMetric?.({ name: 'rest_client_response_size_bytes', labels: { verb: method, host }, value });
  }
}
