/**
 * The metrics of informers under their upstream names, and the interface to whatever counts them. Only an informer whose name is its
 * own exports them.
 * Upstream: client-go cache.InformerMetricsProvider; component-base metrics/prometheus/clientgo/fifo. lasso's gauge of cached objects.
 */

/** The labels of an informer's metrics. */
export interface InformerMetricLabels {
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** A number that goes up and down, and can be taken away. */
export interface InformerGauge {
  remove(): void;
}

/** A distribution of durations in seconds. */
export interface InformerHistogram {
  observe(value: number): void;
}

/** Brings the instruments: once per informer and metric. */
export interface InformerMetricsProvider {
  /** `read` tells the number whenever somebody looks; undefined while there is none. So it is true in a world in which nothing happens, too. */
  gauge(name: InformerGaugeName, labels: InformerMetricLabels, read: () => number | undefined): InformerGauge;
  histogram(name: InformerHistogramName, labels: InformerMetricLabels): InformerHistogram;
}

export type InformerGaugeName =
  | 'informer_queued_items'
  | 'informer_store_resource_version'
  | 'informer_store_objects'
  | 'informer_staleness_seconds'
  | 'informer_decoding_failures';
export type InformerHistogramName = 'informer_processing_latency_seconds';

/** One metric as a registry has to know it. */
export interface InformerMetric {
  readonly name: InformerGaugeName | InformerHistogramName;
  readonly type: 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly (keyof InformerMetricLabels)[];
  readonly buckets?: readonly number[];
}

const labels = ['name', 'group', 'version', 'resource'] as const;

/** All of them. */
export const informerMetrics: readonly InformerMetric[] = [
  { name: 'informer_queued_items', type: 'gauge', help: 'Changes that wait to be stored.', labels },
  {
    name: 'informer_processing_latency_seconds',
    type: 'histogram',
    help: 'How long it takes to store changes and tell the handlers.',
    labels,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  {
    name: 'informer_store_resource_version',
    type: 'gauge',
    help: 'The last 15 digits of the resource version up to which the store has everything.',
    labels,
  },
  { name: 'informer_store_objects', type: 'gauge', help: 'Objects in the store.', labels },
  { name: 'informer_staleness_seconds', type: 'gauge', help: 'How long ago the server was last heard of.', labels },
  {
    name: 'informer_decoding_failures',
    type: 'gauge',
    help: 'How often a list or a watch ended because an object could not be decoded or its transform threw.',
    labels,
  },
];

/** What fits into a float of a resource version: its last 15 digits; NaN for one that is no number. */
export const versionForGauge = (version: string): number =>
  /^[0-9]+$/.test(version) ? Number(version.slice(-15)) : Number.NaN;
