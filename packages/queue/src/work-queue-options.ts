/**
 * What a work queue is made from. Only the clock has to be given.
 */
import type { Clock } from '@reeve/machinery';
import type { CauseOptions } from './causes/cause-set.ts';
import type { RateLimit } from './limits/rate-limiter.ts';
import type { QueueMetricsProvider } from './metrics/queue-metrics.ts';
import type { Ageing } from './order/ageing.ts';
import type { ReadyOrderFactory } from './order/ready-order.ts';

/** The options of a `WorkQueue`. */
export interface WorkQueueOptions<Key, Cause = unknown> {
  /** Where time comes from. */
  readonly clock: Clock;

  /** The name under which metrics speak of the queue. A queue without one has no metrics. */
  readonly name?: string;

  /** The back-off of retries; 5 ms doubling to 1000 s per key unless given. The queue makes its own limiter from it. */
  readonly rateLimit?: RateLimit<Key>;

  /** When a key that is overtaken gets its turn; `false` for strict priorities. */
  readonly ageing?: Partial<Ageing> | false;

  /** How causes are told apart, merged and capped. */
  readonly causes?: CauseOptions<Cause>;

  /** Where metrics go. */
  readonly metrics?: QueueMetricsProvider;

  /** An order of hand-outs to use instead of priorities with ageing. */
  readonly order?: ReadyOrderFactory<Key>;
}
