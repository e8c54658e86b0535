/**
 * Why there were runs, and what they wrote: what upstream leaves out.
 */
import type { Cause } from '../cause/cause.ts';
import { onlyCauseOf } from '../controller/queued-run.ts';
import type { ReconcileRecord } from '../controller/reconcile-record.ts';
import type { Amount } from './amount.ts';
import type { Instruments } from './instruments.ts';
import type { Metric } from './metric.ts';
import { stepInstruments } from './step-instruments.ts';

/** Makes what counts the runs of a controller. */
export function runInstruments(instruments: Instruments): (controller: string) => (record: ReconcileRecord) => void {
  const causes = instruments.counter({
    name: 'reeve_reconcile_causes_total',
    help: 'Why there were runs.',
    labels: ['controller', 'source', 'type'],
  });
  const writes = instruments.counter({
    name: 'reeve_reconcile_writes_total',
    help: 'Writes of runs, and those that were left out because nothing would have changed.',
    labels: ['controller', 'verb', 'skipped'],
  });
  const loops = instruments.counter({
    name: 'reeve_reconcile_hot_loops_total',
    help: 'Runs that wrote the same as many before them, after which their object was held back.',
    labels: ['controller'],
  });
  const noteStep = stepInstruments(instruments);
  return (controller) => {
    const why = new CauseCount(causes, controller);
    return (record) => {
      why.count(record);
      for (const step of record.steps) noteStep(controller, step);
      for (const { verb, skipped } of record.writes) writes.at(controller, verb, String(skipped === true)).add();
      if (record.hotLoop !== undefined) loops.at(controller).add();
    };
  };
}

/** Counts causes of one controller. Mostly the same source tells of the same kind of event, again and again. */
class CauseCount {
  readonly #metric: Metric<Amount>;
  readonly #controller: string;
  #source = '';
  #type = '';
  #last: Amount | undefined = undefined;

  constructor(metric: Metric<Amount>, controller: string) {
    this.#metric = metric;
    this.#controller = controller;
  }

  count(record: ReconcileRecord): void {
    const only = onlyCauseOf(record);
    if (only !== undefined) this.#countOne(only);
    else for (const cause of record.causes) this.#countOne(cause);
  }

  #countOne({ source, type }: Cause): void {
    if (this.#last === undefined || source !== this.#source || type !== this.#type) {
      this.#source = source;
      this.#type = type;
      this.#last = this.#metric.at(this.#controller, source, type);
    }
    this.#last.add();
  }
}
