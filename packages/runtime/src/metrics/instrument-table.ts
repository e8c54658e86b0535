/**
 * Metrics for a table that another package describes.
 */
import type { Amount } from './amount.ts';
import type { Distribution } from './distribution.ts';
import type { Instruments } from './instruments.ts';
import type { Cell, Metric, MetricFacts, MetricType } from './metric.ts';

/** A metric of a table. */
export interface TableMetric extends MetricFacts {
  readonly type: MetricType;
}

/** The metrics of a table by name. */
export interface InstrumentTable {
  counter(name: string): Metric<Amount>;
  gauge(name: string): Metric<Amount>;
  histogram(name: string): Metric<Distribution>;
}

/** Makes the metrics of a table. */
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

/** The series of a metric with these labels. */
export const seriesOf = <C extends Cell>(metric: Metric<C>, labels: object): C =>
  metric.at(...valuesOf(metric, labels));

/** The values of a metric's labels in their order. */
export const valuesOf = ({ labelNames }: { readonly labelNames: readonly string[] }, labels: object): string[] => {
  const known = labels as Readonly<Record<string, string | undefined>>; // which is what sets of labels are
  return labelNames.map((label) => known[label] ?? '');
};
