/**
 * How often writing an event is tried, and what is worth another try: a server that could not be reached is, one that has refused is not.
 * Upstream: client-go tools/record recordToSink and recordEvent.
 */
import { apiFailureIn, hasCode, hasStatusCause, isAlreadyExists, jittered } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import type { LogFields, Logger } from '../log/logger.ts';
import type { EventSignals } from './event-broadcaster.ts';

/** How often to try. */
export interface TryOptions {
  /** Tries per event; 12 unless given. */
  readonly tries?: number;
  /** The time between two tries; 10 seconds unless given. */
  readonly retryDelayMs?: number;
}

/** Writes once; `again` when that came too early and another try helps. */
export type Attempt = () => Promise<'again' | void>;

/** Tries to write. */
export class EventTries {
  readonly #host: Host;
  readonly #log: Logger;
  readonly #tries: number;
  readonly #delayMs: number;

  constructor(host: Host, log: Logger, { tries = 12, retryDelayMs = 10_000 }: TryOptions = {}) {
    this.#host = host;
    this.#log = log;
    this.#tries = tries;
    this.#delayMs = retryDelayMs;
  }

  /** Tries until it is written or given up; false when it was given up. */
  async write(attempt: Attempt, fields: LogFields, { stopping }: EventSignals): Promise<boolean> {
    for (let tried = 1; ; tried += 1) {
      const result = await this.once(attempt, fields);
      if (result !== 'again') return result === 'written';
      if (tried >= this.#tries) break;
      await this.#pause(tried, stopping);
      if (stopping.aborted) break;
    }
    this.#log.error('an event could not be written and is given up', fields);
    return false;
  }

  /** One try. */
  async once(attempt: Attempt, fields: LogFields): Promise<'written' | 'again' | 'refused'> {
    try {
      return (await attempt()) === 'again' ? 'again' : 'written';
    } catch (error) {
      return this.#judge(error, fields);
    }
  }

  /** The first pause is random, so that clients that lost a server together do not come back together. */
  async #pause(tried: number, stopping: AbortSignal): Promise<void> {
    const delayMs =
      tried === 1 ? this.#host.random.next() * this.#delayMs : jittered(this.#delayMs, 0.25, this.#host.random);
    await this.#host.sleep(delayMs, stopping).catch(() => undefined);
  }

  #judge(error: unknown, fields: LogFields): 'again' | 'refused' {
    const failure = apiFailureIn(error);
    if (failure === undefined && !hasCode(error, 'REEVE_INVALID_INPUT')) {
      this.#log.warn('an event could not be written, and may be tried again', { ...fields, error });
      return 'again';
    }
    const isExpected = isAlreadyExists(error) || hasStatusCause(error, 'NamespaceTerminating');
    this.#log[isExpected ? 'debug' : 'error']('an event was refused, and is not tried again', { ...fields, error });
    return 'refused';
  }
}
