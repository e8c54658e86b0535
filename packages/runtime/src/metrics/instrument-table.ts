/**
 * Instruments for a table of metrics that another package describes.
 */
import type { Counter, Gauge, Histogram } from 'prom-client';
import type { Instruments, MetricFacts } from './instruments.ts';

/** A metric of a table. */
export interface TableMetric extends MetricFacts {
  readonly type: 'counter' | 'gauge' | 'histogram';
}

/** The instruments of a table by name. */
export interface InstrumentTable {
  counter(name: string): Counter;
  gauge(name: string): Gauge;
  histogram(name: string): Histogram;
}

/** Makes the instruments of a table. */
export function instrumentTable(instruments: Instruments, metrics: readonly TableMetric[]): InstrumentTable {
  const of = <T>(type: TableMetric['type'], make: (metric: TableMetric) => T): ((name: string) => T) => {
    const made = new Map(metrics.filter((metric) => metric.type === type).map((metric) => [metric.name, make(metric)]));
    return (name) => {
      const found = made.get(name);
      if (found === undefined) throw new TypeError(`there is no ${type} called ${name}`);
      return found;
    };
  };
  return {
    counter: of('counter', (metric) => instruments.counter(metric)),
    gauge: of('gauge', (metric) => instruments.gauge(metric)),
    histogram: of('histogram', (metric) => instruments.histogram(metric)),
  };
}
