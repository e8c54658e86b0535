export { WorkQueue } from './work-queue.ts';
export type { WorkQueueOptions } from './work-queue-options.ts';
export type { AddOptions } from './keys/add-options.ts';
export type { Item, RetryOptions } from './take/item.ts';
export type { Taker } from './take/taker.ts';
export type { DrainOptions, DrainReport } from './drain.ts';
export type { KeySnapshot } from './snapshot.ts';
export type { CauseOptions } from './causes/cause-set.ts';

// order
export type { ReadyKey, ReadyOrder, ReadyOrderFactory } from './order/ready-order.ts';
export { defaultAgeing } from './order/ageing.ts';
export type { Ageing } from './order/ageing.ts';

// rate limits
export type { RateLimit, RateLimiter } from './limits/rate-limiter.ts';
export { itemExponential } from './limits/item-exponential.ts';
export type { ItemExponentialOptions } from './limits/item-exponential.ts';
export { itemFastSlow } from './limits/item-fast-slow.ts';
export type { ItemFastSlowOptions } from './limits/item-fast-slow.ts';
export { tokenBucket } from './limits/token-bucket.ts';
export type { TokenBucketLimitOptions } from './limits/token-bucket.ts';
export { maxOf } from './limits/max-of.ts';
export { withMaxWait } from './limits/with-max-wait.ts';
export { clientGoRateLimit, defaultRateLimit, lassoRateLimit } from './limits/ready-made.ts';

// metrics
export { queueMetrics } from './metrics/queue-metrics.ts';
export type {
  QueueCounter,
  QueueCounterName,
  QueueGauge,
  QueueGaugeName,
  QueueHistogram,
  QueueHistogramName,
  QueueMetric,
  QueueMetricLabels,
  QueueMetricsProvider,
} from './metrics/queue-metrics.ts';

// parallel loops
export { parallelize } from './parallelize.ts';
export type { ParallelizeOptions } from './parallelize.ts';
