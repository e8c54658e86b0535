/**
 * What controllers count, under controller-runtime's names.
 * Upstream: controller-runtime pkg/internal/controller/metrics.
 */
import type { ControllerCounts, ControllerMetrics } from '../controller/controller-metrics.ts';
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
  const gauge = (name: string, help: string) => instruments.gauge({ name: `controller_runtime_${name}`, help, labels });
  const runs = instruments.counter({
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
  const maximum = gauge('max_concurrent_reconciles', 'How many runs there may be at once.');
  const workers = gauge('active_workers', 'How many runs there are now.');
  return {
    register(controller, { maxConcurrent, active }): ControllerCounts {
      maximum.at(controller).set(maxConcurrent);
      workers.at(controller).follow(active);
      const results = {
        success: runs.at(controller, 'success'),
        error: runs.at(controller, 'error'),
        requeue: runs.at(controller, 'requeue'),
        requeue_after: runs.at(controller, 'requeue_after'),
      };
      const [failed, failedForGood, broken] = [errors.at(controller), terminal.at(controller), panics.at(controller)];
      const [late, overtaken] = [timeouts.at(controller), conflicts.at(controller)];
      const seconds = time.at(controller);
      return {
        reconciled(result, took) {
          results[result].add();
          if (result === 'error') failed.add();
          seconds.observe(took);
        },
        terminalError: () => failedForGood.add(),
        panicked: () => broken.add(),
        timedOut: () => late.add(),
        conflicted: () => overtaken.add(),
      };
    },
  };
}
