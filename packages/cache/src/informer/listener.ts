/**
 * Brings notifications to one handler: one at a time, in order, none lost. A handler that throws is reported and skips that one; it
 * goes on a second later. Neither that nor slowness touches any other handler. Nothing runs while nothing waits.
 * Upstream: client-go cache.processorListener.
 */
import { isAbort, type Host, type WorkSlice } from '@reeve/machinery';
import { Latch } from '../queue/latch.ts';
import type { EventHandler } from './event-handler.ts';
import type { HandlerOptions } from './handler-registration.ts';
import { isInitial, tell, type Notification } from './notification.ts';
import { AllPending, LatestPending, type PendingNotifications } from './pending-notifications.ts';
import { SyncTracker } from './sync-tracker.ts';

/** How long a handler rests after it threw. */
const restAfterFailureMs = 1000;

/** So many are told before anybody looks at the time, which costs as much as telling one. */
const untimed = 16;

/** Waits for whatever is being done. */
const soon = Promise.resolve();

/** A handler's failure, for whoever is told. */
export interface HandlerFailure {
  readonly handler: string;
  readonly event: 'add' | 'update' | 'delete';
  readonly key: string;
  readonly error: unknown;
}

/** What a listener needs. */
export interface ListenerOptions<T> extends HandlerOptions {
  readonly host: Host;
  readonly handler: EventHandler<T>;
  readonly name: string;

  /** The objects that were there when it was added: told first. */
  readonly initial: readonly T[];
  keyOf(object: T): string;
  report(failure: HandlerFailure): void;
}

/** The way to one handler. */
export class Listener<T> {
  readonly tracker = new SyncTracker();
  readonly name: string;
  readonly coalesces: boolean;
  readonly #options: ListenerOptions<T>;
  readonly #pending: PendingNotifications<T>;
  readonly #stop = new AbortController();
  #initial: readonly T[];
  #initialAt = 0;
  /** The signal has aborted: asking it with each event costs more. */
  #isStopped = false;
  #isDelivering = false;
  /** Opens when nothing is being delivered any more; there while somebody waits for it. */
  #idle: Latch | undefined;
  #told = 0;
  #slice: WorkSlice | undefined;
  #behindSinceMs: number | undefined;
  #failures = 0;

  constructor(options: ListenerOptions<T>) {
    this.#options = options;
    this.name = options.name;
    this.coalesces = options.coalesce ?? false;
    this.#pending = this.coalesces ? new LatestPending() : new AllPending();
    this.#initial = options.initial;
    this.tracker.start(options.initial.length);
    if (options.initial.length > 0) this.#start();
  }

  get pending(): number {
    return this.#initial.length - this.#initialAt + this.#pending.size;
  }

  get failures(): number {
    return this.#failures;
  }

  get lagMs(): number {
    return this.#behindSinceMs === undefined ? 0 : this.#options.host.clock.monotonic() - this.#behindSinceMs;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  push(notification: Notification<T>): void {
    if (this.isStopped) return;
    if (isInitial(notification)) this.tracker.start();
    const pointless = this.#pending.push(notification);
    if (pointless > 0) this.tracker.finished(pointless);
    if (this.pending > 0) this.#start();
  }

  /** Nothing more is told; a call that is running goes on. */
  stop(): void {
    this.#isStopped = true;
    this.#stop.abort();
    this.#pending.clear();
    this.#initial = [];
    this.#initialAt = 0;
  }

  /** Resolves when the call that is running, if any, has ended. */
  async ended(): Promise<void> {
    if (this.#isDelivering) await (this.#idle ??= new Latch()).opened();
  }

  /** In a turn of its own: whoever pushed first finishes what it was doing. */
  #start(): void {
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    void soon.then(this.#deliver);
  }

  /** Without a promise for as long as there is nothing to wait for: most handlers just put a key into a queue, and most events come alone. */
  readonly #deliver = (): void => {
    for (let next; (next = this.#next()) !== undefined;) {
      const calling = this.#call(next);
      const isSpent = this.#hasHadItsTurn();
      if (calling !== undefined || isSpent) return void this.#deliverAfter(calling, isSpent);
    }
    this.#isDelivering = false;
    this.#told = 0;
    this.#slice = undefined;
    this.#behindSinceMs = undefined;
    this.#idle?.open();
    this.#idle = undefined;
  };

  async #deliverAfter(calling: Promise<void> | undefined, isSpent: boolean): Promise<void> {
    const { host } = this.#options;
    this.#behindSinceMs ??= host.clock.monotonic();
    try {
      await calling;
      if (isSpent) await host.yield();
    } finally {
      this.#behindSinceMs = host.clock.monotonic();
      this.#deliver();
    }
  }

  /** Counted until nothing waits: a handler with a promise for each must let others have their turn, too. */
  #hasHadItsTurn(): boolean {
    this.#told += 1;
    if (this.#told < untimed) return false;
    return (this.#slice ??= this.#options.host.startSlice()).spent(0, 1);
  }

  #next(): Notification<T> | undefined {
    const object = this.#initial[this.#initialAt];
    if (object === undefined) return this.#pending.shift();
    this.#initialAt += 1;
    if (this.#initialAt === this.#initial.length) [this.#initial, this.#initialAt] = [[], 0];
    return { type: 'add', key: this.#options.keyOf(object), object, isInInitialList: true };
  }

  /** A promise only where there is something to wait for. */
  #call(notification: Notification<T>): Promise<void> | undefined {
    try {
      const handled = tell(this.#options.handler, notification);
      if (handled instanceof Promise || isThenable(handled)) return this.#finish(notification, handled);
    } catch (error) {
      return this.#finish(notification, Promise.reject(error));
    }
    if (isInitial(notification)) this.tracker.finished();
    return undefined;
  }

  async #finish(notification: Notification<T>, handled: PromiseLike<void>): Promise<void> {
    let hasFailed = false;
    try {
      await handled;
    } catch (error) {
      hasFailed = true;
      this.#failed(notification, error);
    }
    if (isInitial(notification)) this.tracker.finished(); // whatever happened: others wait for it
    if (hasFailed) await this.#rest();
  }

  #failed({ type, key }: Notification<T>, error: unknown): void {
    this.#failures += 1;
    this.#options.report({ handler: this.name, event: type, key, error });
  }

  async #rest(): Promise<void> {
    try {
      await this.#options.host.sleep(restAfterFailureMs, this.#stop.signal);
    } catch (error) {
      if (!isAbort(error, this.#stop.signal)) throw error;
    }
  }
}

const isThenable = (value: unknown): value is PromiseLike<void> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
