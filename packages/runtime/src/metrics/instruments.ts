/**
 * Makes metrics in a registry. The library behind it is loaded only when somebody asks for metrics.
 */
import { createRequire } from 'node:module';
import type * as Library from 'prom-client';
import type { Registry } from 'prom-client';
import { Amount } from './amount.ts';
import { Distribution } from './distribution.ts';
import { Metric } from './metric.ts';
import type { Cell, MetricFacts } from './metric.ts';
import type { MetricsRegistry } from './metrics-registry.ts';

/** Makes metrics in one registry. */
export class Instruments {
  readonly registry: MetricsRegistry;
  readonly #library: typeof Library;

  constructor(registry?: MetricsRegistry) {
    this.#library = createRequire(import.meta.url)('prom-client') as typeof Library; // the package of that name, which ships inside this one
    this.registry = registry ?? new this.#library.Registry();
  }

  counter(facts: MetricFacts): Metric<Amount> {
    return this.#registered(new Metric('counter', facts, () => new Amount()));
  }

  /** `beforeRead` is called before somebody reads it. */
  gauge(facts: MetricFacts, beforeRead?: (gauge: Metric<Amount>) => void): Metric<Amount> {
    const gauge: Metric<Amount> = new Metric(
      'gauge',
      facts,
      () => new Amount(),
      () => beforeRead?.(gauge),
    );
    return this.#registered(gauge);
  }

  histogram(facts: MetricFacts): Metric<Distribution> {
    const { buckets = [] } = facts;
    return this.#registered(new Metric('histogram', facts, () => new Distribution(buckets)));
  }

  /** What Node says of the process: `process_*` and `nodejs_*`. */
  collectProcess(): void {
    this.#library.collectDefaultMetrics({ register: this.registry as Registry }); // of whatever copy of the library
  }

  #registered<C extends Cell>(metric: Metric<C>): Metric<C> {
    this.registry.registerMetric(metric);
    return metric;
  }
}
