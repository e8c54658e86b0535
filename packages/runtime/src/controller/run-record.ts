/**
 * A run as it is remembered: it holds no more than it says.
 *
 * A class, as there is one for every run: the first runs of all objects are kept, and where what the literals of one place make lives long at first the engine makes all that follow old from the
 * start, and with them whatever they refer to, such as both states of an object that changed. They are collected only when all of memory is.
 */
import type { Cause } from '../cause/cause.ts';
import type { Request } from '../handler/request.ts';
import type { Outcome } from '../reconcile/outcome.ts';
import { noNotes } from '../reconcile/run-notes.ts';
import type { ReadRecord } from '../reconcile/run-notes.ts';
import type { StepRecord } from '../step/step-record.ts';
import type { WriteRecord } from '../write/write-record.ts';
import type { FinishedRun } from './controller-options.ts';
import type { QueuedRun } from './queued-run.ts';

/** A run that has ended. */
export class RunRecord implements FinishedRun {
  readonly controller: string;
  readonly request: Request;
  readonly id: string;
  readonly attempt: number;
  readonly priority: number;
  readonly causes: readonly Cause[];
  readonly startedAt: number;
  readonly durationMs: number;
  readonly outcome: Outcome;
  readonly reads: readonly ReadRecord[];
  readonly writes: readonly WriteRecord[];
  readonly steps: readonly StepRecord[];
  declare readonly nextRunAt?: number;

  constructor(controller: string, run: QueuedRun, outcome: Outcome, durationMs: number, nextRunAt?: number) {
    const { reads, writes, steps } = run.noted ?? noNotes;
    this.controller = controller;
    this.request = run.request;
    this.id = run.id;
    this.attempt = run.attempt;
    this.priority = run.priority;
    this.causes = run.causes;
    this.startedAt = run.startedAt;
    this.durationMs = durationMs;
    this.outcome = outcome;
    this.reads = reads;
    this.writes = writes;
    this.steps = steps;
    if (nextRunAt !== undefined) this.nextRunAt = nextRunAt;
  }
}
