/**
 * Hands events to everybody who watches: sinks that write them, logs that print them. Each has a line of its own, so that a slow one holds nobody up.
 * Once it shuts down, new events are dropped in silence, and what waits gets one more try.
 * Upstream: client-go tools/record and tools/events EventBroadcaster.
 */
import { TaskScope, deadlineSignal, orAbort } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import type { Logger } from '../log/logger.ts';
import { silentLogger } from '../log/logger.ts';
import { EventQueue } from './event-queue.ts';
import type { EventQueueOptions } from './event-queue.ts';

/** What a broadcaster needs. */
export interface BroadcasterOptions {
  readonly host: Host;
  /** Says what could not be recorded. */
  readonly log?: Logger;
  /** How long the end may take; 5 seconds unless given. What is not written by then is dropped. */
  readonly shutdownMs?: number;
}

/** When to hurry, and when to stop. */
export interface EventSignals {
  /** Aborts when the broadcaster shuts down: one try, no waiting. */
  readonly stopping: AbortSignal;
  /** Aborts when there is no time left. */
  readonly signal: AbortSignal;
}

/** Handles events. */
export type EventHandler<Event> = (event: Event, signals: EventSignals) => void | Promise<void>;

/** Somebody who watches, until disposed of. */
export interface EventWatcher extends Disposable {
  /** Resolves when it has handled all that it was given. */
  idle(): Promise<void>;
}

/** A broadcaster of events. */
export class EventBroadcaster<Event> implements AsyncDisposable {
  readonly host: Host;
  readonly log: Logger;
  readonly #shutdownMs: number;
  readonly #queues = new Set<EventQueue<Event>>();
  readonly #tasks = new TaskScope();
  readonly #stopping = new AbortController();
  readonly #ended = new AbortController();
  #dropped = 0;
  #down: Promise<void> | undefined;

  constructor({ host, log = silentLogger, shutdownMs = 5000 }: BroadcasterOptions) {
    this.host = host;
    this.log = log;
    this.#shutdownMs = shutdownMs;
  }

  /** How many events were lost: lines were full, or there was no time left. */
  get dropped(): number {
    return this.#dropped;
  }

  /** True once it takes no more events. */
  get isDown(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Hands an event to all who watch. */
  emit(event: Event): void {
    if (this.isDown) return;
    for (const queue of this.#queues) if (!queue.offer(event)) this.countDropped();
  }

  /** Counts an event that could not be recorded. */
  countDropped(count = 1): void {
    this.#dropped += count;
  }

  /** Calls the handler for every event from now on. */
  watch(handle: EventHandler<Event>, options: Omit<EventQueueOptions<Event>, 'handle'> = {}): EventWatcher {
    const signals = { stopping: this.#stopping.signal, signal: this.#ended.signal };
    const queue = new EventQueue<Event>({ ...options, handle: async (event) => handle(event, signals) });
    if (!this.isDown) this.#queues.add(queue);
    const stop = (): void => {
      this.#queues.delete(queue);
      queue.clear();
    };
    return { idle: () => queue.idle(), [Symbol.dispose]: stop };
  }

  /** Resolves when all events up to now are handled. */
  async flush(signal?: AbortSignal): Promise<void> {
    const idle = Promise.all([...this.#queues].map((queue) => queue.idle()));
    await (signal === undefined ? idle : orAbort(idle, signal));
  }

  /** Ends all watchers and tasks, and resolves when they have ended. */
  shutdown(): Promise<void> {
    this.#down ??= this.#shutDown();
    return this.#down;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.shutdown();
  }

  /** Runs a task that ends with the broadcaster. */
  protected runTask(task: (stopping: AbortSignal) => Promise<void>): void {
    this.#tasks.run(task);
  }

  async #shutDown(): Promise<void> {
    this.#stopping.abort();
    this.#tasks.abort();
    using deadline = deadlineSignal(this.host, this.#shutdownMs, { waitingFor: 'events to be written' });
    await this.flush(deadline.signal).catch(() => undefined);
    for (const queue of this.#queues) this.countDropped(queue.clear());
    this.#ended.abort();
    await this.flush();
    this.#queues.clear();
    await this.#tasks.join();
  }
}
