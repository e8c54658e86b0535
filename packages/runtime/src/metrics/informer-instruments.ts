/**
 * The metrics of informers, in a registry.
 */
import { informerMetrics } from '@reeve/cache';
import type { InformerMetricsProvider } from '@reeve/cache';
import type { Instruments } from './instruments.ts';
import { instrumentTable, seriesOf, valuesOf } from './instrument-table.ts';

/** Brings instruments to informers. */
export function informerInstruments(instruments: Instruments): InformerMetricsProvider {
  const table = instrumentTable(instruments, informerMetrics);
  return {
    gauge: (name, labels, read) => {
      const gauge = table.gauge(name);
      const series = seriesOf(gauge, labels);
      series.follow(read);
      const remove = (): void => {
        if (series.follows(read)) gauge.remove(...valuesOf(gauge, labels)); // it may be another manager's by now
      };
      return { remove };
    },
    histogram: (name, labels) => seriesOf(table.histogram(name), labels),
  };
}
