/**
 * What controllers count, under controller-runtime's names.
 * Upstream: controller-runtime pkg/internal/controller/metrics.
 */
import type { Gauge } from 'prom-client';
import type { ControllerMetrics } from '../controller/controller-metrics.ts';
import type { Instruments } from './instruments.ts';

const labels = ['controller'];

/** From 5 ms to a minute. */
export const runSeconds = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

/** Counts for controllers. */
export function controllerInstruments(instruments: Instruments): ControllerMetrics {
  const counter = (name: string, help: string) =>
    instruments.counter({ name: `controller_runtime_${name}`, help, labels });
  const total = instruments.tally({
    name: 'controller_runtime_reconcile_total',
    help: 'Runs, by how they ended.',
    labels: ['controller', 'result'],
  });
  const errors = counter('reconcile_errors_total', 'Runs that failed.');
  const terminal = counter('terminal_reconcile_errors_total', 'Runs that failed for good.');
  const panics = counter('reconcile_panics_total', 'Runs that ended by a bug in the reconciler.');
  const timeouts = counter('reconcile_timeouts_total', 'Runs that took too long.');
  const conflicts = instruments.counter({
    name: 'reeve_reconcile_conflicts_total',
    help: 'Runs that failed because somebody else had changed an object; they are among the errors, too.',
    labels,
  });
  const time = instruments.histogram({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'How long runs take.',
    labels,
    buckets: runSeconds,
  });
  const gauge = (name: string, help: string, collect?: (to: Gauge) => void) =>
    instruments.gauge({ name: `controller_runtime_${name}`, help, labels }, collect);
  const maximum = gauge('max_concurrent_reconciles', 'How many runs there may be at once.');
  const workers = new Map<string, number>();
  gauge('active_workers', 'How many runs there are now.', (to) => {
    for (const [controller, count] of workers) to.set({ controller }, count);
  });
  return {
    register(controller, maxConcurrent) {
      for (const result of ['success', 'error', 'requeue', 'requeue_after']) total.count([controller, result], 0);
      for (const each of [errors, terminal, panics, timeouts, conflicts]) each.inc({ controller }, 0);
      maximum.set({ controller }, maxConcurrent);
      workers.set(controller, 0);
    },
    reconciled(controller, result, seconds) {
      total.count([controller, result]);
      if (result === 'error') errors.inc({ controller });
      time.observe({ controller }, seconds);
    },
    terminalError: (controller) => terminal.inc({ controller }),
    panicked: (controller) => panics.inc({ controller }),
    timedOut: (controller) => timeouts.inc({ controller }),
    conflicted: (controller) => conflicts.inc({ controller }),
    activeWorkers: (controller, count) => void workers.set(controller, count),
  };
}
