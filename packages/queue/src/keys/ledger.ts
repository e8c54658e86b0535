/**
 * The heart of the queue: which keys wait, which are delayed and which are held.
 * Upstream: the queue, dirty and processing sets of client-go util/workqueue.
 *
 * Invariants: a key has one entry, in use from its first add until it is neither held nor wanted again. It is in the ready order only
 * when it is not held, and handed out only from there, so that it is never held twice. Adds for a held key add up to one
 * more run. Once closed, nothing enters any more.
 */
import type { DelayLine } from '../delay/delay-line.ts';
import type { QueueRecorder } from '../metrics/queue-recorder.ts';
import type { ReadyOrder } from '../order/ready-order.ts';
import type { Waiters } from '../take/waiters.ts';
import { EntryTable } from './entry-table.ts';
import type { Entry, Stage } from './entry.ts';

/** The parts a ledger works with. */
export interface LedgerParts<Key, Cause> {
  readonly order: ReadyOrder<Entry<Key, Cause>>;
  readonly delays: DelayLine<Key, Cause>;
  /** Those who wait for a key. */
  readonly takers: Waiters;
  /** Those who wait until nothing is left to do. */
  readonly idle: Waiters;
  readonly recorder: QueueRecorder | undefined;
}

/** All keys of a queue and their stages. */
export class Ledger<Key, Cause> {
  readonly #entries = new EntryTable<Key, Cause>();
  readonly #order: ReadyOrder<Entry<Key, Cause>>;
  readonly #delays: DelayLine<Key, Cause>;
  readonly #takers: Waiters;
  readonly #idle: Waiters;
  readonly #recorder: QueueRecorder | undefined;
  #held = 0;
  #withheld = 0;
  #closed = false;

  constructor(parts: LedgerParts<Key, Cause>) {
    this.#order = parts.order;
    this.#delays = parts.delays;
    this.#takers = parts.takers;
    this.#idle = parts.idle;
    this.#recorder = parts.recorder;
  }

  /** How many keys could be handed out now. */
  get ready(): number {
    this.promoteDue();
    return this.#order.length;
  }

  /** How many keys are handed out. */
  get held(): number {
    return this.#held;
  }

  /** How many keys will still be handed out if nobody adds more: those ready, and those whose holder has to finish first. */
  get outstanding(): number {
    return this.#order.length + this.#withheld;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** How many keys are known: waiting, delayed or held. */
  get size(): number {
    return this.#entries.size;
  }

  /** The entry of a key that is waiting, delayed or held. */
  entry(key: Key): Entry<Key, Cause> | undefined {
    return this.#entries.get(key);
  }

  /** All entries in use, in the order in which their keys first came. */
  entries(): Entry<Key, Cause>[] {
    return this.#entries.values();
  }

  /** Asks for a run of a key, now or after a delay. It merges into a run that is already asked for. */
  admit(key: Key, priority: number, delayMs: number): Entry<Key, Cause> {
    const entry = this.#entries.use(key);
    if (entry.stage === 'none') {
      entry.priority = priority;
      this.#schedule(entry, delayMs);
    } else this.#merge(entry, priority, delayMs);
    return entry;
  }

  /** Hands out the next ready key, which is held from now on. */
  hold(): Entry<Key, Cause> | undefined {
    this.#delays.start();
    this.promoteDue();
    const entry = this.#order.pop();
    if (entry === undefined) return undefined;
    entry.stage = 'none';
    entry.held = true;
    this.#held += 1;
    this.#recorder?.handedOut(entry);
    if (this.#closed) this.#checkEnd();
    return entry;
  }

  /** Takes a held key back. If it was asked for again meanwhile, it is ready at once. */
  release(entry: Entry<Key, Cause>): void {
    entry.held = false;
    this.#held -= 1;
    this.#recorder?.released(entry);
    if (entry.stage === 'none') this.#entries.rest(entry);
    else if (entry.stage === 'withheld') {
      this.#withheld -= 1;
      this.#offer(entry);
    }
    if (this.#closed) this.#checkEnd();
  }

  /** Makes ready whatever is due. */
  promoteDue(): void {
    if (this.#delays.length === 0) return;
    for (let entry = this.#delays.takeDue(); entry !== undefined; entry = this.#delays.takeDue()) this.#due(entry);
  }

  /** Lets nothing in any more and drops what is delayed. Returns the keys that were dropped. */
  close(): Key[] {
    this.#closed = true;
    const dropped = this.#delays.stop();
    for (const entry of dropped) this.#forgetRun(entry);
    return dropped.map((entry) => entry.key);
  }

  /** Drops every run that has not begun. Returns their keys. */
  dropOutstanding(): Key[] {
    const dropped = this.#entries.values().filter(isOutstanding);
    while (this.#order.pop() !== undefined);
    this.#withheld = 0;
    for (const entry of dropped) {
      this.#recorder?.dropped(entry);
      this.#forgetRun(entry);
    }
    this.#checkEnd();
    return dropped.map((entry) => entry.key);
  }

  #schedule(entry: Entry<Key, Cause>, delayMs: number): void {
    if (delayMs > 0) {
      entry.stage = 'delayed';
      this.#delays.delay(entry, delayMs);
    } else this.#due(entry);
  }

  #merge(entry: Entry<Key, Cause>, priority: number, delayMs: number): void {
    const former = entry.priority;
    if (priority > former) entry.priority = priority;
    if (entry.stage === 'delayed') this.#hasten(entry, delayMs);
    else {
      if (priority > former) this.#recorder?.raised(former, priority);
      if (entry.stage === 'ready') this.#order.touch(entry, former);
    }
  }

  #hasten(entry: Entry<Key, Cause>, delayMs: number): void {
    if (delayMs <= 0) this.#delays.remove(entry);
    this.#schedule(entry, delayMs);
  }

  /** The time of a key has come. A key that is held has to wait for its holder. */
  #due(entry: Entry<Key, Cause>): void {
    this.#recorder?.due(entry);
    if (entry.held) {
      entry.stage = 'withheld';
      this.#withheld += 1;
    } else this.#offer(entry);
  }

  #offer(entry: Entry<Key, Cause>): void {
    entry.stage = 'ready';
    this.#order.push(entry);
    this.#takers.wakeOne();
  }

  #forgetRun(entry: Entry<Key, Cause>): void {
    entry.stage = 'none';
    entry.causes = undefined;
    if (!entry.held) this.#entries.rest(entry);
  }

  /** Once closed, takers end when no key can come any more, and drains when none is held either. */
  #checkEnd(): void {
    if (this.outstanding === 0) this.#takers.wakeAll();
    if (this.#entries.size === 0) this.#idle.wakeAll();
  }
}

/** Whether a run is due that has not begun. */
export const isOutstanding = ({ stage }: { readonly stage: Stage }): boolean =>
  stage === 'ready' || stage === 'withheld';
