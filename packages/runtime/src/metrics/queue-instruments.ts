/**
 * The metrics of work queues, in a registry.
 */
import { queueMetrics } from '@reeve/queue';
import type { QueueMetricsProvider } from '@reeve/queue';
import type { Instruments } from './instruments.ts';
import { instrumentTable } from './instrument-table.ts';

/** Brings instruments to queues. */
export function queueInstruments(instruments: Instruments): QueueMetricsProvider {
  const table = instrumentTable(instruments, queueMetrics);
  return {
    counter: (name, labels) => table.counter(name).labels({ ...labels }),
    gauge: (name, labels) => table.gauge(name).labels({ ...labels }),
    histogram: (name, labels) => table.histogram(name).labels({ ...labels }),
  };
}
