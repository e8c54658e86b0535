/**
 * How a queue ends: at once, or after a drain. Closing is for good; starting again means a new queue.
 * Upstream: ShutDown and ShutDownWithDrain of client-go util/workqueue.
 */
import { InvalidInputError } from '@reeve/machinery';
import type { Clock } from '@reeve/machinery';
import { waitForIdle, type DrainOptions, type DrainReport } from './drain.ts';
import type { Entry } from './keys/entry.ts';
import { isOutstanding, type Ledger } from './keys/ledger.ts';
import type { QueueRecorder } from './metrics/queue-recorder.ts';
import type { Waiters } from './take/waiters.ts';

/** The parts of a queue that have to know of its end. */
export interface ClosingParts<Key, Cause> {
  readonly clock: Clock;
  readonly ledger: Ledger<Key, Cause>;
  readonly takers: Waiters;
  readonly idle: Waiters;
  readonly recorder: QueueRecorder | undefined;
}

/** The end of one queue. */
export class Closing<Key, Cause> {
  readonly #parts: ClosingParts<Key, Cause>;
  readonly #refused = new Set<Key>();
  #draining = false;

  constructor(parts: ClosingParts<Key, Cause>) {
    this.#parts = parts;
  }

  /**
   * Takers may go. After a plain shutdown that is as soon as nothing is ready, in a drain only when no run is outstanding:
   * a key that was asked for again while held must find a taker.
   */
  hasEnded(): boolean {
    const { ledger } = this.#parts;
    return ledger.closed && (this.#draining ? ledger.outstanding : ledger.ready) === 0;
  }

  /** Notes a key that came too late, for the report of the drain under way. */
  refuse(key: Key): void {
    if (this.#draining) this.#refused.add(key);
  }

  /** Ends the queue without waiting, and any drain that waits. */
  shutDown(): void {
    this.#draining = false;
    this.#close();
    this.#parts.idle.wakeAll();
  }

  /** Ends the queue and waits until everything that is due has been done. */
  async drain(options: DrainOptions): Promise<DrainReport<Key>> {
    const { ledger, idle, clock } = this.#parts;
    if (Number.isNaN(options.deadlineMs))
      throw new InvalidInputError('NaN', 'deadlineMs of a drain is NaN: give milliseconds, or leave it out');
    this.#draining = true;
    const delayed = this.#close();
    const inTime = ledger.size === 0 || (await waitForIdle(idle, clock, options));
    const waiting = inTime ? this.#keysWhere(isOutstanding) : ledger.dropOutstanding();
    return { delayed, waiting, running: this.#keysWhere((entry) => entry.held), refused: [...this.#refused] };
  }

  #close(): Key[] {
    const { ledger, takers, recorder } = this.#parts;
    const dropped = ledger.close();
    recorder?.stop();
    takers.wakeAll();
    return dropped;
  }

  #keysWhere(holds: (entry: Entry<Key, Cause>) => boolean): Key[] {
    const entries = this.#parts.ledger.entries();
    return entries.filter((entry) => holds(entry)).map((entry) => entry.key);
  }
}
