/**
 * A run of what a queue has handed out, also when it has ended. There is one for every run, and most say nothing, do nothing and are asked nothing: so it holds little, and what it can tell is put
 * together when somebody asks.
 */
import type { Item } from '@reeve/queue';
import { Requeue } from '../cause/cause.ts';
import type { Cause } from '../cause/cause.ts';
import type { Request } from '../handler/request.ts';
import type { LogFields, Logger } from '../log/logger.ts';
import type { Outcome } from '../reconcile/outcome.ts';
import { noNotes, RunNotes } from '../reconcile/run-notes.ts';
import type { ReadRecord } from '../reconcile/run-notes.ts';
import type { StepRecord } from '../reconcile/step-record.ts';
import type { WriteRecord } from '../write/write-record.ts';
import type { FinishedRun, Run } from './controller-options.ts';
import { parseRequest } from '../handler/request-key.ts';
import type { RunIds } from './run-ids.ts';

/** What the runs of a controller have in common. */
export interface RunSetting {
  readonly controller: string;
  readonly log: Logger;
  readonly ids: RunIds;
}

/** An id as a number. For the one place that keeps the latest of many: text there would have to be moved when memory is collected. */
export interface KeptId {
  ids: Pick<RunIds, 'at'> | undefined;
  nth: number;
}

/** A run under way, and then one that has ended. */
export class QueuedRun implements Run, FinishedRun {
  readonly request: Request;
  readonly signal: AbortSignal;
  readonly startedAt: number;
  durationMs = 0;
  outcome: Outcome = underWay;
  declare nextRunAt?: number;
  readonly #setting: RunSetting;
  readonly #item: Item<string, Cause>;
  readonly #nth: number;
  /** When it began, on the monotonic clock. */
  readonly #startedMs: number;
  #log: Logger | undefined = undefined;
  #notes: RunNotes | undefined = undefined;

  /** `startedAt` in milliseconds since 1970, `startedMs` on the monotonic clock. */
  constructor(
    setting: RunSetting,
    item: Item<string, Cause>,
    signal: AbortSignal,
    startedAt: number,
    startedMs: number,
  ) {
    this.request = parseRequest(item.key);
    this.signal = signal;
    this.startedAt = startedAt;
    this.#setting = setting;
    this.#item = item;
    this.#nth = setting.ids.next();
    this.#startedMs = startedMs;
  }

  get controller(): string {
    return this.#setting.controller;
  }

  get id(): string {
    return this.#setting.ids.at(this.#nth);
  }

  get attempt(): number {
    return this.#item.attempt;
  }

  get priority(): number {
    return this.#item.priority;
  }

  get causes(): readonly Cause[] {
    const { causes } = this.#item;
    return causes.some((cause) => this.#isEarly(cause)) ? causes.filter((cause) => !this.#isEarly(cause)) : causes;
  }

  get reads(): readonly ReadRecord[] {
    return (this.#notes ?? noNotes).reads;
  }

  get writes(): readonly WriteRecord[] {
    return (this.#notes ?? noNotes).writes;
  }

  get steps(): readonly StepRecord[] {
    return (this.#notes ?? noNotes).steps;
  }

  get log(): Logger {
    return (this.#log ??= this.#setting.log.with(requestFields(this.request, this.id)));
  }

  get notes(): RunNotes {
    return (this.#notes ??= new RunNotes());
  }

  /** The only cause; undefined where there are none, or several. */
  get onlyCause(): Cause | undefined {
    const { onlyCause } = this.#item;
    return onlyCause instanceof Requeue && this.#isEarly(onlyCause) ? undefined : onlyCause;
  }

  /** Leaves behind what its id is made of. */
  keepIdIn(place: KeptId): void {
    if (place.ids !== this.#setting.ids) place.ids = this.#setting.ids;
    place.nth = this.#nth;
  }

  /** It has ended. */
  end(outcome: Outcome, durationMs: number, nextRunAt: number | undefined): void {
    this.outcome = outcome;
    this.durationMs = durationMs;
    if (nextRunAt !== undefined) this.nextRunAt = nextRunAt;
    this.#log = undefined;
  }

  /** What there is to say of it when it has ended, as plain data, which holds nothing else. */
  toJSON(): FinishedRun {
    const { controller, request, id, attempt, priority, causes, startedAt, durationMs, outcome, nextRunAt } = this;
    const { reads, writes, steps } = this;
    return {
      controller,
      request,
      id,
      attempt,
      priority,
      causes,
      startedAt,
      durationMs,
      outcome,
      ...(nextRunAt !== undefined && { nextRunAt }),
      reads,
      writes,
      steps,
    };
  }

  /** A requeue that was not due yet: something else has brought the run. */
  #isEarly(cause: Cause): boolean {
    return cause instanceof Requeue && !cause.isDueAt(this.#startedMs);
  }
}

/** A run as plain data. */
export const recordOf = <Finished extends FinishedRun>(run: Finished): Finished | FinishedRun =>
  run instanceof QueuedRun ? run.toJSON() : run;

/** The only cause of a run; undefined where there are none, or several. A queued run knows it without making a list. */
export function onlyCauseOf(run: FinishedRun): Cause | undefined {
  if (run instanceof QueuedRun) return run.onlyCause;
  return run.causes.length === 1 ? run.causes[0] : undefined;
}

/** What nobody sees: a run is told of when it has ended. */
const underWay: Outcome = { type: 'success' };

/** What every line about a run says. */
export const requestFields = ({ key, cluster }: Request, reconcileID: string): LogFields =>
  cluster === '' ? { key, reconcileID } : { key, cluster, reconcileID };
