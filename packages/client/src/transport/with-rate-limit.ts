/**
 * Keeps a client from asking more often than it may. Off unless asked for: servers have fair queues of their own. Streams are let through, and waiting is
 * no part of a request's deadline. Somebody who waits long is told, but not about every single request.
 * Upstream: client-go rest.Request's throttling and its throttled logger.
 */
import type { Clock, TokenBucket, TransportRequest } from '@reeve/machinery';
import { isLongRunning } from './long-running.ts';
import type { TransportLayer } from './transport-layer.ts';

/** The limit, and who hears about waits. */
export interface RateLimitOptions {
  readonly clock: Clock;
  readonly limiter: Pick<TokenBucket, 'wait'>;

  /** Told how long each request waited. */
  readonly onWaited?: ((request: TransportRequest, waitedMs: number) => void) | undefined;

  /** Told of waits of more than a second, at most once in ten seconds. */
  readonly onThrottled?: ((notice: ThrottleNotice) => void) | undefined;
}

/** A request that had to wait for long. */
export interface ThrottleNotice {
  readonly method: string;
  readonly path: string;
  readonly waitedMs: number;
  /** How many more requests waited that long since the last notice. */
  readonly unreported: number;
}

const longWaitMs = 1000;
const noticeEveryMs = 10_000;

/** Makes requests wait for their turn. */
export const withRateLimit = (options: RateLimitOptions): TransportLayer => {
  const report = throttledReport(options);
  return (next) => ({
    async request(request) {
      if (!isLongRunning(request)) {
        const startedAt = options.clock.monotonic();
        await options.limiter.wait(request.signal ? { signal: request.signal } : {});
        const waitedMs = options.clock.monotonic() - startedAt;
        options.onWaited?.(request, waitedMs);
        if (waitedMs > longWaitMs) report(request, waitedMs);
      }
      return next.request(request);
    },
  });
};

const throttledReport = ({ clock, onThrottled }: RateLimitOptions) => {
  let reportedAt = -Infinity;
  let unreported = 0;
  return ({ method, path }: TransportRequest, waitedMs: number): void => {
    if (clock.monotonic() - reportedAt < noticeEveryMs) {
      unreported += 1;
      return;
    }
    onThrottled?.({ method, path, waitedMs, unreported });
    reportedAt = clock.monotonic();
    unreported = 0;
  };
};
