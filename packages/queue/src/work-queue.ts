/**
 * A queue of keys for controllers: a key waits at most once, and at most one worker holds it. Keys may wait for a delay or a
 * back-off, overtake each other by priority, and carry the causes for which they were added.
 * Upstream: client-go util/workqueue, its five queues in one, and controller-runtime pkg/controller/priorityqueue.
 *
 * Adds for one key merge until it is handed out: the greatest priority, the earliest time, all causes. In particular an add
 * without delay takes the place of a pending delayed one, as in controller-runtime; client-go would run the key twice.
 */
import type { Clock } from '@reeve/machinery';
import { delayOf, priorityOf, type AddOptions } from './keys/add-options.ts';
import { CauseSet, causeRulesOf, type CauseRules } from './causes/cause-set.ts';
import { Closing } from './closing.ts';
import { DelayLine } from './delay/delay-line.ts';
import type { DrainOptions, DrainReport } from './drain.ts';
import type { Entry } from './keys/entry.ts';
import { Ledger } from './keys/ledger.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import { defaultRateLimit } from './limits/ready-made.ts';
import { QueueRecorder } from './metrics/queue-recorder.ts';
import { ageingOf } from './order/ageing.ts';
import { finite } from './limits/number-checks.ts';
import { PriorityOrder } from './order/priority-order.ts';
import { snapshotOf, type KeySnapshot } from './snapshot.ts';
import { Item, type ItemOwner } from './take/item.ts';
import { Taker } from './take/taker.ts';
import { Waiters } from './take/waiters.ts';
import type { WorkQueueOptions } from './work-queue-options.ts';

/** A work queue. Keys are compared as a `Map` compares them, so that they are best strings. */
export class WorkQueue<Key, Cause = unknown> implements Disposable {
  readonly name: string | undefined;
  readonly #clock: Clock;
  readonly #limiter: RateLimiter<Key>;
  readonly #causeRules: CauseRules<Cause>;
  readonly #recorder: QueueRecorder | undefined;
  readonly #takers = new Waiters();
  readonly #delays: DelayLine<Key, Cause>;
  readonly #ledger: Ledger<Key, Cause>;
  readonly #closing: Closing<Key, Cause>;
  readonly #owner: ItemOwner<Key, Cause>;

  constructor(options: WorkQueueOptions<Key, Cause>) {
    const { clock, name, metrics } = options;
    this.name = name;
    this.#clock = clock;
    this.#limiter = (options.rateLimit ?? defaultRateLimit)(clock);
    this.#causeRules = causeRulesOf(options.causes);
    this.#recorder = name !== undefined && metrics !== undefined ? new QueueRecorder(clock, metrics, name) : undefined;
    this.#delays = new DelayLine(clock, () => this.#ledger.promoteDue());
    const parts = { clock, takers: this.#takers, idle: new Waiters(), recorder: this.#recorder };
    const order = options.order?.<Entry<Key, Cause>>() ?? new PriorityOrder(clock, ageingOf(options.ageing));
    this.#ledger = new Ledger({ ...parts, order, delays: this.#delays });
    this.#closing = new Closing({ ...parts, ledger: this.#ledger });
    this.#owner = {
      add: (key, add) => this.add(key, add),
      forget: (key) => this.forget(key),
      release: (entry) => this.#ledger.release(entry),
    };
  }

  /** How many keys are ready. Delayed keys and keys in work do not count. */
  get length(): number {
    return this.#ledger.ready;
  }

  /** How many keys wait for a delay or a back-off. */
  get delayed(): number {
    this.#ledger.promoteDue();
    return this.#delays.length;
  }

  /** How many keys are in work. */
  get held(): number {
    return this.#ledger.held;
  }

  /** True from `shutDown` or `drain` on: adds are ignored. */
  get shuttingDown(): boolean {
    return this.#ledger.closed;
  }

  /** Asks for a run of a key. Unless told otherwise it is ready at once, and never counts as a failure. */
  add(key: Key, options?: AddOptions<Cause>): void {
    if (this.#ledger.closed) this.#closing.refuse(key);
    else if (options === undefined) this.#ledger.admit(key, 0, 0);
    else this.#admit(key, priorityOf(options), delayOf(key, options, this.#limiter), options.cause);
  }

  /** Adds several keys in the same way. Each has its own back-off. */
  addAll(keys: Iterable<Key>, options?: AddOptions<Cause>): void {
    for (const key of keys) this.add(key, options);
  }

  /** Adds a key that is ready after a delay. If it is ready or due earlier already, that stays. Throws `InvalidInputError`, and adds nothing, for a delay that is no finite number. */
  addAfter(key: Key, afterMs: number, options?: Pick<AddOptions<Cause>, 'priority' | 'cause'>): void {
    this.add(key, { ...options, afterMs: finite('afterMs of a key in a work queue', afterMs) });
  }

  /** Adds a key after its back-off, counting one more failure. */
  addRateLimited(key: Key, options?: Pick<AddOptions<Cause>, 'priority' | 'cause'>): void {
    this.add(key, { ...options, rateLimited: true });
  }

  /** Clears the failures of a key, after a success or when it is given up. It does not take the key out of the queue. */
  forget(key: Key): void {
    this.#limiter.forget(key);
  }

  /** How often a key was added rate limited since it was last forgotten. */
  failures(key: Key): number {
    return this.#limiter.failures(key);
  }

  /**
   * Yields items as keys become ready, until the signal aborts or the queue has ended. A key is held until the loop asks for the
   * next one, or is left in any way: forgetting `done()` is impossible.
   */
  async *take(signal?: AbortSignal): AsyncGenerator<Item<Key, Cause>, void, void> {
    const taker = this.taker(signal);
    try {
      for (;;) {
        const item = taker.takeNow() ?? (await taker.next());
        if (item === undefined) return;
        try {
          yield item;
        } finally {
          item.done();
        }
      }
    } finally {
      taker[Symbol.dispose]();
    }
  }

  /** Waits for the next item; undefined when the signal aborted or the queue has ended. The caller owes it a `done()`. */
  async get(signal?: AbortSignal): Promise<Item<Key, Cause> | undefined> {
    using taker = this.taker(signal);
    return await taker.next();
  }

  /** A consumer for loops in which every microsecond counts, as an async iterator costs some per turn. The caller owes each item a `done()`, and disposes of the consumer. */
  taker(signal?: AbortSignal): Taker<Item<Key, Cause>> {
    const source = { tryTake: () => this.tryTake(), hasEnded: () => this.#closing.hasEnded(), takers: this.#takers };
    return new Taker(source, signal);
  }

  /** The next item if one is ready. The caller owes it a `done()`. This is the cheapest way to take. */
  tryTake(): Item<Key, Cause> | undefined {
    const entry = this.#ledger.hold();
    return entry === undefined ? undefined : new Item(this.#owner, entry, this.#limiter.failures(entry.key) + 1);
  }

  /**
   * Ends the queue: adds are ignored and delayed keys dropped. Takers still get what is ready, and then end. It waits for
   * nobody, and ends a drain that does.
   */
  shutDown(): void {
    this.#closing.shutDown();
  }

  /**
   * Ends the queue and waits until everything that was ready or in work is done, runs asked for meanwhile included. When it gives
   * up, runs that have not begun are dropped and takers end. The report says what was not done. Rejects only for a deadline that is no number, before anything has changed.
   */
  async drain(options: DrainOptions = {}): Promise<DrainReport<Key>> {
    return await this.#closing.drain(options);
  }

  /** In how many milliseconds the next run of a key is due, while it is delayed. */
  dueInMs(key: Key): number | undefined {
    const dueAt = this.#ledger.entry(key)?.delay?.dueAt;
    return dueAt === undefined ? undefined : Math.max(0, dueAt - this.#clock.monotonic());
  }

  /** All keys that are waiting, delayed or in work. */
  snapshot(): KeySnapshot<Key, Cause>[] {
    this.#ledger.promoteDue();
    const now = this.#clock.monotonic();
    return this.#ledger.entries().map((entry) => snapshotOf(entry, now));
  }

  /** The same as `shutDown`. */
  [Symbol.dispose](): void {
    this.shutDown();
  }

  #admit(key: Key, priority: number, delayMs: number, cause: Cause | undefined): void {
    if (delayMs > 0) this.#recorder?.retried();
    const entry = this.#ledger.admit(key, priority, delayMs);
    if (cause !== undefined) (entry.causes ??= new CauseSet(this.#causeRules)).add(cause);
  }
}
