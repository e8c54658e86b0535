/**
 * The metrics of a work queue under their upstream names, and the interface to whatever counts them. A registry registers the
 * rows of `queueMetrics`; the queue then asks it for one instrument per metric and labels.
 * Upstream: client-go util/workqueue.MetricsProvider; controller-runtime pkg/internal/metrics.
 */

/** The labels of a queue's metrics. `controller` is the queue's name as well, and only the depth has a priority. */
export interface QueueMetricLabels {
  readonly name: string;
  readonly controller: string;
  readonly priority?: string;
}

/** A number that only grows. */
export interface QueueCounter {
  inc(): void;
}

/** A number that goes up and down. */
export interface QueueGauge {
  set(value: number): void;
}

/** A distribution of durations in seconds. */
export interface QueueHistogram {
  observe(value: number): void;
}

/** Brings the instruments. It is called once per queue, metric and priority. */
export interface QueueMetricsProvider {
  counter(name: QueueCounterName, labels: QueueMetricLabels): QueueCounter;
  gauge(name: QueueGaugeName, labels: QueueMetricLabels): QueueGauge;
  histogram(name: QueueHistogramName, labels: QueueMetricLabels): QueueHistogram;
}

/** One metric as a registry has to know it. */
export interface QueueMetric {
  readonly name: QueueCounterName | QueueGaugeName | QueueHistogramName;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly (keyof QueueMetricLabels)[];
  readonly buckets?: readonly number[];
}

export type QueueCounterName = 'workqueue_adds_total' | 'workqueue_retries_total';
export type QueueGaugeName =
  | 'workqueue_depth'
  | 'workqueue_unfinished_work_seconds'
  | 'workqueue_longest_running_processor_seconds';
export type QueueHistogramName = 'workqueue_queue_duration_seconds' | 'workqueue_work_duration_seconds';

/** From 10 ns to 1000 s, ten times as much from one to the next. */
const buckets = Array.from({ length: 12 }, (_, power) => Number(`1e${power - 8}`));
const labels = ['name', 'controller'] as const;

/** Every metric of a named queue. */
export const queueMetrics: readonly QueueMetric[] = [
  {
    name: 'workqueue_depth',
    type: 'gauge',
    help: 'Keys that wait to be worked on, by priority.',
    labels: [...labels, 'priority'],
  },
  { name: 'workqueue_adds_total', type: 'counter', help: 'Runs asked for, duplicates merged.', labels },
  {
    name: 'workqueue_retries_total',
    type: 'counter',
    help: 'Adds that had to wait for a delay or a back-off.',
    labels,
  },
  {
    name: 'workqueue_queue_duration_seconds',
    type: 'histogram',
    help: 'How long a key waited from being due to being handed out.',
    labels,
    buckets,
  },
  {
    name: 'workqueue_work_duration_seconds',
    type: 'histogram',
    help: 'How long a key was held by its worker.',
    labels,
    buckets,
  },
  {
    name: 'workqueue_unfinished_work_seconds',
    type: 'gauge',
    help: 'How long the keys in work have been held, added up.',
    labels,
  },
  {
    name: 'workqueue_longest_running_processor_seconds',
    type: 'gauge',
    help: 'How long the key that has been in work longest has been held.',
    labels,
  },
];
