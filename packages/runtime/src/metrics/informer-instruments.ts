/**
 * The metrics of informers, in a registry.
 */
import { informerMetrics } from '@reeve/cache';
import type { InformerMetricsProvider } from '@reeve/cache';
import type { Instruments } from './instruments.ts';
import { instrumentTable } from './instrument-table.ts';

/** Brings instruments to informers. */
export function informerInstruments(instruments: Instruments): InformerMetricsProvider {
  const table = instrumentTable(instruments, informerMetrics);
  return {
    gauge: (name, labels) => {
      const gauge = table.gauge(name);
      return { set: (value) => gauge.set({ ...labels }, value), remove: () => gauge.remove({ ...labels }) };
    },
    histogram: (name, labels) => table.histogram(name).labels({ ...labels }),
  };
}
