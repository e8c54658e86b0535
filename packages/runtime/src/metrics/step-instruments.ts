/**
 * What steps cost, with the label `controller` that queues and runs have, so that they can be joined.
 * Upstream: rancher/lasso pkg/metrics.
 */
import type { StepRecord } from '../reconcile/step-record.ts';
import { runSeconds } from './controller-instruments.ts';
import type { Instruments } from './instruments.ts';

/** Counts steps of a controller. */
export function stepInstruments(instruments: Instruments): (controller: string, step: StepRecord) => void {
  const total = instruments.counter({
    name: 'reeve_reconcile_steps_total',
    help: 'Steps of runs, by how they ended.',
    labels: ['controller', 'step', 'result'],
  });
  const time = instruments.histogram({
    name: 'reeve_reconcile_step_time_seconds',
    help: 'How long steps take.',
    labels: ['controller', 'step'],
    buckets: runSeconds,
  });
  return (controller, { name: step, durationMs, result }) => {
    total.at(controller, step, result).add();
    time.at(controller, step).observe(durationMs / 1000);
  };
}
