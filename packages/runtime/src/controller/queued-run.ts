/**
 * A run of what a queue has handed out, and its record when it has ended. Its log and its notes are made when somebody writes to them, as most runs say nothing and do nothing.
 *
 * One object for both, and a class, as there is one for every run: the first runs of all objects are kept, and where what the literals of one place make lives long at first the engine makes all that
 * follow old from the start, and with them whatever they refer to, such as both states of an object that changed. They are collected only when all of memory is.
 */
import type { Item } from '@reeve/queue';
import type { Cause } from '../cause/cause.ts';
import type { Request } from '../handler/request.ts';
import type { LogFields, Logger } from '../log/logger.ts';
import type { Outcome } from '../reconcile/outcome.ts';
import { noNotes, RunNotes } from '../reconcile/run-notes.ts';
import type { ReadRecord } from '../reconcile/run-notes.ts';
import type { StepRecord } from '../step/step-record.ts';
import type { WriteRecord } from '../write/write-record.ts';
import type { FinishedRun, Run } from './controller-options.ts';
import { parseRequest } from './request-key.ts';
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
  readonly controller: string;
  readonly request: Request;
  readonly id: string;
  readonly attempt: number;
  readonly priority: number;
  readonly causes: readonly Cause[];
  readonly startedAt: number;
  durationMs = 0;
  outcome: Outcome = underWay;
  reads: readonly ReadRecord[] = noNotes.reads;
  writes: readonly WriteRecord[] = noNotes.writes;
  steps: readonly StepRecord[] = noNotes.steps;
  declare nextRunAt?: number;
  readonly #setting: RunSetting;
  readonly #signal: AbortSignal;
  readonly #nth: number;
  #log: Logger | undefined;
  #notes: RunNotes | undefined;

  /** `startedAt` in milliseconds since 1970. */
  constructor(setting: RunSetting, item: Item<string, Cause>, signal: AbortSignal, startedAt: number) {
    this.controller = setting.controller;
    this.request = parseRequest(item.key);
    this.id = setting.ids.next();
    this.attempt = item.attempt;
    this.priority = item.priority;
    this.causes = item.causes;
    this.startedAt = startedAt;
    this.#setting = setting;
    this.#signal = signal;
    this.#nth = setting.ids.count;
  }

  get signal(): AbortSignal {
    return this.#signal;
  }

  get log(): Logger {
    return (this.#log ??= this.#setting.log.with(requestFields(this.request, this.id)));
  }

  get notes(): RunNotes {
    return (this.#notes ??= new RunNotes());
  }

  /** Leaves behind what its id is made of. */
  keepIdIn(place: KeptId): void {
    if (place.ids !== this.#setting.ids) place.ids = this.#setting.ids;
    place.nth = this.#nth;
  }

  /** It has ended: from now on it is its record, and holds no more than it says. */
  end(outcome: Outcome, durationMs: number, nextRunAt: number | undefined): void {
    this.outcome = outcome;
    this.durationMs = durationMs;
    if (nextRunAt !== undefined) this.nextRunAt = nextRunAt;
    this.#log = undefined;
    if (this.#notes === undefined) return;
    this.reads = this.#notes.reads;
    this.writes = this.#notes.writes;
    this.steps = this.#notes.steps;
    this.#notes = undefined;
  }
}

/** What nobody sees: a run is told of when it has ended. */
const underWay: Outcome = { type: 'success' };

/** What every line about a run says. */
export const requestFields = ({ key, cluster }: Request, reconcileID: string): LogFields =>
  cluster === '' ? { key, reconcileID } : { key, cluster, reconcileID };
