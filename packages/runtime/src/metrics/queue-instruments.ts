/**
 * The metrics of work queues, in a registry.
 */
import { queueMetrics } from '@reeve/queue';
import type { QueueMetricsProvider } from '@reeve/queue';
import type { Instruments } from './instruments.ts';
import { instrumentTable, seriesOf } from './instrument-table.ts';

/** Brings instruments to queues. */
export function queueInstruments(instruments: Instruments): QueueMetricsProvider {
  const table = instrumentTable(instruments, queueMetrics);
  return {
    counter: (name, labels) => {
      const counter = seriesOf(table.counter(name), labels);
      return { inc: () => counter.add() };
    },
    gauge: (name, labels) => seriesOf(table.gauge(name), labels),
    histogram: (name, labels) => seriesOf(table.histogram(name), labels),
  };
}
