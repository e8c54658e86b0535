/**
 * The handlers of an informer: adding and removing them at any time, telling them, and telling them again when it is their turn.
 * Upstream: the handler part of client-go cache.sharedIndexInformer.
 */
import { TaskScope, type Host, type Timer } from '@reeve/machinery';
import type { ChangeSink } from './delta-processor.ts';
import type { EventHandler } from './event-handler.ts';
import type { HandlerOptions, HandlerRegistration } from './handler-registration.ts';
import { Listener, type HandlerFailure } from './listener.ts';
import { Processor, type Subscription } from './processor.ts';
import { resyncPeriod, ResyncTurn } from './resync-period.ts';

/** What a set of handlers needs. */
export interface HandlerSetOptions<T> {
  readonly host: Host;
  readonly resyncMs: number;
  keyOf(object: T): string;
  report(failure: HandlerFailure): void;

  /** Queues a repetition of everything. */
  resync(): void;
}

/** What an informer has when a handler comes. */
export interface HandlerStart<T> {
  readonly initial: readonly T[];
  readonly hasSynced: boolean;
  synced(signal?: AbortSignal): Promise<void>;
}

/** Handlers and their turns. */
export class HandlerSet<T> {
  readonly #options: HandlerSetOptions<T>;
  readonly #processor = new Processor<T>();
  readonly #subscriptions = new Map<HandlerRegistration, Subscription<T>>();
  readonly #leaving = new Map<HandlerRegistration, Listener<T>>();
  #checkMs: number;
  #isStarted = false;
  #timer: Timer | undefined;
  #count = 0;

  constructor(options: HandlerSetOptions<T>) {
    this.#options = options;
    this.#checkMs = resyncPeriod(options.resyncMs);
  }

  get size(): number {
    return this.#processor.size;
  }

  get checkMs(): number {
    return this.#checkMs;
  }

  get isLevelTriggered(): boolean {
    return this.#processor.isLevelTriggered;
  }

  add(handler: EventHandler<T>, options: HandlerOptions, start: HandlerStart<T>): HandlerRegistration {
    const { host, keyOf, report, resyncMs } = this.#options;
    const turn = this.#turn(resyncPeriod(options.resyncMs ?? resyncMs));
    const name = options.name ?? `handler ${(this.#count += 1)}`;
    const listener = new Listener<T>({ ...options, host, handler, name, initial: start.initial, keyOf, report });
    if (start.hasSynced) listener.tracker.upstreamSynced();
    const subscription: Subscription<T> = { listener, turn, isResyncing: false };
    this.#processor.add(subscription);
    const registration = registrationOf(subscription, start);
    this.#subscriptions.set(registration, subscription);
    return registration;
  }

  remove(registration: HandlerRegistration): void {
    const subscription = this.#subscriptions.get(registration);
    if (subscription === undefined) return;
    const { listener } = subscription;
    this.#subscriptions.delete(registration);
    this.#processor.delete(subscription);
    listener.stop();
    this.#leaving.set(registration, listener);
    void listener.ended().then(() => this.#leaving.delete(registration)); // never rejects
  }

  async shutDown(registration: HandlerRegistration): Promise<void> {
    this.remove(registration);
    await this.#leaving.get(registration)?.ended();
  }

  /** Where changes are to be told. What did not change goes to those who are being told again. */
  sink(isUnchanged: (previous: T, object: T) => boolean): ChangeSink<T> {
    return sinkOf(this.#processor, isUnchanged);
  }

  upstreamSynced(): void {
    this.#processor.upstreamSynced();
  }

  startResyncs(signal: AbortSignal): void {
    this.#isStarted = true;
    if (!signal.aborted) this.#schedule();
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    this.#checkMs = 0;
    const scope = new TaskScope();
    scope.run(() => this.#processor.stop());
    for (const listener of this.#leaving.values()) scope.run(() => listener.ended());
    await scope.join();
  }

  /** Before the start the shortest period wins; afterwards a shorter one is made as long as the check, if there is one. */
  #turn(periodMs: number): ResyncTurn {
    const nowMs = this.#options.host.clock.monotonic();
    const isShortest = periodMs > 0 && (this.#checkMs === 0 || (periodMs < this.#checkMs && !this.#isStarted));
    if (isShortest) {
      this.#checkMs = periodMs;
      this.#processor.adjustTurns(periodMs, nowMs);
      if (this.#isStarted) this.#schedule();
    }
    return new ResyncTurn(periodMs, this.#checkMs, nowMs);
  }

  #schedule(): void {
    if (this.#checkMs === 0 || this.#timer !== undefined) return;
    const check = (): void => {
      this.#timer = undefined;
      if (this.#processor.takeTurns(this.#options.host.clock.monotonic())) this.#options.resync();
      this.#schedule();
    };
    this.#timer = this.#options.host.clock.setTimer(this.#checkMs, check, { background: true, label: 'resync check' });
  }
}

function registrationOf<T>({ listener, turn }: Subscription<T>, start: HandlerStart<T>): HandlerRegistration {
  return {
    name: listener.name,
    get hasSynced() {
      return listener.tracker.hasSynced;
    },
    synced: async (signal) => {
      await start.synced(signal);
      await listener.tracker.synced(signal);
    },
    get pending() {
      return listener.pending;
    },
    get lagMs() {
      return listener.lagMs;
    },
    get failures() {
      return listener.failures;
    },
    get resyncMs() {
      return turn.periodMs;
    },
  };
}

function sinkOf<T>(
  processor: Pick<Processor<T>, 'distribute' | 'isResyncing' | 'present'>,
  isUnchanged: (previous: T, object: T) => boolean,
): ChangeSink<T> {
  return {
    onAdd: (key, object, isInInitialList) => processor.distribute({ type: 'add', key, object, isInInitialList }, false),
    onUpdate: (key, previous, object) => {
      const isResync = isUnchanged(previous, object);
      if (isResync && !processor.isResyncing) return;
      processor.distribute({ type: 'update', key, previous, object }, isResync);
    },
    onDelete: (key, deleted) => processor.distribute({ type: 'delete', key, deleted }, false),
    present: () => sinkOf(processor.present(), isUnchanged),
  };
}
