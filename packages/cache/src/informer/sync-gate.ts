/**
 * Where everybody waits for an informer's first list. It opens once; until then it may be blocked for a reason that those who wait
 * should hear at once, such as a missing permission.
 */
import { orAbort } from '@reeve/machinery';

/** Closed, blocked for a reason, or open. */
export class SyncGate {
  readonly #waiting = new Set<Waiter>();
  #state: { readonly type: 'closed' | 'open' } | { readonly type: 'blocked'; readonly reason: Error } = {
    type: 'closed',
  };

  get isOpen(): boolean {
    return this.#state.type === 'open';
  }

  /** Those who wait, and those who come, are sent away with the reason. An open gate stays open. */
  block(reason: Error): void {
    if (this.isOpen) return;
    this.#state = { type: 'blocked', reason };
    this.#release(({ reject }) => reject(reason));
  }

  /** The reason is gone. */
  unblock(): void {
    if (this.#state.type === 'blocked') this.#state = { type: 'closed' };
  }

  open(): void {
    this.#state = { type: 'open' };
    this.#release(({ resolve }) => resolve());
  }

  async opened(signal?: AbortSignal): Promise<void> {
    if (this.#state.type === 'open') return;
    if (this.#state.type === 'blocked') throw this.#state.reason;
    signal?.throwIfAborted();
    const waiters = this.#waiting;
    let waiter: Waiter | undefined;
    const opened = new Promise<void>((resolve, reject) => waiters.add((waiter = { resolve, reject })));
    try {
      await (signal ? orAbort(opened, signal) : opened);
    } finally {
      if (waiter) waiters.delete(waiter);
    }
  }

  #release(settle: (waiter: Waiter) => void): void {
    for (const waiter of this.#waiting) settle(waiter);
    this.#waiting.clear();
  }
}

interface Waiter {
  resolve(): void;
  reject(reason: Error): void;
}
