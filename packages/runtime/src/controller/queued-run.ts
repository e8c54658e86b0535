/**
 * A run of what a queue has handed out. Its log is made when somebody writes to it, as most runs say nothing.
 */
import type { Item } from '@reeve/queue';
import type { Cause } from '../cause/cause.ts';
import type { Request } from '../handler/request.ts';
import type { LogFields, Logger } from '../log/logger.ts';
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
  readonly #controllerLog: Logger;
  #log: Logger | undefined;

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
}

/** What every line about a run says. */
export const requestFields = ({ key, cluster }: Request, reconcileID: string): LogFields =>
  cluster === '' ? { key, reconcileID } : { key, cluster, reconcileID };
