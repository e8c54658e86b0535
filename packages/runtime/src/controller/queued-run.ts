/**
 * A run of what a queue has handed out. Its log and its notes are made when somebody writes to them, as most runs say nothing and do nothing.
 */
import type { Item } from '@reeve/queue';
import type { Cause } from '../cause/cause.ts';
import type { Request } from '../handler/request.ts';
import type { LogFields, Logger } from '../log/logger.ts';
import { RunNotes } from '../reconcile/run-notes.ts';
import type { Run } from './controller-options.ts';
import { parseRequest } from './request-key.ts';

/** A run under way. */
export class QueuedRun implements Run {
  readonly request: Request;
  readonly id: string;
  readonly attempt: number;
  readonly priority: number;
  readonly causes: readonly Cause[];
  readonly signal: AbortSignal;
  /** When it began, in milliseconds since 1970, and on the monotonic clock. */
  startedAt = 0;
  startedMs = 0;
  readonly #controllerLog: Logger;
  #log: Logger | undefined;
  #notes: RunNotes | undefined;

  constructor(item: Item<string, Cause>, id: string, signal: AbortSignal, controllerLog: Logger) {
    this.request = parseRequest(item.key);
    this.id = id;
    this.attempt = item.attempt;
    this.priority = item.priority;
    this.causes = item.causes;
    this.signal = signal;
    this.#controllerLog = controllerLog;
  }

  get log(): Logger {
    return (this.#log ??= this.#controllerLog.with(requestFields(this.request, this.id)));
  }

  get notes(): RunNotes {
    return (this.#notes ??= new RunNotes());
  }

  /** The notes, where somebody has made any. */
  get noted(): RunNotes | undefined {
    return this.#notes;
  }
}

/** What every line about a run says. */
export const requestFields = ({ key, cluster }: Request, reconcileID: string): LogFields =>
  cluster === '' ? { key, reconcileID } : { key, cluster, reconcileID };
