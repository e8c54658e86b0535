/**
 * The handlers of an informer. Each change goes to all of them; what was merely told again goes to those whose turn it is.
 * Upstream: client-go cache.sharedProcessor.
 */
import type { Listener } from './listener.ts';
import type { Notification } from './notification.ts';
import type { ResyncTurn } from './resync-period.ts';

/** A handler's way and its turn. */
export interface Subscription<T> {
  readonly listener: Listener<T>;
  readonly turn: ResyncTurn;
  isResyncing: boolean;
}

/** Distributes notifications. */
export class Processor<T> {
  readonly #subscriptions = new Set<Subscription<T>>();

  get size(): number {
    return this.#subscriptions.size;
  }

  /** True when no handler minds missing states in between. */
  get isLevelTriggered(): boolean {
    for (const { listener } of this.#subscriptions) if (!listener.coalesces) return false;
    return true;
  }

  /** True when somebody wants to be told again at present. */
  get isResyncing(): boolean {
    for (const { isResyncing } of this.#subscriptions) if (isResyncing) return true;
    return false;
  }

  add(subscription: Subscription<T>): void {
    this.#subscriptions.add(subscription);
  }

  /** True when it was there. */
  delete(subscription: Subscription<T>): boolean {
    return this.#subscriptions.delete(subscription);
  }

  all(): Iterable<Subscription<T>> {
    return this.#subscriptions;
  }

  /** Tells all, or, where nothing changed, those whose turn it is. */
  distribute(notification: Notification<T>, isResync: boolean): void {
    for (const { listener, isResyncing } of this.#subscriptions) {
      if (!isResync || isResyncing) listener.push(notification);
    }
  }

  /** The handlers of this moment: what is told in several steps goes to them, and not to those who come in between. */
  present(): Processor<T> {
    const present = new Processor<T>();
    for (const subscription of this.#subscriptions) present.add(subscription);
    return present;
  }

  /** Sees whose turn it is. False when it is nobody's. */
  takeTurns(nowMs: number): boolean {
    let isAnybodys = false;
    for (const subscription of this.#subscriptions) {
      subscription.isResyncing = subscription.turn.take(nowMs);
      isAnybodys ||= subscription.isResyncing;
    }
    return isAnybodys;
  }

  adjustTurns(checkMs: number, nowMs: number): void {
    for (const { turn } of this.#subscriptions) turn.adjust(checkMs, nowMs);
  }

  upstreamSynced(): void {
    for (const { listener } of this.#subscriptions) listener.tracker.upstreamSynced();
  }

  /** Stops all, and waits for the calls that are running. */
  async stop(): Promise<void> {
    const listeners = [...this.#subscriptions].map(({ listener }) => listener);
    for (const listener of listeners) listener.stop();
    await Promise.all(listeners.map((listener) => listener.ended()));
  }
}
