/**
 * A registry of metrics, as far as an operator needs it: every registry of prom-client is one, of whatever copy of that library. One's own metrics are made with that
 * library and registered here, or their registry is given to `Metrics`.
 */

/** Where metrics are registered and read. */
export interface MetricsRegistry {
  /** All of it, as Prometheus reads it. */
  metrics(): Promise<string>;
  readonly contentType: string;
  /** Adds a metric of one's own, made with prom-client. */
  registerMetric(metric: { readonly name?: string; get(): unknown }): void;
  getSingleMetric(name: string): unknown;
  /** All metrics, as the library describes them. */
  getMetricsAsArray(): readonly object[];
  removeSingleMetric(name: string): void;
}
